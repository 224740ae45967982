import type { AccountWrite } from '../account-write.ts';
import { findAccount } from '../accounts.ts';
import { mailToAccount } from './mail-to-account.ts';
import type { SecurityEvent } from './security-messages.ts';

/** Tells a person what happened to a way in to their account, where the organisation sends mail. */
export async function tellOfSecurity(
  { tx, mail }: AccountWrite,
  uuid: string,
  of: SecurityEvent,
): Promise<void> {
  const account = await findAccount(tx.systemDb, { uuid });
  if (account) await mailToAccount(tx.db, mail, account, { purpose: 'account-security', of });
}
