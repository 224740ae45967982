import { sql } from 'kysely';
import type { MetadataEntry } from '@armarium/contract/records';
import { constraintProblem, isRowRefused } from '../../db/constraint-problems.ts';
import type { TenantData, TenantQueries, WriteTransaction } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import {
  collectionsByUuids,
  editItems,
  fieldTemplates,
  itemsByUuids,
  lockGraph,
  type ItemRow,
} from '../catalogue/public.ts';
import type { BatchRow } from './batch.queries.ts';
import { collectionsOf } from './batch.rules.ts';
import { changedMetadata } from './field-change.rules.ts';
import { noteOutcomes, type Outcome } from './batch.writes.ts';
import { judgeEdit, parentsAfter, type Judgement } from './record-judgement.ts';
import { judgeUndo, standingOf, writtenBy } from './undo.writes.ts';

/** What a chunk must know of its batch. */
export type ChunkBatch = Pick<BatchRow, 'uuid' | 'kind' | 'action' | 'undoes'>;

/** The batch as a whole cannot go on; the message is its cause. */
export class BatchStopped extends Error {}

/** The next records of a batch to which nothing was done yet, in the order of their uuids. */
export async function pendingRecords(
  db: TenantQueries,
  batch: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ record_uuid: string }>`
    select record_uuid from batch_record
    where batch_uuid = ${batch}::uuid and record_uuid > ${after}::uuid and result = 'pending'
    order by record_uuid limit ${limit}`.execute(db);
  return rows.map(({ record_uuid }) => record_uuid);
}

/**
 * Changes some records of a batch in one transaction, in which it is also noted; where the database refuses it, in
 * halves, down to the record that it refuses. Records that another run of the job has been through are passed over.
 * @returns false where the batch is over
 * @throws BatchStopped
 */
export async function changeChunk(
  data: TenantData,
  batch: ChunkBatch,
  records: readonly string[],
): Promise<boolean> {
  const inOne = (apply: (tx: WriteTransaction, pending: readonly string[]) => Promise<Outcome[]>) =>
    data.write(
      `batch-${batch.kind}`,
      async (tx) => {
        await lockGraph(tx);
        if (!(await isGoingOn(tx.db, batch.uuid))) return false;
        const pending = await stillPending(tx.db, batch.uuid, records);
        if (pending.length > 0) await noteOutcomes(tx, batch.uuid, await apply(tx, pending));
        return true;
      },
      batch.uuid,
    );
  try {
    return await inOne((tx, pending) => changeRecords(tx, batch, pending));
  } catch (error) {
    if (!(error instanceof ProblemError) && !isRowRefused(error)) throw error;
    if (records.length <= 1) {
      const known = constraintProblem(error);
      const { code, message } = error instanceof ProblemError ? error : { code: 'invalid', message: '' };
      const refused = {
        code: known?.code ?? code,
        detail: known?.detail ?? (message || `The catalogue refused it: ${(error as Error).message}`),
      };
      return inOne((_tx, pending) =>
        Promise.resolve(pending.map((record) => ({ record, result: 'failed', ...refused }))),
      );
    }
    const half = Math.ceil(records.length / 2);
    return (
      (await changeChunk(data, batch, records.slice(0, half))) &&
      (await changeChunk(data, batch, records.slice(half)))
    );
  }
}

/** Looks, and keeps whoever would stop it waiting until the chunk is noted. */
async function isGoingOn(db: TenantQueries, batch: string): Promise<boolean> {
  const row = await db
    .selectFrom('batch')
    .select('ended_at')
    .where('uuid', '=', batch)
    .forUpdate()
    .executeTakeFirst();
  return row?.ended_at === null;
}

async function stillPending(db: TenantQueries, batch: string, records: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ record_uuid: string }>`
    select record_uuid from batch_record
    where batch_uuid = ${batch}::uuid and record_uuid = any(${records}::uuid[]) and result = 'pending'
    order by record_uuid`.execute(db);
  return rows.map(({ record_uuid }) => record_uuid);
}

const deleted = {
  result: 'failed',
  code: 'not-found',
  detail: 'It was deleted before its turn came.',
} as const;

async function changeRecords(
  tx: WriteTransaction,
  batch: ChunkBatch,
  records: readonly string[],
): Promise<Outcome[]> {
  await tx.db
    .selectFrom('item')
    .select('uuid')
    .where(sql<boolean>`uuid = any(${records}::uuid[])`)
    .orderBy('uuid')
    .forNoKeyUpdate()
    .execute();
  const items = new Map((await itemsByUuids(tx.db, records)).map((row) => [row.uuid, row]));
  const judge = await judgeOf(tx, batch, records);
  const judged = records.map((record) => {
    const row = items.get(record);
    return { record, row, judgement: row ? judge(row) : deleted };
  });
  await editItems(
    tx,
    judged.flatMap(({ row, judgement }) =>
      row && judgement.result === 'changed' ? [{ row, edit: judgement.edit }] : [],
    ),
  );
  return judged.map(({ record, judgement }) => outcomeOf(record, judgement));
}

function outcomeOf(record: string, judgement: Judgement): Outcome {
  return judgement.result === 'failed'
    ? { record, result: 'failed', code: judgement.code, detail: judgement.detail }
    : { record, result: judgement.result };
}

/** How each record of a batch is judged, with what that takes to know. */
async function judgeOf(
  tx: WriteTransaction,
  { action, undoes }: ChunkBatch,
  records: readonly string[],
): Promise<(row: ItemRow) => Judgement> {
  const context = { actor: tx.actor, templates: await fieldTemplates(tx.db, 'ITEM') };
  if (undoes !== null) {
    const written = await writtenBy(tx.db, undoes, records);
    const standing = await standingOf(tx.db, written);
    return (row) => judgeUndo(context, row, written.get(row.uuid) ?? { joined: [], left: [] }, standing);
  }
  if (action.kind === 'edit') {
    const byName = new Map(context.templates.map((template) => [template.name, template]));
    return (row) =>
      judgeEdit(context, row, {
        list: changedMetadata(row.metadata as unknown as MetadataEntry[], action.changes, byName),
      });
  }
  if (action.kind === 'move' || action.kind === 'link' || action.kind === 'unlink') {
    const named = collectionsOf(action);
    if ((await collectionsByUuids(tx.db, named)).length < named.length) {
      throw new BatchStopped('A collection that it names was deleted meanwhile.');
    }
    return (row) => judgeEdit(context, row, { parents: parentsAfter(row.parents, action) });
  }
  throw new Error(`Nothing does a batch of the kind ${action.kind}.`);
}
