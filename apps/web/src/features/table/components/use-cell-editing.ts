import type { Item } from '@armarium/contract/items';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ownCellEdits } from '../cell-edits.ts';
import type { Place } from '../cell-moves.ts';
import type { Column } from '../columns.ts';
import { cellKey, fieldOf } from '../editable-cells.ts';
import { useHeldRows } from './use-held-rows.ts';

/** The cell at a place of a table. */
export const cellAt = (table: Element | null | undefined, { row, column }: Place) =>
  table?.querySelector('tbody')?.rows[row]?.cells[column];

/** The table as a grid whose cells are edited: whether it is one, its rows, and the texts that are not saved. */
export function useCellEditing(items: readonly Item[], columns: readonly Column[], busy: boolean) {
  const edits = ownCellEdits();
  const [isWanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { rows, mayEdit, isOn } = useHeldRows(items, isWanted, busy, edits);

  useLayoutEffect(() => {
    const opened = edits.opened();
    const fields = opened && isOn ? rows.flatMap((row) => columns.map((column) => fieldOf(row, column))) : [];
    if (!fields.some((field) => field && cellKey(field) === opened?.key)) edits.leave();
    // One cell is always there for the Tab key.
    const names = rows.flatMap(({ uuid }) => columns.map(({ name }) => ({ uuid, column: name })));
    if (isOn && names[0] && !names.some(edits.isActive)) edits.activate(names[0]);
  }, [isOn, rows, columns, edits]);
  useLayoutEffect(() => () => edits.leave(), [edits]);
  useEffect(() => (isOn ? () => void edits.finish() : undefined), [isOn, edits]);

  return {
    edits,
    rows,
    mayEdit,
    isOn,
    button,
    toggle: () => setWanted(!isOn),
    /** Leaves the grid; the button that led there gets the focus. */
    end: () => {
      setWanted(false);
      button.current?.focus();
    },
  };
}

export type CellEditing = ReturnType<typeof useCellEditing>;
