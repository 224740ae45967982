import { userRights, type UserRights } from '@armarium/contract/capability';
import { makeTenant } from '../compose.ts';
import { mayRemoveFiles } from '../db/kept-files.ts';
import { drawLogo, MediaRefused } from '../modules/media/public.ts';
import {
  addressOf,
  changeTenant,
  listTenants,
  readDisplayName,
  readTenantUrl,
  requireNewName,
  storeLogo,
  tenantUsage,
  type TenantChanges,
} from '../modules/tenancy/public.ts';
import { readSize, spokenSize } from './spoken-size.ts';
import { systemCause } from './system-cause.ts';
import {
  CommandRefused,
  readArguments,
  tenantNamed,
  UsageError,
  type Command,
  type CommandContext,
} from './command.ts';

const usage = `armarium tenant list
armarium tenant add NAME [--display-name TEXT] [--url ADDRESS]
armarium tenant set NAME [--display-name TEXT] [--url ADDRESS] [--user-rights ${userRights.join('|')}]
                         [--storage-quota SIZE] [--records-quota NUMBER] [--logo FILE | --no-logo]

  The organisations of this installation. A running server notices a change within five seconds.

  NAME              small letters, digits and hyphens; {name}.localhost leads to it on this machine. The first
                    organisation is "default". A name stays.
  --display-name    what people read; without one they read the name
  --url             the host at which it is reached by https (museo.example.org), or one with its own scheme and
                    port (http://museo.localhost:8080); "" takes it away
  --user-rights     what ROLE_USER may change: everything, what is their own, nothing
  --storage-quota   the most that its uploaded files may have together, such as 500GB or 2TB; "none" takes it away
  --records-quota   the most items and collections that it may have; "none" takes it away
  --logo            a PNG, JPEG, TIFF or GIF; it is drawn anew with at most 480 × 96 pixels`;

const naming = { 'display-name': { type: 'string' }, url: { type: 'string' } } as const;

const actions: Readonly<
  Record<string, ((args: readonly string[], context: CommandContext) => Promise<void>) | undefined>
> = { list, add, set };

/** The organisations of the installation, and their settings (decisions §2). */
export const tenantCommand: Command = {
  summary: 'list the organisations, add one, change one',
  usage,
  async run([name = '', ...rest], context) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) {
      throw new UsageError(`Say what to do: list, add or set.${name === '' ? '' : ` "${name}" is none.`}`);
    }
    await action(rest, context);
  },
};

async function list(args: readonly string[], context: CommandContext): Promise<void> {
  const { positionals } = readArguments(args, {});
  if (positionals.length > 0) throw new UsageError('"tenant list" takes no name.');
  const { database } = context.access;
  const rows = [['NAME', 'DISPLAY NAME', 'URL', 'USER RIGHTS', 'LOGO', 'FILES', 'RECORDS']];
  for (const tenant of await listTenants(database.system)) {
    const { storedBytes, records } = await database.bookkeeping(tenant.id, tenantUsage);
    const { storageQuota_bytes: most_bytes, recordsQuota: most } = tenant;
    rows.push([
      tenant.name,
      tenant.displayName || '-',
      tenant.url ?? '-',
      tenant.userRights,
      tenant.logoKey === null ? 'no' : 'yes',
      spokenSize(storedBytes) + (most_bytes === null ? '' : ` of ${spokenSize(most_bytes)}`),
      String(records) + (most === null ? '' : ` of ${most}`),
    ]);
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows)
    context.say(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

async function add(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, naming);
  const name = onlyName(positionals, 'add');
  const { access } = context;
  // In an empty installation `default` is made first.
  await context.installation();
  const others = await listTenants(access.database.system);
  requireNewName(name, others);
  const { displayName = '', url } = readNaming(values, name, others);
  const tenant = { name, displayName, ...(url && { url }), mustBeNew: true } as const;
  await makeTenant(access.migrator, access.database, tenant);
  context.say(
    `The organisation ${name} was made. ` +
      (displayName
        ? `People read "${displayName}".`
        : `People read "${name}" until it has a display name (tenant set ${name} --display-name …).`),
  );
  const address = url ? addressOf(url)?.origin : undefined;
  context.say(
    address === undefined
      ? `It has no address yet: on this machine it is reached at http://${name}.localhost:${context.config.port}/ui/, ` +
          `elsewhere once it has one (tenant set ${name} --url …).`
      : `It is reached at ${address}/ui/, once that leads to this server.`,
  );
  if (others.length === 1 && others[0]?.url === null) {
    context.say(
      'With several organisations an unknown host is nobody’s: "default" is now reached at localhost and IP addresses ' +
        'only, until it has an address too (tenant set default --url …).',
    );
  }
}

async function set(args: readonly string[], context: CommandContext): Promise<void> {
  const { values, positionals } = readArguments(args, {
    ...naming,
    'user-rights': { type: 'string' },
    'storage-quota': { type: 'string' },
    'records-quota': { type: 'string' },
    logo: { type: 'string' },
    'no-logo': { type: 'boolean' },
  });
  const name = onlyName(positionals, 'set');
  const { logo, 'no-logo': noLogo, 'user-rights': rights } = values;
  if (Object.keys(values).length === 0) throw new UsageError(`Say what to change of ${name}.`);
  if (logo !== undefined && noLogo) throw new UsageError('Give either --logo or --no-logo.');
  if (rights !== undefined && !isUserRights(rights)) {
    throw new UsageError(`--user-rights is ${userRights.join(', ')}; "${rights}" is none of them.`);
  }
  const quotas = readQuotas(values);
  const { access } = context;
  const { media } = await context.installation();
  const { id } = await tenantNamed(access, name);
  const tenants = await listTenants(access.database.system);
  const changes: TenantChanges = {
    ...readNaming(values, name, tenants),
    ...(rights !== undefined && { userRights: rights }),
    ...quotas,
    ...(logo !== undefined && { logoKey: await storeLogo(media.storage, id, await readLogo(logo)) }),
    ...(noLogo && { logoKey: null }),
  };
  await changeTenant(access.migrator, id, changes);
  const before = tenants.find((tenant) => tenant.id === id)?.logoKey;
  if (before && changes.logoKey !== undefined && changes.logoKey !== before) {
    // During a backup it stays: a file without a row does no harm.
    await access.database.bookkeeping(id, async (db) => {
      if (await mayRemoveFiles(db)) await media.storage.remove(before);
    });
  }
  context.say(`The organisation ${name} was changed.`);
}

function onlyName(positionals: readonly string[], action: string): string {
  const [name, ...more] = positionals;
  if (name === undefined || more.length > 0) throw new UsageError(`"tenant ${action}" takes one name.`);
  return name;
}

function isUserRights(text: string): text is UserRights {
  return (userRights as readonly string[]).includes(text);
}

function readNaming(
  values: { 'display-name'?: string | undefined; url?: string | undefined },
  name: string,
  tenants: Parameters<typeof readTenantUrl>[2],
): Pick<TenantChanges, 'displayName' | 'url'> {
  const { 'display-name': displayName, url } = values;
  return {
    ...(displayName !== undefined && { displayName: readDisplayName(displayName) }),
    ...(url !== undefined && { url: url === '' ? null : readTenantUrl(url, name, tenants) }),
  };
}

function readQuotas(values: {
  'storage-quota'?: string | undefined;
  'records-quota'?: string | undefined;
}): Pick<TenantChanges, 'storageQuota_bytes' | 'recordsQuota'> {
  const { 'storage-quota': size, 'records-quota': number } = values;
  const size_bytes = size === undefined || size === 'none' ? null : readSize(size);
  if (size_bytes === undefined) {
    throw new UsageError(`--storage-quota is a size such as 500GB or 2TB, or none; "${size}" is neither.`);
  }
  const records = number === undefined || number === 'none' ? null : Number(number);
  if (number?.trim() === '' || (records !== null && !(Number.isSafeInteger(records) && records >= 0))) {
    throw new UsageError(`--records-quota is a whole number, or none; "${number}" is neither.`);
  }
  return {
    ...(size !== undefined && { storageQuota_bytes: size_bytes }),
    ...(number !== undefined && { recordsQuota: records }),
  };
}

async function readLogo(path: string): Promise<Buffer> {
  try {
    return await drawLogo(path);
  } catch (error) {
    const why = error instanceof MediaRefused ? error.cause_.title : `${systemCause(error)}.`;
    throw new CommandRefused(`The logo ${path} can't be used: ${why}`);
  }
}
