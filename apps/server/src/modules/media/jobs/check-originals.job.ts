import { sql } from 'kysely';
import { enqueueEach } from '../../../queue/enqueue.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { fileFault } from '../../../storage/file-fault.ts';
import type { MediaParts } from '../media-parts.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** After all that people wait for, the watermark too. */
const PRIORITY = 40;
/** A small house is through sooner than it must be. */
const LOT_MIN = 20;
/** How much faster than needed: what a night without a worker left is caught up. */
const HASTE = 2;

interface Payload {
  readonly tenantId: number;
  readonly upload: string;
}

/** What came or was checked so long ago. */
const isOverdue = (originalCheck_ms: number) => sql<boolean>`
  coalesce(checked_at, uploaded_at) < now() - ${originalCheck_ms} * interval '1 millisecond'`;
/** What was not as it should be is looked at daily, since somebody mends it. */
const isFaultyStill = sql<boolean>`
  (check_fault is not null and checked_at < now() - ${DAY_MS} * interval '1 millisecond')`;

const isDue = (originalCheck_ms: number) =>
  sql<boolean>`(${isOverdue(originalCheck_ms)} or ${isFaultyStill})`;

/** How many originals are to be checked in an hour, so that each has its turn in time. */
export function lotOf(originals: number, originalCheck_ms: number): number {
  return Math.max(LOT_MIN, Math.ceil((HASTE * originals * HOUR_MS) / originalCheck_ms));
}

/**
 * Puts the originals into the queue whose turn it is to be compared with their SHA-256, those at fault first, then the
 * longest unchecked:
 * each hour so many of each tenant that all have had their turn within the time that is set.
 */
export function checkOriginalsJob({ database, limits }: Pick<MediaParts, 'database' | 'limits'>): JobHandler {
  return async (_payload, job) => {
    for (const { id } of await database.system.selectFrom('tenant').select('id').orderBy('id').execute()) {
      if (job.signal.aborted) return;
      await database.bookkeeping(id, async (db) => {
        const { count } = await db
          .selectFrom('upload')
          .select((column) => column.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        const lot = lotOf(count, limits.originalCheck_ms);
        // Not beside one that is still being read.
        const isFree = sql<boolean>`not armarium.has_job('check-original:' || uuid)`;
        const inTurn = (most: number) =>
          db
            .selectFrom('upload')
            .select('uuid')
            .where(isFree)
            .orderBy(sql`coalesce(checked_at, uploaded_at)`)
            .orderBy('uuid')
            .limit(most);
        // One after the other, so that each goes by its index: either of the two in one question reads all uploads.
        const faulty = await inTurn(lot).where(isFaultyStill).execute();
        const overdue = await inTurn(lot - faulty.length)
          .where(isOverdue(limits.originalCheck_ms))
          .where(sql<boolean>`not ${isFaultyStill}`)
          .execute();
        const jobs = [...faulty, ...overdue].map(({ uuid }) => ({
          payload: { upload: uuid },
          jobKey: `check-original:${uuid}`,
        }));
        if (jobs.length > 0) await enqueueEach(db, 'check-original', jobs, { priority: PRIORITY });
      });
    }
  };
}

/**
 * Compares one original with its length and SHA-256, and writes down what came of it. One that was checked meanwhile
 * is left alone, so that a second run reads nothing.
 */
export function checkOriginalJob({
  database,
  storage,
  limits,
}: Pick<MediaParts, 'database' | 'storage' | 'limits'>): JobHandler {
  return async (payload, job) => {
    const { tenantId, upload } = payload as Payload;
    const row = await database.bookkeeping(tenantId, (db) =>
      db
        .selectFrom('upload')
        .select(['storage_key as key', 'size_bytes', 'sha256', 'check_fault'])
        .where('uuid', '=', upload)
        .where(isDue(limits.originalCheck_ms))
        .executeTakeFirst(),
    );
    if (!row) return;
    const fault = await fileFault(storage, row, job.signal);
    const isNoted = await database.bookkeeping(tenantId, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('upload')
        .set({ checked_at: sql`now()`, check_fault: fault?.kind ?? null })
        .where('uuid', '=', upload)
        .where(isDue(limits.originalCheck_ms))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
    // Of one that was purged while it was read nothing is told, and of one that two have read, once.
    if (!isNoted) return;
    // The name of the file is in no log: a person typed it.
    const about = { tenantId, upload };
    if (fault) job.log.error({ ...about, fault: fault.words }, 'an original is not as it was sent');
    else if (row.check_fault !== null) job.log.info(about, 'an original is as it was sent again');
  };
}
