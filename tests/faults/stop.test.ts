import { findAllItems } from '@armarium/contract/item-calls';
import { getSelf } from '@armarium/contract/session';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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
import { isSoak, seed } from '../harness/soak.ts';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { MixedLoad } from './mixed-load.ts';
import { randomNumbers } from '../harness/random-numbers.ts';
import { ProgramRun } from './program-run.ts';
import { halfWritten, originals } from './storage-files.ts';

const STOPS = isSoak ? 20 : 1;

let armarium: RunningArmarium;
let client: HttpClient;
/** A further attempt of the runner's makes an item of its own. */
let attempts = 0;
const storage = () => join(armarium.dataDir, 'files');

beforeAll(async () => {
  armarium = await RunningArmarium.start({ env: { LOG_LEVEL: 'info' }, isCopy: true });
  client = await signedIn(armarium);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
});

beforeEach(() => armarium.startIfStopped());

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

/** 0 tells that it came within the ten seconds that a stop may take: a program that needs longer ends itself with 1. */
const inOrder = { code: 0, signal: null };

test('[RUN-28, RUN-29, RUN-30, LOGIN-25] SIGTERM during an import ends it in order, and the next start finishes it', async () => {
  const root = await rootUuid(client);
  const image = await drawnImage('jpeg', 2600, 2000);
  const uploads = [];
  for (let number = 1; number <= 4; number += 1)
    uploads.push(await upload(client, { source: image, name: `${number}.jpg`, type: 'image/jpeg' }));
  const item = await importNewItem(client, {
    pressmark: `Stop ${(attempts += 1)}`,
    sgtt: 'Stopped',
    parents: [root],
    uploads,
  });
  await until('one image is worked on', async () =>
    (await importedImagesOf(client, item)).find(({ processing }) => processing.importState === 'IN_PROGRESS'),
  );

  const before = armarium.log.length;
  const stopping = armarium.stop();
  await until('it says that it stops', () =>
    armarium.log.slice(before).find((line) => line.includes('"stopping"')),
  );
  expect(await isRefused()).toBe(true);
  expect(await stopping).toEqual(inOrder);
  expect(processesInFolder(armarium.dataDir)).toEqual([]);
  const lines = armarium.log.length;

  await armarium.restart();
  const self = await client.call(getSelf);
  expect(self.body.username).toBe(armarium.username);
  expect(await importEnded(client, item)).toMatchObject({ imagesCount: 4, failedImagesCount: 0 });
  // Finished or handed back, none was left to be found dead.
  expect(armarium.log.slice(lines).filter((line) => line.includes('workers that died'))).toEqual([]);
});

test('[API-190, RUN-30] SIGTERM ends the streams of events in order and does not wait for an upload that goes nowhere; a browser finds its place again', async () => {
  const stream = await client.listen('/events');
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  await until('the stream began', async () => (text.includes('id:') ? true : undefined));
  const over = once(stream, 'close');
  const before = originals(storage());
  const image = await drawnImage('jpeg', 2000, 2000);
  const halfway = haltingUpload(client, { source: image, name: 'never.jpg', type: 'image/jpeg' }, 0.5);
  await until('it is being written', () => (halfWritten(storage()).length > 0 ? true : undefined));

  expect(await armarium.stop()).toEqual(inOrder);
  await over;
  // One that was cut off has no proper end.
  expect(stream.complete).toBe(true);
  await Promise.allSettled([halfway.answer]);
  expect(originals(storage())).toEqual(before);
  expect(halfWritten(storage())).toEqual([]);

  await armarium.restart();
  const lastId = /^id:(.*)$/m.exec(text)?.[1] ?? '';
  const again = await client.listen('/events', { 'last-event-id': lastId });
  expect(again.statusCode).toBe(200);
  again.destroy();
});

/** Reads pages until the server is gone. @throws if an answer breaks off in its midst */
async function readUntilGone(): Promise<void> {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  for (;;) {
    const response = await fetch(`${armarium.origin}${findAllItems.path}`, { headers: { cookie } }).catch(
      () => undefined,
    );
    if (!response) return;
    expect([200, 503]).toContain(response.status);
    await response.arrayBuffer();
  }
}

test('[RUN-28, RUN-29, RUN-30] SIGTERM to the whole group, which comes again while it stops, as npm forwards it, stops it once and in order', async () => {
  await armarium.stop();
  // Not by npm: a second signal that comes after the end of the program would end npm itself.
  const run = new ProgramRun(
    [process.execPath, 'armarium.mjs'],
    { ...armarium.settings, LOG_LEVEL: 'info' },
    { ownGroup: true },
  );
  let load: MixedLoad | undefined;
  try {
    await until('it is ready', () => (run.output.includes('Armarium is ready') ? true : undefined));
    const images = [await drawnImage('jpeg', 900, 700)];
    load = new MixedLoad(armarium.origin, images, randomNumbers(seed));
    load.begin(armarium);
    const { acknowledged, faults } = load;
    await until('people are at work', () => (acknowledged.length > 1 ? true : undefined));
    const stopTwice = async () => {
      run.signalGroup('SIGTERM');
      await until('it says that it stops', () => (run.output.includes('"stopping"') ? true : undefined));
      run.signalGroup('SIGTERM');
      expect(await run.ended).toEqual(inOrder);
    };
    await Promise.all([stopTwice(), ...[1, 2, 3, 4].map(() => readUntilGone())]);
    expect(processesInFolder(armarium.dataDir)).toEqual([]);
    expect(run.output).toContain('database system is shut down');
    await armarium.restart();
    await load.end();
    expect(faults).toEqual([]);
  } finally {
    await run.end();
    // People go on asking until somebody answers.
    await armarium.startIfStopped();
    await Promise.allSettled([load?.end()]);
  }
});

test('[RUN-29, RUN-30] SIGTERM under load ends it in order, and keeps what it promised', async () => {
  const images = await Promise.all([1, 2].map((number) => drawnImage('jpeg', 900, 700, number)));
  const load = new MixedLoad(armarium.origin, images, randomNumbers(seed));
  load.begin(armarium);
  for (let stop = 0; stop < STOPS; stop += 1) {
    const before = load.acknowledged.length;
    await until('people have worked for a while', () =>
      load.acknowledged.length > before + 2 ? true : undefined,
    );
    expect(await armarium.stop()).toEqual(inOrder);
    expect(processesInFolder(armarium.dataDir)).toEqual([]);
    expect(halfWritten(storage())).toEqual([]);
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
