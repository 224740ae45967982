import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { DatabaseAccess, Installation } from '../compose.ts';
import type { Config } from '../config.ts';
import type { Actor } from '../db/database.ts';
import { accountIn } from '../modules/accounts/public.ts';
import type { Logger } from '../observe/log.ts';
import { nearestWord } from '../spelling.ts';

/**
 * The context of a command. A command ends by resolving (status 0) or by throwing (status 1, or 2 for a
 * `UsageError`).
 */
export interface CommandContext {
  readonly config: Config;
  readonly log: Logger;
  readonly access: DatabaseAccess;
  /** Folder of the migrations. */
  readonly migrations: string;
  /** The bundled `derive-process.ts`; without it images are decoded in this process. */
  readonly deriveProcess?: string;
  /** Aborted by the first SIGINT or SIGTERM: the command should end soon and cleanly. */
  readonly signal: AbortSignal;
  /** Prints a line of the result on standard output; progress and warnings go to standard error. */
  readonly say: (text: string) => void;
  /**
   * Opens the storage, and makes the parts of a first start; a command that needs an empty installation does
   * not call it.
   */
  installation(): Promise<Installation>;
}

/** A command of administration (decisions §1), registered in `commands.ts`. */
export interface Command {
  /** A few words for the list of commands. */
  readonly summary: string;
  /** The whole help, beginning with `armarium <name> …`. */
  readonly usage: string;
  /** Runs before the database is opened, which may create it. @throws CommandRefused */
  readonly before?: (config: Config) => Promise<void>;
  run(args: readonly string[], context: CommandContext): Promise<void>;
}

/** The command can't do its work. The message says why and what to do, for the person at the terminal. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/** The command line is wrong. A hint to the usage follows the message. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** Our message for an error of Node's parser. */
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
 * Parses the arguments of a command with Node's own parser, strictly.
 * @throws UsageError for wrong arguments
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
 * Finds a tenant by name.
 * @throws CommandRefused naming the existing ones
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
 * For commands that don't set up an empty installation.
 * @param consequence the end of the message: what follows from the emptiness
 * @throws CommandRefused
 */
export async function refuseEmpty({ database }: DatabaseAccess, consequence: string): Promise<void> {
  if (await database.system.selectFrom('tenant').select('id').limit(1).executeTakeFirst()) return;
  throw new CommandRefused(
    `This installation is empty: ${consequence}. See that DATA_DIR, or DATABASE_URL and STORAGE_URL, are those of ` +
      'the program that runs.',
  );
}

/** A dry run does not set up the installation that it looks at. @throws CommandRefused */
export const refuseEmptyDryRun = (access: DatabaseAccess) =>
  refuseEmpty(access, 'a dry run has nothing to look into, and makes nothing');

/**
 * The actor for an account of this name in a tenant.
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
