import { uploadFile } from '@armarium/contract/uploads';
import { findRootCollection } from '@armarium/contract/collection-calls';
import { findAllItems } from '@armarium/contract/item-calls';
import { isLogged } from '@armarium/contract/session';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { HttpClient } from '../harness/http-client.ts';
import {
  askForItem,
  expectStatus,
  haltingUpload,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { isSoak } from '../harness/soak.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { until } from '../harness/waiting.ts';
import { filesBelow, halfWritten, originals } from './storage-files.ts';

/** Connections that end in their midst: those of people who send, and those to the database. */

const KILLS = 30;
const AWAY_MS = isSoak ? 5 * 60_000 : 0;

let armarium: RunningArmarium;
let client: HttpClient;
let root: string;
/** A further attempt of the runner's makes items of its own. */
let attempts = 0;
const storage = () => join(armarium.dataDir, 'files');

beforeAll(async () => {
  armarium = await RunningArmarium.start();
  client = await signedIn(armarium);
  root = await rootUuid(client);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
});

/** PostgreSQL's processes, and among them the server itself. */
function databaseProcesses() {
  const cluster = join(armarium.dataDir, 'postgres');
  const isServer = (command: string) => command.includes(` -D ${cluster}`);
  const all = processesInFolder(armarium.dataDir).filter(
    ({ command }) => command.startsWith('postgres:') || isServer(command),
  );
  return { all, server: all.find(({ command }) => isServer(command))?.pid };
}

function serverPid(): number {
  const { server } = databaseProcesses();
  if (server === undefined) throw new Error('There is no database server.');
  return server;
}

/** Stops the database server in its tracks and ends its sessions: connections are taken, and nothing answers. */
function halt(): { goOn: () => void } {
  const server = serverPid();
  process.kill(server, 'SIGSTOP');
  for (const { pid } of databaseProcesses().all) if (pid !== server) process.kill(pid, 'SIGKILL');
  return { goOn: () => process.kill(server, 'SIGCONT') };
}

const ready = () =>
  until('the server is ready again', async () =>
    (await client.send('GET', '/readyz')).status === 200 ? true : undefined,
  );

const unavailable = {
  status: 503,
  body: { code: 'unavailable' },
  headers: { 'retry-after': expect.any(String) as string },
};

test('[IMP-50] uploads whose senders go away after any part of them leave nothing, and the next is taken', async () => {
  const before = filesBelow(storage());
  const source = await drawnImage('jpeg', 3000, 2000);
  const file = { source, name: 'gone.jpg', type: 'image/jpeg' };
  const all = [0, 0.01, 0.5, 0.99].map((part) => haltingUpload(client, file, part));
  for (const one of all) await one.halted;
  // Of the first two the server may not have seen anything yet.
  await until('two are being written', () => (halfWritten(storage()).length >= 2 ? true : undefined));
  for (const one of all) one.cut();
  for (const one of all) await expect(one.answer).rejects.toThrow();
  await until('the half files are gone', () => (halfWritten(storage()).length === 0 ? true : undefined));
  expect(filesBelow(storage())).toEqual(before);
  expect(armarium.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  expectStatus(await client.upload(uploadFile, file), 201);
});

test.runIf(isSoak)(
  '[IMP-21] a database that is killed during an import comes back, and so does the import',
  async () => {
    const attempt = (attempts += 1);
    const program = armarium.process.pid;
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const pressmark = `Killed ${attempt}-${kill}`;
      const uploads = [];
      for (let number = 1; number <= 3; number += 1) {
        const source = await drawnImage('jpeg', 2000, 1500, number);
        uploads.push(await upload(client, { source, name: `${number}.jpg`, type: 'image/jpeg' }));
      }
      const item = await importNewItem(client, { pressmark, sgtt: 'Kept', parents: [root], uploads });

      const killed = serverPid();
      process.kill(killed, 'SIGKILL');
      await until('another database server answers', async () => {
        // The process lives, whatever its database does.
        expect((await client.send('GET', '/healthz')).status).toBe(200);
        const answer = await client.call(findRootCollection);
        if (answer.status !== 200) expect(answer).toMatchObject(unavailable);
        const { server } = databaseProcesses();
        return answer.status === 200 && server !== undefined && server !== killed ? true : undefined;
      });
      await ready();
      expect(armarium.process.pid).toBe(program);
      const ended = await importEnded(client, item);
      expect(ended).toMatchObject({ imagesCount: 3, failedImagesCount: 0, overall: { importState: 'DONE' } });
    }
  },
);

test('[RUN-32, IMP-21] a database that is away is waited for, by people and by jobs; what finds none leaves nothing, and works when tried again', async () => {
  const attempt = (attempts += 1);
  const program = armarium.process.pid;
  const images = await Promise.all([1, 2, 3].map((number) => drawnImage('jpeg', 2000, 1500, number)));
  const [file, ...more] = images.map((source, index) => ({
    source,
    name: `${index}.jpg`,
    type: 'image/jpeg',
  }));
  if (!file) throw new Error('No image was drawn.');
  const uploads = [];
  for (const one of more) uploads.push(await upload(client, one));
  const spare = await upload(client, file);
  const parents = [root];
  const item = await importNewItem(client, {
    pressmark: `Away ${attempt}`,
    sgtt: 'Waits',
    parents,
    uploads,
  });
  const late = { pressmark: `Late ${attempt}`, sgtt: 'Once', parents, uploads: [spare] };
  const before = originals(storage());
  const halfway = haltingUpload(client, file, 0.5);
  await halfway.halted;

  const database = halt();
  const ends_ms = performance.now() + AWAY_MS;
  try {
    halfway.goOn();
    const [notReady, cutOff, refused] = await Promise.all([
      client.send('GET', '/readyz'),
      halfway.answer,
      askForItem(client, late),
    ]);
    expect(notReady.status).toBe(503);
    expect(cutOff).toMatchObject(unavailable);
    expect(refused).toMatchObject(unavailable);
    expect(originals(storage())).toEqual(before);
    // Nobody waits for ever: each is told while the database is away.
    do {
      expect((await client.send('GET', '/healthz')).status).toBe(200);
      expect(await client.call(findRootCollection)).toMatchObject(unavailable);
      if (isSoak) await sleep(500);
    } while (performance.now() < ends_ms);
  } finally {
    database.goOn();
  }

  await ready();
  expect(armarium.process.pid).toBe(program);
  expect(expectStatus(await client.call(isLogged), 200)).toEqual({ logged: true });
  expectStatus(await client.upload(uploadFile, file), 201);
  const again = expectStatus(await askForItem(client, late), 201).uuid;
  expect(await importEnded(client, again)).toMatchObject({ imagesCount: 1, failedImagesCount: 0 });
  expect(await importEnded(client, item)).toMatchObject({ imagesCount: 2, failedImagesCount: 0 });
  const found = await client.call(findAllItems, { query: { size: 1000 } });
  const all = expectStatus(found, 200)._embedded.culturalItems;
  expect(all.filter(({ pressmark }) => pressmark === late.pressmark)).toHaveLength(1);
  expect(halfWritten(storage())).toEqual([]);
  // Nor has it used up what somebody may fail in signing in.
  const stranger = new HttpClient(armarium.origin);
  expect((await stranger.signIn(armarium.username, armarium.password)).status).toBe(200);
  stranger.close();
});
