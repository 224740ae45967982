import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { listTenants } from '../../tenancy/public.ts';
import { enqueueDeliveries } from '../delivery.writes.ts';

/** Longer than a due job waits in the queue. */
const LATE_MINUTES = 15;
/** Messages are kept so long, with the addresses of their recipients. */
const KEPT_DAYS = 30;
const LOT = 500;

/**
 * Enqueues deliveries that are due and whose jobs are gone, for example after a restore of a backup, and deletes old
 * messages.
 */
export function takeUpDeliveriesJob(database: Database): JobHandler {
  return async (_payload, job) => {
    for (const { id } of await listTenants(database.system)) {
      if (job.signal.aborted) return;
      const { found, deleted } = await database.bookkeeping(id, async (db) => {
        const { rows } = await sql<{ uuid: string }>`
          select uuid from delivery
          where state = 'PENDING' and next_attempt_at < now() - ${LATE_MINUTES} * interval '1 minute'
            and not has_job('delivery:' || uuid)
          order by next_attempt_at limit ${LOT}`.execute(db);
        await enqueueDeliveries(
          db,
          rows.map(({ uuid }) => uuid),
        );
        const { numAffectedRows = 0n } = await sql`
          delete from delivery
          where state <> 'PENDING' and effect_uuid is null and made_at < now() - ${KEPT_DAYS} * interval '1 day'`.execute(
          db,
        );
        return { found: rows.length, deleted: Number(numAffectedRows) };
      });
      if (found + deleted > 0) job.log.info({ tenant: id, found, deleted }, 'took up deliveries');
    }
  };
}
