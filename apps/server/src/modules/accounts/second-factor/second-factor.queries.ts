import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Role } from '@armarium/contract/capability';
import type { SystemTables } from '../../../db/database.ts';
import { isAdmin } from '../account.rules.ts';

/** The condition that an account has an authenticator app in use. @param account is an SQL expression */
export const hasTotp = (account: RawBuilder<unknown>) =>
  sql<boolean>`exists (select 1 from account_totp
    where account_totp.account_uuid = ${account} and account_totp.confirmed_at is not null)`;

/** What a session without a second factor lacks: a code (`due`), or the factor itself, which is to be set up (`missing`). */
export type LackingFactor = 'due' | 'missing';

export interface FactorState {
  /** Whether a second factor was given to the session. It counts as long as the account has one. */
  readonly isGiven: boolean;
  readonly hasTotp: boolean;
  /** Whether the organisation demands one of those who administer it. */
  readonly isDemanded: boolean;
  /** Of the account in the organisation. */
  readonly roles: readonly Role[];
}

/** What a session lacks before it can be used; undefined where it lacks nothing (decisions §12). */
export function lackingFactor(state: FactorState): LackingFactor | undefined {
  if (state.hasTotp) return state.isGiven ? undefined : 'due';
  return state.isDemanded && isAdmin(state.roles) ? 'missing' : undefined;
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
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return lackingFactor({ ...state, isGiven, roles });
}

/** Whether an account has a second factor. */
export async function hasSecondFactor(system: Kysely<SystemTables>, accountUuid: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select ${hasTotp(sql`${accountUuid}::uuid`)} as has`.execute(
    system,
  );
  return rows[0]?.has ?? false;
}

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
