import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { TenantQueries } from '../../db/database.ts';
import { collectionsByUuids, type ItemRow } from '../catalogue/public.ts';
import { judgeDeletion, judgeEdit, type JudgingContext, type Judgement } from './record-judgement.ts';
import { undoingOf, writtenOf, type Written, type WrittenEntry } from './undo.rules.ts';

/** The changes of a batch to some of its records, by record. */
export async function writtenBy(
  db: TenantQueries,
  batch: string,
  records: readonly string[],
): Promise<ReadonlyMap<string, Written>> {
  const changed = await sql<{ record_uuid: string; change_set: string }>`
    select record_uuid, change_set from batch_record
    where batch_uuid = ${batch}::uuid and record_uuid = any(${records}::uuid[]) and change_set is not null`.execute(
    db,
  );
  const changeSets = new Map(changed.rows.map((row) => [row.record_uuid, row.change_set]));
  // Two statements: without statistics about the history the planner would go through the whole change set
  // for each record of a join.
  const written = await sql<WrittenEntry & { id: string; record_uuid: string; change_set: string }>`
    select id, record_uuid, change_set, action, before, after from history
    where record_uuid = any(${[...changeSets.keys()]}::uuid[])
      and change_set = any(${[...new Set(changeSets.values())]}::uuid[]) and resource_type = 'ITEM'
    order by id`.execute(db);
  const rows = written.rows.filter((row) => changeSets.get(row.record_uuid) === row.change_set);
  const byRecord = new Map<string, (WrittenEntry & { change_set: string })[]>();
  for (const { record_uuid, ...entry } of rows) {
    const entries = byRecord.get(record_uuid);
    if (entries) entries.push(entry);
    else byRecord.set(record_uuid, [entry]);
  }
  const entryIds = new Map(
    rows.flatMap(({ action, record_uuid, id }) =>
      action === 'restore' || action === 'create' ? [[record_uuid, BigInt(id)]] : [],
    ),
  );
  const edited = await editedSince(db, entryIds);
  return new Map(
    [...byRecord].map(([record, entries]) => {
      const of = writtenOf(entries, entries[0]?.change_set ?? null);
      return [record, edited.has(record) ? { ...of, isEditedSince: true } : of];
    }),
  );
}

/**
 * The items that were changed, or whose images were, after an entry of their history.
 * @param entries the numbers of the entries, by item
 */
async function editedSince(
  db: TenantQueries,
  entries: ReadonlyMap<string, bigint>,
): Promise<ReadonlySet<string>> {
  if (entries.size === 0) return new Set();
  const images = await sql<{ uuid: string; item_uuid: string }>`
    select uuid, item_uuid from asset where item_uuid = any(${[...entries.keys()]}::uuid[])`.execute(db);
  const itemOf = new Map(images.rows.map(({ uuid, item_uuid }) => [uuid, item_uuid]));
  // By lists, for the same reason as above.
  const last = await sql<{ record_uuid: string; id: string }>`
    select record_uuid, max(id) as id from history
    where record_uuid = any(${[...entries.keys(), ...itemOf.keys()]}::uuid[]) group by record_uuid`.execute(
    db,
  );
  return new Set(
    last.rows.flatMap(({ record_uuid, id }) => {
      const item = itemOf.get(record_uuid) ?? record_uuid;
      const restored = entries.get(item);
      return restored !== undefined && BigInt(id) > restored ? [item] : [];
    }),
  );
}

/** The collections that some records left and that are in the catalogue. */
export async function existingOf(
  db: TenantQueries,
  written: ReadonlyMap<string, Written>,
): Promise<ReadonlySet<string>> {
  const left = [...new Set([...written.values()].flatMap((one) => one.left))];
  return new Set((await collectionsByUuids(db, left)).map(({ uuid }) => uuid));
}

/** Judges the effect of an undo on a record, by the rules of any other change. */
export function judgeUndo(
  context: JudgingContext,
  row: ItemRow,
  written: Written,
  existing: ReadonlySet<string>,
): Judgement {
  const now = { metadata: row.metadata as unknown as MetadataEntry[], parents: row.parents };
  if (written.isCreated && written.isEditedSince) {
    const detail = 'It was changed after it was created, and was not deleted.';
    return { result: 'failed', code: 'edited-since', detail };
  }
  if (written.isCreated) return judgeDeletion(context, row);
  if (written.trash === 'restored' && written.isEditedSince) {
    const detail = 'It was changed after it was restored from the trash, and was not deleted.';
    return { result: 'failed', code: 'edited-since', detail };
  }
  if (written.trash === 'restored') return judgeDeletion(context, row);
  if (written.trash === 'deleted') {
    const detail = 'Somebody has already restored it from the trash.';
    return { result: 'failed', code: 'edited-since', detail };
  }
  const undoing = undoingOf(written, now, existing);
  if ('editedSince' in undoing) {
    return { result: 'failed', code: 'edited-since', detail: undoing.editedSince };
  }
  if ('parentsGone' in undoing) {
    const detail = 'The collection that it was in no longer exists. Move it to another one by hand.';
    return { result: 'failed', code: 'parents-gone', detail };
  }
  return judgeEdit(context, row, undoing);
}
