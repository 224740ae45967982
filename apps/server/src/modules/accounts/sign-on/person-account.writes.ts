import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { roles as knownRoles, type Role } from '@armarium/contract/capability';
import { ProblemError } from '../../../problem-error.ts';
import type { TenantQueries } from '../../../db/database.ts';
import { findProvider, type StoredProvider } from '../../tenancy/public.ts';
import { accountsHere, type AccountHere } from '../account.queries.ts';
import { requireAccountFields } from '../account.rules.ts';
import { lockRoles, lockRow, record, type AccountWrite } from '../account-write.ts';
import { insertAccount } from '../accounts.ts';
import { tellOfSecurity } from '../messages/tell-of-security.ts';
import { renewRoles } from '../role.writes.ts';
import type { ProvidedPerson } from './relying-party.ts';
import { SignOnFailed } from './sign-on-failed.ts';
import { linkedAccount, linksOf } from './sign-on.queries.ts';

/**
 * The roles that a provider gives a person; ROLE_ADMIN never (decisions §12). Somebody of whose groups nothing is said has none
 * of them.
 */
export function rolesGiven(provider: StoredProvider, { groups = [] }: ProvidedPerson): Role[] {
  const { groupRoles, defaultRole } = provider;
  const byGroup: Role[] = groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  const given = byGroup.length === 0 && defaultRole !== null ? [defaultRole] : byGroup;
  return knownRoles.filter((role) => role !== 'ROLE_ADMIN' && given.includes(role));
}

/**
 * The provider as it is now, until the end of the transaction: the person was away for a while.
 * @throws SignOnFailed `gone` where it was removed, is another by now, or has another claim: the groups were read from the former one
 */
export async function presentProvider(db: TenantQueries, former: StoredProvider): Promise<StoredProvider> {
  const provider = await findProvider(db, former.id, { isLocked: true });
  const isSame =
    provider?.issuer === former.issuer &&
    provider.clientId === former.clientId &&
    provider.groupsClaim === former.groupsClaim;
  if (!isSame) throw new SignOnFailed('gone');
  return provider;
}

/**
 * Brings the account of a person up to date: finds it or makes it, links it, and gives it the roles of its groups.
 * @param former the provider as it was when it was asked
 * @throws SignOnFailed where the person may not come in; then nothing is written
 */
export async function preparePerson(
  write: AccountWrite,
  former: StoredProvider,
  person: ProvidedPerson,
): Promise<void> {
  await lockRoles(write);
  const provider = await presentProvider(write.tx.db, former);
  const known = await linkedAccount(write.tx.db, person);
  if (known === undefined) return admitNewcomer(write, provider, person);
  const account = await lockedAccount(write, known);
  if (!account.isActive || provider.groupsClaim === null) return;
  // A claim that is mistyped, or left out for a day, must not take anybody's roles away.
  if (person.groups === undefined) throw new SignOnFailed('no-role');
  await renewRoles(write, account, rolesGiven(provider, person));
}

/** Links the account with the person's address, or makes an account. */
async function admitNewcomer(
  write: AccountWrite,
  provider: StoredProvider,
  person: ProvidedPerson,
): Promise<void> {
  const given = rolesGiven(provider, person);
  const found = await accountWithAddress(write, person);
  if (!found) {
    if (given.length === 0) throw new SignOnFailed('no-role');
    const uuid = await makeAccount(write, provider, person, given);
    return insertLink(write, uuid, person);
  }
  if (provider.groupsClaim !== null) {
    // Whoever has no role by their groups keeps those of before, for the password.
    if (given.length === 0 || person.groups === undefined) throw new SignOnFailed('no-role');
    await renewRoles(write, found, given);
  }
  await linkAccount(write, found.uuid, provider, person);
}

async function lockedAccount(write: AccountWrite, uuid: string): Promise<AccountHere> {
  await lockRow(write, uuid);
  // One that has lost its last role here is not in the list of the organisation.
  const [account] = await accountsHere(write.tx.systemDb, write.tx.tenantId, [uuid], { all: true });
  if (!account) throw new SignOnFailed('no-role');
  return account;
}

/**
 * The account that may be linked by its address (decisions §12): its home is this organisation, it has roles in no other and
 * not ROLE_ADMIN, and a link that was sent to the address has been followed. It is locked.
 * @returns undefined where no account that the organisation sees has the address
 * @throws SignOnFailed `not-linked` where one has it and may not be linked, `no-role` where it is deactivated
 */
async function accountWithAddress(
  write: AccountWrite,
  person: ProvidedPerson,
): Promise<AccountHere | undefined> {
  const { systemDb, tenantId, db } = write.tx;
  // Ours are ASCII. In another alphabet the database would fold a letter into one of ours, and with it one mailbox into another.
  const email = usable('email', person.email);
  if (email === '') return undefined;
  const withAddress = () =>
    systemDb
      .selectFrom('account')
      .select(['uuid', 'email_confirmed as isConfirmed'])
      .select((select) =>
        select
          .exists(
            select
              .selectFrom('account_role')
              .select('role')
              .whereRef('account_uuid', '=', 'account.uuid')
              .where('tenant_id', '!=', tenantId),
          )
          .as('isElsewhere'),
      )
      .where(sql<boolean>`email <> '' and lower(email) = lower(${email})`)
      .orderBy('uuid')
      .execute();
  for (const { uuid } of await withAddress()) await lockRow(write, uuid);
  // As they are now that nobody changes them.
  const all = await withAddress();
  const seen = await accountsHere(
    systemDb,
    tenantId,
    all.map(({ uuid }) => uuid),
  );
  const [account] = seen;
  // Of accounts of other organisations nobody learns here.
  if (!account) return undefined;
  const [only, another] = all;
  const isOwn = account.isHome && !account.isAdministrator;
  const mayLink = isOwn && only?.isConfirmed === true && !only.isElsewhere && another === undefined;
  if (!mayLink) throw new SignOnFailed('not-linked');
  // The address may have passed to somebody else, whom the provider knows by another subject; or its owner has removed the link.
  const links = await linksOf(db, account.uuid);
  if (links.some(({ issuer }) => issuer === person.issuer)) throw new SignOnFailed('not-linked');
  if (!account.isActive) throw new SignOnFailed('no-role');
  return account;
}

async function makeAccount(
  write: AccountWrite,
  provider: StoredProvider,
  person: ProvidedPerson,
  roles: readonly Role[],
): Promise<string> {
  const { tx } = write;
  const name = usable('name', person.name);
  const surname = usable('surname', person.surname);
  const email = usable('email', person.email);
  const stem = usernameFrom(person.username) || usernameFrom(email) || usernameFrom(surname) || 'user';
  // A username is taken in all organisations: what was chosen there must not keep a person out.
  const candidates = [stem, usernameFrom(email), ...Array.from({ length: 3 }, () => withEnding(stem))];
  for (const username of candidates.filter((candidate) => candidate !== '')) {
    const account = { username, name, surname, email, passwordHash: null };
    const uuid = await insertAccount(tx.systemDb, account, tx.tenantId, roles).catch((error: unknown) => {
      // Nothing was written: the username is checked first.
      if (error instanceof ProblemError && error.code === 'username-taken') return undefined;
      throw error;
    });
    if (uuid === undefined) continue;
    const after = { username, name, surname, email, roles: [...roles], signOn: provider.label };
    await record(tx, uuid, { action: 'create', after });
    return uuid;
  }
  throw new SignOnFailed('not-linked');
}

/** A value of a provider, where it has the form that our own have; else nothing. */
function usable(field: 'name' | 'surname' | 'email', value: string): string {
  try {
    if (value !== '') requireAccountFields({ [field]: value });
    return value;
  } catch {
    return '';
  }
}

/** A username from a name of a provider: without what ours may not have. */
const usernameFrom = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}:]+/gu, ' ')
    .trim()
    .slice(0, 90)
    .toWellFormed();

const withEnding = (stem: string) => `${stem}-${randomBytes(3).toString('hex')}`;

/** @throws SignOnFailed `taken` where somebody else was linked at the same moment */
async function insertLink({ tx }: AccountWrite, uuid: string, person: ProvidedPerson): Promise<void> {
  const { issuer, subject } = person;
  await tx.db
    .deleteFrom('account_sign_on')
    .where('account_uuid', '=', uuid)
    .where('issuer', '=', issuer)
    .where('removed_at', 'is not', null)
    .execute();
  const inserted = await tx.db
    .insertInto('account_sign_on')
    .values({ tenant_id: tx.tenantId, issuer, subject, account_uuid: uuid })
    .onConflict((present) => present.doNothing())
    .returning('subject')
    .executeTakeFirst();
  if (!inserted) throw new SignOnFailed('taken');
}

/** Links an account that was there before, writes that into its history, and tells its owner. */
async function linkAccount(
  write: AccountWrite,
  uuid: string,
  { label }: StoredProvider,
  person: ProvidedPerson,
): Promise<void> {
  await insertLink(write, uuid, person);
  await record(write.tx, uuid, { action: 'update', before: { signOn: null }, after: { signOn: label } });
  await tellOfSecurity(write, uuid, { what: 'sign-on-linked', label });
}

/**
 * Links the account of the person who is signed in. It is locked already.
 * @throws SignOnFailed `taken` where the person of the provider opens another account, or this account is opened by another person
 */
export async function linkOwnAccount(
  write: AccountWrite,
  uuid: string,
  provider: StoredProvider,
  person: ProvidedPerson,
): Promise<void> {
  const { tx } = write;
  const present = await linkedAccount(tx.db, person);
  if (present === uuid) return;
  const links = await linksOf(tx.db, uuid);
  if (present !== undefined || links.some((one) => one.issuer === person.issuer && !one.isRemoved))
    throw new SignOnFailed('taken');
  await linkAccount(write, uuid, provider, person);
}

/**
 * Removes the link of an account to a provider, and ends the sessions that the provider opened, with the tokens made in them. The account is locked already.
 * @throws ProblemError 404 where there is no link, 409 `only-way-in` for an account without a password
 */
export async function unlinkOwnAccount(
  write: AccountWrite,
  account: AccountHere,
  provider: StoredProvider,
): Promise<void> {
  const { tx } = write;
  const { uuid } = account;
  if (!account.hasPassword)
    throw new ProblemError(
      'only-way-in',
      'The account has no password. Ask an administrator for an invitation, set a password by it, and then remove the link.',
    );
  const removed = await tx.db
    .updateTable('account_sign_on')
    .set({ removed_at: sql<Date>`now()` })
    .where('account_uuid', '=', uuid)
    .where('issuer', '=', provider.issuer)
    .where('removed_at', 'is', null)
    .returning('subject')
    .executeTakeFirst();
  if (!removed) throw new ProblemError('not-found', 'The account is not linked to this provider.');
  await tx.systemDb
    .deleteFrom('session')
    .where('account_uuid', '=', uuid)
    .where('tenant_id', '=', tx.tenantId)
    .where('sign_on_provider', '=', provider.id)
    .execute();
  await tx.db
    .deleteFrom('account_token')
    .where('account_uuid', '=', uuid)
    .where('sign_on_provider', '=', provider.id)
    .execute();
  await record(tx, uuid, { action: 'update', before: { signOn: provider.label }, after: { signOn: null } });
  await tellOfSecurity(write, uuid, { what: 'sign-on-unlinked', label: provider.label });
}
