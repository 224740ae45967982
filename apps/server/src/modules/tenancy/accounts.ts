import { v7 as uuidv7 } from 'uuid';
import type { Kysely } from 'kysely';
import { roles as knownRoles, type Role } from '@armarium/contract/capability';
import type { SystemTables } from '../../db/database.ts';
import { hashPassword } from './password.ts';

export interface Account {
  readonly uuid: string;
  readonly username: string;
  readonly name: string;
  readonly surname: string;
  readonly email: string;
  readonly passwordHash: string;
}

/** Usernames are compared after Unicode NFKC and without case, over all tenants. */
export function normaliseUsername(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase();
}

export async function findAccount(
  system: Kysely<SystemTables>,
  by: { username: string } | { uuid: string },
): Promise<Account | undefined> {
  const row = await system
    .selectFrom('account')
    .selectAll()
    .$call((query) =>
      'uuid' in by
        ? query.where('uuid', '=', by.uuid)
        : query.where('username_norm', '=', normaliseUsername(by.username)),
    )
    .executeTakeFirst();
  return row && { ...row, passwordHash: row.password_hash };
}

/** The roles that an account holds in a tenant; roles of other tenants do not count (PERM-02). */
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
    .execute();
  return knownRoles.filter((role) => rows.some((row) => row.role === role));
}

/** Makes an account with its roles in one tenant. */
export async function createAccount(
  system: Kysely<SystemTables>,
  account: { username: string; password: string; name: string; surname: string; email?: string },
  tenantId: number,
  roles: readonly Role[],
): Promise<string> {
  const uuid = uuidv7();
  const passwordHash = await hashPassword(account.password);
  await system.transaction().execute(async (db) => {
    await db
      .insertInto('account')
      .values({
        uuid,
        username: account.username.normalize('NFC').trim(),
        username_norm: normaliseUsername(account.username),
        password_hash: passwordHash,
        name: account.name,
        surname: account.surname,
        email: account.email ?? '',
        home_tenant: tenantId,
      })
      .execute();
    await db
      .insertInto('account_role')
      .values(roles.map((role) => ({ account_uuid: uuid, tenant_id: tenantId, role })))
      .execute();
  });
  return uuid;
}
