import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFileStorage } from './file-storage.ts';
import { StorageFull, StorageUnavailable, type Storage } from './storage.ts';

const mebibyte = 1024 ** 2;
const dayAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);

let root: string;
let storage: Storage;

beforeEach(async () => {
  root = path.join(await mkdtemp(path.join(tmpdir(), 'armarium-storage-')), 'files');
  storage = await openFileStorage(root);
});

afterEach(() => rm(path.dirname(root), { recursive: true, force: true }));

/** All files of the store, those being written included. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
}

/** Receives a file and gives it its key, as an upload does. */
async function write(into: Storage, key: string, source: Readable) {
  const stage = await into.stage();
  try {
    const stored = await into.receive(path.join(stage.path, 'file'), source);
    await into.adopt(path.join(stage.path, 'file'), key);
    return stored;
  } finally {
    await stage.remove();
  }
}

function pieces(count: number, size_bytes: number, end?: () => void): Readable {
  const piece = randomBytes(size_bytes);
  return Readable.from(
    (function* () {
      for (let sent = 0; sent < count; sent += 1) yield piece;
      end?.();
    })(),
    { objectMode: false },
  );
}

describe('a storage of files', () => {
  it('lists every file in the order of the keys’ bytes, and nothing of its own', async () => {
    // A folder's name counts with its slash, which stands after the hyphen and the full stop.
    const keys = ['a-b/c', 'a.d', 'a/b', 'a/c/0', 'a/c0', 'aB', 'b/x'].map((key) => `tenants/1/k/${key}`);
    for (const key of keys.toReversed()) await write(storage, key, Readable.from([key]));
    await mkdir(path.join(root, 'lost+found'));
    await writeFile(path.join(root, 'lost+found', 'x'), 'not ours');
    const listed = [];
    for await (const file of storage.list()) listed.push(file);
    expect(listed.map(({ key }) => key)).toEqual(keys);
    for (const { key, size_bytes, written_ms } of listed) {
      expect(size_bytes).toBe(key.length);
      expect(Math.abs(written_ms - Date.now())).toBeLessThan(60_000);
    }
  });

  it('leaves nothing of a source that is cut off without an error', async () => {
    const source = new Readable({ read: () => undefined });
    source.push(randomBytes(mebibyte));
    setTimeout(() => source.destroy(), 50);
    await expect(write(storage, 'tenants/1/a', source)).rejects.toThrow();
    expect(await filesIn(root)).toEqual([]);
  });

  it('sweeps what was abandoned, and only that', async () => {
    const other = await openFileStorage(root);
    const old = await other.stage();
    await writeFile(path.join(old.path, 'a'), 'x');
    const inUse = await storage.stage();
    await writeFile(path.join(inUse.path, 'a'), 'x');
    const half = path.join(root, '.partial', 'half.part');
    await writeFile(half, 'x');
    await write(storage, 'tenants/1/kept', Readable.from(['x']));
    for (const entry of [half, path.join(old.path, 'a'), old.path, inUse.path]) {
      await utimes(entry, dayAgo(2), dayAgo(2));
    }
    await utimes(path.join(root, 'tenants/1/kept'), dayAgo(2), dayAgo(2));
    expect(await storage.sweep(3 * 24 * 60 * 60 * 1000)).toBe(0);
    expect(await storage.sweep(24 * 60 * 60 * 1000)).toBe(2);
    expect(await readdir(path.join(root, '.partial'))).toEqual([path.basename(inUse.path)]);
    expect(await storage.size('tenants/1/kept')).toBe(1);
  });

  it('never sweeps what this process is writing, wherever the clock was moved', async () => {
    const inUse = await storage.stage();
    await writeFile(path.join(inUse.path, 'a'), 'x');
    for (const entry of [path.join(inUse.path, 'a'), inUse.path])
      await utimes(entry, dayAgo(900), dayAgo(900));
    expect(await storage.sweep(24 * 60 * 60 * 1000)).toBe(0);
    await inUse.remove();
    expect(await readdir(path.join(root, '.partial'))).toEqual([]);
  });

  it('sweeps when it is opened what is older than a day', async () => {
    const old = await storage.stage();
    await storage.stage();
    await utimes(old.path, dayAgo(2), dayAgo(2));
    await openFileStorage(root);
    expect(await readdir(path.join(root, '.partial'))).toHaveLength(1);
  });

  it('can’t be used while the disk of its files, or a part of it, is not mounted', async () => {
    await write(storage, 'tenants/1/original/a', Readable.from(['a']));
    await storage.check();
    for (const name of ['tenants/1', 'tenants']) {
      const [folder, away] = [path.join(root, name), path.join(root, '..', 'away')];
      await rename(folder, away);
      await expect(storage.check()).rejects.toThrow(`The folder ${name} of the file storage is missing.`);
      await rename(away, folder);
      await storage.check();
    }
  });

  it('can’t be used where the disk of its files was not mounted when it was opened', async () => {
    const opened = await openFileStorage(root, ['tenants/7']);
    await expect(opened.check()).rejects.toThrow('The folder tenants/7 of the file storage is missing.');
    await write(opened, 'tenants/7/original/a', Readable.from(['a']));
    await opened.check();
  });

  it('says whether it can be written, and leaves nothing of the trial', async () => {
    await storage.check();
    expect(await filesIn(root)).toEqual([]);
    await rm(path.dirname(root), { recursive: true });
    await expect(storage.check()).rejects.toThrow(StorageUnavailable);
    await expect(storage.stage()).rejects.toThrow(StorageUnavailable);
  });
});

/** A file system of 8 MiB, or null where this user may mount none. */
function smallDisk(folder: string): (() => void) | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return null;
  }
  return () => void execFileSync('umount', ['-l', folder]);
}

describe('a storage on a disk that went read-only', () => {
  it('says that it can not be used, still gives what it has, and works again when it can', async ({
    skip,
  }) => {
    const unmount = smallDisk(root);
    if (unmount === null) return skip('this user may not mount a small file system');
    try {
      const small = await openFileStorage(root);
      await write(small, 'tenants/1/kept', pieces(1, 65_536));
      const stage = await small.stage();
      execFileSync('mount', ['-o', 'remount,ro', root]);
      await expect(small.check()).rejects.toThrow(StorageUnavailable);
      await expect(small.stage()).rejects.toThrow(StorageUnavailable);
      const file = path.join(stage.path, 'file');
      await expect(small.receive(file, pieces(1, 10))).rejects.toThrow(StorageUnavailable);
      expect(await small.size('tenants/1/kept')).toBe(65_536);
      expect(await buffer(small.read('tenants/1/kept'))).toHaveLength(65_536);
      execFileSync('mount', ['-o', 'remount,rw', root]);
      await small.check();
      await stage.remove();
      expect(await readdir(path.join(root, '.partial'))).toEqual([]);
    } finally {
      unmount();
    }
  });
});

describe('a storage on a full disk', () => {
  it('says so, leaves nothing, and works again when there is room', async ({ skip }) => {
    const unmount = smallDisk(root);
    if (unmount === null) return skip('this user may not mount a small file system');
    try {
      const small = await openFileStorage(root);
      await expect(write(small, 'tenants/1/big', pieces(20, mebibyte))).rejects.toThrow(StorageFull);
      expect(await filesIn(root)).toEqual([]);
      await small.check();

      await writeFile(path.join(root, 'ballast'), Buffer.alloc(9 * mebibyte)).catch(() => undefined);
      await expect(small.check()).rejects.toThrow(StorageFull);
      await expect(write(small, 'tenants/1/small', pieces(1, 65_536))).rejects.toThrow(StorageFull);
      await rm(path.join(root, 'ballast'));
      await small.check();
      await write(small, 'tenants/1/small', pieces(1, 65_536));
      expect(await small.size('tenants/1/small')).toBe(65_536);
    } finally {
      unmount();
    }
  });
});
