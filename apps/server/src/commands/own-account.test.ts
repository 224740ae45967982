import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFileStorage } from '../storage/file-storage.ts';
import { refuseOtherAccount } from './own-account.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-account-'));
});
afterEach(() => rm(folder, { recursive: true }));

const partial = () => join(folder, '.partial');

test('in a new storage everything is this account’s, and nothing stays of the look', async () => {
  await refuseOtherAccount(await openFileStorage(folder));
  expect(await readdir(partial())).toEqual([]);
});

test.runIf(process.getuid?.() === 0)(
  'root is kept from a storage of another account (needs root)',
  async () => {
    const storage = await openFileStorage(folder);
    await chown(partial(), 65_534, 65_534);
    await expect(refuseOtherAccount(storage)).rejects.toThrow(
      /number 65534, .* as number 0: .*sudo -u '#65534'/,
    );
    expect(await readdir(partial())).toEqual([]);
  },
);
