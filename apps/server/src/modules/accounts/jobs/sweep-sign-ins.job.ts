import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import { VALID_FOR_S } from '../sessions/handoffs.ts';
import { DEVICE_KEPT_DAYS } from '../sessions/known-devices.ts';
import { PENDING_MINUTES, type SessionLimits } from '../sessions/sessions.ts';
import { USED_KEPT_MINUTES } from '../used-challenges.ts';

/** A link that is over is told from one that never was for so long. */
const LINK_KEPT_DAYS = 30;

/**
 * Deletes expired rows: sessions, sign-ins that waited for too long, unused handoffs, counts of failed sign-ins whose window is
 * over, used challenges, links to passwords, and browsers that nobody has used for long. Locked rows wait for the next sweep.
 */
export function sweepSignInsJob(system: Kysely<SystemTables>, limits: SessionLimits): JobHandler {
  return async (_payload, job) => {
    const { sessionIdle_ms, sessionAbsolute_ms } = limits;
    const sessions = await sql`
      delete from session where token_hash in (
        select token_hash from session
        where seen_at < now() - ${sessionIdle_ms} * interval '1 millisecond'
          or created_at < now() - ${sessionAbsolute_ms} * interval '1 millisecond'
          or (pending and seen_at < now() - ${PENDING_MINUTES} * interval '1 minute')
        for update skip locked)`.execute(system);
    const handoffs = await sql`
      delete from handoff where token_hash in (
        select token_hash from handoff where created_at < now() - ${VALID_FOR_S} * interval '1 second'
        for update skip locked)`.execute(system);
    const attempts = await sql`
      delete from sign_in_attempt where key_hash in (
        select key_hash from sign_in_attempt where until < now() for update skip locked)`.execute(system);
    const challenges = await sql`
      delete from used_challenge where challenge in (
        select challenge from used_challenge
        where used_at < now() - ${USED_KEPT_MINUTES} * interval '1 minute' for update skip locked)`.execute(
      system,
    );
    const links = await sql`
      delete from password_link where token_hash in (
        select token_hash from password_link where expires_at < now() - ${LINK_KEPT_DAYS} * interval '1 day'
        for update skip locked)`.execute(system);
    const devices = await sql`
      delete from account_device where (account_uuid, device_hash) in (
        select account_uuid, device_hash from account_device
        where seen_at < now() - ${DEVICE_KEPT_DAYS} * interval '1 day' for update skip locked)`.execute(
      system,
    );
    const swept = Object.entries({ sessions, handoffs, attempts, challenges, links, devices }).map(
      ([name, { numAffectedRows }]) => [name, Number(numAffectedRows ?? 0)] as const,
    );
    if (swept.some(([, count]) => count > 0)) job.log.info(Object.fromEntries(swept), 'swept');
  };
}
