import { sql } from 'kysely';
import { constraintProblem, isRowRefused, isStatementTimeout } from '../../db/constraint-problems.ts';
import type { TenantData, TenantQueries, WriteTransaction } from '../../db/database.ts';
import { ProblemError } from '../../problem-error.ts';
import { lockGraph, shareGraph } from '../records/public.ts';
import { BatchStopped, isOfFieldsAlone } from './batch.rules.ts';
import { lockBatch, noteOutcomes, type Outcome } from './batch.writes.ts';
import { changeRecords, type ChunkBatch } from './change-records.ts';

/** The next unprocessed records of a batch, in the order of their uuids. */
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
 * Changes some records of a batch, and stores the results, in one transaction. Where the database refuses it,
 * it tries again in halves, down to the single record that is refused. Records that another run of the job
 * has processed are skipped.
 * @param passesOver whether a single record that exceeds the time of a statement fails alone, instead of the
 * whole batch
 * @returns false where the batch is over
 * @throws BatchStopped
 */
export async function changeChunk(
  data: TenantData,
  batch: ChunkBatch,
  records: readonly string[],
  passesOver = false,
): Promise<boolean> {
  const inOne = (apply: (tx: WriteTransaction, pending: readonly string[]) => Promise<Outcome[]>) =>
    data.write(
      `batch-${batch.kind}`,
      async (tx) => {
        await (isOfFieldsAlone(batch.action) ? shareGraph(tx) : lockGraph(tx));
        await lockBatch(tx.db, batch.uuid, 'change');
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
    const isOfRecord = error instanceof ProblemError || isRowRefused(error);
    // A chunk may be too much for one statement even where its single records are not.
    const isTooMuch = isStatementTimeout(error) || error instanceof RangeError;
    if (!isOfRecord && !(isTooMuch && (records.length > 1 || passesOver))) throw error;
    if (records.length <= 1) {
      // Each of the records that are left would be refused as well.
      if (error instanceof ProblemError && error.code === 'records-quota') throw new BatchStopped(error.code);
      const refused = isTooMuch ? tookTooLong : reasonOf(error);
      return inOne((_tx, pending) =>
        Promise.resolve(pending.map((record) => ({ record, result: 'failed', ...refused }))),
      );
    }
    const half = Math.ceil(records.length / 2);
    return (
      (await changeChunk(data, batch, records.slice(0, half), passesOver)) &&
      (await changeChunk(data, batch, records.slice(half), passesOver))
    );
  }
}

const tookTooLong = {
  code: 'unavailable',
  detail: 'The database did not get to its end within its time. Change this one by itself, later.',
};

function reasonOf(error: unknown): { code: string; detail: string } {
  const known = constraintProblem(error);
  const { code, message } = error instanceof ProblemError ? error : { code: 'invalid', message: '' };
  return {
    code: known?.code ?? code,
    detail: known?.detail ?? (message || `The catalogue refused it: ${(error as Error).message}`),
  };
}

async function isGoingOn(db: TenantQueries, batch: string): Promise<boolean> {
  const row = await db.selectFrom('batch').select('ended_at').where('uuid', '=', batch).executeTakeFirst();
  return row?.ended_at === null;
}

/** Waits for another run of the job that is changing the same records. */
async function stillPending(db: TenantQueries, batch: string, records: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ record_uuid: string }>`
    select record_uuid from batch_record
    where batch_uuid = ${batch}::uuid and record_uuid = any(${records}::uuid[]) and result = 'pending'
    order by record_uuid for no key update`.execute(db);
  return rows.map(({ record_uuid }) => record_uuid);
}
