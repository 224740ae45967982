import { sql, type Kysely } from 'kysely';
import {
  PREFERENCES_MAX_BYTES,
  type Language,
  type PreferenceChanges,
  type Preferences,
} from '@armarium/contract/preferences';
import type { SystemTables, TenantQueries, WriteTransaction } from '../../db/database.ts';
import { invalid, notFound } from '../../problem-error.ts';
import { isActiveIn } from './accounts.ts';

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

/** Somebody who wants mail when a long import into an organisation has ended. */
export interface ImportMailAccount {
  readonly tenantId: number;
  readonly uuid: string;
  readonly email: string;
  /** Undefined where none is chosen. */
  readonly language: Language | undefined;
  /** Since when it is chosen, to the microsecond. */
  readonly since: string;
}

/** The accounts with an address that want such mail, once for each organisation in which they are active. */
export async function accountsWithImportMail(db: Kysely<SystemTables>): Promise<ImportMailAccount[]> {
  const { rows } = await sql<Omit<ImportMailAccount, 'language'> & { preferences: string }>`
    select distinct role.tenant_id as "tenantId", account.uuid, email, preferences, import_mail_since::text as since
    from account join account_role role on role.account_uuid = account.uuid
    where import_mail_since is not null and email <> ''
      and ${isActiveIn(sql.ref('account.uuid'), sql.ref('role.tenant_id'))}
    order by 1, 2`.execute(db);
  return rows.map(({ preferences, ...account }) => ({
    ...account,
    language: readPreferences(preferences).language,
  }));
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
  const merged = { ...readPreferences(account.preferences), ...given };
  const kept = Object.entries(merged).filter(([, value]) => value !== null);
  const preferences = JSON.stringify(Object.fromEntries(kept));
  if (Buffer.byteLength(preferences) > PREFERENCES_MAX_BYTES)
    throw invalid([
      {
        name: 'preferences',
        code: 'too-long',
        message: `All preferences together take at most ${PREFERENCES_MAX_BYTES} bytes.`,
      },
    ]);
  const since = merged.importMail === true ? sql<Date>`coalesce(import_mail_since, now())` : null;
  await systemDb
    .updateTable('account')
    .set({ preferences, import_mail_since: since })
    .where('uuid', '=', accountUuid)
    .execute();
}
