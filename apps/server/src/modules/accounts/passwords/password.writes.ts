import { lockAccount, record, type AccountWrite } from '../account-write.ts';
import { findAccount, type Account } from '../accounts.ts';
import { mailToAccount } from '../messages/mail-to-account.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { forgetDevices } from '../sessions/known-devices.ts';
import { endLinks, takeLink, type LinkPurpose } from './password-links.ts';

/**
 * Sets a password and ends the account's sessions, in all tenants.
 * @param only the hash of the session that stays, and the password hash that the account must still have
 * @returns false where the password was changed meanwhile; then nothing was written
 */
export async function replacePassword(
  write: AccountWrite,
  uuid: string,
  passwordHash: string,
  only?: { readonly session: Buffer; readonly formerHash: string | null },
): Promise<boolean> {
  await lockAccount(write, uuid);
  const former = await findAccount(write.tx.systemDb, { uuid });
  if (!former || (only && former.passwordHash !== only.formerHash)) return false;
  await writePassword(write, former, passwordHash, only?.session);
  return true;
}

/**
 * Sets a password by a link of mail, which is used up, and ends all sessions of the account. The link shows that the address
 * is the person's.
 * @returns false where the link was over meanwhile; then nothing was written
 */
export async function setPasswordByLink(
  write: AccountWrite,
  uuid: string,
  passwordHash: string,
  { purpose, token }: { readonly purpose: LinkPurpose; readonly token: string },
): Promise<boolean> {
  const { systemDb } = write.tx;
  await lockAccount(write, uuid);
  const former = await findAccount(systemDb, { uuid });
  if (!former || (purpose === 'invitation') !== (former.passwordHash === null)) return false;
  if (!(await takeLink(systemDb, token))) return false;
  await writePassword(write, former, passwordHash);
  await systemDb.updateTable('account').set({ email_confirmed: true }).where('uuid', '=', uuid).execute();
  return true;
}

/**
 * Sets a password, ends the sessions and the links of the account, forgets its browsers, and tells the person where there was
 * a password before.
 * @param session the hash of the session that stays
 */
async function writePassword(
  { tx, mail }: AccountWrite,
  former: Account,
  passwordHash: string,
  session?: Buffer,
): Promise<void> {
  const { uuid } = former;
  await tx.systemDb
    .updateTable('account')
    .set({ password_hash: passwordHash })
    .where('uuid', '=', uuid)
    .execute();
  await endLinks(tx.systemDb, uuid);
  await forgetDevices(tx.systemDb, uuid);
  await endSessions(tx.systemDb, uuid, session);
  // The history says that it was changed, never the values.
  const password = former.passwordHash === null ? 'set' : 'changed';
  await record(tx, uuid, { action: 'update', after: { password } });
  if (former.passwordHash !== null) await mailToAccount(tx.db, mail, former, { purpose: 'password-changed' });
}
