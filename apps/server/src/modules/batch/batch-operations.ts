import { getBatch, listBatches, listBatchRecords } from '@armarium/contract/batches';
import type { Actor, TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, wantedPage } from '../../http/pages.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import { batchRecordView, batchView } from './batch-views.ts';
import {
  batchOf,
  batchPage,
  batchRecordPage,
  titlesOfCollections,
  type BatchRecordRow,
  type BatchRow,
} from './batch.queries.ts';
import { requireVisible, seesAllBatches } from './batch.rules.ts';

const DEFAULT_SIZE = 20;
const results = ['pending', 'changed', 'unchanged', 'failed'] as const;

/** @throws ProblemError 404 without it, 403 where it is another's and the actor sees own ones only */
async function visibleBatch(db: TenantQueries, actor: Actor, uuid: string): Promise<BatchRow> {
  const row = await batchOf(db, uuid);
  if (!row) throw notFound('The operation');
  requireVisible(actor, row);
  return row;
}

/** @throws ProblemError 400 naming the results that there are */
function wantedResult(result: string | undefined): BatchRecordRow['result'] | undefined {
  const known = results.find((name) => name === result);
  if (result === undefined || known) return known;
  throw new ProblemError('malformed', `There is no result "${result}"; there are ${results.join(', ')}.`);
}

/** How many records of a result a batch has: its counts say it. */
function totalOf(row: BatchRow, result: BatchRecordRow['result'] | undefined): number {
  if (result === undefined) return row.total;
  return result === 'pending' ? row.total - row.changed - row.unchanged - row.failed : row[result];
}

/** Reading what was done to many records at once. */
export const batchReads: Implementation[] = [
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
