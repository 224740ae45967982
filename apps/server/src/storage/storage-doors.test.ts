import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startS3Server, type S3Server } from '../../../../tests/harness/s3-server.ts';
import { openFileStorage } from './file-storage.ts';
import { openS3Storage } from './s3-storage.ts';
import { StorageUnavailable, type Storage } from './storage.ts';

const mebibyte = 1024 ** 2;

let server: S3Server;
let folder: string;
let storage: Storage;

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'armarium-storage-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A bucket's part of its own for each test. */
const bucket = (name = 'armarium') => ({
  name,
  prefix: `${path.basename(folder)}/`,
  endpoint: server.endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
});

/** The keys that are there. */
async function keys(): Promise<string[]> {
  const found = [];
  for await (const { key } of storage.list()) found.push(key);
  return found;
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

describe.each([
  ['files of this machine', false, () => openFileStorage(path.join(folder, 'files'))],
  ['a bucket', true, () => openS3Storage(bucket(), path.join(folder, 'work'), 8 * mebibyte)],
] as const)('a storage in %s', (_, isBucket, open) => {
  beforeEach(async () => {
    storage = await open();
  });

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
    expect(await keys()).toEqual(['tenants/1/a']);
  });

  it('leaves nothing of a source that fails', async () => {
    const failing = pieces(20, mebibyte, () => {
      throw new Error('broken');
    });
    await expect(write(storage, 'tenants/1/a', failing)).rejects.toThrow('broken');
    expect(await storage.size('tenants/1/a')).toBeUndefined();
    expect(await keys()).toEqual([]);
  });

  it('reads a range, both ends included, and fails with ENOENT where there is nothing', async () => {
    await write(storage, 'tenants/1/a', Readable.from(['0123456789']));
    expect(String(await buffer(storage.read('tenants/1/a', { start: 2, end: 4 })))).toBe('234');
    // Of which the service of the tests gives the whole file.
    expect(String(await buffer(storage.read('tenants/1/a', { start: 0, end: 0 })))).toBe('0');
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
    expect(await keys()).toEqual([]);
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
    expect(await keys()).toEqual(['tenants/1/assets/1/thumbnail.jpg']);
  });

  it('adopts nothing from elsewhere, no link and no folder', async () => {
    const stage = await storage.stage();
    await writeFile(path.join(folder, 'elsewhere'), 'x');
    await symlink(path.join(folder, 'elsewhere'), path.join(stage.path, 'link'));
    await mkdir(path.join(stage.path, 'folder'));
    for (const file of [path.join(folder, 'elsewhere'), path.join(stage.path, '../../elsewhere')]) {
      await expect(storage.adopt(file, 'tenants/1/a')).rejects.toThrow(TypeError);
    }
    for (const name of ['link', 'folder']) {
      await expect(storage.adopt(path.join(stage.path, name), 'tenants/1/a')).rejects.toThrow(TypeError);
    }
    expect(await storage.size('tenants/1/a')).toBeUndefined();
  });

  it('lists every file, as S3 promises in the order of the keys’ bytes', async () => {
    const all = ['a-b/c', 'a.d', 'a/b', 'a/c/0', 'a/c0', 'aB', 'b/x'].map((key) => `tenants/1/k/${key}`);
    for (const key of all.toReversed()) await write(storage, key, Readable.from([key]));
    const found = await keys();
    // The one of the tests walks through folders.
    expect(isBucket ? found.toSorted() : found).toEqual(all);
    expect(await storage.written_ms('tenants/1/k/none')).toBeUndefined();
    for await (const { key, size_bytes, written_ms } of storage.list()) {
      expect(size_bytes).toBe(key.length);
      // Some tell whole seconds to those who ask for one.
      expect(Math.abs(((await storage.written_ms(key)) ?? 0) - written_ms)).toBeLessThan(1_000);
      expect(Math.abs(written_ms - Date.now())).toBeLessThan(60_000);
    }
  });

  it('reads parts of a file at will, over any border, and to its end', async () => {
    const bytes = randomBytes(mebibyte + 777);
    await write(storage, 'tenants/1/a', Readable.from([bytes]));
    const file = await storage.openForReading('tenants/1/a');
    expect(file.size_bytes).toBe(bytes.length);
    for (const [position, length] of [
      [0, 10],
      [262_140, 10],
      [100, 700_000],
      [bytes.length - 5, 5],
    ] as const) {
      const into = Buffer.alloc(length + 2);
      expect(await file.read(into, 1, length, position)).toMatchObject({ bytesRead: length });
      expect(into.subarray(1, length + 1).equals(bytes.subarray(position, position + length))).toBe(true);
    }
    expect(await file.read(Buffer.alloc(9), 0, 9, bytes.length - 4)).toMatchObject({ bytesRead: 4 });
    await file.close();
    await expect(storage.openForReading('tenants/1/b')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('says that it can be written, and leaves nothing of the trial', async () => {
    await storage.check();
    expect(await keys()).toEqual([]);
  });

  it('opens a stream before its first byte, and counts what leaves it', async () => {
    await write(storage, 'tenants/1/a', Readable.from(['0123456789']));
    const stream = storage.read('tenants/1/a');
    const opened = new Promise<void>((resolve) => stream.once('open', () => resolve()));
    await opened;
    expect(String(await buffer(stream))).toBe('0123456789');
    expect(stream.bytesRead).toBe(10);
  });
});

describe('a storage in a bucket', () => {
  it('keeps copies up to a weight, but never takes one from who holds it', async () => {
    const small = await openS3Storage(bucket(), path.join(folder, 'work'), 2.5 * mebibyte);
    for (const name of ['a', 'b', 'c']) await write(small, `tenants/1/${name}`, pieces(1, mebibyte));
    const held = await small.localPath('tenants/1/a');
    for (const name of ['b', 'c', 'b', 'c']) await (await small.localPath(`tenants/1/${name}`)).release();
    expect(await readFile(held.path)).toHaveLength(mebibyte);
    const again = await small.localPath('tenants/1/a');
    expect(again.path).toBe(held.path);
    await again.release();
    await held.release();
    await small.remove('tenants/1/a');
    await expect(readFile(held.path)).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(small.localPath('tenants/1/a')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('gives the new file under a key whose old one was read', async () => {
    const one = await openS3Storage(bucket(), path.join(folder, 'work'), mebibyte);
    for (const text of ['first', 'other']) {
      await write(one, 'tenants/1/a', Readable.from([text]));
      const local = await one.localPath('tenants/1/a');
      expect(await readFile(local.path, 'utf8')).toBe(text);
      await local.release();
      const into = Buffer.alloc(5);
      await (await one.openForReading('tenants/1/a')).read(into, 0, 5, 0);
      expect(String(into)).toBe(text);
    }
  });

  it('gives up on a service that falls silent, but not on a reader who lets it wait', async () => {
    const part = randomBytes(mebibyte);
    // Of most files it gives half, and then nothing more.
    const silent = createServer((request, response) => {
      if (request.url?.includes('mute') === true) return;
      const isWhole = request.url?.includes('whole') === true;
      response.writeHead(200, { 'content-length': part.length });
      response.write(isWhole ? part : part.subarray(0, mebibyte / 2));
      if (isWhole) response.end();
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    try {
      const opened = (patience_ms: number) =>
        openS3Storage({ ...bucket(), endpoint }, path.join(folder, `${patience_ms}`), mebibyte, patience_ms);
      // To this one even a busy machine hands in time what is sent.
      const one = await opened(2_000);
      const hasty = await opened(100);
      const stream = one.read('tenants/1/half');
      await expect(buffer(stream)).rejects.toThrow(StorageUnavailable);
      expect(stream.bytesRead).toBe(mebibyte / 2);
      await expect(hasty.localPath('tenants/1/half')).rejects.toThrow(StorageUnavailable);
      await expect(buffer(hasty.read('tenants/1/mute'))).rejects.toThrow(StorageUnavailable);
      await expect(hasty.size('tenants/1/mute')).rejects.toThrow(StorageUnavailable);
      // Waits longer than the service may, with a whole file that does not fit into what is held meanwhile.
      const slow = one.read('tenants/1/whole');
      const chunks: Buffer[] = [];
      for await (const chunk of slow as AsyncIterable<Buffer>) {
        if (chunks.length === 0) await expect(buffer(one.read('tenants/1/half'))).rejects.toThrow();
        chunks.push(chunk);
      }
      expect(Buffer.concat(chunks).equals(part)).toBe(true);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  it('takes a whole answer to a part that begins where the file does, and no other one', async () => {
    const bytes = randomBytes(mebibyte);
    // It knows no ranges.
    const whole = createServer((_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
    });
    await new Promise<void>((resolve) => whole.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(whole.address() as AddressInfo).port}`;
    try {
      const one = await openS3Storage({ ...bucket(), endpoint }, path.join(folder, 'work'), mebibyte);
      const begun = await buffer(one.read('tenants/1/a', { start: 0, end: 99 }));
      expect(begun.equals(bytes.subarray(0, 100))).toBe(true);
      await expect(buffer(one.read('tenants/1/a', { start: 1, end: 99 }))).rejects.toThrow(
        StorageUnavailable,
      );
      const file = await one.openForReading('tenants/1/a');
      const into = Buffer.alloc(100);
      expect(await file.read(into, 0, 100, 50)).toEqual({ bytesRead: 100 });
      expect(into.equals(bytes.subarray(50, 150))).toBe(true);
      await expect(file.read(into, 0, 100, mebibyte / 2)).rejects.toThrow(StorageUnavailable);
    } finally {
      whole.closeAllConnections();
      whole.close();
    }
  });

  it('tells a bucket that is not there, and a service that is away', async () => {
    const none = await openS3Storage(bucket('nothing-here'), path.join(folder, 'work'), mebibyte);
    await expect(none.check()).rejects.toThrow(StorageUnavailable);
    const away = { ...bucket(), endpoint: 'http://127.0.0.1:9' };
    const gone = await openS3Storage(away, path.join(folder, 'work'), mebibyte);
    await expect(gone.size('tenants/1/a')).rejects.toThrow(StorageUnavailable);
    await expect(buffer(gone.read('tenants/1/a'))).rejects.toThrow(StorageUnavailable);
  });
});
