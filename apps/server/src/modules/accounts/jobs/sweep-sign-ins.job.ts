import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { VALID_FOR_S } from '../handoffs.ts';
import type { SessionLimits } from '../sessions.ts';

/**
 * Deletes expired rows: sessions, unused handoffs, counts of failed sign-ins whose window is over. Locked
 * rows wait for the next sweep.
 */
export function sweepSignInsJob(system: Kysely<SystemTables>, limits: SessionLimits): JobHandler {
  return async (_payload, job) => {
    const { sessionIdle_ms, sessionAbsolute_ms } = limits;
    const sessions = await sql`
      delete from session where token_hash in (
        select token_hash from session
        where seen_at < now() - ${sessionIdle_ms} * interval '1 millisecond'
          or created_at < now() - ${sessionAbsolute_ms} * interval '1 millisecond'
        for update skip locked)`.execute(system);
    const handoffs = await sql`
      delete from handoff where token_hash in (
        select token_hash from handoff where created_at < now() - ${VALID_FOR_S} * interval '1 second'
        for update skip locked)`.execute(system);
    const attempts = await sql`
      delete from sign_in_attempt where key_hash in (
        select key_hash from sign_in_attempt where until < now() for update skip locked)`.execute(system);
    const swept = [sessions, handoffs, attempts].map(({ numAffectedRows }) => Number(numAffectedRows ?? 0));
    const [ended, untaken, over] = swept;
    if (swept.some((count) => count > 0)) {
      job.log.info({ sessions: ended, handoffs: untaken, attempts: over }, 'swept');
    }
  };
}
