import { system, type Database, type WriteTransaction } from '../../../db/database.ts';
import type { JobHandler } from '../../../queue/jobs.ts';
import type { MailConfig } from '../../deliveries/public.ts';
import { findAccount, rolesIn } from '../accounts.ts';
import { mailToAccount } from '../messages/mail-to-account.ts';
import { makeLink, recentLinks } from './password-links.ts';

/** What the job gets. Each request enqueues one, so that neither its answer nor its time tells whether there is an account. */
export interface ForgottenPasswordPayload {
  /** Null where no account has the name that was given. */
  readonly account: string | null;
}

/** A mailbox is not to be flooded by whoever knows a username. */
const LINKS_AN_HOUR = 3;

/**
 * Sends a link to a new password. Nothing is sent to an account that may not sign in to the organisation, that has no address,
 * or that has no password to forget.
 */
export function forgottenPasswordJob(database: Database, config: MailConfig): JobHandler {
  return async (payload, job) => {
    const { account: uuid, tenantId } = payload as ForgottenPasswordPayload & { readonly tenantId: number };
    if (uuid === null) return;
    const isWritten = await database
      .tenant(tenantId, system)
      .write('password-link', (tx) => writeLink(tx, config, uuid));
    if (isWritten) job.log.info({ account: uuid }, 'wrote a link to a new password');
  };
}

/** @returns whether a message was written */
async function writeLink(
  { db, systemDb, tenantId }: WriteTransaction,
  config: MailConfig,
  uuid: string,
): Promise<boolean> {
  // A change of address or password, which ends the links that it sees, waits until this one is there. Another request
  // waits too, and then counts this one.
  await systemDb.selectFrom('account').select('uuid').where('uuid', '=', uuid).forNoKeyUpdate().execute();
  const account = await findAccount(systemDb, { uuid });
  if (!account || account.passwordHash === null) return false;
  if ((await rolesIn(systemDb, uuid, tenantId)).length === 0) return false;
  if ((await recentLinks(systemDb, uuid)) >= LINKS_AN_HOUR) return false;
  return mailToAccount(db, config, account, async () => ({
    purpose: 'forgotten-password',
    token: await makeLink(systemDb, 'forgotten-password', uuid, tenantId),
  }));
}
