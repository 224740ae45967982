import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Readable } from 'node:stream';
import { Digest } from './digest.ts';
import { isAbsence, withDiskErrors } from './disk-errors.ts';
import { type Storage, type StoredFile } from './storage.ts';
import { syncFolder } from './sync-folder.ts';

/** No key can name this folder, since a segment of a key never begins with a dot. */
const workFolder = '.partial';
const abandonedAfter_ms = 24 * 60 * 60 * 1000;

/** The folder for files that are being received or made, until they are moved to their key. */
export class StagingFolder implements Pick<Storage, 'receive' | 'stage' | 'room' | 'check' | 'sweep'> {
  readonly #folder: string;
  /** The stages of this process. A sweep skips them, even if the clock of the machine was changed. */
  readonly #own = new Set<string>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Opens the staging folder below a folder, makes it if absent, and removes abandoned stages. */
  static async open(root: string): Promise<StagingFolder> {
    const folder = path.join(root, workFolder);
    await makeFolder(folder);
    const staging = new StagingFolder(folder);
    await staging.sweep(abandonedAfter_ms);
    return staging;
  }

  /** @throws TypeError for a file outside of all stages */
  requireStaged(file: string): void {
    if (!path.resolve(file).startsWith(path.join(this.#folder, 'stage-'))) {
      throw new TypeError(`${file} is not in a folder of stage().`);
    }
  }

  async receive(file: string, source: Readable): Promise<StoredFile> {
    try {
      this.requireStaged(file);
      return await withDiskErrors(() => writeAll(file, source), { absent: true });
    } catch (error) {
      source.destroy();
      // A disk that fails doesn't allow the removal either. The stage is removed by its caller, or by a sweep.
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async stage(): ReturnType<Storage['stage']> {
    const place = path.join(this.#folder, `stage-${randomUUID()}`);
    await withDiskErrors(() => mkdir(place, { mode: 0o750 }), { absent: true });
    this.#own.add(place);
    return {
      path: place,
      remove: async () => {
        this.#own.delete(place);
        await rm(place, { recursive: true, force: true });
      },
    };
  }

  async room(): ReturnType<Storage['room']> {
    const { bavail, blocks, bsize } = await withDiskErrors(() => statfs(this.#folder), { absent: true });
    return { free_bytes: bavail * bsize, disk_bytes: blocks * bsize };
  }

  /**
   * Checks that a file can be written here, and moved to another folder.
   * @param destination the folder of the files that are whole, where it is on this machine
   */
  async check(destination?: string): Promise<void> {
    const name = `${randomUUID()}.check`;
    const probe = path.join(this.#folder, name);
    // No key begins with a full stop.
    const moved = destination && path.join(destination, `.${name}`);
    try {
      await withDiskErrors(
        async () => {
          // It writes a block, since an empty file can be made on a full disk too.
          await writeFile(probe, Buffer.alloc(4096));
          if (moved) await rename(probe, moved);
        },
        { absent: true },
      );
    } finally {
      // A folder that can't be written does not allow the removal either.
      for (const file of moved ? [probe, moved] : [probe])
        await rm(file, { force: true }).catch(() => undefined);
    }
  }

  async sweep(olderThan_ms: number): Promise<number> {
    let swept = 0;
    for (const name of await readdir(this.#folder)) {
      const entry = path.join(this.#folder, name);
      if (this.#own.has(entry)) continue;
      try {
        if (Date.now() - (await lastTouched_ms(entry)) < olderThan_ms) continue;
        await rm(entry, { recursive: true });
        swept += 1;
      } catch (error) {
        // Its owner has finished or removed it in the meantime.
        if (!isAbsence(error)) throw error;
      }
    }
    return swept;
  }
}

/** Makes a folder and its parents so that they survive a power failure. */
export async function makeFolder(folder: string): Promise<void> {
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

/** The latest time at which an entry of a stage was written, in milliseconds since 1970. */
async function lastTouched_ms(entry: string): Promise<number> {
  const found = await stat(entry);
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = await Promise.all((await readdir(entry)).map((name) => stat(path.join(entry, name))));
  return Math.max(found.mtimeMs, ...inside.map((one) => one.mtimeMs));
}
