import type { Role } from '@armarium/contract/capability';
import type { WriteTransaction } from '../../db/database.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import {
  accountClosed,
  refusalOfEdit,
  refusalOfInvitation,
  refusalOfRoles,
  type AccountState,
} from './account.rules.ts';
import { accountsHere, type AccountHere } from './account.queries.ts';
import {
  askerOf,
  lockAccount,
  lockRoles,
  lockRow,
  managerOf,
  record,
  type AccountWrite,
} from './account-write.ts';
import { cleanName, findAccount, insertAccount, type NewAccount } from './accounts.ts';
import type { AvatarPicture } from './avatar.ts';
import { mailToAccount } from './messages/mail-to-account.ts';
import { endLinks, makeLink } from './passwords/password-links.ts';
import { othersHere, replaceRoles } from './role.writes.ts';

/** Checks that the author may give these roles to an account without any here. */
async function requireGrantable(
  write: AccountWrite,
  account: Pick<AccountState, 'uuid' | 'isHome' | 'isAdministrator'>,
  roles: readonly Role[],
): Promise<void> {
  const nothingToLose = { admins: 0, administrator: false };
  const state = { ...account, roles: [], isActive: true, isClosed: false, hasPassword: true };
  const refusal = refusalOfRoles(await managerOf(write), state, roles, nothingToLose);
  if (refusal) throw refusal;
}

/**
 * Makes an account of the tenant. Without a password it is invited to set one.
 * @returns its uuid
 * @throws ProblemError 409 `mail-not-set` where no invitation can be sent
 */
export async function addAccount(
  write: AccountWrite,
  account: NewAccount & { readonly passwordHash: string | null },
  roles: readonly Role[],
): Promise<string> {
  const { tx } = write;
  await lockRoles(write);
  await requireGrantable(write, { uuid: '', isHome: true, isAdministrator: false }, roles);
  const uuid = await insertAccount(tx.systemDb, account, tx.tenantId, roles);
  const { username, name, surname, email } = account;
  await record(tx, uuid, { action: 'create', after: { username, name, surname, email, roles } });
  if (account.passwordHash === null) await writeInvitation(write, uuid);
  return uuid;
}

/** Sends the invitation of an account that has no password yet again, and ends the former one. */
export async function inviteAgain(write: AccountWrite, uuid: string): Promise<void> {
  const account = await lockAccount(write, uuid);
  const refusal = refusalOfInvitation(await managerOf(write), account);
  if (refusal) throw refusal;
  await writeInvitation(write, uuid);
  await record(write.tx, uuid, { action: 'update', after: { invitation: 'sent' } });
}

async function writeInvitation({ tx, mail }: AccountWrite, uuid: string): Promise<void> {
  const account = await findAccount(tx.systemDb, { uuid });
  if (!account) throw notFound('The account');
  const isWritten = await mailToAccount(tx.db, mail, account, async () => ({
    purpose: 'invitation',
    token: await makeLink(tx.systemDb, 'invitation', uuid, tx.tenantId),
  }));
  if (!isWritten)
    throw new ProblemError(
      'mail-not-set',
      'Set a password instead, or see on the page Organisation what is missing.',
    );
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
  const { tx } = write;
  const isMoved = email !== account.email;
  if (isMoved) await leaveAddress(write, account, email);
  await tx.systemDb
    .updateTable('account')
    .set({ ...after, ...(isMoved && { email_confirmed: false }) })
    .where('uuid', '=', uuid)
    .execute();
  await record(tx, uuid, { action: 'update', before, after });
}

/** Tells the former address of the new one. What was sent to the former one opens nothing any more. */
async function leaveAddress({ tx, mail }: AccountWrite, former: AccountHere, email: string): Promise<void> {
  const { systemDb } = tx;
  await endLinks(systemDb, former.uuid);
  const account = await findAccount(systemDb, { uuid: former.uuid });
  // A person who has set no password yet gets an invitation at the new address instead.
  if (account && account.passwordHash !== null)
    await mailToAccount(tx.db, mail, account, { purpose: 'email-changed', email }, former.email);
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

/**
 * Gives an account of another tenant roles in this one.
 * @returns its uuid
 * @throws ProblemError 404 for an unknown username, 409 `already-member` for an account that the tenant sees,
 *   409 `account-closed`
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
  if (found.isClosed) throw accountClosed();
  const [here] = await accountsHere(tx.systemDb, tx.tenantId, [found.uuid]);
  if (here) throw new ProblemError('already-member', `${here.username} is in the list of users already.`);
  await replaceRoles(tx, { uuid: found.uuid, roles: [] }, [...new Set(roles)].sort());
  await setActive(tx, found.uuid, true);
  const hasPassword = found.passwordHash !== null;
  await mailToAccount(tx.db, write.mail, found, { purpose: 'membership', hasPassword });
  return found.uuid;
}

/**
 * Deactivates an account in the tenant, which ends its sessions there, or activates it again.
 * @throws ProblemError 403, 404, 409 `last-admin`, 409 `account-closed` where a closed one is to be activated
 */
export async function changeActive(write: AccountWrite, uuid: string, active: boolean): Promise<void> {
  const { tx } = write;
  await lockRoles(write);
  const account = await lockAccount(write, uuid);
  // A whole representation that is sent back says what stands there.
  if (account.isActive === active) return;
  if (account.isClosed) throw accountClosed();
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
  // Another account of the person may be made by the next sign-on.
  await tx.db.deleteFrom('account_sign_on').where('account_uuid', '=', uuid).execute();
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
