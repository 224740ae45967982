import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Role } from '@armarium/contract/capability';
import type { SystemTables } from '../../../db/database.ts';
import { ProblemError } from '../../../problem-error.ts';
import { adminRoles, isAdmin } from '../account.rules.ts';
import { isActiveIn } from '../accounts.ts';

/** The condition that an account has an authenticator app in use. @param account is an SQL expression */
export const hasTotp = (account: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from account_totp
    where account_totp.account_uuid = ${account} and account_totp.confirmed_at is not null)`;

/** The condition that an account has a passkey, at whichever host. @param account is an SQL expression */
export const hasPasskey = (account: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from account_passkey where account_passkey.account_uuid = ${account})`;

/** The condition that an account has an authenticator app in use, or a passkey. @param account is an SQL expression */
export const hasFactor = (account: RawBuilder<unknown>) =>
  sql<boolean>`(${hasTotp(account)} or ${hasPasskey(account)})`;

/**
 * What a session without a second factor lacks: a code (`due`), a passkey, where the account has no app, or the factor
 * itself, which is to be set up (`missing`).
 */
export type LackingFactor = 'due' | 'passkey' | 'missing';

/** What was given to a session as second factor. */
export interface GivenFactor {
  /** The uuid of the passkey; null for a code of the app, or a recovery code. */
  readonly passkey: string | null;
}

export interface FactorState {
  /** Whether a second factor was given to the session. That ends when it is removed. */
  readonly isGiven: boolean;
  readonly hasTotp: boolean;
  readonly hasPasskey: boolean;
  /** Whether the organisation demands one of those who administer it. */
  readonly isDemanded: boolean;
  /** Of the account in the organisation. */
  readonly roles: readonly Role[];
}

/** What a session lacks before it can be used; undefined where it lacks nothing (decisions §12). */
export function lackingFactor(state: FactorState): LackingFactor | undefined {
  if (state.isGiven && (state.hasTotp || state.hasPasskey)) return undefined;
  if (state.hasTotp) return 'due';
  if (!state.isDemanded || !isAdmin(state.roles)) return undefined;
  return state.hasPasskey ? 'passkey' : 'missing';
}

/**
 * What a new session of an account in a tenant lacks.
 * @param isGiven whether a second factor was given
 */
export async function factorNeeded(
  system: Kysely<SystemTables>,
  { uuid, roles, isGiven = false }: { uuid: string; roles: readonly Role[]; isGiven?: boolean },
  tenantId: number,
): Promise<LackingFactor | undefined> {
  const state = await system
    .selectFrom('tenant')
    .select('demand_second_factor as isDemanded')
    .select(hasTotp(sql`${uuid}::uuid`).as('hasTotp'))
    .select(hasPasskey(sql`${uuid}::uuid`).as('hasPasskey'))
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return lackingFactor({ ...state, isGiven, roles });
}

/** Whether an account has a second factor. */
export async function hasSecondFactor(system: Kysely<SystemTables>, accountUuid: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasFactor(sql`${accountUuid}::uuid`)} as has`.execute(
    system,
  );
  return rows[0]?.has ?? false;
}

/**
 * Whether a second factor was given to a session that can be given again at this host: a code, or a passkey of the host.
 * @param session is its hash
 * @param host undefined where its address allows no passkeys
 */
export async function isFactorGivenHere(
  system: Kysely<SystemTables>,
  session: Buffer,
  host: string | undefined,
): Promise<boolean> {
  const account = sql.ref('session.account_uuid');
  const found = await system
    .selectFrom('session')
    .select('uuid')
    .where('token_hash', '=', session)
    .where('second_factor', '=', true)
    .where(
      sql<boolean>`(${hasTotp(account)} or exists (select 1 from account_passkey
        where account_passkey.account_uuid = ${account} and account_passkey.host = ${host ?? ''}))`,
    )
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Requires of whoever changes the second factor of their account that the session is still open, and that the second factor
 * was given to it where one is needed: who knows the password alone must not become, in an organisation that asks for no
 * more, somebody who has given both. What it finds holds as long as the account is locked.
 * @param session is its hash
 * @throws ProblemError 401 where the session has ended, 403 where the second factor was not given
 */
export async function requireFactorGiven(
  system: Kysely<SystemTables>,
  accountUuid: string,
  session: Buffer,
): Promise<void> {
  const account = sql.ref('session.account_uuid');
  const isNeeded = sql<boolean>`(${hasTotp(account)} or (${hasPasskey(account)} and ${isDemandedOf(account)}))`;
  const found = await system
    .selectFrom('session')
    .select(['second_factor as isGiven', isNeeded.as('isNeeded')])
    .where('token_hash', '=', session)
    .where('account_uuid', '=', accountUuid)
    .executeTakeFirst();
  if (!found) throw new ProblemError('not-signed-in', 'Sign in and try again.');
  if (found.isNeeded && !found.isGiven)
    throw new ProblemError(
      'second-factor-needed',
      'An organisation requires a second factor from you, but you signed in without it. Sign in with your passkey, at the address where you added it.',
    );
}

/** The condition that some organisation demands a second factor of an account. @param account is an SQL expression */
const isDemandedOf = (account: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from account_role join tenant on tenant.id = account_role.tenant_id
    where account_role.account_uuid = ${account} and tenant.demand_second_factor
      and account_role.role in (${sql.join(adminRoles)}) and ${isActiveIn(account, sql.ref('tenant.id'))})`;

/** The authenticator app of an account, with the number of recovery codes that are left; undefined where there is none. */
export async function totpOf(
  system: Kysely<SystemTables>,
  accountUuid: string,
): Promise<{ confirmedDate: string; recoveryCodesLeft: number } | undefined> {
  const found = await system
    .selectFrom('account_totp')
    .select('confirmed_at')
    .select((select) =>
      select
        .selectFrom('recovery_code')
        .select((of) => of.fn.countAll<number>().as('left'))
        .whereRef('recovery_code.account_uuid', '=', 'account_totp.account_uuid')
        .as('left'),
    )
    .where('account_uuid', '=', accountUuid)
    .executeTakeFirst();
  if (!found?.confirmed_at) return undefined;
  return { confirmedDate: found.confirmed_at.toISOString(), recoveryCodesLeft: Number(found.left) };
}
