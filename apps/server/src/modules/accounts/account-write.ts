import { sql } from 'kysely';
import type { WriteTransaction } from '../../db/database.ts';
import { recordHistory, type HistoryEntry } from '../../db/history.ts';
import { notFound, ProblemError } from '../../problem-error.ts';
import type { MailConfig } from '../deliveries/public.ts';
import { isAdmin, rolesBySignOn, type Asker } from './account.rules.ts';
import { accountsHere, type AccountHere } from './account.queries.ts';
import { rolesIn } from './accounts.ts';

/** The context of a change of an account, in one transaction of a tenant. */
export interface AccountWrite {
  readonly tx: WriteTransaction;
  /** The author: the account of the transaction, or the person who runs the program. */
  readonly by: 'account' | 'operator';
  /** Throws where the account has changed since the caller saw it (`If-Match`). */
  readonly check?: (account: AccountHere) => void;
  /** The settings of the installation for the messages that tell the person. */
  readonly mail: MailConfig;
}

/** The current roles of the author: those of the session may be five seconds old. */
export async function askerOf({ tx, by }: AccountWrite): Promise<Asker> {
  if (by === 'operator') return by;
  const uuid = tx.actor.accountUuid;
  const roles = await rolesIn(tx.systemDb, uuid, tx.tenantId);
  // A session that acts without ROLE_ADMIN goes on doing so: a provider may have opened it.
  return { uuid, roles: tx.actor.roles.includes('ROLE_ADMIN') ? roles : rolesBySignOn(roles) };
}

/**
 * As `askerOf`, for changes that take the right to manage.
 * @throws ProblemError 409 where the author had that right when the request came and has lost it since
 */
export async function managerOf(write: AccountWrite): Promise<Asker> {
  const asker = await askerOf(write);
  if (asker !== 'operator' && isAdmin(write.tx.actor.roles) && !isAdmin(asker.roles))
    throw new ProblemError('roles-changed', 'You may not manage this organisation any more.');
  return asker;
}

/** Locks the roles of a tenant, since the counts of other admins must not change meanwhile. */
export async function lockRoles({ tx }: AccountWrite): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium roles', ${tx.tenantId}))`.execute(tx.db);
}

/** Locks the roles of all tenants, as `lockRoles` does those of one. */
export async function lockAllRoles({ tx }: AccountWrite): Promise<void> {
  // Always in the same order, so that two at once cannot deadlock.
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium roles', id))
    from (select id from tenant order by id) as ordered`.execute(tx.systemDb);
}

/** Locks the row of an account, so that it is neither changed nor deleted until the end of the transaction. */
export async function lockRow({ tx }: AccountWrite, uuid: string): Promise<void> {
  await tx.systemDb
    .selectFrom('account')
    .select('uuid')
    .where('uuid', '=', uuid)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Locks an account that the author may see. @throws ProblemError 404, and what `check` throws */
export async function lockAccount(write: AccountWrite, uuid: string): Promise<AccountHere> {
  const { tx, by, check } = write;
  await lockRow(write, uuid);
  const [account] = await accountsHere(tx.systemDb, tx.tenantId, [uuid], { all: by === 'operator' });
  if (!account) throw notFound('The account');
  check?.(account);
  return account;
}

/** Records a change of an account in its history. */
export function record(
  tx: WriteTransaction,
  uuid: string,
  what: Pick<HistoryEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  return recordHistory(tx, [{ record: uuid, resourceType: 'ACCOUNT', ...what }]);
}
