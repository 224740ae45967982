import { sql } from 'kysely';
import { listBatchRecords } from '@armarium/contract/batch-records';
import { cancelBatch, getBatch, listBatches, undoBatch } from '@armarium/contract/batches';
import type { Actor, TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { batchAnswer, batchRecordView, batchView } from './batch-views.ts';
import {
  batchOf,
  batchPage,
  batchRecordPage,
  titlesOfCollections,
  type BatchRecordRow,
} from './batch.queries.ts';
import {
  isUndoable,
  mayHandle,
  requireVisible,
  seesAllBatches,
  stoppedBy,
  type BatchRow,
} from './batch.rules.ts';
import { beginBatch, lockBatch, stopBatch } from './batch.writes.ts';

const DEFAULT_SIZE = 20;
const results = ['pending', 'changed', 'unchanged', 'failed'] as const;

/** @throws ProblemError 404 without it, 403 where it is another's and the actor may see own ones only */
async function visibleBatch(db: TenantQueries, actor: Actor, uuid: string): Promise<BatchRow> {
  const row = await batchOf(db, uuid);
  if (!row) throw notFound('The operation');
  requireVisible(actor, row);
  return row;
}

/** @throws ProblemError 400 naming the valid results */
function wantedResult(result: string | undefined): BatchRecordRow['result'] | undefined {
  const known = results.find((name) => name === result);
  if (result === undefined || known) return known;
  throw new ProblemError('malformed', `There is no result "${result}"; there are ${results.join(', ')}.`);
}

/** The number of records of a batch with a result, from its counts. */
function totalOf(row: BatchRow, result: BatchRecordRow['result'] | undefined): number {
  if (result === undefined) return row.total;
  return result === 'pending' ? row.total - row.changed - row.unchanged - row.failed : row[result];
}

/** The operations that read batches. */
export const batchReads: readonly Implementation[] = [
  implement(listBatches, async ({ data, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const { rows, total, titles } = await data.read(async (db) => {
      const found = await batchPage(db, seesAllBatches(actor) ? undefined : actor.accountUuid, page);
      return { ...found, titles: await titlesOfCollections(db, found.rows) };
    });
    const shown = rows.map((row) => batchView(row, titles, actor, origin));
    return pageAnswer('batches', shown, page, total, origin, url);
  }),
  implement(getBatch, ({ data, params, actor, origin }) =>
    data.read(async (db) => {
      const row = await visibleBatch(db, actor, params.uuid);
      return batchView(row, await titlesOfCollections(db, [row]), actor, origin);
    }),
  ),
  implement(listBatchRecords, async ({ data, params, query, actor, origin, url }) => {
    const page = wantedPage(query, DEFAULT_SIZE);
    const result = wantedResult(query.result);
    const { row, records } = await data.read(async (db) => {
      const row = await visibleBatch(db, actor, params.uuid);
      return { row, records: await batchRecordPage(db, row.uuid, result, page) };
    });
    const shown = records.map((record) => batchRecordView(record, origin));
    return pageAnswer('records', shown, page, totalOf(row, result), origin, url);
  }),
];

/**
 * Locks a batch that the actor is about to undo or to stop.
 * @throws ProblemError 404 without it, 403 where the actor has no right to it
 */
async function heldBatch(db: TenantQueries, actor: Actor, uuid: string): Promise<BatchRow> {
  await db.selectFrom('batch').select('uuid').where('uuid', '=', uuid).forUpdate().execute();
  const row = await visibleBatch(db, actor, uuid);
  if (mayHandle(actor, row)) return row;
  throw new ProblemError('forbidden', 'You may undo and stop the operations that you started yourself.');
}

/** The operations that undo and stop batches (decisions §4, A-107). */
export const batchHandling: readonly Implementation[] = [
  implement(undoBatch, ({ data, params, actor, origin }) =>
    data.write('start-batch', async (tx) => {
      const row = await heldBatch(tx.db, actor, params.uuid);
      const nothing = () =>
        new ProblemError(
          'not-undoable',
          row.ended_at === null
            ? 'It is not over yet. Stop it first, or wait for its end.'
            : 'It changed nothing, or it is undone already.',
        );
      if (!isUndoable(row)) throw nothing();
      // Continues with the records that a stopped undo has not reached.
      const { uuid, total } = await beginBatch(
        tx,
        row.action,
        row.uuid,
        sql`(
          select record_uuid as uuid from batch_record
          where batch_uuid = ${row.uuid}::uuid and result = 'changed'
          except
          select back.record_uuid from batch undo join batch_record back on back.batch_uuid = undo.uuid
          where undo.undoes = ${row.uuid}::uuid and back.result = 'changed') as left_over`,
      );
      if (total === 0) throw nothing();
      return batchAnswer(tx.db, uuid, actor, origin);
    }),
  ),
  implement(cancelBatch, ({ data, params, actor, origin }) =>
    data.write('stop-batch', async (tx) => {
      await lockBatch(tx.db, params.uuid, 'stop');
      const row = await heldBatch(tx.db, actor, params.uuid);
      if (!(await stopBatch(tx.db, row.uuid, stoppedBy(actor.displayName)))) {
        throw new ProblemError('batch-over', 'There is nothing left to stop.');
      }
      return batchAnswer(tx.db, row.uuid, actor, origin);
    }),
  ),
];
