import type { Kysely } from 'kysely';
import type { SystemTables } from '../../db/database.ts';

/** A used challenge is stored for longer than any is good, since the clocks of several processes may differ. */
export const USED_KEPT_MINUTES = 60;

/**
 * Uses up a challenge that came back: of a passkey, or of a sign-on. It is stored only now, so that a visitor who asks for many
 * fills no table.
 * @returns false where it was used before
 */
export async function useChallenge(system: Kysely<SystemTables>, challenge: Buffer): Promise<boolean> {
  const used = await system
    .insertInto('used_challenge')
    .values({ challenge })
    .onConflict((known) => known.column('challenge').doNothing())
    .returning('challenge')
    .executeTakeFirst();
  return used !== undefined;
}
