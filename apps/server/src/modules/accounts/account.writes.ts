import { sql } from 'kysely';
import type { Role } from '@armarium/contract/capability';
import type { WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import {
  isAdmin,
  refusalOfEdit,
  refusalOfRoles,
  type AccountState,
  type Asker,
  type Others,
} from './account.rules.ts';
import { accountsHere, type AccountHere } from './account.queries.ts';
import { cleanName, findAccount, insertAccount, isActiveIn, rolesIn, type NewAccount } from './accounts.ts';
import type { AvatarPicture } from './avatar.ts';

/** The context of a change of an account, in one transaction of a tenant. */
export interface AccountWrite {
  readonly tx: WriteTransaction;
  /** The author: the account of the transaction, or the person who runs the program. */
  readonly by: 'account' | 'operator';
  /** Throws where the account has changed since the caller saw it (`If-Match`). */
  readonly check?: (account: AccountHere) => void;
}

/** The current roles of the author: those of the session may be five seconds old. */
async function askerOf({ tx, by }: AccountWrite): Promise<Asker> {
  if (by === 'operator') return by;
  const uuid = tx.actor.accountUuid;
  return { uuid, roles: await rolesIn(tx.systemDb, uuid, tx.tenantId) };
}

/**
 * As `askerOf`, for changes that take the right to manage.
 * @throws ProblemError 409 where the author had that right when the request came and has lost it since
 */
async function managerOf(write: AccountWrite): Promise<Asker> {
  const asker = await askerOf(write);
  if (asker !== 'operator' && isAdmin(write.tx.actor.roles) && !isAdmin(asker.roles))
    throw new ProblemError('roles-changed', 'You may not manage this organisation any more.');
  return asker;
}

/** Locks the roles of a tenant, since the counts of other admins must not change meanwhile. */
async function lockRoles({ tx }: AccountWrite): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium roles', ${tx.tenantId}))`.execute(tx.db);
}

/** Locks the row of an account, so that it is neither changed nor deleted until the end of the transaction. */
async function lockRow({ tx }: AccountWrite, uuid: string): Promise<void> {
  await tx.systemDb
    .selectFrom('account')
    .select('uuid')
    .where('uuid', '=', uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks an account that the author may see. @throws ProblemError 404, and what `check` throws */
async function lockAccount(write: AccountWrite, uuid: string): Promise<AccountHere> {
  const { tx, by, check } = write;
  await lockRow(write, uuid);
  const [account] = await accountsHere(tx.systemDb, tx.tenantId, [uuid], { all: by === 'operator' });
  if (!account) throw notFound('The account');
  check?.(account);
  return account;
}

/** Leaves out roles by which nobody can act, since the account is deactivated. */
const activeHolder = isActiveIn(sql.ref('account_role.account_uuid'), sql.ref('account_role.tenant_id'));

async function othersHere({ tx }: AccountWrite, uuid: string): Promise<Others> {
  // Holders of ROLE_ADMIN are counted over all tenants, so that needs a lock of its own.
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium administrators', 0))`.execute(tx.db);
  const elsewhere = await tx.systemDb
    .selectFrom('account_role')
    .select('role')
    .where('role', '=', 'ROLE_ADMIN')
    .where((is) => is.or([is('account_uuid', '!=', uuid), is('tenant_id', '!=', tx.tenantId)]))
    .where(activeHolder)
    .limit(1)
    .executeTakeFirst();
  const rows = await tx.systemDb
    .selectFrom('account_role')
    .select(['account_uuid', 'role'])
    .where('tenant_id', '=', tx.tenantId)
    .where('account_uuid', '!=', uuid)
    .where(activeHolder)
    .execute();
  const admins = rows.filter(({ role }) => isAdmin([role as Role]));
  return {
    admins: new Set(admins.map(({ account_uuid }) => account_uuid)).size,
    administrator: elsewhere !== undefined,
  };
}

function record(
  tx: WriteTransaction,
  uuid: string,
  what: Pick<HistoryEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  return recordHistory(tx, [{ record: uuid, resourceType: 'ACCOUNT', ...what }]);
}

/** Checks that the author may give these roles to an account without any here. */
async function requireGrantable(
  write: AccountWrite,
  account: Pick<AccountState, 'uuid' | 'isHome' | 'isAdministrator'>,
  roles: readonly Role[],
): Promise<void> {
  const nothingToLose = { admins: 0, administrator: false };
  const state = { ...account, roles: [], isActive: true };
  const refusal = refusalOfRoles(await managerOf(write), state, roles, nothingToLose);
  if (refusal) throw refusal;
}

/** Makes an account of the tenant. @returns its uuid */
export async function addAccount(
  write: AccountWrite,
  account: NewAccount & { readonly passwordHash: string },
  roles: readonly Role[],
): Promise<string> {
  const { tx } = write;
  await lockRoles(write);
  await requireGrantable(write, { uuid: '', isHome: true, isAdministrator: false }, roles);
  const uuid = await insertAccount(tx.systemDb, account, tx.tenantId, roles);
  const { username, name, surname, email } = account;
  await record(tx, uuid, { action: 'create', after: { username, name, surname, email, roles } });
  return uuid;
}

/** Changes the given ones of name, surname and e-mail. */
export async function editAccount(
  write: AccountWrite,
  uuid: string,
  given: { name?: string; surname?: string; email?: string },
): Promise<void> {
  const account = await lockAccount(write, uuid);
  const { name = account.name, surname = account.surname, email = account.email } = given;
  const after = { name: cleanName(name), surname: cleanName(surname), email };
  const before = { name: account.name, surname: account.surname, email: account.email };
  // A whole representation that is sent back says what stands there.
  const isGiven = Object.keys(given).length > 0;
  if (isGiven && JSON.stringify(before) === JSON.stringify(after)) return;
  const refusal = refusalOfEdit(await askerOf(write), account);
  if (refusal) throw refusal;
  if (!isGiven) return;
  await write.tx.systemDb.updateTable('account').set(after).where('uuid', '=', uuid).execute();
  await record(write.tx, uuid, { action: 'update', before, after });
}

/** Replaces or removes the picture. */
export async function changeAvatar(
  write: AccountWrite,
  uuid: string,
  picture: AvatarPicture | null,
): Promise<void> {
  const { systemDb } = write.tx;
  const account = await lockAccount(write, uuid);
  const refusal = refusalOfEdit(await askerOf(write), account);
  if (refusal) throw refusal;
  const after = picture?.sha256 ?? null;
  if (account.avatar === after) return;
  await systemDb.deleteFrom('account_avatar').where('account_uuid', '=', uuid).execute();
  if (picture) {
    await systemDb
      .insertInto('account_avatar')
      .values({ account_uuid: uuid, ...picture })
      .execute();
  }
  await record(write.tx, uuid, {
    action: 'update',
    before: { avatar: account.avatar },
    after: { avatar: after },
  });
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
 * Gives an account of another tenant roles in this one.
 * @returns its uuid
 * @throws ProblemError 404 for an unknown username, 409 `already-member` for an account that the tenant sees
 */
export async function addMembership(
  write: AccountWrite,
  username: string,
  roles: readonly Role[],
): Promise<string> {
  const { tx } = write;
  await lockRoles(write);
  // First of all, so that a refusal tells nothing of the username.
  await requireGrantable(write, { uuid: '', isHome: false, isAdministrator: false }, roles);
  const known = await findAccount(tx.systemDb, { username });
  if (known) await lockRow(write, known.uuid);
  const found = known && (await findAccount(tx.systemDb, { uuid: known.uuid }));
  if (!found) throw new ProblemError('not-found', 'No account has this username.');
  const [here] = await accountsHere(tx.systemDb, tx.tenantId, [found.uuid]);
  if (here) throw new ProblemError('already-member', `${here.username} is in the list of users already.`);
  await replaceRoles(tx, { uuid: found.uuid, roles: [] }, [...new Set(roles)].sort());
  await setActive(tx, found.uuid, true);
  return found.uuid;
}

/** Deactivates an account in the tenant, which ends its sessions there, or activates it again. */
export async function changeActive(write: AccountWrite, uuid: string, active: boolean): Promise<void> {
  const { tx } = write;
  await lockRoles(write);
  const account = await lockAccount(write, uuid);
  // A whole representation that is sent back says what stands there.
  if (account.isActive === active) return;
  const kept = active ? account.roles : [];
  const refusal = refusalOfRoles(await managerOf(write), account, kept, await othersHere(write, uuid));
  if (refusal) throw refusal;
  await setActive(tx, uuid, active);
  // Also when it is activated: a sign-in that was under way may have left a session after the others were ended.
  await tx.systemDb
    .deleteFrom('session')
    .where('account_uuid', '=', uuid)
    .where('tenant_id', '=', tx.tenantId)
    .execute();
  await record(tx, uuid, { action: 'update', before: { active: account.isActive }, after: { active } });
}

async function setActive(tx: WriteTransaction, uuid: string, active: boolean): Promise<void> {
  await tx.systemDb
    .insertInto('account_membership')
    .values({ account_uuid: uuid, tenant_id: tx.tenantId, active })
    .onConflict((known) => known.columns(['tenant_id', 'account_uuid']).doUpdateSet({ active }))
    .execute();
}

async function replaceRoles(
  tx: WriteTransaction,
  account: Pick<AccountHere, 'uuid' | 'roles'>,
  wanted: readonly Role[],
): Promise<void> {
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

/**
 * Sets a password and ends the account's sessions, in all tenants.
 * @param only the hash of the session that stays, and the password hash that the account must still have
 * @returns false where the password was changed meanwhile; then nothing was written
 */
export async function replacePassword(
  { tx, ...write }: AccountWrite,
  uuid: string,
  passwordHash: string,
  only?: { readonly session: Buffer; readonly formerHash: string },
): Promise<boolean> {
  const account = await lockAccount({ tx, ...write }, uuid);
  const replaced = await tx.systemDb
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('uuid', '=', account.uuid)
    .$if(only !== undefined, (query) => query.where('password_hash', '=', only?.formerHash ?? ''))
    .returning('uuid')
    .execute();
  if (replaced.length === 0) return false;
  await tx.systemDb
    .deleteFrom('session')
    .where('account_uuid', '=', account.uuid)
    .$if(only !== undefined, (query) => query.where('token_hash', '!=', only?.session ?? Buffer.alloc(0)))
    .execute();
  // The history says that it was changed, never the values.
  await record(tx, uuid, { action: 'update', after: { password: 'changed' } });
  return true;
}

/**
 * Removes an account from the tenant. An account without a role in another tenant is deleted; otherwise one
 * of those tenants becomes its home.
 * @returns whether it was deleted
 */
export async function removeAccount(write: AccountWrite, uuid: string): Promise<boolean> {
  const { tx } = write;
  await lockRoles(write);
  const account = await lockAccount(write, uuid);
  const refusal = refusalOfRoles(await managerOf(write), account, [], await othersHere(write, uuid));
  if (refusal) throw refusal;
  await replaceRoles(tx, account, []);
  await tx.systemDb
    .deleteFrom('account_membership')
    .where('account_uuid', '=', uuid)
    .where('tenant_id', '=', tx.tenantId)
    .execute();
  const elsewhere = await tx.systemDb
    .selectFrom('account_role')
    .select((select) => select.fn.min('tenant_id').as('tenant'))
    .where('account_uuid', '=', uuid)
    .executeTakeFirst();
  if (elsewhere?.tenant != null) {
    if (account.isHome) {
      await tx.systemDb
        .updateTable('account')
        .set({ home_tenant: elsewhere.tenant })
        .where('uuid', '=', uuid)
        .execute();
    }
    return false;
  }
  const { username, name, surname, email } = account;
  await record(tx, uuid, { action: 'delete', before: { username, name, surname, email } });
  await tx.systemDb.deleteFrom('account').where('uuid', '=', uuid).execute();
  return true;
}
