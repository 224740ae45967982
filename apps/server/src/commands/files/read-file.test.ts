import { createHash } from 'node:crypto';
import { appendFile, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contentOf, FileRefused, openBytes, type Checksum } from './read-file.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-read-'));
});
afterAll(() => rm(folder, { recursive: true }));

const bytes = Buffer.alloc(1_000_000, 'some content');
const digest = (algorithm: string) => createHash(algorithm).update(bytes).digest('hex');
const going = () => new AbortController().signal;

async function made(name: string): Promise<string> {
  await writeFile(join(folder, name), bytes);
  return name;
}
const content = (name: string, checksums: Checksum[] = [], max_bytes = 1e9) =>
  contentOf(folder, name, checksums, { max_bytes, signal: going() });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => {
      if (!(error instanceof FileRefused)) throw error;
      return `${error.reason.result}: ${error.reason.cause}`;
    },
  );

test('a file is read whole, and its checksums hold', async () => {
  const name = await made('whole');
  const all = (['md5', 'sha1', 'sha256', 'sha512'] as const).map((algorithm) => ({
    algorithm,
    digest: digest(algorithm),
  }));
  expect(await content(name, all)).toBe(digest('sha256'));
});

test('a file that is not the listed one fails at its end, with both checksums told', async () => {
  const wrong = digest('md5').replace(/^./, (letter) => (letter === '0' ? '1' : '0'));
  const found = await refusal(content(await made('wrong'), [{ algorithm: 'md5', digest: wrong }]));
  expect(found).toMatch(/^checksum mismatch: /);
  expect(found).toContain(wrong);
  expect(found).toContain(digest('md5'));
});

test.each([
  ['grows', (path: string) => appendFile(path, 'more')],
  ['is cut', (path: string) => truncate(path, 600_000)],
  ['is written anew', (path: string) => writeFile(path, bytes)],
])('a file that %s while it is read is refused', async (name, change) => {
  await made(name);
  const { stream } = await openBytes(folder, name, [], { max_bytes: 1e9, signal: going() });
  const reading = async () => {
    let isChanged = false;
    for await (const piece of stream as AsyncIterable<Buffer>) {
      if (piece.length === 0 || isChanged) continue;
      isChanged = true;
      await change(join(folder, name));
    }
  };
  expect(await refusal(reading())).toMatch(/^refused: It changed while it was read/);
});

test('what is not there, too large, or a link is told as such', async () => {
  expect(await refusal(content('absent'))).toMatch(/^refused: It disappeared/);
  expect(await refusal(content(await made('large'), [], 999_999))).toMatch(/at most 999999 here/);
  await symlink('/etc/hostname', join(folder, 'link'));
  expect(await refusal(content('link'))).toMatch(/^refused: It is a link/);
  expect(await refusal(content('.'))).toMatch(/no file/);
});

test('a stop ends the reading', async () => {
  const stopping = new AbortController();
  const { stream } = await openBytes(folder, await made('stopped'), [], {
    max_bytes: 1e9,
    signal: stopping.signal,
  });
  stopping.abort(new Error('stopped'));
  await expect(stream.toArray()).rejects.toThrow('stopped');
});
