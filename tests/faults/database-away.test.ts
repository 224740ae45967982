import { isLogged } from '@armarium/contract/session';
import { findRootCollection } from '@armarium/contract/records';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawnImage } from '../harness/drawn-image.ts';
import { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
  upload,
} from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';

const AWAY_MS = 60_000;

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

/** Stops the database server in its tracks and ends its sessions: connections are taken, and nothing answers. */
function halt(): { goOn: () => void } {
  const cluster = join(armarium.dataDir, 'postgres');
  const ofDatabase = processesInFolder(armarium.dataDir).filter(
    ({ command }) => command.startsWith('postgres:') || command.includes(` -D ${cluster}`),
  );
  const server = ofDatabase.find(({ command }) => command.includes(` -D ${cluster}`))?.pid;
  if (server === undefined) throw new Error('There is no database server to halt.');
  process.kill(server, 'SIGSTOP');
  for (const { pid } of ofDatabase) if (pid !== server) process.kill(pid, 'SIGKILL');
  return { goOn: () => process.kill(server, 'SIGCONT') };
}

test('[RUN-32, IMP-21] a database that is away for a minute is waited for, by people and by jobs', async () => {
  const root = await rootUuid(client);
  const uploads = [];
  for (let number = 1; number <= 4; number += 1) {
    const source = await drawnImage('jpeg', 4000, 3000, number);
    uploads.push(await upload(client, { source, name: `${number}.jpg`, type: 'image/jpeg' }));
  }
  const item = await importNewItem(client, { pressmark: 'Away 1', sgtt: 'Waits', parents: [root], uploads });
  const { pid } = armarium.process;

  const database = halt();
  const began_ms = performance.now();
  const codes = new Set<string>();
  const slowest_ms: number[] = [];
  try {
    while (performance.now() - began_ms < AWAY_MS) {
      expect((await client.send('GET', '/healthz')).status).toBe(200);
      const asked_ms = performance.now();
      const { status, body } = await client.call(findRootCollection);
      slowest_ms.push(performance.now() - asked_ms);
      codes.add(`${status} ${(body as { code?: string }).code ?? ''}`);
      await sleep(500);
    }
  } finally {
    database.goOn();
  }
  expect([...codes]).toEqual(['503 unavailable']);
  // Nobody waits for ever: a person is told while they still look.
  expect(Math.max(...slowest_ms)).toBeLessThan(20_000);

  await until('the server is ready again', async () =>
    (await client.send('GET', '/readyz')).status === 200 ? true : undefined,
  );
  expect(armarium.process.pid).toBe(pid);
  expect(expectStatus(await client.call(isLogged), 200)).toEqual({ logged: true });
  expect(await importEnded(client, item)).toMatchObject({ imagesCount: 4, failedImagesCount: 0 });
  // Nor has the minute used up what somebody may fail in signing in.
  const stranger = new HttpClient(armarium.origin);
  expect((await stranger.signIn(armarium.username, armarium.password)).status).toBe(200);
  stranger.close();
});
