import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

interface Copy {
  ready: Promise<void>;
  readonly path: string;
  size_bytes: number;
  holders: number;
}

/**
 * Copies of files of an object storage on the disk of this machine, for libraries that need a path. It keeps the
 * copies in use, and the last used ones up to a total size. Each process has a folder of its own; the folder of a
 * killed process is removed by the next one.
 */
export class LocalCopies {
  readonly #folder: string;
  readonly #most_bytes: number;
  /** In the order of their last use, the latest at the end. */
  readonly #copies = new Map<string, Copy>();

  private constructor(folder: string, most_bytes: number) {
    this.#folder = folder;
    this.#most_bytes = most_bytes;
  }

  /** @param folder that all processes of this machine share */
  static async open(folder: string, most_bytes: number): Promise<LocalCopies> {
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) {
      const pid = Number(/^\d+/.exec(name)?.[0] ?? 0);
      if (pid !== process.pid && isAlive(pid)) continue;
      // A folder with the number of this process belongs to another storage of it, or to an earlier process with the
      // same number.
      if (pid === process.pid && opened.has(path.join(folder, name))) continue;
      await rm(path.join(folder, name), { recursive: true, force: true });
    }
    const own = path.join(folder, `${process.pid}-${randomUUID()}`);
    await mkdir(own);
    opened.add(own);
    return new LocalCopies(own, most_bytes);
  }

  /**
   * Returns a path that the caller has to release. Callers that need the same file at the same time wait for one
   * download.
   * @param download writes the file to the given path
   */
  async hold(
    key: string,
    download: (path: string) => Promise<void>,
  ): Promise<{ path: string; release(): Promise<void> }> {
    const copy = this.#copies.get(key) ?? this.#begin(key, download);
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    copy.holders += 1;
    let isHeld = true;
    const release = async () => {
      if (!isHeld) return;
      isHeld = false;
      copy.holders -= 1;
      await this.#makeRoom();
    };
    try {
      await copy.ready;
    } catch (error) {
      isHeld = false;
      copy.holders -= 1;
      throw error;
    }
    await this.#makeRoom();
    return { path: copy.path, release };
  }

  /** Removes the copy of a key whose file was replaced. */
  async forget(key: string): Promise<void> {
    const copy = this.#copies.get(key);
    this.#copies.delete(key);
    // Programs that have the file open can read on. A path in use is removed when the storage is opened again.
    if (copy?.holders === 0) await rm(copy.path, { force: true });
  }

  #begin(key: string, download: (path: string) => Promise<void>): Copy {
    const name = `${createHash('sha256').update(key).digest('hex')}-${randomUUID()}`;
    const place = path.join(this.#folder, name);
    const copy: Copy = { ready: Promise.resolve(), path: place, size_bytes: 0, holders: 0 };
    copy.ready = (async () => {
      try {
        await download(`${place}.part`);
        await rename(`${place}.part`, place);
        copy.size_bytes = (await stat(place)).size;
      } catch (error) {
        if (this.#copies.get(key) === copy) this.#copies.delete(key);
        await rm(`${place}.part`, { force: true });
        throw error;
      }
    })();
    return copy;
  }

  async #makeRoom(): Promise<void> {
    let held_bytes = 0;
    for (const { size_bytes } of this.#copies.values()) held_bytes += size_bytes;
    for (const [key, copy] of this.#copies) {
      if (held_bytes <= this.#most_bytes) return;
      if (copy.holders > 0) continue;
      this.#copies.delete(key);
      held_bytes -= copy.size_bytes;
      await rm(copy.path, { force: true });
    }
  }
}

/** The folders that this process has opened. */
const opened = new Set<string>();

function isAlive(pid: number): boolean {
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
