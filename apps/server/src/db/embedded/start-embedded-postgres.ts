import { mkdir, realpath } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPackage } from './binaries.ts';
import { endOrphan, prepareCluster, releaseLockFiles, superuser } from './cluster.ts';
import { lockDataFolder, socketFolderOfHolder, type DataFolderLock } from './data-folder-lock.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findHostCommands, type HostCommands } from './host-commands.ts';
import { canLock, startPostmaster, type Postmaster, type PostmasterPlan } from './postmaster.ts';
import { findServerHome } from './server-account.ts';
import { logLinePrefix, type Log } from './server-log.ts';
import { makeSocketFolder, removeSocketFolder, socketPort } from './socket-folder.ts';

export { EmbeddedPostgresError } from './embedded-postgres-error.ts';

/**
 * Settings for node-postgres: the socket's folder as host. They stay the same when the server restarts. `ssl`
 * overrides a PGSSLMODE of the environment, which has no meaning on a socket.
 */
export interface EmbeddedConnection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly ssl: false;
}

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** Process number of the running server; a restart changes it. */
  readonly pid: number;
  /**
   * Shuts the server down (fast, then harder) and frees the data folder; about ten seconds at most.
   * Idempotent.
   */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The installation's data folder, made if absent. The cluster is its subfolder `postgres`. */
  readonly dataDir: string;
  readonly log: Log;
  /** Server settings that replace or add to the launcher's own. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The programs of the host to use; default those that are found. */
  readonly host?: HostCommands;
  /** The pauses before a server that ended by itself is started again: the first one, and each later one. */
  readonly restartPauses_ms?: readonly number[];
}

const databaseName = 'armarium';
const growingPauses_ms = [50, 200, 500, 1_000, 2_000, 5_000];
/** A server that has run this long starts again with the first pause. */
const soundAfter_ms = 30_000;

/**
 * Starts the PostgreSQL server of a data folder, and makes its cluster and the database `armarium` on the
 * first start. It keeps the server running: a server that ends by itself is started again, with growing
 * pauses, until `stop`. The server serves only a Unix socket, in a folder that only its account may enter. It
 * ends when this process ends, however that happens, and the folder can be used again at once.
 *
 * Call it from the main thread: the kernel counts the end of the starting thread as the parent's death.
 *
 * @throws EmbeddedPostgresError with a message for the person who started the program
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const packageFolder = findPackage();
  try {
    await mkdir(options.dataDir, { recursive: true });
    const dataDir = await realpath(options.dataDir);
    const lock = await lockDataFolder(dataDir);
    try {
      return await startLocked(options, dataDir, packageFolder, lock);
    } catch (error) {
      await lock.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new EmbeddedPostgresError(
      'not-startable',
      `The embedded PostgreSQL can't be started in ${options.dataDir}: ${reason}`,
      { cause: error },
    );
  }
}

function connectionThrough(socketFolder: string): EmbeddedConnection {
  return { host: socketFolder, port: socketPort, user: superuser, database: databaseName, ssl: false };
}

/**
 * The connection to the server that another process runs on a data folder now, for a command; undefined where
 * none runs. The socket admits the account that started the program, and root.
 */
export async function runningEmbeddedPostgres(dataDir: string): Promise<EmbeddedConnection | undefined> {
  const folder = await realpath(dataDir).catch(() => undefined);
  const socketFolder = folder === undefined ? null : await socketFolderOfHolder(folder);
  return socketFolder === null ? undefined : connectionThrough(socketFolder);
}

async function startLocked(
  options: EmbeddedOptions,
  dataDir: string,
  packageFolder: string,
  lock: DataFolderLock,
): Promise<EmbeddedPostgres> {
  const { log } = options;
  const cluster = path.join(dataDir, 'postgres');
  const host = options.host ?? (await findHostCommands());
  await endOrphan(dataDir, cluster, log);
  const home = await findServerHome(dataDir, cluster, packageFolder, host);
  await prepareCluster(dataDir, cluster, home, host, log);

  if (lock.abandonedSocketFolder !== null) await removeSocketFolder(lock.abandonedSocketFolder);
  const socketFolder = await makeSocketFolder(home.socketParents, home.account);
  await lock.noteSocketFolder(socketFolder);
  const settings = { ...settingsFor(socketFolder), ...options.settings };
  const lockable = await canLock(cluster, home, host);
  const plan: PostmasterPlan = { dataDir, cluster, socketFolder, home, host, lockable, settings, log };
  const connection = connectionThrough(socketFolder);

  let server: Postmaster;
  try {
    server = await startOnce(plan);
    await ensureDatabase(connection).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
  } catch (error) {
    await removeSocketFolder(socketFolder);
    throw error;
  }
  const keeper = keepRunning(server, plan, options.restartPauses_ms ?? growingPauses_ms);

  const stop = async () => {
    try {
      await keeper.stop();
      await removeSocketFolder(socketFolder);
    } finally {
      await lock.release();
    }
  };
  let stopping: Promise<void> | undefined;
  return {
    connection,
    get pid() {
      return keeper.current().pid;
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Starts the server and waits until it accepts connections; leaves none running when it fails. */
async function startOnce(plan: PostmasterPlan): Promise<Postmaster> {
  await releaseLockFiles(plan.cluster, plan.socketFolder);
  const server = startPostmaster(plan);
  try {
    await server.waitUntilReady();
    return server;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Restarts a server that ends by itself, until it runs again. */
function keepRunning(first: Postmaster, plan: PostmasterPlan, pauses_ms: readonly number[]) {
  const { log } = plan;
  const stopped = new AbortController();
  const isStopped = (): boolean => stopped.signal.aborted;
  let server = first;

  async function keep(): Promise<void> {
    let startedAt = performance.now();
    let failures = 0;
    for (;;) {
      const why = await server.ended;
      if (isStopped()) return;
      if (performance.now() - startedAt > soundAfter_ms) failures = 0;
      log('error', 'The database server ended by itself; starting it again', { pid: server.pid, why });
      for (let up = false; !up;) {
        const pause_ms = pauses_ms[Math.min(failures, pauses_ms.length - 1)];
        await sleep(pause_ms, undefined, { signal: stopped.signal }).catch(() => undefined);
        if (isStopped()) return;
        failures += 1;
        startedAt = performance.now();
        try {
          await releaseLockFiles(plan.cluster, plan.socketFolder);
          server = startPostmaster(plan);
          await server.waitUntilReady();
          up = true;
        } catch (error) {
          await server.stop();
          if (isStopped()) return;
          log('error', 'The database server could not be started again; trying on', { error });
        }
      }
      log('info', 'The database server is back', {
        pid: server.pid,
        duration_ms: performance.now() - startedAt,
      });
    }
  }

  const kept = keep();
  return {
    current: () => server,
    async stop(): Promise<void> {
      stopped.abort();
      await server.stop();
      await kept;
    },
  };
}

async function ensureDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(databaseName)}`);
  } finally {
    await client.end();
  }
}

const MB = 1024 * 1024;

/**
 * PostgreSQL's own cache: an eighth of the memory that this process may use, 128 MB to 2 GB. It is taken as it is
 * filled, so a small catalogue takes less.
 */
function sharedBuffers_mb(): number {
  const memory_bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return Math.round(Math.min(2048, Math.max(128, memory_bytes / 8 / MB)));
}

/** For a server on the same machine as the program; without settings that could lose a commit. */
function settingsFor(socketFolder: string): Record<string, string> {
  return {
    listen_addresses: '',
    port: String(socketPort),
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: `${sharedBuffers_mb()}MB`,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // The cluster has no replicas; backups use the program's own export.
    wal_level: 'minimal',
    max_wal_senders: '0',
    // Compiling pays for long analytical queries only.
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: logLinePrefix,
    log_checkpoints: 'off',
    // Statements carry people's data.
    log_min_error_statement: 'panic',
    lc_messages: 'C',
  };
}
