import { sql } from 'kysely';
import type { Role } from '@armarium/contract/capability';
import type { WriteTransaction } from '../../db/database.ts';
import { isAdmin, refusalOfRoles, type Others } from './account.rules.ts';
import type { AccountHere } from './account.queries.ts';
import { lockAccount, lockRoles, managerOf, record, type AccountWrite } from './account-write.ts';
import { isActiveIn } from './accounts.ts';

/** Leaves out roles by which nobody can act: of deactivated and closed accounts, and of those that have no password yet. */
export const ableHolder = sql<boolean>`(${isActiveIn(sql.ref('account_role.account_uuid'), sql.ref('account_role.tenant_id'))}
  and exists (select 1 from account where uuid = account_role.account_uuid and password_hash is not null))`;

/** Locks the holders of ROLE_ADMIN, who are counted over all tenants. */
export async function lockAdministrators({ tx }: AccountWrite): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium administrators', 0))`.execute(tx.db);
}

/** The other accounts that are left when an account loses a role. */
export async function othersHere(write: AccountWrite, uuid: string): Promise<Others> {
  const { tx } = write;
  await lockAdministrators(write);
  const elsewhere = await tx.systemDb
    .selectFrom('account_role')
    .select('role')
    .where('role', '=', 'ROLE_ADMIN')
    .where((is) => is.or([is('account_uuid', '!=', uuid), is('tenant_id', '!=', tx.tenantId)]))
    .where(ableHolder)
    .limit(1)
    .executeTakeFirst();
  const rows = await tx.systemDb
    .selectFrom('account_role')
    .select(['account_uuid', 'role'])
    .where('tenant_id', '=', tx.tenantId)
    .where('account_uuid', '!=', uuid)
    .where(ableHolder)
    .execute();
  const admins = rows.filter(({ role }) => isAdmin([role as Role]));
  return {
    admins: new Set(admins.map(({ account_uuid }) => account_uuid)).size,
    administrator: elsewhere !== undefined,
  };
}

/** Replaces the roles in the tenant (decisions §3, the invariants). */
export async function changeRoles(
  write: AccountWrite,
  uuid: string,
  change: (held: readonly Role[]) => readonly Role[],
): Promise<void> {
  await lockRoles(write);
  const account = await lockAccount(write, uuid);
  const wanted = [...new Set(change(account.roles))].sort();
  const refusal = refusalOfRoles(await managerOf(write), account, wanted, await othersHere(write, uuid));
  if (refusal) throw refusal;
  await replaceRoles(write.tx, account, wanted);
}

/**
 * Replaces the roles in the tenant by those that a sign-on gives. ROLE_ADMIN is neither given nor taken by it, and the last who
 * manages the organisation by a password goes on doing so.
 * @param account as it is locked
 */
export async function renewRoles(
  write: AccountWrite,
  account: AccountHere,
  given: readonly Role[],
): Promise<void> {
  const kept = account.roles.filter((role) => role === 'ROLE_ADMIN');
  const wanted = [...new Set([...given.filter((role) => role !== 'ROLE_ADMIN'), ...kept])].sort();
  const others = await othersHere(write, account.uuid);
  const isLast = refusalOfRoles('operator', account, wanted, others) !== undefined;
  const managing = isLast ? account.roles.filter((role) => isAdmin([role])) : [];
  await replaceRoles(write.tx, account, [...new Set([...wanted, ...managing])].sort());
}

/** Writes the roles of an account in the tenant, and what changed into its history. Checks nothing. */
export async function replaceRoles(
  tx: WriteTransaction,
  account: Pick<AccountHere, 'uuid' | 'roles'>,
  wanted: readonly Role[],
): Promise<void> {
  // Whoever takes all roles takes the person out: with new roles their programs do not come back.
  if (wanted.length === 0)
    await tx.db.deleteFrom('account_token').where('account_uuid', '=', account.uuid).execute();
  const before = [...account.roles].sort();
  if (JSON.stringify(before) === JSON.stringify(wanted)) return;
  await tx.systemDb
    .deleteFrom('account_role')
    .where('account_uuid', '=', account.uuid)
    .where('tenant_id', '=', tx.tenantId)
    .execute();
  if (wanted.length > 0) {
    await tx.systemDb
      .insertInto('account_role')
      .values(wanted.map((role) => ({ account_uuid: account.uuid, tenant_id: tx.tenantId, role })))
      .execute();
  }
  await record(tx, account.uuid, { action: 'update', before: { roles: before }, after: { roles: wanted } });
}
