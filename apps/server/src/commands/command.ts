import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { DatabaseAccess, Installation } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../db/database.ts';
import { accountIn } from '../modules/accounts/public.ts';
import type { Logger } from '../observe/log.ts';
import { nearestWord } from '../spelling.ts';

/** What a command is given. It ends by resolving (status 0) or by throwing (status 1, or 2 for a `UsageError`). */
export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  readonly access: DatabaseAccess;
  /** Folder of the SQL files. */
  readonly migrations: string;
  /** The bundled `derive-process.ts`; without it images are decoded in this process. */
  readonly deriveProcess?: string;
  /** Aborted by the first SIGINT or SIGTERM: end soon, and in order. */
  readonly signal: AbortSignal;
  /** A line of the result, on standard output; progress and warnings go to standard error. */
  readonly say: (text: string) => void;
  /** The storage and what a first start makes; a command that wants the installation empty does not ask for it. */
  installation(): Promise<Installation>;
}

/** A command of administration (decisions §1), registered in `commands.ts`. */
export interface Command {
  /** A few words for the list of commands. */
  readonly summary: string;
  /** The whole help, beginning with `armarium <name> …`. */
  readonly usage: string;
  /** What is looked at before the database is opened, which may make it. @throws CommandRefused */
  readonly before?: (config: Config) => Promise<void>;
  run(args: readonly string[], context: CommandContext): Promise<void>;
}

/** What could not be done, and what to do, in words for the person at the terminal. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/** The command line was not understood; the message is followed by where its usage is. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Why Node's parser did not take the words, in ours. */
function notUnderstood(error: unknown, options: NonNullable<ParseArgsConfig['options']>): string {
  if (!(error instanceof Error)) return String(error);
  const { message } = error;
  const name = /'(-{1,2}[^' ,=]+)/.exec(message)?.[1] ?? '';
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const meant = nearestWord(name.replace(/^--?/, ''), Object.keys(options));
      return `There is no option ${name}.${meant === undefined ? '' : ` Is --${meant} meant?`}`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      if (message.includes('does not take')) return `${name} takes no value.`;
      return message.includes('ambiguous')
        ? `${name} needs a value; one that begins with - is written ${name}=-….`
        : `${name} needs a value.`;
    default:
      return message;
  }
}

/**
 * Reads the words after a command's name with Node's own parser, strictly.
 * @throws UsageError where they are not understood
 */
export function readArguments<const O extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(notUnderstood(error, options), { cause: error });
  }
}

/**
 * The tenant of a name.
 * @throws CommandRefused naming those that there are
 */
export async function tenantNamed(
  { database }: DatabaseAccess,
  name: string,
): Promise<{ id: number; name: string; displayName: string }> {
  const rows = await database.system
    .selectFrom('tenant')
    .select(['id', 'name', 'display_name as displayName'])
    .orderBy('id')
    .execute();
  const found = rows.find((row) => row.name === name);
  if (found) return found;
  const known = rows.map((row) => row.name).join(', ');
  throw new CommandRefused(`There is no organisation "${name}". Known: ${known || 'none yet'}.`);
}

/**
 * For whoever makes nothing of what a first start makes.
 * @param consequence of there being nothing
 * @throws CommandRefused
 */
export async function refuseEmpty({ database }: DatabaseAccess, consequence: string): Promise<void> {
  if (await database.system.selectFrom('tenant').select('id').limit(1).executeTakeFirst()) return;
  throw new CommandRefused(
    `This installation is empty: ${consequence}. See that DATA_DIR, or DATABASE_URL and STORAGE_URL, are those of ` +
      'the program that runs.',
  );
}

/** A dry run does not make what it looks into. @throws CommandRefused */
export const refuseEmptyDryRun = (access: DatabaseAccess) =>
  refuseEmpty(access, 'a dry run has nothing to look into, and makes nothing');

/**
 * Who acts when an account of this name does something in a tenant.
 * @throws CommandRefused where it has no role there
 */
export async function memberNamed(
  { database }: DatabaseAccess,
  username: string,
  tenant: { id: number; name: string },
): Promise<Actor> {
  const actor = await accountIn(database.system, { username }, tenant.id);
  if (actor) return actor;
  throw new CommandRefused(
    `There is no account "${username}" with a role in the organisation ${tenant.name}. ` +
      'Name one with --as, or leave it out: then it is the system’s work.',
  );
}
