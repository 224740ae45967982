import { userInfo } from 'node:os';
import { roles as knownRoles } from '@armarium/contract/capability';
import { system as systemActor } from '../db/database.ts';
import {
  accountNames,
  accountsHere,
  addAccount,
  changeActive,
  changeRoles,
  closeAccount,
  findAccount,
  hasSecondFactor,
  hashPassword,
  removeAccount,
  removeToken,
  reopenAccount,
  replacePassword,
  requireAccountFields,
  resetFactor,
  tokensOf,
  type Account,
  type AccountWrite,
} from '../modules/accounts/public.ts';
import { asColumns } from './columns.ts';
import {
  CommandRefused,
  readArguments,
  tenantNamed,
  UsageError,
  type Command,
  type CommandContext,
} from './command.ts';
import { sayMadePassword, wantedPassword } from './given-password.ts';
import { rolesNamed } from './roles-named.ts';

const usage = `armarium user list [--tenant NAME]
armarium user add USERNAME [--role ROLE]… [--name TEXT] [--surname TEXT] [--email ADDRESS]
                           [--password-stdin] [--tenant NAME]
armarium user roles USERNAME [--grant ROLE]… [--revoke ROLE]… [--tenant NAME]
armarium user password USERNAME [--password-stdin]
armarium user reset-second-factor USERNAME
armarium user tokens USERNAME [--remove NAME]… [--tenant NAME]
armarium user deactivate USERNAME [--tenant NAME]
armarium user activate USERNAME [--tenant NAME]
armarium user close USERNAME
armarium user reopen USERNAME
armarium user remove USERNAME [--tenant NAME]

  The accounts, above all organisations. A running server notices a change within five seconds.

  add               makes an account at home in the organisation, with ROLE_USER unless --role says otherwise
  roles             gives and takes roles in the organisation, of an account of another one too; shows those that
                    it has without --grant and --revoke
  password          sets a new password, also for whoever lost theirs, and ends all sessions of the account
  reset-second-factor
                    removes the authenticator app and the recovery codes of whoever lost them, and ends all sessions
                    of the account
  tokens            shows the tokens by which programs act for the account in the organisation; removes those that
                    are named, which ends what programs began with them
  deactivate        ends all sessions of the account in the organisation and refuses new ones; its roles stay
  activate          lets a deactivated account sign in again
  close             closes the whole account, in all organisations: ends all its sessions and links of mail, and refuses
                    new ones; its tokens open nothing; roles, passkeys, tokens and history stay
  reopen            lets a closed account sign in again wherever it is not deactivated; its tokens work again too, and
                    whoever has not set a password yet needs a new invitation
  remove            takes all roles in the organisation; the account goes when it has none in any other

  The last account with ROLE_ADMIN, and the last admin of an organisation, keep their roles: they cannot be deactivated,
  closed or removed.

  --tenant          the name of the organisation; "default" without it
  --password-stdin  takes the first line of standard input as password; without it one is made and shown once
  ROLE              ${knownRoles.slice(0, 5).join(', ')},
                    ${knownRoles.slice(5).join(', ')};
                    "tenant-admin" is ROLE_TENANT_ADMIN`;

const tenantOption = { tenant: { type: 'string' } } as const;
const passwordOption = { 'password-stdin': { type: 'boolean' } } as const;

const actions: Readonly<
  Record<string, ((args: readonly string[], context: CommandContext) => Promise<void>) | undefined>
> = {
  list,
  add,
  roles,
  password,
  'reset-second-factor': resetSecondFactor,
  tokens,
  deactivate: (args, context) => setActive(args, context, false),
  activate: (args, context) => setActive(args, context, true),
  close: (args, context) => setClosed(args, context, true),
  reopen: (args, context) => setClosed(args, context, false),
  remove,
};

/**
 * The accounts, for the person who runs the installation, who is above the tenants and can replace a lost
 * password.
 */
export const userCommand: Command = {
  summary:
    'list the accounts, add, deactivate, close or remove one, change roles or a password, reset a second factor, remove tokens',
  usage,
  async run([name = '', ...rest], context) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) {
      throw new UsageError(
        `Say what to do: ${Object.keys(actions).join(', ')}.${name === '' ? '' : ` "${name}" is none of them.`}`,
      );
    }
    await action(rest, context);
  },
};

async function list(args: readonly string[], context: CommandContext): Promise<void> {
  const { access } = context;
  const { values, positionals } = readArguments(args, tenantOption);
  if (positionals.length > 0) throw new UsageError('"user list" takes no username.');
  const { id } = await tenantNamed(access, values.tenant ?? 'default');
  const { system } = access.database;
  const names = await accountNames(system, id);
  const uuids = names.sort((one, other) => (one.username < other.username ? -1 : 1)).map(({ uuid }) => uuid);
  const rows = (await accountsHere(system, id, uuids)).map((account) => [
    account.username,
    `${account.name} ${account.surname}`.trim() || '-',
    account.email || '-',
    account.isHome ? 'here' : 'elsewhere',
    stateOf(account),
    minute(account.lastSignIn),
    account.roles.join(', ') || '-',
  ]);
  for (const line of asColumns([
    ['USERNAME', 'NAME', 'E-MAIL', 'AT HOME', 'STATE', 'LAST SIGN-IN (UTC)', 'ROLES'],
    ...rows,
  ]))
    context.say(line);
}

const stateTold = {
  active: '',
  deactivated: ' The account is deactivated there.',
  closed: ' The whole account is closed.',
};

const stateOf = ({ isActive, isClosed }: { isActive: boolean; isClosed: boolean }) =>
  isClosed ? 'closed' : isActive ? 'active' : 'deactivated';

async function add(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, {
    ...tenantOption,
    ...passwordOption,
    role: { type: 'string', multiple: true },
    name: { type: 'string' },
    surname: { type: 'string' },
    email: { type: 'string' },
  });
  const username = onlyName(positionals, 'add');
  const wanted = rolesNamed(values.role ?? ['ROLE_USER']);
  const { name = '', surname = '', email } = values;
  const person = { username, name, surname, ...(email !== undefined && { email }) };
  requireAccountFields(person);
  const { access } = context;
  // In an empty installation the organisation and its administrator are made first.
  await context.installation();
  const { id, displayName } = await tenantNamed(access, values.tenant ?? 'default');
  const existing = await findAccount(access.database.system, { username });
  if (existing) {
    throw new CommandRefused(
      `There is an account ${existing.username} already. Give it a role in another organisation with ` +
        '"user roles", or choose another username.',
    );
  }
  const given = await wantedPassword(values['password-stdin'], context);
  const passwordHash = await hashPassword(given.password);
  await writing(context, id, 'account-create', (write) =>
    addAccount(write, { ...person, passwordHash }, wanted),
  );
  context.say(
    `The account ${username} was made in ${displayName || 'the organisation'}, with ${wanted.join(', ')}.`,
  );
  sayMadePassword(context, username, given);
}

async function roles(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, {
    ...tenantOption,
    grant: { type: 'string', multiple: true },
    revoke: { type: 'string', multiple: true },
  });
  const { access } = context;
  const { grant = [], revoke = [] } = values;
  const [granted, revoked] = [rolesNamed(grant), rolesNamed(revoke)];
  const both = granted.filter((role) => revoked.includes(role));
  if (both.length > 0) throw new UsageError(`${both.join(', ')} can't be both given and taken.`);
  const { id, name } = await tenantNamed(access, values.tenant ?? 'default');
  const account = await accountNamed(context, onlyName(positionals, 'roles'));
  if (granted.length + revoked.length > 0) {
    await writing(context, id, 'account-roles', (write) =>
      changeRoles(write, account.uuid, (held) =>
        [...held, ...granted].filter((role) => !revoked.includes(role)),
      ),
    );
  }
  const [now] = await accountsHere(access.database.system, id, [account.uuid]);
  const state = now ? stateTold[stateOf(now)] : '';
  context.say(`${account.username} has in ${name}: ${now?.roles.join(', ') || 'no role'}.${state}`);
}

async function password(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, passwordOption);
  const account = await accountNamed(context, onlyName(positionals, 'password'));
  const given = await wantedPassword(values['password-stdin'], context);
  const passwordHash = await hashPassword(given.password);
  await writing(context, account.homeTenant, 'account-password', (write) =>
    replacePassword(write, account.uuid, passwordHash),
  );
  const note = account.isClosed ? ' The account stays closed.' : '';
  context.say(`The password of ${account.username} was changed; its sessions have ended.${note}`);
  sayMadePassword(context, account.username, given);
}

async function resetSecondFactor(args: readonly string[], context: CommandContext): Promise<void> {
  const { positionals } = readArguments(args, {});
  const account = await accountNamed(context, onlyName(positionals, 'reset-second-factor'));
  if (!(await hasSecondFactor(context.access.database.system, account.uuid)))
    throw new CommandRefused(`${account.username} has no second factor.`);
  await writing(context, account.homeTenant, 'account-second-factor', (write) =>
    resetFactor(write, account.uuid),
  );
  context.say(`The second factor of ${account.username} was removed; its sessions have ended.`);
}

async function tokens(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, {
    ...tenantOption,
    remove: { type: 'string', multiple: true },
  });
  const { access } = context;
  const { remove: unwanted = [] } = values;
  const { id, name } = await tenantNamed(access, values.tenant ?? 'default');
  const { uuid, username } = await accountNamed(context, onlyName(positionals, 'tokens'));
  const data = access.database.tenant(id, systemActor);
  const before = await data.read((db) => tokensOf(db, uuid));
  const strange = unwanted.find((one) => !before.some((token) => token.name === one));
  if (strange !== undefined) throw new CommandRefused(`${username} has no token "${strange}" in ${name}.`);
  const removed = before.filter((token) => unwanted.includes(token.name));
  if (removed.length > 0) {
    await writing(context, id, 'account-token', async (write) => {
      for (const token of removed) await removeToken(write, uuid, token.uuid);
    });
  }
  const left = before.filter((token) => !removed.includes(token));
  if (left.length === 0) return context.say(`${username} has no tokens in ${name}.`);
  const rows = left.map((token) => [
    token.name,
    minute(token.createdAt),
    `${minute(token.expiresAt)}${token.expiresAt < new Date() ? ' (expired)' : ''}`,
    minute(token.lastUsedAt),
    token.capabilities.join(', '),
  ]);
  const heading = ['NAME', 'MADE (UTC)', 'EXPIRES', 'LAST USED', 'CAPABILITIES'];
  for (const line of asColumns([heading, ...rows])) context.say(line);
}

const minute = (moment: Date | null) => moment?.toISOString().slice(0, 16).replace('T', ' ') ?? '-';

async function setActive(args: readonly string[], context: CommandContext, active: boolean): Promise<void> {
  const { values, positionals } = readArguments(args, tenantOption);
  const { access } = context;
  const { id, name } = await tenantNamed(access, values.tenant ?? 'default');
  const account = await accountNamed(context, onlyName(positionals, active ? 'activate' : 'deactivate'));
  await requireHere(context, account, id, name);
  if (account.isClosed)
    throw new CommandRefused(
      `The whole account ${account.username} is closed. "user reopen" opens it again.`,
    );
  await writing(context, id, 'account-edit', (write) => changeActive(write, account.uuid, active));
  context.say(
    active
      ? `${account.username} can sign in to ${name}.`
      : `${account.username} can’t sign in to ${name} any more; its sessions there have ended.`,
  );
}

async function setClosed(args: readonly string[], context: CommandContext, closed: boolean): Promise<void> {
  const { positionals } = readArguments(args, {});
  const account = await accountNamed(context, onlyName(positionals, closed ? 'close' : 'reopen'));
  const { uuid, username, homeTenant } = account;
  const isDone = await writing(context, homeTenant, 'account-edit', (write) =>
    closed ? closeAccount(write, uuid) : reopenAccount(write, uuid),
  );
  if (!isDone)
    throw new CommandRefused(`The account ${username} is ${closed ? 'closed already' : 'not closed'}.`);
  context.say(
    closed
      ? `The account ${username} is closed: it can’t sign in to any organisation, and all its sessions have ended.`
      : `The account ${username} is open again.`,
  );
}

/** @throws CommandRefused for an account that the organisation doesn't see */
async function requireHere(
  { access }: CommandContext,
  { uuid, username }: Account,
  tenantId: number,
  tenant: string,
): Promise<void> {
  const [here] = await accountsHere(access.database.system, tenantId, [uuid]);
  if (!here) throw new CommandRefused(`${username} has no role in ${tenant}, and is not at home there.`);
}

async function remove(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, tenantOption);
  const { access } = context;
  const { id, name } = await tenantNamed(access, values.tenant ?? 'default');
  const account = await accountNamed(context, onlyName(positionals, 'remove'));
  await requireHere(context, account, id, name);
  const isGone = await writing(context, id, 'account-remove', (write) => removeAccount(write, account.uuid));
  context.say(
    isGone
      ? `The account ${account.username} was removed.`
      : `${account.username} has no role in ${name} any more; the account stays, for its other organisations.`,
  );
}

function onlyName(positionals: readonly string[], action: string): string {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(`"user ${action}" takes one username.`);
  return name;
}

async function accountNamed({ access }: CommandContext, username: string): Promise<Account> {
  const account = await findAccount(access.database.system, { username });
  if (account) return account;
  throw new CommandRefused(`There is no account "${username}". "user list" shows those of an organisation.`);
}

/** The context of a write in a tenant, recorded as one by the person at the terminal. */
function writing<T>(
  { access, config }: CommandContext,
  tenantId: number,
  kind: string,
  apply: (write: AccountWrite) => Promise<T>,
): Promise<T> {
  const actor = { ...systemActor, displayName: `${terminalUser()} at the command line` };
  return access.database
    .tenant(tenantId, actor)
    .write(kind, (tx) => apply({ tx, by: 'operator', mail: config }));
}

function terminalUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run with a user id that has no name.
    return `account ${process.getuid?.() ?? 'unknown'}`;
  }
}
