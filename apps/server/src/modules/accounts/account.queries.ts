import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { roles as knownRoles, type Role } from '@armarium/contract/capability';
import type { SystemTables } from '../../db/database.ts';
import type { AccountState } from './account.rules.ts';

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

/** The properties of all accounts of a tenant by which a list is sorted. */
export function accountNames(db: Kysely<SystemTables>, tenantId: number) {
  return accountsOf(db, tenantId).select(['uuid', 'username', 'surname', 'name']).execute();
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
    .select(['account.uuid', 'username', 'name', 'surname', 'email', 'account_avatar.sha256 as avatar'])
    .select((select) => [
      select('home_tenant', '=', tenantId).as('isHome'),
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
    return [{ ...row, roles, isHome: Boolean(row.isHome), isAdministrator: Boolean(row.isAdministrator) }];
  });
}

/**
 * The version for `If-Match`: made of everything that the tenant sees, so that it reveals nothing about other
 * tenants.
 */
export function versionOf({ username, name, surname, email, avatar, roles }: AccountHere): string {
  const seen = JSON.stringify([username, name, surname, email, avatar, roles]);
  return createHash('sha256').update(seen).digest('base64url').slice(0, 22);
}
