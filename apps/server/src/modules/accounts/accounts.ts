import { v7 as uuidv7 } from 'uuid';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { roles as knownRoles, type Role, type UserRights } from '@armarium/contract/capability';
import type { Actor, SystemTables } from '../../db/database.ts';
import { hashPassword } from './passwords/password.ts';
import { normaliseUsername, requireFreeUsername, requireVisible } from './username.ts';

export interface Account {
  readonly uuid: string;
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  /** Null where the account was invited and has set none yet, or a sign-on made it. */
  readonly passwordHash: string | null;
  readonly homeTenant: number;
  /** Whether the whole account is closed, in all tenants. */
  readonly isClosed: boolean;
  /** SHA-256 of the picture in the same row; null where there is none. */
  readonly avatar: string | null;
  /** A JSON object, for its own user only. */
  readonly preferences: string;
}

export async function findAccount(
  system: Kysely<SystemTables>,
  by: { username: string } | { uuid: string },
): Promise<Account | undefined> {
  const row = await system
    .selectFrom('account')
    .leftJoin('account_avatar', 'account_avatar.account_uuid', 'account.uuid')
    .selectAll('account')
    .select('account_avatar.sha256 as avatar')
    .$call((query) =>
      'uuid' in by
        ? query.where('uuid', '=', by.uuid)
        : query.where('username_norm', '=', normaliseUsername(by.username)),
    )
    .executeTakeFirst();
  return (
    row && {
      ...row,
      passwordHash: row.password_hash,
      homeTenant: row.home_tenant,
      isClosed: row.closed_at !== null,
    }
  );
}

/**
 * The condition that an account is neither deactivated in a tenant nor closed as a whole.
 * @param account and `tenant` are SQL expressions
 */
export const isActiveIn = (account: RawBuilder<unknown>, tenant: RawBuilder<unknown>) =>
  sql<boolean>`(not exists (select 1 from account_membership as membership
      where membership.account_uuid = ${account} and membership.tenant_id = ${tenant} and not membership.active)
    and not exists (select 1 from account as closed
      where closed.uuid = ${account} and closed.closed_at is not null))`;

/**
 * The roles by which an account may act in a tenant: none where it is deactivated there, or closed. Roles of other tenants
 * do not count (PERM-02).
 */
export async function rolesIn(
  system: Kysely<SystemTables>,
  accountUuid: string,
  tenantId: number,
): Promise<Role[]> {
  const rows = await system
    .selectFrom('account_role')
    .select('role')
    .where('account_uuid', '=', accountUuid)
    .where('tenant_id', '=', tenantId)
    .where(isActiveIn(sql.ref('account_role.account_uuid'), sql.ref('account_role.tenant_id')))
    .execute();
  return knownRoles.filter((role) => rows.some((row) => row.role === role));
}

/** The actor for an account in a tenant; undefined where it has no role there. */
export async function accountIn(
  system: Kysely<SystemTables>,
  by: { username: string } | { uuid: string },
  tenantId: number,
): Promise<Actor | undefined> {
  const account = await findAccount(system, by);
  if (!account) return undefined;
  const roles = await rolesIn(system, account.uuid, tenantId);
  if (roles.length === 0) return undefined;
  const { user_rights } = await system
    .selectFrom('tenant')
    .select('user_rights')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return {
    accountUuid: account.uuid,
    username: account.username,
    displayName: `${account.name} ${account.surname}`.trim() || account.username,
    roles,
    userRights: user_rights as UserRights,
  };
}

export interface NewAccount {
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  readonly email?: string;
}

/** Makes an account with its roles in one tenant, which becomes its home. */
export async function createAccount(
  system: Kysely<SystemTables>,
  { password, ...account }: NewAccount & { password: string },
  tenantId: number,
  roles: readonly Role[],
): Promise<string> {
  const passwordHash = await hashPassword(password);
  return system
    .transaction()
    .execute((db) => insertAccount(db, { ...account, passwordHash }, tenantId, roles));
}

/**
 * As `createAccount`, in an open transaction.
 * @param db a transaction
 * @throws ProblemError 422 for a username with invisible characters, 409 for one that looks like another's
 */
export async function insertAccount(
  db: Kysely<SystemTables>,
  account: NewAccount & { readonly passwordHash: string | null },
  tenantId: number,
  roles: readonly Role[],
): Promise<string> {
  requireVisible(account.username);
  await requireFreeUsername(db, account.username);
  const uuid = uuidv7();
  await db
    .insertInto('account')
    .values({
      uuid,
      username: account.username.normalize('NFC').trim(),
      username_norm: normaliseUsername(account.username),
      password_hash: account.passwordHash,
      name: cleanName(account.name),
      surname: cleanName(account.surname),
      email: account.email ?? '',
      home_tenant: tenantId,
    })
    .execute();
  await db
    .insertInto('account_role')
    .values(roles.map((role) => ({ account_uuid: uuid, tenant_id: tenantId, role })))
    .execute();
  return uuid;
}

/** A person's name in its stored form. */
export const cleanName = (name: string) => name.normalize('NFC').trim();
