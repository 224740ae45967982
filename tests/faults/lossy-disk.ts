import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { until } from '../harness/waiting.ts';

/**
 * Nothing reaches the disk by itself but what is synced: no commit of the journal for five minutes, and no data with a
 * rename or a truncation.
 */
const options = 'loop,noauto_da_alloc,commit=300';

/** Shuts a file system down without writing its journal (EXT4_IOC_SHUTDOWN with NOLOGFLUSH); Debian always has perl. */
const shutDown = `
  sysopen(my $folder, $ARGV[0], 0) or die $!;
  my $flag = pack('I', 2);
  ioctl($folder, 0x8004587d, $flag) or die $!;
`;

/** Why a disk that loses its power can't be had here, undefined where it can. */
export function obstacleToLossyDisk(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root';
  let disk: LossyDisk | undefined;
  try {
    disk = new LossyDisk(8);
    disk.losePower();
    return undefined;
  } catch (error) {
    return `it needs loop mounts of ext4, and perl: ${String(error).split('\n', 1)[0]}`;
  } finally {
    disk?.remove();
  }
}

/** A disk of a test's own, with ext4 in a file, that loses all that was not synced when its power goes. */
export class LossyDisk {
  readonly path: string;
  readonly #folder: string;
  readonly #image: string;
  #isMounted = false;
  #losses = 0;
  #witness = '';

  constructor(size_mb: number) {
    this.#folder = mkdtempSync(join(tmpdir(), 'armarium-power-'));
    // PostgreSQL, which runs as another account, has to pass through here.
    chmodSync(this.#folder, 0o755);
    this.path = join(this.#folder, 'disk');
    this.#image = join(this.#folder, 'image');
    mkdirSync(this.path);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, size_mb * 2 ** 20);
    try {
      execFileSync('mkfs.ext4', ['-q', '-F', this.#image], { stdio: 'pipe' });
      this.mount();
    } catch (error) {
      this.remove();
      throw error;
    }
  }

  /** Mounts it again, as the start of the machine does; the file system takes up what its journal has. */
  mount(): void {
    execFileSync('mount', ['-o', options, this.#image, this.path], { stdio: 'pipe' });
    this.#isMounted = true;
  }

  /** From now on nothing reaches the disk, and all that was not synced is lost. Every call for the disk fails (EIO). */
  losePower(): void {
    this.#losses += 1;
    this.#witness = join(this.path, `witness-${this.#losses}`);
    mkdirSync(this.#witness);
    const synced = openSync(join(this.#witness, 'synced'), 'w');
    writeFileSync(synced, 'synced');
    fsyncSync(synced);
    closeSync(synced);
    const folder = openSync(this.#witness, 'r');
    fsyncSync(folder);
    closeSync(folder);
    writeFileSync(join(this.#witness, 'not-synced'), 'not synced');
    execFileSync('perl', ['-e', shutDown, this.path], { stdio: 'pipe' });
  }

  /**
   * The power is back: mounts the disk again, and shows that it has lost what was not synced, and only that.
   * Whatever had files open there must have ended.
   */
  async powerBack(): Promise<void> {
    await until('nobody uses the disk', () => (this.#unmounted() ? true : undefined));
    this.mount();
    expect(statSync(join(this.#witness, 'synced')).size).toBe('synced'.length);
    expect(statSync(join(this.#witness, 'not-synced'), { throwIfNoEntry: false })?.size ?? 0).toBe(0);
  }

  #unmounted(): boolean {
    if (!this.#isMounted) return true;
    try {
      execFileSync('umount', [this.path], { stdio: 'pipe' });
      this.#isMounted = false;
      return true;
    } catch {
      return false;
    }
  }

  remove(): void {
    if (!this.#unmounted()) execFileSync('umount', ['-l', this.path]);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
