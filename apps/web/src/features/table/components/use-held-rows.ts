import type { Item } from '@armarium/contract/items';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import type { CellEdits } from '../cell-edits.ts';

/** The same rows, each with the newest that is known of it: a row may have left the list. Pure. */
function renewed(
  rows: readonly Item[],
  items: readonly Item[],
  answered: ReadonlyMap<string, Item>,
): readonly Item[] {
  const listed = new Map(items.map((item) => [item.uuid, item]));
  const next = rows.map((row) => {
    const item = listed.get(row.uuid) ?? row;
    const answer = answered.get(row.uuid);
    return answer && answer.lastModifiedDate > item.lastModifiedDate ? answer : item;
  });
  return next.some((item, index) => item !== rows[index]) ? next : rows;
}

/**
 * The rows of a table. While cells are edited they stay as they were, whatever leaves the list or moves in it, until
 * another page, order or filter is chosen: what is typed never goes to another record.
 * @param isWanted whether this person edits cells
 * @param busy an older page is shown until that of the address arrives
 */
export function useHeldRows(items: readonly Item[], isWanted: boolean, busy: boolean, edits: CellEdits) {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const answered = useSyncExternalStore(edits.subscribe, edits.answered);
  const [held, setHeld] = useState<{ readonly address: string; readonly rows: readonly Item[] }>();
  const isHeld = isWanted && held !== undefined && (busy || held.address === address);
  const rows = isHeld ? renewed(held.rows, items, answered) : items;
  const mayEdit = rows.some(({ allowedActions }) => allowedActions.includes('edit'));
  const isOn = isWanted && mayEdit;
  if (!isOn && held) setHeld(undefined);
  else if (isOn && !busy && (held?.rows !== rows || held.address !== address)) setHeld({ address, rows });

  useEffect(() => edits.showPage(address), [edits, address]);
  return { rows, mayEdit, isOn };
}
