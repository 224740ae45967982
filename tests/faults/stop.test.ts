import { findRootCollection } from '@armarium/contract/records';
import { getSelf } from '@armarium/contract/session';
import { once } from 'node:events';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { HttpClient } from '../harness/http-client.ts';
import {
  haltingUpload,
  importedImagesOf,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { MixedLoad } from './mixed-load.ts';
import { ProgramRun } from './program-run.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { halfWritten, originals } from './storage-files.ts';

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

async function isRefused(): Promise<boolean> {
  const stranger = new HttpClient(armarium.origin);
  try {
    return (await stranger.send('GET', '/users/isLogged')).status === 503;
  } catch {
    return true;
  } finally {
    stranger.close();
  }
}

test('[RUN-28, RUN-29, RUN-30, LOGIN-25] SIGTERM during an import ends it in order, and the next start finishes it', async () => {
  const root = await rootUuid(client);
  const image = await drawnImage('jpeg', 5000, 4000);
  const uploads = [];
  for (let number = 1; number <= 6; number += 1)
    uploads.push(await upload(client, { source: image, name: `${number}.jpg`, type: 'image/jpeg' }));
  const item = await importNewItem(client, {
    pressmark: 'Stop 1',
    sgtt: 'Stopped',
    parents: [root],
    uploads,
  });
  await until('one image is worked on', async () =>
    (await importedImagesOf(client, item)).find(({ processing }) => processing.importState === 'IN_PROGRESS'),
  );

  const stopping = armarium.stop();
  await until('it takes no more requests', async () => ((await isRefused()) ? true : undefined), 2_000);
  const ended = await stopping;
  expect(ended).toMatchObject({ code: 0, signal: null });
  expect(ended.took_ms).toBeLessThan(10_000);
  expect(processesInFolder(armarium.dataDir)).toEqual([]);
  const lines = armarium.log.length;

  await armarium.restart();
  const self = await client.call(getSelf);
  expect(self.body.username).toBe(armarium.username);
  expect(await importEnded(client, item)).toMatchObject({ imagesCount: 6, failedImagesCount: 0 });
  // Finished or handed back, none was left to be found dead.
  expect(armarium.log.slice(lines).filter((line) => line.includes('workers that died'))).toEqual([]);
});

test('[API-190, RUN-30] SIGTERM ends the streams of events in order, and a browser finds its place again', async () => {
  const stream = await client.listen('/events');
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await until('the stream began', async () => (text.includes('id:') ? true : undefined));
  const over = once(stream, 'close');
  const ended = await armarium.stop();
  expect(ended).toMatchObject({ code: 0, signal: null });
  await over;
  // One that was cut off has no proper end.
  expect(stream.complete).toBe(true);
  await armarium.restart();
  const lastId = /^id:(.*)$/m.exec(text)?.[1] ?? '';
  const again = await client.listen('/events', { 'last-event-id': lastId });
  expect(again.statusCode).toBe(200);
  again.destroy();
});

test('[RUN-30] SIGTERM does not wait for an upload that goes nowhere', async () => {
  const storage = join(armarium.dataDir, 'files');
  const before = originals(storage);
  const image = await drawnImage('jpeg', 2000, 2000);
  const halfway = haltingUpload(client, { source: image, name: 'never.jpg', type: 'image/jpeg' }, 0.5);
  await halfway.halted;
  const ended = await armarium.stop();
  expect(ended).toMatchObject({ code: 0, signal: null });
  expect(ended.took_ms).toBeLessThan(10_000);
  await Promise.allSettled([halfway.answer]);
  expect(originals(storage)).toEqual(before);
  expect(halfWritten(storage)).toEqual([]);
  await armarium.restart();
});

test('[RUN-28, RUN-29, RUN-30] SIGTERM under load ends it within ten seconds with 0, and keeps what it promised', async () => {
  const images = await Promise.all([1, 2].map((seed) => drawnImage('jpeg', 2500, 2000, seed)));
  const load = new MixedLoad(armarium.origin, images, randomNumbers(7));
  load.begin(armarium);
  for (let stop = 0; stop < 3; stop += 1) {
    const before = load.acknowledged.length;
    await until('people have worked for a while', () =>
      load.acknowledged.length > before + 5 ? true : undefined,
    );
    const ended = await armarium.stop();
    expect(ended).toMatchObject({ code: 0, signal: null });
    expect(ended.took_ms).toBeLessThan(10_000);
    expect(processesInFolder(armarium.dataDir)).toEqual([]);
    expect(halfWritten(join(armarium.dataDir, 'files'))).toEqual([]);
    await armarium.restart();
  }
  await load.end();
  expect(load.faults).toEqual([]);
  for (const { uuid, images: promised } of load.acknowledged) {
    expect(await importEnded(client, uuid)).toMatchObject({
      imagesCount: promised.length,
      failedImagesCount: 0,
    });
  }
});

test('[RUN-40] npm start passes SIGTERM on and ends with the exit code of the program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'armarium-npm-'));
  chmodSync(folder, 0o755);
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: join(folder, 'data'),
    SAMPLE_CATALOGUE: 'off',
    ADMIN_PASSWORD: 'a long enough password',
  };
  const refused = new ProgramRun(['npm', 'start'], { ...env, PORT: 'high' });
  const run = new ProgramRun(['npm', 'start'], env);
  try {
    expect((await refused.ended).code).toBe(1);
    expect(refused.output).toContain('PORT="high"');
    const address = await until(
      'npm start is ready',
      () => /Armarium is ready: http:\/\/localhost:(\d+)\/ui\//.exec(run.output) ?? undefined,
      150_000,
    );
    const npmClient = new HttpClient(`http://127.0.0.1:${address[1]}`);
    expect((await npmClient.call(findRootCollection)).status).toBe(401);
    npmClient.close();
    run.child.kill('SIGTERM');
    expect(await run.ended).toEqual({ code: 0, signal: null });
    expect(processesInFolder(folder)).toEqual([]);
  } finally {
    await refused.end();
    await run.end();
    for (const { pid } of processesInFolder(folder)) process.kill(pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});
