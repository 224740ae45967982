import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { listTenants } from '../../tenancy/public.ts';
import { enqueueEffects } from './collect-effects.ts';

/** Longer than a job waits in the queue. */
const LATE_MINUTES = 15;
/** The addresses of those whom an effect reached are kept so long; the effect itself as long as the log. */
const KEPT_DAYS = 30;
const LOT = 500;

/**
 * Enqueues effects whose jobs are gone, for example after a restore of a backup, and forgets to whom old ones went.
 */
export function takeUpEffectsJob(database: Database): JobHandler {
  return async (_payload, job) => {
    for (const { id } of await listTenants(database.system)) {
      if (job.signal.aborted) return;
      const { found, forgotten } = await database.bookkeeping(id, async (db) => {
        const { rows } = await sql<{ uuid: string }>`
          select uuid from effect
          where composed_at is null and made_at < now() - ${LATE_MINUTES} * interval '1 minute'
            and not has_job('effect:' || uuid)
          order by made_at limit ${LOT}`.execute(db);
        await enqueueEffects(
          db,
          rows.map(({ uuid }) => uuid),
        );
        const { numAffectedRows = 0n } = await sql`
          with old as (
            update effect set parameters = '{}'
            where state = 'DONE' and parameters <> '{}' and last_attempt_at < now() - ${KEPT_DAYS} * interval '1 day'
            returning uuid)
          delete from delivery using old where effect_uuid = old.uuid`.execute(db);
        return { found: rows.length, forgotten: Number(numAffectedRows) };
      });
      if (found + forgotten > 0) job.log.info({ tenant: id, found, forgotten }, 'took up effects');
    }
  };
}
