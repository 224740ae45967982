import { sql, type Kysely } from 'kysely';
import type { Role } from '@armarium/contract/capability';
import { system, type SystemTables } from '../../../db/database.ts';
import type { StoredProvider } from '../../tenancy/public.ts';
import { findAccount, rolesIn, type Account } from '../accounts.ts';
import { factorNeeded, type LackingFactor } from '../second-factor/second-factor.queries.ts';
import type { SessionParts } from '../sessions/session-parts.ts';
import type { Opener } from '../sessions/sessions.ts';
import { preparePerson, presentProvider, rolesGiven } from './person-account.writes.ts';
import type { ProvidedPerson } from './relying-party.ts';
import { SignOnFailed } from './sign-on-failed.ts';
import { linkedAccount } from './sign-on.queries.ts';

/** A session that a sign-on opened. */
interface Admitted {
  readonly account: Account;
  readonly roles: Role[];
  readonly token: string;
  readonly lacks: LackingFactor | undefined;
}

/** Who comes, by which provider, to which organisation, in which browser. */
interface Arrival {
  readonly tenantId: number;
  readonly provider: StoredProvider;
  readonly person: ProvidedPerson;
  readonly opener: Opener;
  /** The account that is signed in in this browser. */
  readonly present: string | undefined;
}

/**
 * Opens a session for a person whom a provider vouches for. Most arrivals change nothing but that; an account is written only
 * where it is new, not linked, or has other roles than its groups give.
 * @throws SignOnFailed where the person may not come in
 */
export async function admitPerson(
  parts: Pick<SessionParts, 'database' | 'sessions' | 'mail'>,
  arrival: Arrival,
): Promise<Admitted> {
  const { database, sessions, mail } = parts;
  const { tenantId, provider, person, present } = arrival;
  const asItIs = await openSession(parts, arrival, false);
  if (asItIs) return asItIs;
  // The history names the program as the author, so that no label can pass for a person.
  const author = { ...system, displayName: `${system.displayName} (${provider.label})` };
  const uuid = await database.tenant(tenantId, author).write('account-sign-on', async (tx) => {
    await preparePerson({ tx, by: 'operator', mail }, provider, person);
    const uuid = await linkedAccount(tx.db, person);
    requireSame(present, uuid);
    return uuid;
  });
  if (uuid !== undefined) sessions.forgetAccount(uuid);
  const prepared = await openSession(parts, arrival, true);
  if (!prepared) throw new SignOnFailed('no-role');
  return prepared;
}

/** Nobody may be switched to another account unnoticed. */
function requireSame(present: string | undefined, uuid: string | undefined): void {
  if (present !== undefined && present !== uuid) throw new SignOnFailed('other-account');
}

/**
 * Opens the session of an account that needs nothing written to it.
 * @param isPrepared whether that was done just now: then nothing more will come of it
 * @returns undefined where the account is to be made, linked, or given other roles first
 * @throws SignOnFailed where the person may not come in
 */
async function openSession(
  { database, sessions }: Pick<SessionParts, 'database' | 'sessions'>,
  { tenantId, provider: former, person, opener, present }: Arrival,
  isPrepared: boolean,
): Promise<Admitted | undefined> {
  return database.bookkeeping(tenantId, async (db) => {
    // The role of the transaction may read and write the tables of accounts as well; nothing else is known of their types here.
    const systemDb = db as unknown as Kysely<SystemTables>;
    // Whoever removes the provider waits for this, and its session then ends with it (`on delete cascade`, 0036_sign_on.sql).
    const provider = await presentProvider(db, former);
    const uuid = await linkedAccount(db, person);
    if (uuid === undefined) return undefined;
    requireSame(present, uuid);
    // What ends sessions, or takes roles away, locks the account: it comes before or after.
    await systemDb.selectFrom('account').select('uuid').where('uuid', '=', uuid).forShare().execute();
    const account = await findAccount(systemDb, { uuid });
    const roles = account ? await rolesIn(systemDb, uuid, tenantId) : [];
    const given = rolesGiven(provider, person);
    if (!isPrepared && provider.groupsClaim !== null && !hasSameRoles(roles, given)) return undefined;
    // Of whose groups nothing is said has the standard role, or none (decisions, sign-on).
    const isUnsaid = provider.groupsClaim !== null && person.groups === undefined;
    const isStandard = JSON.stringify(roles) === JSON.stringify(given);
    if (!account || roles.length === 0 || (isUnsaid && !isStandard)) throw new SignOnFailed('no-role');
    const linked = await db
      .updateTable('account_sign_on')
      .set({ last_used_at: sql<Date>`now()` })
      .where('issuer', '=', person.issuer)
      .where('subject', '=', person.subject)
      .where('account_uuid', '=', uuid)
      .where('removed_at', 'is', null)
      .returning('subject')
      .executeTakeFirst();
    // It was removed just now.
    if (!linked) throw new SignOnFailed('not-linked');
    const lacks = await factorNeeded(systemDb, { uuid, roles }, tenantId);
    const opening = { pending: lacks !== undefined, signOn: provider.id };
    const token = await sessions.open(account, tenantId, opener, opening, systemDb);
    // The password was changed just now, which ends all sessions.
    if (token === undefined) throw new SignOnFailed('over');
    return { account, roles, token, lacks };
  });
}

/** Whether roles are those that a provider gives. ROLE_ADMIN is not its own. */
const hasSameRoles = (held: readonly Role[], given: readonly Role[]) =>
  JSON.stringify(held.filter((role) => role !== 'ROLE_ADMIN')) === JSON.stringify(given);
