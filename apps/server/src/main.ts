import { fileURLToPath } from 'node:url';
import { compose, openDatabaseAccess, type DatabaseAccess, type Program } from './compose.ts';
import { ConfigError, readConfig, type Config } from './config.ts';
import { isAccessRefused, isDatabaseAway } from './db/constraint-problems.ts';
import { EmbeddedPostgresError } from './db/embedded/start-embedded-postgres.ts';
import { DatabaseUnusable } from './db/migrate.ts';
import { makeLogger, type Logger } from './observe/log.ts';
import { loadSampleCatalogue } from './sample/load-sample.ts';

/** The process ends itself when an orderly stop takes longer (decisions §1). */
const STOP_WITHIN_MS = 9_500;

const migrations = fileURLToPath(new URL('../migrations', import.meta.url));
const painter = fileURLToPath(new URL('./painter-process.js', import.meta.url));
const deriveProcess = fileURLToPath(new URL('./derive-process.js', import.meta.url));
const web = fileURLToPath(new URL('../../web/dist', import.meta.url));

const commands = ['serve', 'web', 'worker', 'migrate'] as const;
type Command = (typeof commands)[number];

const usage = `armarium <command>

  serve     the web side and the workers (the default)
  web       the web side alone
  worker    the workers alone
  migrate   bring the database up to date and end

The settings are environment variables; README.md lists them.`;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Ends with a message for a person and a status that tells failure. */
function giveUp(text: string): never {
  process.stderr.write(`${text}\n`);
  process.exit(1);
}

/** The command line. `argv` is without the program's own name. Resolves once the program runs or is done. */
export async function run(argv: readonly string[]): Promise<void> {
  const [name = 'serve', ...rest] = argv;
  if (name === 'help' || name === '--help' || name === '-h') {
    say(usage);
    return;
  }
  const command = commands.find((known) => known === name);
  if (!command || rest.length > 0) giveUp(`"${argv.join(' ')}" is not a command.\n\n${usage}`);
  try {
    const config = readConfig();
    await start(command, config, makeLogger(config.logLevel));
  } catch (error) {
    // These are meant for whoever starts the program; anything else is a fault and shows its trace.
    if (
      error instanceof ConfigError ||
      error instanceof EmbeddedPostgresError ||
      error instanceof DatabaseUnusable
    ) {
      giveUp(`Armarium does not start: ${error.message}`);
    }
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
      giveUp(
        'Armarium does not start: the port is in use already. Stop what uses it, or set PORT to another.',
      );
    }
    if (isDatabaseAway(error) || isAccessRefused(error)) {
      giveUp(
        `Armarium does not start: the database can't be reached (${(error as Error).message}). ` +
          'See that it runs, and that DATABASE_URL is right.',
      );
    }
    giveUp(
      `Armarium does not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

interface Opened {
  readonly access: DatabaseAccess;
  readonly program: Program | undefined;
}

/** Opens all that the command needs; what was opened is closed again when the rest fails. */
async function open(command: Command, config: Config, log: Logger): Promise<Opened> {
  const access = await openDatabaseAccess(config, log, migrations);
  let program: Program | undefined;
  try {
    if (command === 'migrate') {
      await access.close();
      return { access, program };
    }
    const parts = { web: command !== 'worker', worker: command !== 'web' };
    program = await compose(config, log, access, { web, deriveProcess }, parts);
    if (parts.web) await listen(program, config);
    return { access, program };
  } catch (error) {
    await (program ? program.stop() : access.close());
    throw error;
  }
}

async function start(command: Command, config: Config, log: Logger): Promise<void> {
  const stopping = new AbortController();
  const opening = open(command, config, log);
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
  if (command === 'serve' && program && config.database.kind === 'embedded') {
    const wanted = program.isFirstStart && config.sampleCatalogue !== false;
    await loadSampleCatalogue(program.media, program.tenantId, access.migrator, {
      wanted,
      painter,
      signal: stopping.signal,
      log,
    });
  }
}

async function listen(program: Program, config: Config): Promise<void> {
  await program.app.listen({ port: config.port, host: config.host });
  const bound = program.app.server.address();
  const port = typeof bound === 'object' && bound ? bound.port : config.port;
  const address = config.publicUrl ?? `http://localhost:${port}`;
  say(`\nArmarium is ready: ${address}/ui/`);
  if (program.generatedPassword !== undefined) {
    say(
      `Sign in as ${config.adminUsername} with the password ${program.generatedPassword} (it is shown this once).`,
    );
  }
  say('');
}
