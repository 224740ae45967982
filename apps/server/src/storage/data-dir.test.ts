import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requireDataDir } from './data-dir.ts';

let room: string;
beforeEach(async () => {
  room = await mkdtemp(path.join(os.tmpdir(), 'armarium-data-dir-test-'));
});
afterEach(() => rm(room, { recursive: true, force: true }));

/** @param program what looks at the folder in place of the true one */
const refusal = async (dataDir: string, isEmbedded = true, program?: string) => {
  const options =
    program === undefined ? {} : { program, patience_ms: program.includes('setInterval') ? 300 : 60_000 };
  const error: unknown = await requireDataDir(dataDir, isEmbedded, options).catch((one: unknown) => one);
  return error instanceof Error ? `${error.name}: ${error.message}` : undefined;
};
const finds = (found: object) => `process.stdout.write(${JSON.stringify(JSON.stringify(found))})`;

it('makes a data folder that is absent', async () => {
  const dataDir = path.join(room, 'a', 'b');
  expect(await refusal(dataDir)).toBeUndefined();
  expect((await stat(dataDir)).isDirectory()).toBe(true);
});

it('says what is wrong with a data folder and what to do', async () => {
  const file = path.join(room, 'file');
  await writeFile(file, '');
  expect(await refusal(file)).toBe(
    `ConfigError: DATA_DIR (${file}) can't be used: it is a file; name a folder.`,
  );
  expect(await refusal(room, false, finds({ code: 'EROFS', message: 'EROFS: open' }))).toBe(
    `ConfigError: DATA_DIR (${room}) can't be used: it is on a disk that is read-only; name a place on another one.`,
  );
});

it('does not wait for a disk that never answers', async () => {
  expect(await refusal(room, false, 'setInterval(() => undefined, 1_000)')).toMatch(
    /does not answer\. If it is on a network disk, check/,
  );
});

it('refuses a disk without room for the embedded database, for a new one sooner', async () => {
  const hasFree = (free_mb: number, hasDatabase: boolean) => finds({ free_mb, hasDatabase });
  expect(await refusal(room, true, hasFree(150, false))).toMatch(
    /has 150 MB free, and the database needs at least 200 MB to start\. Make room/,
  );
  expect(await refusal(room, false, hasFree(150, false))).toBeUndefined();
  expect(await refusal(room, true, hasFree(150, true))).toBeUndefined();
  expect(await refusal(room, true, hasFree(31.9, true))).toMatch(
    /has 31 MB free, and the database needs at least 32 MB/,
  );
  await mkdir(path.join(room, 'postgres'));
  expect(await refusal(room)).toBeUndefined();
});
