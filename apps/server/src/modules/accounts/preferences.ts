import { sql } from 'kysely';
import {
  PREFERENCES_MAX_BYTES,
  type Language,
  type PreferenceChanges,
  type Preferences,
} from '@armarium/contract/preferences';
import type { TenantQueries, WriteTransaction } from '../../db/database.ts';
import { invalid, notFound } from '../../problem-error.ts';

/** What is stored for an account, as its own user gets it. */
export const readPreferences = (stored: string) => JSON.parse(stored) as Preferences;

/**
 * The languages that people of the transaction's organisation have chosen, by their addresses of mail in small letters.
 */
export async function languagesOf(
  db: TenantQueries,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Language>> {
  const wanted = addresses.map((address) => address.toLowerCase());
  const { rows } = await sql<{ email: string; preferences: string }>`
    select lower(email) as email, preferences from account
    where home_tenant = current_tenant() and lower(email) = any(${wanted})`.execute(db);
  return new Map(
    rows.flatMap(({ email, preferences }) => {
      const { language } = readPreferences(preferences);
      return language === undefined ? [] : [[email, language] as const];
    }),
  );
}

/**
 * Sets the given choices of an account and takes away those that are null; the others stay. There is no history of them,
 * and they are no part of the account's version.
 * @throws ProblemError 422 where they would take too many bytes
 */
export async function changePreferences(
  { systemDb }: WriteTransaction,
  accountUuid: string,
  given: PreferenceChanges,
): Promise<void> {
  const account = await systemDb
    .selectFrom('account')
    .select('preferences')
    .where('uuid', '=', accountUuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw notFound('The account');
  const merged = Object.entries({ ...readPreferences(account.preferences), ...given });
  const preferences = JSON.stringify(Object.fromEntries(merged.filter(([, value]) => value !== null)));
  if (Buffer.byteLength(preferences) > PREFERENCES_MAX_BYTES)
    throw invalid([
      {
        name: 'preferences',
        code: 'too-long',
        message: `All preferences together take at most ${PREFERENCES_MAX_BYTES} bytes.`,
      },
    ]);
  await systemDb.updateTable('account').set({ preferences }).where('uuid', '=', accountUuid).execute();
}
