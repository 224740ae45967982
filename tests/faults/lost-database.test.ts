import { importItem, uploadFile } from '@armarium/contract/imports';
import { findAllItems, findRootCollection } from '@armarium/contract/records';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { join } from 'node:path';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  haltingUpload,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { halfWritten, originals } from './storage-files.ts';

let armarium: RunningArmarium;
let client: HttpClient;
let root: string;
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

/** The database server itself, not one of its children. */
function databaseServer(): number | undefined {
  const cluster = join(armarium.dataDir, 'postgres');
  return processesInFolder(armarium.dataDir).find(({ command }) => command.includes(` -D ${cluster}`))?.pid;
}

function killDatabase(): number {
  const pid = databaseServer();
  if (pid === undefined) throw new Error('There is no database server to kill.');
  process.kill(pid, 'SIGKILL');
  return pid;
}

const ready = () =>
  until('the server is ready again', async () =>
    (await client.send('GET', '/readyz')).status === 200 ? true : undefined,
  );

test('[RUN-32, IMP-21] a database that is killed during an import comes back, and so does the import', async () => {
  const server = armarium.process.pid;
  const uploads = await Promise.all(
    [1, 2, 3, 4].map(async (number) =>
      upload(client, {
        source: await drawnImage('jpeg', 4000, 3000, number),
        name: `${number}.jpg`,
        type: 'image/jpeg',
      }),
    ),
  );
  const item = await importNewItem(client, { pressmark: 'DB 1', sgtt: 'Kept', parents: [root], uploads });

  const killed = killDatabase();
  const answers: { status: number; code: unknown; retryAfter: string | undefined }[] = [];
  const notReady: number[] = [];
  await until('the database has been away and is back', async () => {
    // The process lives, whatever its database does.
    expect((await client.send('GET', '/healthz')).status).toBe(200);
    notReady.push((await client.send('GET', '/readyz')).status);
    const { status, body, headers } = await client.call(findRootCollection);
    const { code } = body as { code?: string };
    answers.push({ status, code, retryAfter: headers['retry-after'] });
    return answers.some(({ status }) => status === 503) && status === 200 ? true : undefined;
  });
  for (const answer of answers) {
    if (answer.status !== 200)
      expect(answer).toEqual({ status: 503, code: 'unavailable', retryAfter: expect.any(String) as string });
  }
  expect(notReady).toContain(503);
  await ready();
  expect(databaseServer()).not.toBe(killed);
  expect(armarium.process.pid).toBe(server);

  const ended = await importEnded(client, item);
  expect(ended).toMatchObject({ imagesCount: 4, failedImagesCount: 0, overall: { importState: 'DONE' } });
});

test('an upload and an import call that find no database leave nothing, and work when tried again', async () => {
  const before = originals(storage());
  const source = await drawnImage('jpeg', 2000, 1500, 9);
  const file = { source, name: 'nine.jpg', type: 'image/jpeg' };
  const halfway = haltingUpload(client, file, 0.5);
  await halfway.halted;
  killDatabase();
  halfway.goOn();
  const cutOff = await halfway.answer;
  // It may have come back before the last byte came: then the file was taken, which is right as well.
  if (cutOff.status === 503) {
    expect(cutOff.body).toMatchObject({ code: 'unavailable' });
    expect(originals(storage())).toEqual(before);
  } else expect(cutOff.status).toBe(201);
  await ready();

  const stored = expectStatus(await client.upload(uploadFile, file), 201);
  killDatabase();
  const body = {
    pressmark: 'DB 2',
    sgtt: 'Once',
    parentCollectionsUuids: [root],
    images: [{ uuid: stored.uuid }],
  };
  const first = await client.call(importItem, { body });
  expect([201, 503], `${JSON.stringify(first.body)}\n${armarium.tail()}`).toContain(first.status);
  await ready();
  const again = first.status === 201 ? first : await client.call(importItem, { body });
  const uuid = expectStatus(again, 201).uuid;
  expect(await importEnded(client, uuid)).toMatchObject({ imagesCount: 1, failedImagesCount: 0 });
  const all = expectStatus(await client.call(findAllItems), 200)._embedded.culturalItems;
  expect(all.filter(({ pressmark }) => pressmark === 'DB 2')).toHaveLength(1);
  expect(halfWritten(storage())).toEqual([]);
});
