import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, open, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Readable } from 'node:stream';
import { StorageFull, type Storage, type StoredFile } from './storage.ts';

const keyForm = /^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*[A-Za-z0-9_-][A-Za-z0-9._-]*$/;
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

async function sayingFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new StorageFull('The storage has no room left.', { cause: error });
  }
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
  const hash = createHash('sha256');
  let size_bytes = 0;
  const handle = await open(file, 'wx', 0o640);
  try {
    for await (const piece of source as AsyncIterable<Buffer | string>) {
      const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
      // The thread pool writes while this thread hashes.
      const written = handle.writeFile(chunk);
      hash.update(chunk);
      size_bytes += chunk.length;
      await written;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size_bytes, sha256: hash.digest('hex') };
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

  function pathOf(key: string): string {
    if (!keyForm.test(key) || key.length > keyMax_bytes) {
      throw new TypeError(`${JSON.stringify(key)} is not a key of the storage.`);
    }
    return path.join(root, key);
  }

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

  const storage: Storage = {
    async receive(file, source) {
      try {
        mustBeStaged(file);
        return await sayingFull(() => writeAll(file, source));
      } catch (error) {
        source.destroy();
        await rm(file, { force: true });
        throw error;
      }
    },

    async stage() {
      const place = path.join(work, `stage-${randomUUID()}`);
      await sayingFull(() => mkdir(place, { mode: 0o750 }));
      return { path: place, remove: () => rm(place, { recursive: true, force: true }) };
    },

    async adopt(file, key) {
      const place = pathOf(key);
      mustBeStaged(file);
      return sayingFull(async () => {
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

    async size(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? found.size : undefined;
      } catch (error) {
        if (isAbsence(error)) return undefined;
        throw error;
      }
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

    async check() {
      const probe = path.join(work, `${randomUUID()}.check`);
      try {
        // A block of its own, since a full disk still takes an empty file.
        await sayingFull(() => writeFile(probe, Buffer.alloc(4096)));
      } finally {
        await rm(probe, { force: true });
      }
    },

    async sweep(olderThan_ms) {
      let swept = 0;
      for (const name of await readdir(work)) {
        const entry = path.join(work, name);
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
