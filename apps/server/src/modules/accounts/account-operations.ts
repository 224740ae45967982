import {
  addMembership,
  assignRoles,
  AVATAR_MAX_BYTES,
  createTenantUser,
  findUsername,
  getTenantUser,
  listRoles,
  listTenantUsers,
  removeAvatar,
  setAvatar,
  updateTenantUser,
  type TenantUser,
} from '@armarium/contract/accounts';
import { roles as knownRoles } from '@armarium/contract/capability';
import type { BodyOf, Operation } from '@armarium/contract/operation';
import { fold } from '@armarium/contract/folded-text';
import type { FieldProblem } from '@armarium/contract/problem';
import { sendInvitation } from '@armarium/contract/password-links';
import { hasWords } from '@armarium/contract/search-words';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { receiveFilePart } from '../../http/file-part.ts';
import { implement, type Call, type Implementation } from '../../http/operation-route.ts';
import { pageAnswer, pageOfRows, wantedPage, wantedSort, type SortWanted } from '../../http/pages.ts';
import { invalid, notFound, ProblemError } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';
import {
  isAdmin,
  mayGrant,
  refusalOfEdit,
  refusalOfInvitation,
  refusalOfReset,
  refusalOfRoles,
} from './account.rules.ts';
import { accountNames, accountsHere, countHolders, versionOf, type AccountHere } from './account.queries.ts';
import {
  addAccount,
  addMembership as addMember,
  changeActive,
  changeAvatar,
  editAccount,
  inviteAgain,
} from './account.writes.ts';
import type { AccountWrite } from './account-write.ts';
import { findAccount } from './accounts.ts';
import { avatarUrlOf, drawAvatar } from './avatar.ts';
import { refuseWithoutPassword, requireOwnPassword } from './passwords/own-password.ts';
import { hashPassword } from './passwords/password.ts';
import { changePreferences } from './preferences.ts';
import { changeOwnPasswordOperation } from './passwords/change-own-password.ts';
import { presentSession } from './sessions/present-session.ts';
import type { SessionParts } from './sessions/session-parts.ts';
import { refuseBySignOn } from './sign-on/refuse-by-sign-on.ts';
import { isBySignOn, signOnsOf } from './sign-on/sign-on.queries.ts';
import { changeRoles } from './role.writes.ts';
import { isUsernameTaken } from './username.ts';

/** The parts of a call that all operations here use. */
type AccountCall = Pick<Call<Operation>, 'actor' | 'tenant' | 'origin' | 'data' | 'request' | 'reply'>;

const DEFAULT_SIZE = 20;
const sortFields = ['username', 'surname', 'name'] as const;
/** The order in which people look names up: without regard to case and accents, and user 2 before user 10. */
const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true });

function compareBy(sort: readonly SortWanted<(typeof sortFields)[number]>[]) {
  return (one: AccountNames, other: AccountNames): number => {
    for (const { field, direction } of sort) {
      const order = collator.compare(one[field], other[field]);
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return collator.compare(one.username, other.username) || (one.uuid < other.uuid ? -1 : 1);
  };
}

type AccountNames = Awaited<ReturnType<typeof accountNames>>[number];

const searchedText = ({ username, name, surname, email }: AccountNames) =>
  fold(`${username} ${name} ${surname} ${email}`);

function userView(
  account: AccountHere,
  { actor, tenant, origin }: AccountCall,
  sendsMail: boolean,
  signOn: TenantUser['signOn'],
): TenantUser {
  const { uuid, username, name, surname, email, avatar, roles, isHome, isActive, isClosed, lastSignIn } =
    account;
  const { hasSecondFactor, invitedUntil } = account;
  const asker = { uuid: actor.accountUuid, roles: actor.roles };
  // With the same roles the tenant keeps all the admins that it has.
  const mayAssign = refusalOfRoles(asker, account, roles, { admins: 0, administrator: false }) === undefined;
  return {
    id: uuid,
    username,
    name,
    surname,
    email,
    avatarUrl: avatarUrlOf(origin, uuid, avatar),
    tenantName: isHome ? tenant.name : null,
    tenantPermissions: [{ tenant: tenant.name, roles: [...roles] }],
    active: isActive,
    closed: isClosed,
    lastSignInDate: lastSignIn?.toISOString() ?? null,
    invitation: invitedUntil && { expiresDate: invitedUntil.toISOString() },
    secondFactor: isHome ? hasSecondFactor : null,
    signOn,
    allowedActions: [
      ...(refusalOfEdit(asker, account) === undefined ? (['edit'] as const) : []),
      ...(mayAssign ? (['assignRoles'] as const) : []),
      ...(mayAssign && !isClosed ? (['deactivate'] as const) : []),
      ...(sendsMail && refusalOfInvitation(asker, account) === undefined ? (['invite'] as const) : []),
      ...(hasSecondFactor && refusalOfReset(asker, account) === undefined
        ? (['resetSecondFactor'] as const)
        : []),
    ],
    _links: { self: { href: `${origin}${getTenantUser.path.replace(':id', uuid)}` } },
  };
}

/**
 * The problem of a body that names another tenant than the address; it does not reveal whether that one
 * exists.
 */
function foreignTenant(name: string): FieldProblem {
  return {
    name,
    code: 'not-this-tenant',
    message: 'Name the organisation of this address; no other can be given.',
  };
}

const passwordMissing: FieldProblem = {
  name: 'password',
  code: 'password-length',
  message: 'Give a password: the organisation cannot send mail, so that nobody can be invited.',
};

/** @throws ProblemError where the body names another tenant than the address, or needs a password */
async function newAccount(body: BodyOf<typeof createTenantUser>, tenant: string, sendsMail: boolean) {
  const { password, tenantName = tenant, tenantPermissions, ...person } = body;
  const [permissions] = tenantPermissions;
  const wrong = [
    ...(tenantName === tenant ? [] : [foreignTenant('tenantName')]),
    ...(permissions?.tenant === tenant ? [] : [foreignTenant('tenantPermissions[0].tenant')]),
    ...(password === undefined && !sendsMail ? [passwordMissing] : []),
  ];
  if (wrong.length > 0) throw invalid(wrong);
  return {
    roles: [...new Set(permissions?.roles)],
    account: {
      name: '',
      surname: '',
      ...person,
      passwordHash: password === undefined ? null : await hashPassword(password),
    },
  };
}

/** Checked before any look-up, so that the answer does not reveal which accounts exist. */
function requireOwnOrManage({ actor }: AccountCall, id: string): void {
  if (id.toLowerCase() === actor.accountUuid || isAdmin(actor.roles)) return;
  throw new ProblemError('forbidden', 'Your roles in this organisation do not allow this.');
}

/**
 * Who changes their own address of mail gives the password, where the installation sends mail or a provider opened the session: a message to the address can set
 * a new one, so that an abandoned session would otherwise be enough to take the account over.
 * @throws ProblemError 422 naming the password, 429
 */
async function requirePasswordForAddress(
  parts: Pick<SessionParts, 'system' | 'attempts' | 'mail'>,
  call: AccountCall,
  email: string,
  password: string | undefined,
): Promise<void> {
  const { smtpUrl, mailFrom } = parts.mail;
  const isSending = smtpUrl !== undefined && mailFrom !== undefined;
  // Mail may be set up later.
  if (!isSending && !(await isBySignOn(parts.system, presentSession(call.request)))) return;
  const account = await findAccount(parts.system, { uuid: call.actor.accountUuid });
  if (account?.email === email) return;
  await refuseWithoutPassword(parts, call);
  const field = 'currentPassword';
  const message = 'Give your password too: a message to the new address can set a new one.';
  if (password === undefined) throw invalid([{ name: field, code: 'required', message }]);
  await requireOwnPassword(field, password, parts, call);
}

/** The operations on accounts of a tenant (back office §2.1, §5, §7; decisions §3, §5). */
export function accountOperations(parts: SessionParts, storage: Storage): Implementation[] {
  const { system, sessions, attempts, mail, sendsMail } = parts;
  const answer = async (call: AccountCall, uuid: string) => {
    const [account] = await accountsHere(system, call.tenant.id, [uuid]);
    if (!account) throw notFound('The account');
    setEntityTag(call.reply, versionOf(account));
    const signOns = await call.data.read((db) => signOnsOf(db, [account.uuid]));
    return userView(account, call, sendsMail(call.tenant), signOns.get(account.uuid) ?? null);
  };
  /** Runs one write of an account, and then clears its cached sessions. */
  const change = async (
    { data, request }: AccountCall,
    uuid: string,
    kind: string,
    apply: (write: AccountWrite) => Promise<void>,
  ): Promise<void> => {
    const check = (account: AccountHere) => requireMatch(request, versionOf(account));
    await data.write(kind, (tx) => apply({ tx, by: 'account', mail, check }));
    sessions.forgetAccount(uuid);
  };

  return [
    implement(listRoles, async ({ actor, query, tenant, origin, url }) => {
      const page = wantedPage(query, 100);
      const held = await countHolders(system, tenant.id);
      const all = knownRoles.map((name) => ({
        name,
        grantable: mayGrant(actor.roles, name),
        accounts: held.get(name) ?? 0,
      }));
      return pageAnswer('roles', pageOfRows(all, page), page, all.length, origin, url);
    }),
    implement(listTenantUsers, async (call) => {
      const { query, tenant, origin, url } = call;
      if (query.tenant !== tenant.name) throw notFound('The organisation');
      const page = wantedPage(query, DEFAULT_SIZE);
      const { role, state, text = '' } = query;
      const asked = fold(text);
      const all = (await accountNames(system, tenant.id, { role, state }))
        .filter((account) => hasWords(searchedText(account), asked))
        .sort(compareBy(wantedSort(query.sort, sortFields)));
      const uuids = pageOfRows(all, page).map(({ uuid }) => uuid);
      const shown = await accountsHere(system, tenant.id, uuids);
      const signOns = await call.data.read((db) => signOnsOf(db, uuids));
      const views = shown.map((account) =>
        userView(account, call, sendsMail(tenant), signOns.get(account.uuid) ?? null),
      );
      return pageAnswer('jarvisUsers', views, page, all.length, origin, url);
    }),
    implement(findUsername, async ({ query, tenant, origin }) => {
      const found = await findAccount(system, { username: query.username });
      if (!found) {
        // Another tenant's username is not revealed by one that looks like it.
        if (await isUsernameTaken(system, query.username)) return { username: query.username, _links: {} };
        throw new ProblemError('not-found', 'No account has this username.');
      }
      const [here] = await accountsHere(system, tenant.id, [found.uuid]);
      return {
        username: found.username,
        _links: here ? { self: { href: `${origin}${getTenantUser.path.replace(':id', here.uuid)}` } } : {},
      };
    }),
    implement(getTenantUser, async (call) => {
      requireOwnOrManage(call, call.params.id);
      return answer(call, call.params.id);
    }),
    implement(createTenantUser, async (call) => {
      const { account, roles } = await newAccount(call.body, call.tenant.name, sendsMail(call.tenant));
      const uuid = await call.data.write('account-create', (tx) =>
        addAccount({ tx, by: 'account', mail }, account, roles),
      );
      const made = await answer(call, uuid);
      call.reply.header('location', made._links.self.href);
      return made;
    }),
    implement(addMembership, async (call) => {
      const { username, roles } = call.body;
      // Who gives names at random would find out which accounts other tenants have.
      const attempt = await attempts.begin(`memberships of ${call.actor.accountUuid}`, undefined);
      const uuid = await call.data
        .write('account-roles', (tx) => addMember({ tx, by: 'account', mail }, username, roles))
        .catch(async (error: unknown) => {
          const isUnknown = error instanceof ProblemError && error.code === 'not-found';
          if (!isUnknown) await attempt.forgiven();
          throw error;
        });
      await attempt.forgiven();
      sessions.forgetAccount(uuid);
      const added = await answer(call, uuid);
      call.reply.header('location', added._links.self.href);
      return added;
    }),
    implement(updateTenantUser, async (call) => {
      const { id } = call.params;
      const { name, surname, email, active, preferences } = call.body;
      requireOwnOrManage(call, id);
      if (email !== undefined && id.toLowerCase() === call.actor.accountUuid)
        await requirePasswordForAddress(parts, call, email, call.body.currentPassword);
      else if (email !== undefined) await refuseBySignOn(parts, call, id.toLowerCase());
      if (preferences && id.toLowerCase() !== call.actor.accountUuid)
        throw new ProblemError('forbidden', 'Everybody chooses their own preferences.');
      const given = {
        ...(name !== undefined && { name }),
        ...(surname !== undefined && { surname }),
        ...(email !== undefined && { email }),
      };
      await change(call, id, 'account-edit', async (write) => {
        if (active === undefined) await editAccount(write, id, given);
        else {
          await changeActive(write, id, active);
          // The version that the caller saw is compared once, before the first change.
          if (Object.keys(given).length > 0)
            await editAccount({ tx: write.tx, by: write.by, mail }, id, given);
        }
        if (preferences) await changePreferences(write.tx, id, preferences);
      });
      return answer(call, id);
    }),
    implement(assignRoles, async (call) => {
      const { id } = call.params;
      if (call.body.tenant !== call.tenant.name) throw invalid([foreignTenant('tenant')]);
      await change(call, id, 'account-roles', (write) => changeRoles(write, id, () => call.body.roles));
      return answer(call, id);
    }),
    implement(sendInvitation, async (call) => {
      const { id } = call.params;
      await change(call, id, 'account-invitation', (write) => inviteAgain(write, id));
      return answer(call, id);
    }),
    implement(setAvatar, async (call) => {
      const { id } = call.params;
      requireOwnOrManage(call, id);
      const picture = await receiveFilePart(
        call.request,
        (part) => drawAvatar(storage, part),
        AVATAR_MAX_BYTES,
      );
      await change(call, id, 'account-avatar', (write) => changeAvatar(write, id, picture));
      return answer(call, id);
    }),
    implement(removeAvatar, async (call) => {
      const { id } = call.params;
      requireOwnOrManage(call, id);
      await change(call, id, 'account-avatar', (write) => changeAvatar(write, id, null));
      return undefined;
    }),
    changeOwnPasswordOperation(parts),
  ];
}
