import { uploadFile } from '@armarium/contract/imports';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { expectStatus, haltingUpload, signedIn } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { filesBelow, halfWritten, originals } from './storage-files.ts';

let armarium: RunningArmarium;
let client: HttpClient;

beforeAll(async () => {
  armarium = await RunningArmarium.start();
  client = await signedIn(armarium);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
});

test.each([0, 0.01, 0.5, 0.99])(
  '[IMP-50] an upload whose sender goes away after a part of %s leaves nothing',
  async (part) => {
    const storage = join(armarium.dataDir, 'files');
    const source = await drawnImage('jpeg', 4000, 3000);
    const halfway = haltingUpload(client, { source, name: 'gone.jpg', type: 'image/jpeg' }, part);
    await halfway.halted;
    if (part > 0.1)
      await until('part of it is on the disk', () => (halfWritten(storage).length > 0 ? true : undefined));
    halfway.cut();
    await expect(halfway.answer).rejects.toThrow();
    await until(
      'the half file is gone',
      () => (halfWritten(storage).length === 0 ? true : undefined),
      10_000,
    );
    expect(filesBelow(storage)).toEqual([]);
    expect(armarium.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  },
);

test('several uploads at once are cut and the server takes the next', async () => {
  const storage = join(armarium.dataDir, 'files');
  const source = await drawnImage('jpeg', 3000, 2000);
  const file = { source, name: 'many.jpg', type: 'image/jpeg' };
  const all = [0.2, 0.4, 0.6, 0.8].map((part) => haltingUpload(client, file, part));
  for (const one of all) await one.halted;
  for (const one of all) one.cut();
  await Promise.allSettled(all.map(({ answer }) => answer));
  expectStatus(await client.upload(uploadFile, file), 201);
  await until(
    'the half files are gone',
    () => (halfWritten(storage).length === 0 ? true : undefined),
    10_000,
  );
  expect(originals(storage)).toHaveLength(1);
});
