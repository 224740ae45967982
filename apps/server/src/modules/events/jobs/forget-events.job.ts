import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';

/** Longer than a stream may ask for them again. */
const KEPT_MINUTES = 15;

/** Removes the events that no stream may ask for any more. */
export function forgetEventsJob(db: Kysely<SystemTables>): JobHandler {
  return async (_payload, job) => {
    const { rows } = await sql<{ gone: number }>`
      select forget_events(${KEPT_MINUTES} * interval '1 minute') as gone`.execute(db);
    const gone = Number(rows[0]?.gone ?? 0);
    if (gone > 0) job.log.info({ gone }, 'events forgotten');
  };
}
