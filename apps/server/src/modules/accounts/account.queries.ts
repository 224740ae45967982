import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { AccountState as WantedState } from '@armarium/contract/accounts';
import { roles as knownRoles, type Role } from '@armarium/contract/capability';
import type { SystemTables } from '../../db/database.ts';
import type { AccountState } from './account.rules.ts';
import { isActiveIn } from './accounts.ts';
import { hasFactor } from './second-factor/second-factor.queries.ts';

/**
 * An account as a tenant sees it. Of other tenants it shows only whether the account has ROLE_ADMIN in one.
 */
export interface AccountHere extends AccountState {
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  /** SHA-256 of its picture, null where it has none. */
  readonly avatar: string | null;
  readonly lastSignIn: Date | null;
  readonly hasSecondFactor: boolean;
  /** The end of the latest invitation to this tenant; null where the account has a password, or was never invited. */
  readonly invitedUntil: Date | null;
}

/**
 * The accounts that a tenant sees: those whose home it is, with or without roles, and those with a role in
 * it.
 */
function accountsOf(db: Kysely<SystemTables>, tenantId: number) {
  return db
    .selectFrom('account')
    .where((where) =>
      where.or([
        where('home_tenant', '=', tenantId),
        where.exists(
          where
            .selectFrom('account_role')
            .select('role')
            .whereRef('account_role.account_uuid', '=', 'account.uuid')
            .where('tenant_id', '=', tenantId),
        ),
      ]),
    );
}

/** The accounts of a tenant that a list is narrowed to. */
export interface AccountsWanted {
  readonly role?: Role | undefined;
  readonly state?: WantedState | undefined;
}

/** The properties of accounts of a tenant by which a list is searched and sorted. */
export function accountNames(
  db: Kysely<SystemTables>,
  tenantId: number,
  { role, state }: AccountsWanted = {},
) {
  let query = accountsOf(db, tenantId).select(['uuid', 'username', 'surname', 'name', 'email']);
  if (role !== undefined) {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('account_role')
          .select('role')
          .whereRef('account_role.account_uuid', '=', 'account.uuid')
          .where('tenant_id', '=', tenantId)
          .where('role', '=', role),
      ),
    );
  }
  if (state !== undefined)
    query = query.where(isActiveIn(sql.ref('account.uuid'), sql.val(tenantId)), '=', state === 'active');
  return query.execute();
}

/** How many active accounts of a tenant hold each role; a role that nobody holds is not among them. */
export async function countHolders(
  db: Kysely<SystemTables>,
  tenantId: number,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('account_role')
    .select((select) => ['role', select.fn.countAll<number>().as('accounts')])
    .where('tenant_id', '=', tenantId)
    .where(isActiveIn(sql.ref('account_role.account_uuid'), sql.val(tenantId)))
    .groupBy('role')
    .execute();
  return new Map(rows.map(({ role, accounts }) => [role, Number(accounts)]));
}

/**
 * Those of the accounts that the tenant sees, in the order of the uuids.
 * @param all accounts of other tenants too, for an asker above the tenants
 */
export async function accountsHere(
  db: Kysely<SystemTables>,
  tenantId: number,
  uuids: readonly string[],
  { all = false }: { all?: boolean } = {},
): Promise<AccountHere[]> {
  if (uuids.length === 0) return [];
  const rows = await (all ? db.selectFrom('account') : accountsOf(db, tenantId))
    .where('account.uuid', 'in', uuids)
    .leftJoin('account_avatar', 'account_avatar.account_uuid', 'account.uuid')
    .leftJoin('account_membership as membership', (join) =>
      join.onRef('membership.account_uuid', '=', 'account.uuid').on('membership.tenant_id', '=', tenantId),
    )
    .select(['account.uuid', 'username', 'name', 'surname', 'email', 'account_avatar.sha256 as avatar'])
    .select('membership.last_sign_in_at as lastSignIn')
    .select(sql<boolean>`password_hash is not null`.as('hasPassword'))
    .select(hasFactor(sql.ref('account.uuid')).as('hasSecondFactor'))
    .select(
      sql<Date | null>`case when password_hash is null then (
        select least(expires_at, ended_at) from password_link
        where account_uuid = account.uuid and purpose = 'invitation' and password_link.tenant_id = ${tenantId}
        order by made_at desc limit 1) end`.as('invitedUntil'),
    )
    .select((select) => [
      select('home_tenant', '=', tenantId).as('isHome'),
      sql<boolean>`closed_at is null and coalesce(membership.active, true)`.as('isActive'),
      sql<boolean>`closed_at is not null`.as('isClosed'),
      sql<string[]>`array(select role from account_role
        where account_uuid = account.uuid and tenant_id = ${tenantId})`.as('roles'),
      select
        .exists(
          select
            .selectFrom('account_role')
            .select('role')
            .whereRef('account_role.account_uuid', '=', 'account.uuid')
            .where('role', '=', 'ROLE_ADMIN'),
        )
        .as('isAdministrator'),
    ])
    .execute();
  const byUuid = new Map(rows.map((row) => [row.uuid, row]));
  return uuids.flatMap((uuid) => {
    const row = byUuid.get(uuid.toLowerCase());
    if (!row) return [];
    const roles: Role[] = knownRoles.filter((role) => row.roles.includes(role));
    return [
      {
        ...row,
        roles,
        isHome: Boolean(row.isHome),
        isActive: row.isActive,
        isAdministrator: Boolean(row.isAdministrator),
      },
    ];
  });
}

/**
 * The version for `If-Match`: made of everything that the tenant sees, so that it reveals nothing about other
 * tenants.
 */
export function versionOf(account: AccountHere): string {
  const { username, name, surname, email, avatar, roles, isActive, isClosed, invitedUntil } = account;
  const hasSecondFactor = account.isHome && account.hasSecondFactor;
  const seen = JSON.stringify([
    username,
    name,
    surname,
    email,
    avatar,
    roles,
    isActive,
    isClosed,
    invitedUntil,
    hasSecondFactor,
  ]);
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22);
}
