import { sql } from 'kysely';
import { seeingEverything, type WriteTransaction } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import { recordHistory } from '../../db/history.ts';
import { itemsByPressmarks, linkRecords } from '../catalogue/public.ts';
import { kindOf } from '../records/public.ts';
import { hooksOf } from './kind-hooks.ts';
import { mayRestore } from './trash.rules.ts';
import { parentsByChild, placementsOf, storedLinks, type ReturningLink } from './trash-links.ts';
import { closeEntries } from './trash.writes.ts';

/** An item with an entry of its own in the trash, and the change set of its deletion. */
export interface ItemToRestore {
  readonly record: string;
  readonly changeSet: string;
}

interface EntryRow {
  readonly entry: string;
  readonly record: string;
  readonly created_by: string | null;
  readonly sort_title: string;
  readonly pressmark_norm: string;
}

/**
 * Restores items that each have an entry of their own, with their links to the collections in the catalogue,
 * as single restores would. The caller holds the lock of the graph. The number of statements does not depend
 * on the number of items.
 * @returns the reason for each item that was not restored: `not-found` (restored or purged since),
 * `forbidden`, `pressmark-taken`, `parents-gone`
 */
export async function restoreItems(
  tx: WriteTransaction,
  wanted: readonly ItemToRestore[],
): Promise<Map<string, ProblemError>> {
  const problems = new Map<string, ProblemError>();
  if (wanted.length === 0) return problems;
  const found = await entriesOf(tx, wanted);
  for (const { record } of wanted) {
    if (found.some((row) => row.record === record)) continue;
    problems.set(
      record,
      new ProblemError('not-found', 'It is no longer in the trash, or it has changed since it was deleted.'),
    );
  }
  const holders = await itemsByPressmarks(
    tx.db,
    found.map(({ pressmark_norm }) => pressmark_norm),
  );
  const taken = new Set(holders.map(({ pressmark_norm }) => pressmark_norm));
  const entries = found.map(({ entry }) => entry);
  const links = await seeingEverything(tx, () => storedLinks(tx.db, entries, kindOf('ITEM')));
  const parents = parentsByChild(links);
  const back = found.filter(({ record, created_by, pressmark_norm }) => {
    const problem = !mayRestore(tx.actor, kindOf('ITEM'), created_by)
      ? new ProblemError('forbidden', 'You may restore the records that you made yourself.')
      : taken.has(pressmark_norm)
        ? new ProblemError(
            'pressmark-taken',
            'Another item has its pressmark now. Give that one another pressmark, then restore this one.',
          )
        : parents.has(record)
          ? undefined
          : new ProblemError(
              'parents-gone',
              'The collections that it was in no longer exist. Restore it by hand and choose another one.',
            );
    if (problem) problems.set(record, problem);
    // Only the first of several with one pressmark is restored.
    else taken.add(pressmark_norm);
    return !problem;
  });
  if (back.length > 0) await seeingEverything(tx, () => bringBack(tx, back, parents, links));
  return problems;
}

async function entriesOf(
  tx: WriteTransaction,
  wanted: readonly ItemToRestore[],
): Promise<readonly EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select entry.uuid as entry, record.record_uuid as record, item.created_by, item.sort_title, item.pressmark_norm
    from trash_record record
      join trash_entry entry on entry.uuid = record.entry_uuid
      join item on item.uuid = record.record_uuid
    where record.record_uuid = any(${wanted.map(({ record }) => record)}::uuid[])
      and entry.record_uuid = record.record_uuid
      and entry.change_set = any(${[...new Set(wanted.map(({ changeSet }) => changeSet))]}::uuid[])
    order by record.record_uuid
    for update of entry, item`.execute(tx.db);
  return rows;
}

async function bringBack(
  tx: WriteTransaction,
  rows: readonly EntryRow[],
  parents: ReadonlyMap<string, string[]>,
  links: readonly ReturningLink[],
): Promise<void> {
  const items = rows.map(({ record }) => record);
  const entries = rows.map(({ entry }) => entry);
  await sql`update item set trashed_at = null, version = version + 1
    where uuid = any(${items}::uuid[])`.execute(tx.db);
  const comes = new Set(items);
  const sortTitles = new Map(rows.map(({ record, sort_title }) => [record, sort_title]));
  await linkRecords(
    tx,
    kindOf('ITEM'),
    placementsOf(
      links.filter(({ child }) => comes.has(child)),
      sortTitles,
    ),
  );
  await closeEntries(tx.db, entries);
  await hooksOf(kindOf('ITEM')).cameBack?.(tx, items);
  await recordHistory(
    tx,
    items.map((record) => ({
      record,
      resourceType: 'ITEM',
      action: 'restore',
      after: { parentCollectionsUuids: parents.get(record) ?? [] },
    })),
  );
}
