import { reach, type Database } from '../../../db/database.ts';
import { isStatementTimeout } from '../../../db/constraint-problems.ts';
import { TURN_MAX_MS, type JobContext, type JobHandler } from '../../../queue/jobs.ts';
import { forgivenLosses } from '../../../queue/liveness.ts';
import { listTenants } from '../../tenancy/public.ts';
import { actorOfJob } from '../../accounts/public.ts';
import { batchOf } from '../batch.queries.ts';
import { batchCauses, BatchStopped, capabilityOf, isOfFieldsAlone } from '../batch.rules.ts';
import { enqueueBatch, hasJob, lockBatch, stopBatch } from '../batch.writes.ts';
import { changeChunk, pendingRecords } from '../chunk.writes.ts';

/** Records of one transaction. Nobody else writes to the graph of the tenant meanwhile. */
const CHUNK_RECORDS = 1_000;
/** Of changes of fields alone: while the database writes one chunk, the next one is judged. */
const CHUNKS_AT_ONCE = 2;
/** Longer than any job waits in the queue. */
const LEFT_MS = 60 * 60 * 1000;
const firstUuid = '00000000-0000-0000-0000-000000000000';

interface Payload {
  readonly tenantId: number;
  readonly batch: string;
}

/**
 * Goes through the records of a batch, chunk by chunk (decisions §4). After some seconds the job enqueues itself
 * again, so that other jobs have their turn. The result for a record is stored in
 * the transaction that changes it, so the job may end at any moment, run twice, or twice at once. Without a
 * payload it enqueues batches whose jobs are gone, for example after a restore of a backup.
 * @param turn_ms after which it enqueues itself again
 */
export function runBatchJob(database: Database, turn_ms = TURN_MAX_MS): JobHandler {
  return async (payload, job) => {
    const { tenantId, batch } = payload as Partial<Payload>;
    if (tenantId === undefined || batch === undefined) return takeUpLeftBatches(database, job);
    const stop = (cause: string) =>
      database.bookkeeping(tenantId, async (db) => {
        await lockBatch(db, batch, 'stop');
        return stopBatch(db, batch, cause);
      });
    const doneBefore = await doneOf(database, { tenantId, batch });
    const run = async () => {
      if (job.losses >= forgivenLosses) throw new BatchStopped('ended-server');
      try {
        await runBatch(database, { tenantId, batch, turn_ms }, job);
      } catch (error) {
        const isStuck = job.attempt >= job.maxAttempts && isStatementTimeout(error);
        if (!isStuck || (await doneOf(database, { tenantId, batch })) > doneBefore) throw error;
        // A record that takes too long in each attempt would stop the batch, so it is skipped.
        await runBatch(database, { tenantId, batch, turn_ms }, job, true);
      }
    };
    try {
      await run();
    } catch (error) {
      if (job.signal.aborted) throw error;
      if (error instanceof BatchStopped) {
        job.log.warn({ batch }, error.message);
        await stop(error.message);
        return;
      }
      if ((await doneOf(database, { tenantId, batch })) > doneBefore) {
        // Attempts are for repeated failures; a batch of a million records may meet several passing ones.
        job.log.warn({ batch, err: error }, 'The batch got on, then failed; it goes on anew');
        await enqueueRest(database, { tenantId, batch });
        return;
      }
      if (job.attempt >= job.maxAttempts) {
        await stop(batchCauses['failed-often']);
      }
      throw error;
    }
  };
}

/** The number of processed records of a batch. */
async function doneOf(database: Database, { tenantId, batch }: Payload): Promise<number> {
  const row = await database.bookkeeping(tenantId, (db) => batchOf(db, batch));
  return row ? row.changed + row.unchanged + row.failed : 0;
}

/** Enqueues the job again for the records that are left. */
async function enqueueRest(database: Database, { tenantId, batch }: Payload): Promise<void> {
  await database.bookkeeping(tenantId, async (db) => {
    const row = await batchOf(db, batch);
    if (row?.ended_at === null) await enqueueBatch(db, { uuid: batch, account: row.account_uuid });
  });
}

async function runBatch(
  database: Database,
  { tenantId, batch, turn_ms }: Payload & { readonly turn_ms: number },
  job: JobContext,
  passesOver = false,
): Promise<void> {
  const row = await database.bookkeeping(tenantId, (db) => batchOf(db, batch));
  if (!row || row.ended_at !== null) return;
  const ended = new AbortController();
  const began = performance.now();
  /** The start of the next chunk, which is known when the previous chunk has been read. */
  let last = Promise.resolve<string | undefined>(firstUuid);
  const goThrough = async () => {
    while (!ended.signal.aborted) {
      job.signal.throwIfAborted();
      // Read again for each chunk: a right that is taken away ends the batch.
      const actor = await actorOfJob(database, row, tenantId);
      if (!actor || reach(actor, capabilityOf(row.action)) === undefined) {
        throw new BatchStopped('right-lost');
      }
      const data = database.tenant(tenantId, actor);
      const found = last.then((after) =>
        after === undefined ? [] : data.read((db) => pendingRecords(db, batch, after, CHUNK_RECORDS)),
      );
      last = found.then((records) => records.at(-1));
      // The caller that waits for it handles the error below.
      last.catch(() => undefined);
      const records = await found;
      if (records.length === 0 || !(await changeChunk(data, row, records, passesOver))) return 'over';
      if (performance.now() - began >= turn_ms) return 'turn-over';
    }
    return 'over';
  };
  const ways = Array.from({ length: isOfFieldsAlone(row.action) ? CHUNKS_AT_ONCE : 1 }, goThrough);
  for (const way of ways) way.catch(() => ended.abort());
  // An error is thrown only after all chunks have ended.
  const ends = await Promise.allSettled(ways);
  const failed = ends.find((way) => way.status === 'rejected');
  if (failed) throw failed.reason;
  if (ends.every((way) => way.status === 'fulfilled' && way.value === 'turn-over')) {
    await enqueueRest(database, { tenantId, batch });
  }
}

async function takeUpLeftBatches(database: Database, job: JobContext): Promise<void> {
  for (const { id } of await listTenants(database.system)) {
    if (job.signal.aborted) return;
    await database.bookkeeping(id, async (db) => {
      const left = await db
        .selectFrom('batch')
        .select(['uuid', 'account_uuid as account'])
        .where('ended_at', 'is', null)
        .where('started_at', '<', new Date(Date.now() - LEFT_MS))
        .execute();
      for (const one of left) {
        // A batch that takes hours still has its job: a second one would only be in its way.
        if (!(await hasJob(db, one.uuid))) await enqueueBatch(db, one);
      }
    });
  }
}
