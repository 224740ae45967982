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
 * Whole files of an object storage on the disk of this machine, for libraries that want a path; the last used ones up
 * to a weight in all, and those that somebody holds. Each process has a folder of its own; what one that died left is
 * removed by the next.
 */
export class LocalCopies {
  readonly #folder: string;
  readonly #most_bytes: number;
  /** The last used one last. */
  readonly #copies = new Map<string, Copy>();

  private constructor(folder: string, most_bytes: number) {
    this.#folder = folder;
    this.#most_bytes = most_bytes;
  }

  /** @param folder for all processes of this machine */
  static async open(folder: string, most_bytes: number): Promise<LocalCopies> {
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) {
      const pid = Number(/^\d+/.exec(name)?.[0] ?? 0);
      if (pid !== process.pid && isAlive(pid)) continue;
      // One of this process belongs to another storage of it, or to one before it that had its number.
      if (pid === process.pid && opened.has(path.join(folder, name))) continue;
      await rm(path.join(folder, name), { recursive: true, force: true });
    }
    const own = path.join(folder, `${process.pid}-${randomUUID()}`);
    await mkdir(own);
    opened.add(own);
    return new LocalCopies(own, most_bytes);
  }

  /**
   * A path to be let go of. Those who want the same file at once wait for one download.
   * @param download writes it to the path that it is given
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

  /** What is under the key is another by now. */
  async forget(key: string): Promise<void> {
    const copy = this.#copies.get(key);
    this.#copies.delete(key);
    // Whoever has it open reads on; a path that is held stays until the storage is opened anew.
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

/** The folders that this process has open. */
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
