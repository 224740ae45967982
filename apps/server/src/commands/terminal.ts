import type { Config } from '../config.ts';
import { isAccessRefused, isDatabaseAway } from '../db/constraint-problems.ts';
import { EmbeddedPostgresError } from '../db/embedded/start-embedded-postgres.ts';
import { DatabaseUnusable } from '../db/unusable-database.ts';
import { ProblemError } from '../problem-error.ts';
import { ConfigError } from '../settings/setting-values.ts';
import { StorageFull, StorageUnavailable } from '../storage/storage.ts';
import { CommandRefused } from './command.ts';
import { fileInTheWay } from '../storage/system-cause.ts';

/** Writes a line to the standard output. */
export function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Ends the process with a message and the status of a failure. */
export function giveUp(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Ends the process because the command line is wrong. */
export function notUnderstood(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

/** The cause of a failure for the person at the terminal. A fault of the program shows its stack trace. */
export function causeOf(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof DatabaseUnusable ||
    error instanceof CommandRefused ||
    error instanceof StorageFull ||
    error instanceof StorageUnavailable
  ) {
    return error.message;
  }
  if (error instanceof ProblemError) {
    return [error.message, ...error.fields.map((field) => `${field.name}: ${field.message}`)].join('\n');
  }
  if (isDatabaseAway(error) || isAccessRefused(error)) {
    return (
      `the database can't be reached (${(error as Error).message}). ` +
      'See that it runs, and that DATABASE_URL is right.'
    );
  }
  const inTheWay = fileInTheWay(error);
  if (inTheWay !== undefined) return inTheWay;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Writes the password that was generated for the administrator. */
export function sayPassword(config: Config, password: string): void {
  say(`Sign in as ${config.adminUsername} with the password ${password} (it is shown this once).`);
}
