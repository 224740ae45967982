import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, errnoOf } from './embedded-postgres-error.ts';
import { processBirth } from './process-table.ts';

interface LockRecord {
  readonly pid: number;
  readonly birth: string;
  /** Folder of the holder's socket, so that the next holder can delete it after a `kill -9`. */
  readonly socketFolder: string | null;
}

/** A killed process may still be in the table while the kernel frees its memory. */
const dyingTakes_ms = 1_000;

/** The right of this process to run the embedded server of one data folder. */
export interface DataFolderLock {
  /** The socket folder that a dead holder left, or null. */
  readonly abandonedSocketFolder: string | null;
  noteSocketFolder(folder: string): Promise<void>;
  /** Idempotent. */
  release(): Promise<void>;
}

/**
 * Takes the data folder for this process. The lock names its holder by process number and start, so it can't
 * outlive the holder: a `kill -9`, a reboot or a reused process number all free it.
 *
 * @param dataDir real path of an existing, writable folder
 * @throws EmbeddedPostgresError `already-running` when the holder lives (this process included)
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const file = path.join(dataDir, 'postgres.lock');
  const mine: LockRecord = { pid: process.pid, birth: processBirth(process.pid) ?? '', socketFolder: null };
  let abandonedSocketFolder: string | null = null;
  const deadline = performance.now() + dyingTakes_ms;

  while (!(await create(file, mine))) {
    const text = await readFile(file, 'utf8').catch(absent);
    if (text === null) continue;
    const holder = parse(text);
    if (holder !== null && holder.birth === processBirth(holder.pid)) {
      if (holder.pid === process.pid || performance.now() > deadline) throw inUse(dataDir, holder.pid);
      await sleep(20);
      continue;
    }
    if (await takeAway(file, text)) abandonedSocketFolder = holder?.socketFolder ?? null;
  }

  let released = false;
  return {
    abandonedSocketFolder,
    async noteSocketFolder(socketFolder) {
      const next = `${file}.${randomUUID()}`;
      await writeFile(next, JSON.stringify({ ...mine, socketFolder }));
      await rename(next, file);
    },
    async release() {
      if (released) return;
      released = true;
      await rm(file, { force: true });
    },
  };
}

/** The socket folder of the process that runs the server of a data folder now; null where there is none. */
export async function socketFolderOfHolder(dataDir: string): Promise<string | null> {
  const text = await readFile(path.join(dataDir, 'postgres.lock'), 'utf8').catch(absent);
  const holder = text === null ? null : parse(text);
  return holder !== null && holder.birth === processBirth(holder.pid) ? holder.socketFolder : null;
}

/** The error for a second start. */
export function inUse(dataDir: string, pid: number): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'already-running',
    `The data folder ${dataDir} is in use by process ${pid}; stop it first or choose another DATA_DIR.`,
  );
}

/** A hard link to a finished file makes the lock appear with its content, or not at all. */
async function create(file: string, record: LockRecord): Promise<boolean> {
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(record));
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Removes a dead holder's lock. Two starters may both have read the same dead lock, and the slower one could
 * then remove the faster one's new lock; so the lock is moved aside, compared, and put back if it is another
 * one.
 */
async function takeAway(file: string, expected: string): Promise<boolean> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return false;
    throw error;
  }
  const same = (await readFile(aside, 'utf8')) === expected;
  if (!same) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
  return same;
}

function parse(text: string): LockRecord | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { pid, birth, socketFolder } = value as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof birth !== 'string') return null;
    return { pid, birth, socketFolder: typeof socketFolder === 'string' ? socketFolder : null };
  } catch {
    return null; // incomplete after a crash of the machine: nobody holds it
  }
}

function absent(error: unknown): null {
  if (errnoOf(error) === 'ENOENT') return null;
  throw error;
}
