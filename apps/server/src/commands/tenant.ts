import { userRights } from '@armarium/contract/capability';
import { PUBLIC_MIN_PX, watermarkPlaces } from '@armarium/contract/image-delivery';
import { AGREEMENT_MAX } from '@armarium/contract/organisation';
import { languages } from '@armarium/contract/preferences';
import { makeTenant } from '../compose.ts';
import { addressOf, listTenants, requireNewName, tenantUsage } from '../modules/tenancy/public.ts';
import { asColumns } from './columns.ts';
import { readArguments, UsageError, type Command, type CommandContext } from './command.ts';
import { spokenSize } from './spoken-size.ts';
import { onlyName } from './tenant/only-name.ts';
import { setTenant } from './tenant/set-tenant.ts';
import { showTenant } from './tenant/show-tenant.ts';
import { naming, readNaming } from './tenant/tenant-options.ts';

const usage = `armarium tenant list
armarium tenant show NAME
armarium tenant add NAME [--display-name TEXT] [--url ADDRESS]
armarium tenant set NAME [--display-name TEXT] [--url ADDRESS] [--user-rights ${userRights.join('|')}]
                         [--accent COLOUR] [--language ${languages.join('|')}|none] [--trash-days NUMBER [--yes]]
                         [--agreement FILE --agreement-language ${languages.join('|')} | --no-agreement]
                         [--logo FILE | --no-logo] [--watermark FILE | --no-watermark] [--watermark-place PLACE]
                         [--watermark-opacity PERCENT] [--watermark-width PERCENT] [--public-size PIXELS]
                         [--storage-quota SIZE] [--records-quota NUMBER]

  The organisations of this installation. A running server is told of a change at once; one that missed it notices
  within five seconds. Administrators of an organisation can change all but its address and its quotas themselves.

  NAME                 small letters, digits and hyphens; {name}.localhost leads to it on this machine. The first
                       organisation is "default". A name stays.
  --display-name       what people read; without one they read the name
  --url                the host at which it is reached by https (museo.example.org), or one with its own scheme and
                       port (http://museo.localhost:8080); "" takes it away
  --user-rights        what ROLE_USER may change: everything, what is their own, nothing
  --accent             the colour of buttons and links, such as "#8b0000"; "none": the program's own
  --language           for people who chose none; "none": their browser decides
  --trash-days         after so many days deleted records are purged; "none": as TRASH_DAYS says
  --yes                a shorter time in the trash may purge what lies there within the hour
  --agreement          a text in UTF-8 of at most ${AGREEMENT_MAX} characters that people accept before a download; each one
                       becomes a version of its own
  --agreement-language the language of the text
  --no-agreement       puts the program's own agreement in force again
  --logo               a PNG, JPEG, TIFF or GIF; it is drawn anew with at most 480 × 96 pixels
  --watermark          a picture, best a PNG that is transparent around it; all images are prepared anew
  --watermark-place    ${watermarkPlaces.join(', ')}
  --watermark-opacity  5 to 100 percent of what the picture has itself
  --watermark-width    5 to 100 percent of the width of an image
  --public-size        the longest side of public images for visitors, ${PUBLIC_MIN_PX} or more; "none": full size
  --storage-quota      the most that its uploaded files may have together, such as 500GB or 2TB; "none" takes it away
  --records-quota      the most items and collections that it may have; "none" takes it away`;

const actions: Readonly<
  Record<string, ((args: readonly string[], context: CommandContext) => Promise<void>) | undefined>
> = { list, add, set: setTenant, show: showTenant };

/** The organisations of the installation, and their settings (decisions §2). */
export const tenantCommand: Command = {
  summary: 'list the organisations, show, add or change one',
  usage,
  async run([name = '', ...rest], context) {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) {
      throw new UsageError(
        `Say what to do: list, show, add or set.${name === '' ? '' : ` "${name}" is none.`}`,
      );
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
  for (const line of asColumns(rows)) context.say(line);
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
