import { fileURLToPath } from 'node:url';
import { commands } from './commands/commands.ts';
import { isHelp, runCommand } from './commands/run-command.ts';
import { causeOf, giveUp, notUnderstood, say, sayPassword } from './commands/terminal.ts';
import { compose, openDatabaseAccess, type DatabaseAccess, type Program } from './compose.ts';
import { likelySlips, readConfig, type Config } from './config.ts';
import { makeLogger, type Logger } from './observe/log.ts';
import { loadSampleCatalogue } from './sample/load-sample.ts';
import { ConfigError } from './settings/setting-values.ts';
import { requireDataDir } from './storage/data-dir.ts';
import { nearestWord } from './spelling.ts';
import { onStopSignal } from './stop-signals.ts';

/** The process ends itself when an orderly stop takes longer (decisions §1). */
const STOP_WITHIN_MS = 9_500;

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const sample = fileURLToPath(new URL('../sample', import.meta.url));
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

function sayUnknown(name: string): never {
  const meant = nearestWord(name, [...Object.keys(roles), ...Object.keys(commands)]);
  notUnderstood(
    `"${name}" is not a command.${meant === undefined ? '' : ` Is "${meant}" meant?`}\n\n${usage}`,
  );
}

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
    await runCommand(name, command, rest, { migrations, deriveProcess });
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
    giveUp(`Armarium does not start: ${causeOf(error)}`);
  }
}

interface Opened {
  readonly access: DatabaseAccess;
  readonly program: Program | undefined;
}

/** Opens all that the role needs; what was opened is closed again when the rest fails. */
async function open(role: Role, config: Config, log: Logger): Promise<Opened> {
  // Commands do without: with a full disk some of them are the way out.
  await requireDataDir(config.dataDir, config.database.kind === 'embedded');
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
  onStopSignal((signal) => {
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
  });

  const { access, program } = await opening;
  // A worker alone has no address; its connection to the queue keeps the process.
  if (role === 'serve' && program && config.database.kind === 'embedded') {
    const wanted = program.isFirstStart && config.sampleCatalogue !== false;
    await loadSampleCatalogue(program.media, program.tenantId, access.migrator, {
      wanted,
      folder: sample,
      news: program.news,
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
