import { randomUUID } from 'node:crypto';
import {
  chown,
  lchown,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { syncFolder } from '../../storage/sync-folder.ts';
import { EmbeddedPostgresError, errnoOf } from './embedded-postgres-error.ts';
import { run, type HostCommands } from './host-commands.ts';
import { isNodeProcess, isPostmasterOf, parentOf, processBirth } from './process-table.ts';
import { inUse } from './data-folder-lock.ts';
import { commandAs, type ServerHome } from './server-account.ts';
import { socketFile } from './socket-folder.ts';
import type { Log } from './server-log.ts';

/**
 * The superuser of the cluster. Only this program can be it, since nobody else may enter the socket's folder.
 */
export const superuser = 'postgres';

/**
 * Makes the cluster if there is none, and ensures that the server's account owns it. A cluster is made beside
 * its place and moved there when complete, so an interrupted one is simply deleted.
 *
 * The caller holds the data folder's lock, and no server runs on the cluster.
 *
 * @throws EmbeddedPostgresError `wrong-version` or `not-startable`
 */
export async function prepareCluster(
  dataDir: string,
  cluster: string,
  home: ServerHome,
  host: HostCommands,
  log: Log,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(`${path.basename(cluster)}.partial-`)) {
      await rm(path.join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
    }
  }
  await giveToAccount(cluster, home);
  if (await isThere(cluster)) await checkVersion(cluster, home);
  else await makeCluster(dataDir, cluster, home, host, log);
}

/**
 * Ends a server whose Armarium has died. We hold the lock, so no living process owns the server; usually it
 * is shutting down already, since the kernel has signalled its parent's death.
 *
 * @throws EmbeddedPostgresError `already-running` when it has a living parent after all
 */
export async function endOrphan(dataDir: string, cluster: string, log: Log): Promise<void> {
  const pid = await recordedPid(cluster);
  if (pid === null || !isPostmasterOf(pid, cluster)) return;
  const parent = parentOf(pid);
  if (parent !== null && parent !== 1 && isNodeProcess(parent)) throw inUse(dataDir, parent);

  // Fast, immediate, and the kernel's: each works on a server that is more stuck.
  const steps = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 2_000],
  ] as const;
  for (const [signal, patience_ms] of steps) {
    log(signal === 'SIGINT' ? 'info' : 'warn', 'An earlier database server is still there; ending it', {
      pid,
      signal,
    });
    if (!send(pid, signal)) return;
    for (const deadline = performance.now() + patience_ms; performance.now() < deadline; await sleep(20)) {
      if (!isPostmasterOf(pid, cluster)) return;
    }
  }
  throw new EmbeddedPostgresError(
    'not-startable',
    `The data folder ${dataDir} is in use by a database server (process ${pid}) that can't be ended.`,
  );
}

/**
 * Keeps the lock files of an ended server from stopping the next one.
 *
 * A `postmaster.pid` whose number belongs to another program by now gets a number that no process has; the server itself
 * handles one whose number is free. The file is not removed, because it also names the shared memory by which the server
 * notices that children of a killed postmaster are still writing. A file without a number names no shared memory and is
 * removed: the server was killed before it wrote the file, or a power failure took what it wrote. A negative number is
 * that of a stand-alone backend (`postgres --single`), which the server handles too.
 *
 * @param socketFolder It belongs to this start alone. So a lock in it is that of an ended server.
 */
export async function releaseLockFiles(cluster: string, socketFolder: string): Promise<void> {
  await rm(path.join(socketFolder, `${socketFile}.lock`), { force: true });
  const file = path.join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid === 0) {
    await rm(file, { force: true });
  } else if (pid > 0 && pid !== unusedPid && !isPostmasterOf(pid, cluster)) {
    lines[0] = String(unusedPid);
    // In place: a file that is emptied first would be left empty by a kill. The new number is at least as long.
    await writeFile(file, lines.join('\n'), { flag: 'r+' });
  }
}

/**
 * The contents of `postmaster.pid` of a running server: its process number, and whether it accepts
 * connections.
 */
export async function postmasterStatus(cluster: string): Promise<{ pid: number; ready: boolean } | null> {
  const text = await readFile(path.join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isSafeInteger(pid) && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : null;
}

/** Greater than any process number of Linux (2^22) and macOS (99 999). */
const unusedPid = 2 ** 31 - 1;

async function recordedPid(cluster: string): Promise<number | null> {
  const status = await postmasterStatus(cluster);
  return status === null || status.pid === unusedPid ? null : status.pid;
}

async function isThere(cluster: string): Promise<boolean> {
  if ((await stat(path.join(cluster, 'PG_VERSION')).catch(absent)) !== null) return true;
  try {
    await rmdir(cluster);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw new EmbeddedPostgresError(
      'not-startable',
      `${cluster} is not empty and holds no database; move it away or choose another DATA_DIR.`,
      { cause: error },
    );
  }
  return false;
}

async function makeCluster(
  dataDir: string,
  cluster: string,
  home: ServerHome,
  host: HostCommands,
  log: Log,
): Promise<void> {
  const started = performance.now();
  const draft = `${cluster}.partial-${randomUUID()}`;
  await mkdir(draft, { mode: 0o700 });
  try {
    const { account, binaries } = home;
    if (account.otherThanOurs) await chown(draft, account.owner.uid, account.owner.gid);
    // Unicode letters and case, order by code point, the same on every system. The text search parser uses
    // the operating system's classes of letters, under a locale name that not every system has.
    let stderr = '';
    for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
      const words = [binaries.initdb, '-D', draft, '-U', superuser, '--encoding=UTF8', '--locale=C'];
      words.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--lc-ctype=${ctype}`);
      words.push('--auth-local=trust', '--auth-host=reject', '--data-checksums', '--no-instructions');
      const [first = binaries.initdb, ...rest] = words;
      const outcome = await run(commandAs(account, host, [first, ...rest], 'KILL'));
      if (outcome.exitCode === 0) {
        await rename(draft, cluster);
        await syncFolder(dataDir);
        log('info', 'Made the database cluster', { cluster, duration_ms: performance.now() - started });
        return;
      }
      stderr = outcome.stderr.trim();
      if (!stderr.includes('invalid locale name')) break;
    }
    throw new EmbeddedPostgresError(
      'not-startable',
      `The database could not be made in ${dataDir}: ${stderr}`,
    );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function checkVersion(cluster: string, home: ServerHome): Promise<void> {
  const made = (await readFile(path.join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (made === home.majorVersion) return;
  throw new EmbeddedPostgresError(
    'wrong-version',
    `The database in ${cluster} is of PostgreSQL ${made}, the embedded server is ${home.majorVersion}. ` +
      'Use the release of Armarium that made it, or move the data with its export and import.',
  );
}

async function giveToAccount(cluster: string, { account }: ServerHome): Promise<void> {
  const found = await stat(cluster).catch(absent);
  if (found === null || found.uid === account.owner.uid) return;
  if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(
      'not-startable',
      `The database in ${cluster} belongs to another user (uid ${found.uid}); start Armarium as that user, ` +
        'or choose another DATA_DIR.',
    );
  }
  const entries = await readdir(cluster, { recursive: true });
  // The folder itself comes last: as long as it has another owner, an interrupted run is repeated.
  for (const place of [...entries.map((entry) => path.join(cluster, entry)), cluster]) {
    await lchown(place, account.owner.uid, account.owner.gid);
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'ESRCH' || processBirth(pid) === null) return false;
    throw error;
  }
}

function absent(error: unknown): null {
  if (errnoOf(error) === 'ENOENT') return null;
  throw error;
}
