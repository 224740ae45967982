import { randomUUID } from 'node:crypto';
import { createReadStream, readSync, type Stats } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Readable } from 'node:stream';
import { Digest } from './digest.ts';
import {
  StorageFull,
  StorageUnavailable,
  type ListedFile,
  type Storage,
  type StoredFile,
} from './storage.ts';

const keyForm = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
/**
 * File systems of which even what lies in memory may be asked for over a network (statfs(2)): NFS, SMB 1 to 3, Ceph, 9P,
 * AFS, and what a program serves (FUSE).
 */
const farFileSystems = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x00c36400, 0x01021997, 0x5346414f, 0x65735546,
]);
const keyMax_bytes = 900;
/** What no key can name, since its segment begins with a dot. */
const workFolder = '.partial';
const abandonedAfter_ms = 24 * 60 * 60 * 1000;

function codeOf(error: unknown): string | undefined {
  return error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
}

function isAbsence(error: unknown): boolean {
  return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR';
}

/** A disk that failed, went read-only or away, or whose rights were changed; not a file that is absent. */
const failures = new Set(
  'EROFS EIO EACCES EPERM ESTALE ENODEV ENXIO ENOTCONN ETIMEDOUT EHOSTDOWN EHOSTUNREACH EMFILE ENFILE'.split(
    ' ',
  ),
);

/** @param absent whether an absent folder means that the storage itself is gone */
async function naming<T>(work: () => Promise<T>, { absent = false } = {}): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error) ?? '';
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new StorageFull('The storage has no room left.', { cause: error });
    }
    if (failures.has(code) || (absent && isAbsence(error))) {
      throw new StorageUnavailable(`The storage can't be used: ${(error as Error).message}.`, {
        cause: error,
      });
    }
    throw error;
  }
}

/** @throws TypeError for what is no key, such as a path that leads out of the storage */
export function requireKey(key: string): void {
  if (!keyForm.test(key) || key.length > keyMax_bytes) {
    throw new TypeError(`${JSON.stringify(key)} is not a key of the storage.`);
  }
}

/**
 * Where a key's file is below a folder of this machine.
 * @throws TypeError for what is no key
 */
export function pathBelow(folder: string, key: string): string {
  requireKey(key);
  return path.join(folder, key);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and its parents such that they survive a power failure. */
async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  for (let made = folder; made.length >= firstMade.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
}

async function writeAll(file: string, source: Readable): Promise<StoredFile> {
  const digest = new Digest();
  const handle = await open(file, 'wx', 0o640);
  try {
    for await (const piece of source as AsyncIterable<Buffer | string>) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      // The thread pool writes while this thread hashes.
      const written = handle.writeFile(chunk);
      digest.update(chunk);
      await written;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return digest.end();
}

/** The files below a folder by the bytes of their paths, in which a folder's name ends with a slash. */
async function* listed(folder: string, prefix: string): AsyncGenerator<ListedFile> {
  const entries = await naming(() => readdir(folder, { withFileTypes: true })).catch((error: unknown) => {
    // Gone since its parent was read.
    if (isAbsence(error)) return [];
    throw error;
  });
  // Names that are in no key are somebody else's, such as the lost+found of a file system.
  const inOrder = entries
    .filter(({ name }) => keyForm.test(name))
    .map((entry) => ({ entry, place: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.place < b.place ? -1 : 1));
  for (const { entry, place } of inOrder) {
    if (entry.isDirectory()) yield* listed(path.join(folder, entry.name), prefix + place);
    else if (entry.isFile()) {
      const found = await naming(() => stat(path.join(folder, place))).catch((error: unknown) => {
        if (!isAbsence(error)) throw error;
      });
      if (found) yield { key: prefix + place, size_bytes: found.size, written_ms: found.mtimeMs };
    }
  }
}

/** When anything in it was last written, as far as the entries' own times tell. */
async function lastTouched_ms(entry: string): Promise<number> {
  const found = await stat(entry);
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = await Promise.all((await readdir(entry)).map((name) => stat(path.join(entry, name))));
  return Math.max(found.mtimeMs, ...inside.map((one) => one.mtimeMs));
}

/**
 * The storage in a folder of this machine, made if absent. What is being written lives in a subfolder of it,
 * so that a file is moved to its key by a rename within one file system.
 */
export async function openFileStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true });
  const root = await realpath(folder);
  const work = path.join(root, workFolder);
  await makeFolder(work);

  const isNear = !farFileSystems.has((await statfs(root)).type);

  const pathOf = (key: string) => pathBelow(root, key);

  function mustBeStaged(file: string): void {
    if (!path.resolve(file).startsWith(path.join(work, 'stage-'))) {
      throw new TypeError(`${file} is not in a folder of stage().`);
    }
  }

  async function moveTo(file: string, place: string): Promise<void> {
    const parent = path.dirname(place);
    await makeFolder(parent);
    await rename(file, place);
    await syncFolder(parent);
  }

  async function foundAt(key: string): Promise<Stats | undefined> {
    const place = pathOf(key);
    try {
      const found = await naming(() => stat(place));
      return found.isFile() ? found : undefined;
    } catch (error) {
      if (isAbsence(error)) return undefined;
      throw error;
    }
  }

  /** Stages of this process, which no sweep takes, however far the machine's clock was moved. */
  const own = new Set<string>();

  const storage: Storage = {
    async receive(file, source) {
      try {
        mustBeStaged(file);
        return await naming(() => writeAll(file, source), { absent: true });
      } catch (error) {
        source.destroy();
        await rm(file, { force: true });
        throw error;
      }
    },

    async stage() {
      const place = path.join(work, `stage-${randomUUID()}`);
      await naming(() => mkdir(place, { mode: 0o750 }), { absent: true });
      own.add(place);
      return {
        path: place,
        remove: async () => {
          own.delete(place);
          await rm(place, { recursive: true, force: true });
        },
      };
    },

    async adopt(file, key) {
      const place = pathOf(key);
      mustBeStaged(file);
      return naming(async () => {
        const found = await lstat(file);
        if (!found.isFile()) throw new TypeError(`${file} is not a file.`);
        const handle = await open(file, 'r');
        try {
          await handle.sync();
        } finally {
          await handle.close();
        }
        await moveTo(file, place);
        return { size_bytes: found.size };
      });
    },

    read: (key, range) => createReadStream(pathOf(key), range ?? {}),

    size: async (key) => (await foundAt(key))?.size,
    written_ms: async (key) => (await foundAt(key))?.mtimeMs,

    async *list() {
      await naming(() => stat(root), { absent: true });
      yield* listed(root, '');
    },

    async remove(key) {
      try {
        await rm(pathOf(key), { force: true });
      } catch (error) {
        if (!isAbsence(error)) throw error;
      }
    },

    async localPath(key) {
      return { path: pathOf(key), release: async () => undefined };
    },

    async openForReading(key) {
      const place = pathOf(key);
      return naming(async () => {
        const handle = await open(place);
        try {
          const { size } = await handle.stat();
          return {
            size_bytes: size,
            read: (into, offset, length, position) => handle.read(into, offset, length, position),
            ...(isNear && {
              readNow: (into: Buffer, offset: number, length: number, position: number) =>
                readSync(handle.fd, into, offset, length, position),
            }),
            close: () => handle.close(),
          };
        } catch (error) {
          await handle.close();
          throw error;
        }
      });
    },

    async check() {
      const probe = path.join(work, `${randomUUID()}.check`);
      try {
        // A block of its own, since a full disk still takes an empty file.
        await naming(() => writeFile(probe, Buffer.alloc(4096)), { absent: true });
      } finally {
        // Where it could not be written it can't be removed either.
        await rm(probe, { force: true }).catch(() => undefined);
      }
    },

    async sweep(olderThan_ms) {
      let swept = 0;
      for (const name of await readdir(work)) {
        const entry = path.join(work, name);
        if (own.has(entry)) continue;
        try {
          if (Date.now() - (await lastTouched_ms(entry)) < olderThan_ms) continue;
          await rm(entry, { recursive: true });
          swept += 1;
        } catch (error) {
          // Finished or removed by its owner in the meantime.
          if (!isAbsence(error)) throw error;
        }
      }
      return swept;
    },
  };
  await storage.sweep(abandonedAfter_ms);
  return storage;
}
