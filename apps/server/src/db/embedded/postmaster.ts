import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { postmasterStatus } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { accountOf, cleanEnvironment, run, type HostCommands } from './host-commands.ts';
import { commandAs, type ServerHome } from './server-account.ts';
import { readServerLog, type Log } from './server-log.ts';

/** One run of the server, from its start to its end. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves with the reason when it has ended; never rejects. */
  readonly ended: Promise<string>;
  /**
   * @throws EmbeddedPostgresError when it ends, or takes more than five minutes, before it accepts
   * connections
   */
  waitUntilReady(): Promise<void>;
  /** Fast shutdown, then harder ways; resolves when it has ended, within about ten seconds. */
  stop(): Promise<void>;
}

export interface PostmasterPlan {
  readonly dataDir: string;
  readonly cluster: string;
  readonly socketFolder: string;
  readonly home: ServerHome;
  readonly host: HostCommands;
  /** Whether the kernel can lock the cluster's folder (some network file systems don't support it). */
  readonly lockable: boolean;
  /** All server settings, by name. */
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** The exit code for `flock`; the server's own are 0, 1 and 2. */
const lockedElsewhere = 75;
/** A recovery after a crash replays little more than `max_wal_size`; minutes mean a very slow disk. */
const startPatience_ms = 300_000;

/** Whether `flock` works on a cluster's folder. */
export async function canLock(cluster: string, home: ServerHome, host: HostCommands): Promise<boolean> {
  if (host.flock === null) return false;
  const { words, ...account } = commandAs(
    home.account,
    host,
    flockWords(host.flock, 0, cluster, 'true'),
    'KILL',
  );
  const { exitCode } = await run({ words, ...account });
  return exitCode === 0 || exitCode === lockedElsewhere;
}

/**
 * Starts the server. It has a session of its own, so that Ctrl-C at a terminal reaches only us and running
 * requests keep their database; and it ends when we die, however that happens.
 *
 * The kernel's lock on the cluster's folder, held by the server and its children, prevents a second server
 * that process numbers can't show: in another container on the same volume, or the last children of a killed
 * one.
 */
export function startPostmaster(plan: PostmasterPlan): Postmaster {
  const { cluster, home, host, log } = plan;
  const settings = Object.entries(plan.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = [home.binaries.postgres, '-D', cluster, ...settings] as const;
  const guarded: [string, ...string[]] =
    host.flock !== null && plan.lockable ? flockWords(host.flock, 5, cluster, ...program) : [...program];
  const command = commandAs(home.account, host, guarded, 'INT');
  const [file, ...args] = command.words;
  const child = spawn(file, args, {
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...accountOf(command),
  });
  const watcher = host.setpriv === null && child.pid !== undefined ? watchOver(child.pid) : null;

  const failures: string[] = [];
  const reader = readServerLog(log, (message) => failures.push(message));
  child.stderr.setEncoding('utf8').on('data', (text: string) => reader.push(text));

  let hasEnded = false;
  let exitCode: number | null = null;
  const ended = new Promise<string>((resolve) => {
    const end = (why: string) => {
      if (hasEnded) return;
      hasEnded = true;
      watcher?.kill('SIGKILL');
      resolve(why);
    };
    child.on('error', (error) => end(error.message));
    child.on('exit', (code, signal) => {
      exitCode = code;
      // Its last children may hold the pipe open a little longer; its own messages have arrived by then.
      setTimeout(() => {
        reader.end();
        end(
          failures.at(-1) ?? (signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`),
        );
      }, 10);
    });
  });

  return {
    pid: child.pid ?? -1,
    ended,
    async waitUntilReady() {
      const deadline = performance.now() + startPatience_ms;
      while (!hasEnded && performance.now() < deadline) {
        const status = await postmasterStatus(cluster);
        if (status !== null && status.ready && status.pid === child.pid) return;
        await sleep(5);
      }
      if (!hasEnded)
        throw new EmbeddedPostgresError('not-startable', 'The database takes too long to start.');
      const why = await ended;
      if (exitCode === lockedElsewhere) throw lockedByOther(plan.dataDir);
      throw new EmbeddedPostgresError('not-startable', `The embedded PostgreSQL did not start: ${why}`);
    },
    async stop() {
      const steps = [
        ['SIGINT', 6_000],
        ['SIGQUIT', 2_000],
        ['SIGKILL', 2_000],
      ] as const;
      for (const [signal, patience_ms] of steps) {
        if (hasEnded) return;
        if (signal !== 'SIGINT') log('warn', 'The database is slow to stop', { pid: child.pid, signal });
        child.kill(signal);
        await within(ended, patience_ms);
      }
    },
  };
}

function flockWords(
  flock: string,
  timeout_s: number,
  folder: string,
  ...program: string[]
): [string, ...string[]] {
  const wait = timeout_s === 0 ? ['--nonblock'] : ['--timeout', String(timeout_s)];
  return [flock, '--no-fork', ...wait, '--conflict-exit-code', String(lockedElsewhere), folder, ...program];
}

function lockedByOther(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'already-running',
    `The data folder ${dataDir} is in use by a database server that can't be seen from here (in another ` +
      'container?); stop it first or choose another DATA_DIR.',
  );
}

/**
 * Where the kernel can't end the server with us: a shell waits for the end of its input, which comes when we
 * are gone, and then signals the server to shut down.
 */
function watchOver(pid: number): ChildProcess {
  const script = 'read -r line; kill -INT "$1"';
  return spawn('/bin/sh', ['-c', script, 'armarium-watcher', String(pid)], {
    cwd: '/',
    env: cleanEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

async function within(promise: Promise<unknown>, patience_ms: number): Promise<void> {
  const controller = new AbortController();
  const patience = sleep(patience_ms, undefined, { signal: controller.signal }).catch(() => undefined);
  await Promise.race([promise, patience]);
  controller.abort();
}
