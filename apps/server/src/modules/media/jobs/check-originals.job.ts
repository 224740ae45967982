import { sql } from 'kysely';
import { enqueueEach } from '../../../queue/enqueue.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { fileFault } from '../../../storage/file-fault.ts';
import type { MediaParts } from '../media-parts.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** A small catalogue may finish sooner than it must. */
const LOT_MIN = 20;
/** How many times faster than needed, so that the time of a night without a worker is made up. */
const HASTE = 2;

interface Payload {
  readonly tenantId: number;
  readonly upload: string;
}

/** Originals that were received or last checked too long ago. */
const isOverdue = (originalCheck_ms: number) => sql<boolean>`
  coalesce(checked_at, uploaded_at) < now() - ${originalCheck_ms} * interval '1 millisecond'`;
/** Faulty originals are checked daily, since somebody will repair them. */
const isFaultyStill = sql<boolean>`
  (check_fault is not null and checked_at < now() - ${DAY_MS} * interval '1 millisecond')`;

const isDue = (originalCheck_ms: number) =>
  sql<boolean>`(${isOverdue(originalCheck_ms)} or ${isFaultyStill})`;

/** The number of originals to check in an hour, so that all are checked in time. */
export function lotOf(originals: number, originalCheck_ms: number): number {
  return Math.max(LOT_MIN, Math.ceil((HASTE * originals * HOUR_MS) / originalCheck_ms));
}

/**
 * Enqueues comparisons of originals with their SHA-256: each hour a share of each tenant's originals, faulty
 * ones first, then those that were not checked for the longest time. All are checked within the configured
 * time.
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
        // Not while a job for it exists.
        const isFree = sql<boolean>`not armarium.has_job('check-original:' || uuid)`;
        const inTurn = (most: number) =>
          db
            .selectFrom('upload')
            .select('uuid')
            .where(isFree)
            .orderBy(sql`coalesce(checked_at, uploaded_at)`)
            .orderBy('uuid')
            .limit(most);
        // Two queries, so that each uses its index: one query for both would read all uploads.
        const faulty = await inTurn(lot).where(isFaultyStill).execute();
        const overdue = await inTurn(lot - faulty.length)
          .where(isOverdue(limits.originalCheck_ms))
          .where(sql<boolean>`not ${isFaultyStill}`)
          .execute();
        const due = [...faulty, ...overdue].map(({ uuid }) => uuid);
        await enqueueEach(
          db,
          sql`
            select 'check-original' as task, jsonb_build_object('upload', uuid) as payload,
              'check-original:' || uuid as job_key, 'upkeep' as urgency, null::text as account
            from unnest(${due}::uuid[]) uuid`,
        );
      });
    }
  };
}

/**
 * Compares one original with its length and SHA-256, and stores the result. One that was checked meanwhile is
 * skipped, so that a second run reads nothing.
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
    // Nothing is logged for an original that was purged meanwhile, and only once where two jobs have read it.
    if (!isNoted) return;
    // The log has no file names, since people typed them.
    const about = { tenantId, upload };
    if (fault) job.log.error({ ...about, fault: fault.words }, 'an original is not as it was sent');
    else if (row.check_fault !== null) job.log.info(about, 'an original is as it was sent again');
  };
}
