import { fileURLToPath } from 'node:url';
import { CommandRefused, UsageError, type Command } from './commands/command.ts';
import { commands } from './commands/commands.ts';
import { refuseOtherAccount } from './commands/own-account.ts';
import { fileInTheWay, systemCause } from './commands/system-cause.ts';
import {
  compose,
  openDatabaseAccess,
  openInstallation,
  openStorage,
  type DatabaseAccess,
  type Installation,
  type Program,
} from './compose.ts';
import { ConfigError, likelySlips, readConfig, type Config } from './config.ts';
import { isAccessRefused, isDatabaseAway } from './db/constraint-problems.ts';
import { EmbeddedPostgresError } from './db/embedded/start-embedded-postgres.ts';
import { DatabaseUnusable } from './db/migrate.ts';
import { makeLogger, type Logger } from './observe/log.ts';
import { ProblemError } from './problem-error.ts';
import { loadSampleCatalogue } from './sample/load-sample.ts';
import { nearestWord } from './spelling.ts';
import { StorageFull, StorageUnavailable } from './storage/storage.ts';

/** The process ends itself when an orderly stop takes longer (decisions §1). */
const STOP_WITHIN_MS = 9_500;

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const painter = fileURLToPath(new URL('./painter-process.js', import.meta.url));
const deriveProcess = fileURLToPath(new URL('./derive-process.js', import.meta.url));
const web = fileURLToPath(new URL('../../web/dist', import.meta.url));

type Role = 'serve' | 'web' | 'worker' | 'migrate';
const roles: Readonly<Record<Role, { summary: string; usage: string }>> = {
  serve: {
    summary: 'the web side and the workers (the default)',
    usage: `armarium serve

Serves people and prepares images, in one process, until SIGTERM or Ctrl-C. Without DATABASE_URL it starts its
own PostgreSQL in DATA_DIR; one process may use that folder.`,
  },
  web: {
    summary: 'the web side alone',
    usage: `armarium web

Serves people and leaves images waiting for an "armarium worker". Run as many as you like on one DATABASE_URL and
one STORAGE_URL.`,
  },
  worker: {
    summary: 'the workers alone',
    usage: `armarium worker

Prepares images, WORKERS at once, and listens on no port. Run as many as you like on one DATABASE_URL and one
STORAGE_URL.`,
  },
  migrate: {
    summary: 'bring the database up to date and end',
    usage: `armarium migrate

Makes or updates the tables in DATABASE_URL, or in the PostgreSQL of DATA_DIR, and ends. serve, web and
worker do so at their start as well; the commands beside them don't.`,
  },
};
const settingsWord = 'The settings are environment variables; README.md lists them.';
const usage = `armarium <command>

${Object.entries({ ...roles, ...commands })
  .map(([name, command]) => `  ${name.padEnd(9)} ${command.summary}`)
  .join('\n')}
  help      this list

"armarium <command> --help" tells more of one. ${settingsWord}`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Ends with a message for a person and a status that tells failure. */
function giveUp(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** Ends because the command line was not understood. */
function notUnderstood(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(2);
}

function sayUnknown(name: string): never {
  const meant = nearestWord(name, [...Object.keys(roles), ...Object.keys(commands)]);
  notUnderstood(
    `"${name}" is not a command.${meant === undefined ? '' : ` Is "${meant}" meant?`}\n\n${usage}`,
  );
}

const isHelp = (word: string | undefined) => word === '--help' || word === '-h';

/** The command line. `argv` is without the program's own name. Resolves once the program runs or is done. */
export async function run(argv: readonly string[]): Promise<void> {
  const [first = 'serve', ...words] = argv;
  const askedFor = first === 'help' || isHelp(first);
  // "help worker" and "worker --help" are the same question.
  const [name, ...rest] = askedFor ? [words[0], '--help'] : [first, ...words];
  if (name === undefined) {
    say(usage);
    return;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) {
    await runCommand(name, command, rest);
    return;
  }
  if (!Object.hasOwn(roles, name)) sayUnknown(name);
  const role = name as Role;
  if (rest.some(isHelp)) {
    say(`${roles[role].usage}\n\n${settingsWord}`);
    return;
  }
  if (rest.length > 0)
    notUnderstood(`"${rest.join(' ')}" is too much.\n"armarium ${role} --help" tells all of it.`);
  try {
    for (const slip of likelySlips()) process.stderr.write(`${slip}\n`);
    const config = readConfig();
    await start(role, config, makeLogger(config.logLevel));
  } catch (error) {
    giveUp(`Armarium does not start: ${whyNot(error)}`);
  }
}

/** Why something could not be done, for whoever is at the terminal; a fault of ours shows its trace. */
function whyNot(error: unknown): string {
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

/**
 * Keeps a reader who leaves (`armarium export | head`) from ending the process with a trace. What else goes wrong
 * with the output is told at the end: the command has to be ended in order first.
 * @returns what went wrong, undefined as long as nothing did
 */
function watchOutput(): () => NodeJS.ErrnoException | undefined {
  let failure: NodeJS.ErrnoException | undefined;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') failure = error;
  });
  // Nothing can be told where nothing can be written.
  process.stderr.on('error', () => undefined);
  return () => failure;
}

/** Runs a command of administration beside a running program or alone, and ends the process with its status. */
async function runCommand(name: string, command: Command, args: readonly string[]): Promise<void> {
  const outputFailure = watchOutput();
  if (args.some(isHelp)) {
    say(command.usage);
    return;
  }
  const stopping = new AbortController();
  const stop = () => {
    // A second Ctrl-C is meant: what was begun is left as after a kill.
    if (stopping.signal.aborted) process.exit(130);
    stopping.abort();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  try {
    // Its output is for a person, or for a script: the log tells only what went wrong.
    const config = readConfig(undefined, 'warn');
    const log = makeLogger(config.logLevel);
    await command.before?.(config);
    const access = await openDatabaseAccess(config, log, migrations, { beside: true });
    const opened: Installation[] = [];
    try {
      await command.run(args, {
        config,
        log,
        access,
        migrations,
        deriveProcess,
        signal: stopping.signal,
        say,
        installation: async () => {
          await refuseOtherAccount(await openStorage(config));
          const installation = await openInstallation(config, access, deriveProcess);
          opened.push(installation);
          if (installation.generatedPassword !== undefined)
            sayPassword(config, installation.generatedPassword);
          return installation;
        },
      });
    } finally {
      for (const installation of opened) installation.close();
      await access.close();
    }
    const failure = outputFailure();
    if (failure) giveUp(`armarium ${name}: standard output can't be written: ${systemCause(failure)}.`);
    process.exit(0);
  } catch (error) {
    if (error instanceof UsageError) {
      notUnderstood(`armarium ${name}: ${error.message}\n"armarium ${name} --help" tells all of it.`);
    }
    giveUp(`armarium ${name}: ${whyNot(error)}`);
  }
}

interface Opened {
  readonly access: DatabaseAccess;
  readonly program: Program | undefined;
}

/** Opens all that the role needs; what was opened is closed again when the rest fails. */
async function open(role: Role, config: Config, log: Logger): Promise<Opened> {
  const access = await openDatabaseAccess(config, log, migrations);
  let program: Program | undefined;
  try {
    if (role === 'migrate') {
      await access.close();
      return { access, program };
    }
    const parts = { web: role !== 'worker', worker: role !== 'web' };
    program = await compose(config, log, access, { web, deriveProcess }, parts);
    if (parts.web) await listen(program, config);
    return { access, program };
  } catch (error) {
    await (program ? program.stop() : access.close());
    throw error;
  }
}

async function start(role: Role, config: Config, log: Logger): Promise<void> {
  const stopping = new AbortController();
  const opening = open(role, config, log);
  const stop = (signal: NodeJS.Signals) => {
    if (stopping.signal.aborted) return;
    log.info({ signal }, 'stopping');
    stopping.abort();
    setTimeout(() => {
      log.error({}, 'the stop took too long; what was running will be taken up at the next start');
      process.exit(1);
    }, STOP_WITHIN_MS).unref();
    // During the start too: what is being opened is awaited, then closed.
    opening
      .then(({ program }) => program?.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the stop failed');
          process.exit(1);
        },
      );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  const { access, program } = await opening;
  // A worker alone has no address; its connection to the queue keeps the process.
  if (role === 'serve' && program && config.database.kind === 'embedded') {
    const wanted = program.isFirstStart && config.sampleCatalogue !== false;
    await loadSampleCatalogue(program.media, program.tenantId, access.migrator, {
      wanted,
      painter,
      signal: stopping.signal,
      log,
    });
  }
}

/** What keeps the program from its address, by the system's code. */
const notListening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use already. Stop what uses it, or set PORT to another.',
  EACCES: 'this account may not use that PORT; those below 1024 belong to root. For example: PORT=8080',
  EADDRNOTAVAIL: 'HOST is no address of this machine. For example: HOST=127.0.0.1, or leave it out for all.',
  ENOTFOUND: 'HOST is no name of this machine. For example: HOST=127.0.0.1, or leave it out for all.',
};

async function listen(program: Program, config: Config): Promise<void> {
  await program.app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    const why = notListening[error.code ?? ''];
    throw why === undefined ? error : new ConfigError(why, { cause: error });
  });
  const bound = program.app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const address = config.publicUrl ?? `http://localhost:${port}`;
  say(`\nArmarium is ready: ${address}/ui/`);
  if (program.generatedPassword !== undefined) sayPassword(config, program.generatedPassword);
  say('');
}

function sayPassword(config: Config, password: string): void {
  say(`Sign in as ${config.adminUsername} with the password ${password} (it is shown this once).`);
}
