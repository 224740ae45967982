import type { TenantQueries } from '../../../db/database.ts';
import { mailSettings, meansOfMail, writeMail, type MailConfig } from '../../deliveries/public.ts';
import type { Account } from '../accounts.ts';
import { readPreferences } from '../preferences.ts';
import { accountMessage, type AccountMessage } from './account-messages.ts';

/**
 * Writes a message of the transaction's organisation to somebody with an account, in the language that they have chosen.
 * @param told is called only where the message is written
 * @param to another address than the account's
 * @returns false where nothing was written: the organisation cannot send mail, or there is no address
 */
export async function mailToAccount(
  db: TenantQueries,
  config: MailConfig,
  account: Pick<Account, 'uuid' | 'username' | 'email' | 'preferences'>,
  told: AccountMessage | (() => Promise<AccountMessage>),
  to: string = account.email,
): Promise<boolean> {
  if (to === '') return false;
  const settings = await mailSettings(db, config);
  const means = meansOfMail(settings);
  if (typeof means === 'string') return false;
  const message = typeof told === 'function' ? await told() : told;
  const content = accountMessage(message, {
    username: account.username,
    language: readPreferences(account.preferences).language ?? settings.language,
    organisation: settings.organisation,
    linkOrigin: means.linkOrigin,
  });
  const { purpose } = message;
  await writeMail(db, { purpose, to, content }, { account: account.uuid, urgency: 'person' });
  return true;
}
