import { sql } from 'kysely';
import type { TenantQueries } from '../../../db/database.ts';
import { enqueueEffects } from './collect-effects.ts';

/** The effects of a condition that have not arrived are enqueued at most so many at once. */
const LOT = 500;

/**
 * Stores how far the deliveries of an effect are. Of several recipients one that was given up counts before one that
 * waits.
 */
export async function noteProgress(db: TenantQueries, effect: string): Promise<void> {
  // The next statement sees what others wrote who had the lock before.
  await sql`select from effect where uuid = ${effect} for no key update`.execute(db);
  await sql`
    update effect set (state, attempts, last_attempt_at, next_attempt_at, result) = (
      select case when bool_or(state = 'ERROR') then 'ERROR' when bool_or(state = 'PENDING') then 'PENDING' else 'DONE' end,
        max(attempts), max(last_attempt_at), min(next_attempt_at),
        (array_agg(result order by array_position(array['ERROR', 'PENDING', 'DONE'], state), last_attempt_at desc nulls last))[1]
      from delivery where effect_uuid = ${effect})
    where uuid = ${effect} and exists (select from delivery where effect_uuid = ${effect})`.execute(db);
}

/**
 * Sends effects again that have not arrived, with the parameters that their tasks have now.
 * @param which one effect, or all that failed
 * @returns the number of effects
 */
export async function retryEffects(db: TenantQueries, which: { uuid: string } | 'failed'): Promise<number> {
  const condition =
    which === 'failed'
      ? sql`effect.state = 'ERROR'`
      : sql`effect.uuid = ${which.uuid} and effect.state <> 'DONE'`;
  let retried = 0;
  for (;;) {
    const { rows } = await sql<{ uuid: string }>`
      update effect set state = 'PENDING', composed_at = null, next_attempt_at = now(),
        parameters = coalesce((
          select task.parameters from transition_task task
          where task.uuid = effect.task_uuid and task.template_name = effect.template_name), effect.parameters)
      where uuid in (select uuid from effect where ${condition} order by uuid limit ${LOT} for update)
      returning uuid`.execute(db);
    await enqueueEffects(
      db,
      rows.map(({ uuid }) => uuid),
    );
    retried += rows.length;
    if (rows.length < LOT || which !== 'failed') return retried;
  }
}
