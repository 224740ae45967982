import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
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
  it('stores a stream of tens of megabytes with its size and SHA-256', async () => {
    const piece = randomBytes(65_537);
    const hash = createHash('sha256');
    for (let count = 0; count < 640; count += 1) hash.update(piece);
    const source = Readable.from(Array<Buffer>(640).fill(piece));
    const stored = await write(storage, 'tenants/1/uploads/a', source);
    expect(stored).toEqual({ size_bytes: 640 * 65_537, sha256: hash.digest('hex') });
    expect(await storage.size('tenants/1/uploads/a')).toBe(640 * 65_537);
    expect((await buffer(storage.read('tenants/1/uploads/a'))).subarray(0, 65_537).equals(piece)).toBe(true);
  });

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

  it('stores a file of no bytes', async () => {
    const { size_bytes, sha256 } = await write(storage, 'tenants/1/empty', Readable.from([]));
    expect({ size_bytes, sha256 }).toEqual({ size_bytes: 0, sha256: createHash('sha256').digest('hex') });
    expect(await storage.size('tenants/1/empty')).toBe(0);
  });

  it('replaces what was under the key, and keeps it while the new is on its way or fails', async () => {
    await write(storage, 'tenants/1/a', Readable.from(['first']));
    const failing = pieces(3, mebibyte, () => {
      throw new Error('the client went away');
    });
    await expect(write(storage, 'tenants/1/a', failing)).rejects.toThrow('the client went away');
    expect(String(await buffer(storage.read('tenants/1/a')))).toBe('first');
    await write(storage, 'tenants/1/a', Readable.from(['second']));
    expect(String(await buffer(storage.read('tenants/1/a')))).toBe('second');
    expect(await filesIn(root)).toEqual(['a']);
  });

  it('leaves nothing of a source that fails', async () => {
    const failing = pieces(20, mebibyte, () => {
      throw new Error('broken');
    });
    await expect(write(storage, 'tenants/1/a', failing)).rejects.toThrow('broken');
    expect(await storage.size('tenants/1/a')).toBeUndefined();
    expect(await filesIn(root)).toEqual([]);
  });

  it('leaves nothing of a source that is cut off without an error', async () => {
    const source = new Readable({ read: () => undefined });
    source.push(randomBytes(mebibyte));
    setTimeout(() => source.destroy(), 50);
    await expect(write(storage, 'tenants/1/a', source)).rejects.toThrow();
    expect(await filesIn(root)).toEqual([]);
  });

  it('reads a range, both ends included, and fails with ENOENT where there is nothing', async () => {
    await write(storage, 'tenants/1/a', Readable.from(['0123456789']));
    expect(String(await buffer(storage.read('tenants/1/a', { start: 2, end: 4 })))).toBe('234');
    await expect(buffer(storage.read('tenants/1/b'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('removes, also what is not there', async () => {
    await write(storage, 'tenants/1/a', Readable.from(['x']));
    await storage.remove('tenants/1/a');
    await storage.remove('tenants/1/a');
    await storage.remove('tenants/1/a/b');
    expect(await storage.size('tenants/1/a')).toBeUndefined();
    expect(await storage.size('tenants/1')).toBeUndefined(); // a folder is nothing
  });

  it.each([
    ...['', '/etc/passwd', '../outside', 'tenants/../../outside', 'tenants/./a', 'tenants//a', 'tenants/a/'],
    ...['tenants\\a', 'a\0b', '.partial/a', 'tenants/.hidden', 'a b', 'é', 'a\n', 'a/..', 'a'.repeat(901)],
  ])('refuses a key that is none (%#)', async (key) => {
    const source = Readable.from(['x']);
    await expect(write(storage, key, source)).rejects.toThrow(TypeError);
    expect(source.destroyed).toBe(true);
    expect(() => storage.read(key)).toThrow(TypeError);
    await expect(storage.size(key)).rejects.toThrow(TypeError);
    await expect(storage.remove(key)).rejects.toThrow(TypeError);
    await expect(storage.localPath(key)).rejects.toThrow(TypeError);
    expect(await filesIn(path.dirname(root))).toEqual([]);
  });

  it('gives a path that libraries can open', async () => {
    await write(storage, 'tenants/1/a.tif', Readable.from(['pixels']));
    const local = await storage.localPath('tenants/1/a.tif');
    expect(await readFile(local.path, 'utf8')).toBe('pixels');
    await local.release();
    expect(await storage.size('tenants/1/a.tif')).toBe(6);
  });

  it('adopts a file that was made in a stage, and removes the stage', async () => {
    const stage = await storage.stage();
    await writeFile(path.join(stage.path, 'thumbnail.jpg'), 'small');
    await writeFile(path.join(stage.path, 'left-over'), 'x');
    const adopted = await storage.adopt(
      path.join(stage.path, 'thumbnail.jpg'),
      'tenants/1/assets/1/thumbnail.jpg',
    );
    expect(adopted).toEqual({ size_bytes: 5 });
    await stage.remove();
    await stage.remove();
    expect(await filesIn(root)).toEqual(['thumbnail.jpg']);
  });

  it('adopts nothing from elsewhere, no link and no folder', async () => {
    const stage = await storage.stage();
    await writeFile(path.join(root, 'elsewhere'), 'x');
    await symlink(path.join(root, 'elsewhere'), path.join(stage.path, 'link'));
    await mkdir(path.join(stage.path, 'folder'));
    for (const file of [path.join(root, 'elsewhere'), path.join(stage.path, '../../elsewhere')]) {
      await expect(storage.adopt(file, 'tenants/1/a')).rejects.toThrow(TypeError);
    }
    for (const name of ['link', 'folder']) {
      await expect(storage.adopt(path.join(stage.path, name), 'tenants/1/a')).rejects.toThrow(TypeError);
    }
    expect(await storage.size('tenants/1/a')).toBeUndefined();
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
