import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Why a file system of a test's own can't be made here, undefined where it can. */
export function obstacleToDisk(): string | undefined {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root';
  const folder = mkdtempSync(join(tmpdir(), 'armarium-mount-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
    execFileSync('umount', [folder], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'this user may not mount a file system';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A file system of a test's own, of a few megabytes. */
export class SmallDisk {
  readonly path: string;
  readonly #folder: string;

  constructor(size: `${number}m`) {
    this.#folder = mkdtempSync(join(tmpdir(), 'armarium-disk-'));
    this.path = join(this.#folder, 'disk');
    mkdirSync(this.path);
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', this.path]);
  }

  /** As a kernel does that found the disk bad (`ro`), and back (`rw`). */
  remount(as: 'ro' | 'rw'): void {
    execFileSync('mount', ['-o', `remount,${as}`, this.path]);
  }

  remove(): void {
    execFileSync('umount', ['-l', this.path]);
    rmSync(this.#folder, { recursive: true });
  }
}
