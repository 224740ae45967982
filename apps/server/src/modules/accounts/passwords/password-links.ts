import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import { hashOf, isToken, newToken } from '../random-token.ts';

/** What a link in a message is for: to set the first password of an account, or to replace a forgotten one. */
export type LinkPurpose = 'invitation' | 'forgotten-password';

/** By the clock of the database (decisions §12). */
const validFor = { invitation: '7 days', 'forgotten-password': '1 hour' } as const;

/** A link of mail to a password of an account. */
export interface PasswordLink {
  readonly purpose: LinkPurpose;
  readonly accountUuid: string;
  readonly expiresAt: Date;
  /** Whether it has ended (`password_link.ended_at`) or expired. */
  readonly isOver: boolean;
}

/**
 * Makes a link of an organisation to a password. An invitation ends the former ones. A second link to a forgotten password
 * does not, so that nobody can end a link by asking for more of them.
 * @returns the token that stands in the link; only its hash is stored
 */
export async function makeLink(
  system: Kysely<SystemTables>,
  purpose: LinkPurpose,
  accountUuid: string,
  tenantId: number,
): Promise<string> {
  if (purpose === 'invitation') await endLinks(system, accountUuid);
  const token = newToken();
  await system
    .insertInto('password_link')
    .values({
      token_hash: hashOf(token),
      purpose,
      account_uuid: accountUuid,
      tenant_id: tenantId,
      expires_at: sql<Date>`now() + ${validFor[purpose]}::interval`,
    })
    .execute();
  return token;
}

/** The number of links to a forgotten password that were made for an account in the last hour. */
export async function recentLinks(system: Kysely<SystemTables>, accountUuid: string): Promise<number> {
  const { links } = await system
    .selectFrom('password_link')
    .select((select) => select.fn.countAll<string>().as('links'))
    .where('account_uuid', '=', accountUuid)
    .where('purpose', '=', 'forgotten-password')
    .where('made_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return Number(links);
}

/** Ends all links to the password of an account. */
export async function endLinks(system: Kysely<SystemTables>, accountUuid: string): Promise<void> {
  await system
    .updateTable('password_link')
    .set({ ended_at: sql<Date>`now()` })
    .where('account_uuid', '=', accountUuid)
    .where('ended_at', 'is', null)
    .execute();
}

/** A link by its token; undefined where the organisation has sent none such. */
export async function findLink(
  system: Kysely<SystemTables>,
  purpose: LinkPurpose,
  token: string,
  tenantId: number,
): Promise<PasswordLink | undefined> {
  if (!isToken(token)) return undefined;
  const row = await system
    .selectFrom('password_link')
    .select(['account_uuid as accountUuid', 'expires_at as expiresAt'])
    .select(sql<boolean>`ended_at is not null or expires_at <= now()`.as('isOver'))
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row && { purpose, ...row };
}

/** Ends a link that is used. @returns false where it was over already: of two at the same moment one uses it */
export async function takeLink(system: Kysely<SystemTables>, token: string): Promise<boolean> {
  const used = await system
    .updateTable('password_link')
    .set({ ended_at: sql<Date>`now()` })
    .where('token_hash', '=', hashOf(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('token_hash')
    .executeTakeFirst();
  return used !== undefined;
}
