import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import type { TenantQueries } from '../../db/database.ts';
import { collectionsByUuids, type ItemRow } from '../catalogue/public.ts';
import { judgeDeletion, judgeEdit, type JudgingContext, type Judgement } from './record-judgement.ts';
import { undoingOf, writtenOf, type Written, type WrittenEntry } from './undo.rules.ts';

/** What a batch wrote to some of its records, by record. */
export async function writtenBy(
  db: TenantQueries,
  batch: string,
  records: readonly string[],
): Promise<ReadonlyMap<string, Written>> {
  const { rows } = await sql<WrittenEntry & { record_uuid: string; change_set: string }>`
    select history.record_uuid, history.change_set, history.action, history.before, history.after
    from batch_record record join history
      on history.tenant_id = record.tenant_id and history.record_uuid = record.record_uuid
        and history.change_set = record.change_set
    where record.batch_uuid = ${batch}::uuid and record.record_uuid = any(${records}::uuid[])
      and history.resource_type = 'ITEM'
    order by history.id`.execute(db);
  const byRecord = new Map<string, (WrittenEntry & { change_set: string })[]>();
  for (const { record_uuid, ...entry } of rows) {
    const entries = byRecord.get(record_uuid);
    if (entries) entries.push(entry);
    else byRecord.set(record_uuid, [entry]);
  }
  return new Map(
    [...byRecord].map(([record, entries]) => [record, writtenOf(entries, entries[0]?.change_set ?? null)]),
  );
}

/** The collections that are there, of those that some records left. */
export async function standingOf(
  db: TenantQueries,
  written: ReadonlyMap<string, Written>,
): Promise<ReadonlySet<string>> {
  const left = [...new Set([...written.values()].flatMap((one) => one.left))];
  return new Set((await collectionsByUuids(db, left)).map(({ uuid }) => uuid));
}

/** Judges what undoing does to a record, by the rules that judge any other change of it. */
export function judgeUndo(
  context: JudgingContext,
  row: ItemRow,
  written: Written,
  standing: ReadonlySet<string>,
): Judgement {
  const now = { metadata: row.metadata as unknown as MetadataEntry[], parents: row.parents };
  if (written.trash === 'restored') return judgeDeletion(context, row);
  if (written.trash === 'deleted') {
    const detail = 'Somebody brought it back from the trash already.';
    return { result: 'failed', code: 'edited-since', detail };
  }
  const undoing = undoingOf(written, now, standing);
  if ('editedSince' in undoing) {
    return { result: 'failed', code: 'edited-since', detail: undoing.editedSince };
  }
  if ('parentsGone' in undoing) {
    const detail = 'The collection in which it stood is gone. Move it by hand where it shall stand.';
    return { result: 'failed', code: 'parents-gone', detail };
  }
  return judgeEdit(context, row, undoing);
}
