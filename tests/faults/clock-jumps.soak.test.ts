import { findRootCollection } from '@armarium/contract/collection-calls';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningEmbeddedPostgres } from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import { HttpClient } from '../harness/http-client.ts';
import {
  expectStatus,
  haltingUpload,
  importEnded,
  importNewItem,
  rootUuid,
  signedIn,
} from '../harness/importing.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const jumps = { 'a day back': -DAY_MS, 'an hour back': -HOUR_MS, 'ninety days on': 90 * DAY_MS };
/** From each jump back to now, again and again, and once without the soak. */
const ROUNDS = isSoak ? 20 : 1;
const tried = Array.from({ length: ROUNDS }, () => Object.entries(jumps))
  .flat()
  .slice(0, isSoak ? undefined : 1);

let folder: string;
let armarium: RunningArmarium;
let client: HttpClient;
/** A further attempt of the runner's has pressmarks and names of its own. */
let attempts = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-clock-'));
  moveClock(0);
  const preload = pathToFileURL(join(import.meta.dirname, 'moved-clock.mjs')).href;
  armarium = await RunningArmarium.start({
    env: { NODE_OPTIONS: `--import=${preload}`, MOVED_CLOCK: join(folder, 'offset'), LOG_LEVEL: 'info' },
    isCopy: true,
  });
  client = await signedIn(armarium);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
  rmSync(folder, { recursive: true, force: true });
});

function moveClock(offset_ms: number): void {
  writeFileSync(join(folder, 'offset'), String(offset_ms));
}

/** Waits until the program's own log shows the time that it is to believe in. */
async function clockMovedBy(offset_ms: number): Promise<void> {
  moveClock(offset_ms);
  await until('the clock of the program has jumped', async () => {
    await client.send('GET', '/users/isLogged');
    const line = armarium.log.findLast((text) => text.includes('"answered"')) ?? '{}';
    const { time } = JSON.parse(line) as { time?: string };
    return Math.abs(Date.parse(time ?? '') - Date.now() - offset_ms) < 60_000 ? true : undefined;
  });
}

/** As another process, on the database. */
async function deleteAll(table: 'session' | 'sign_in_attempt'): Promise<void> {
  const connection = await runningEmbeddedPostgres(armarium.dataDir);
  const database = new pg.Client({ ...connection, options: '-c search_path=armarium,public' });
  await database.connect();
  await database.query(`delete from ${table}`);
  await database.end();
}

test.each(tried)(
  'a clock that jumps %s ends no session, keeps none alive, and loses no upload and no job',
  async (name, offset_ms) => {
    const own = `${name} ${(attempts += 1)}`;
    // What was guessed before counts for the address too. And an attempt that failed may have ended the session.
    await deleteAll('sign_in_attempt');
    expect((await client.signIn(armarium.username, armarium.password)).status).toBe(200);
    const root = await rootUuid(client);
    const source = await drawnImage('jpeg', 1600, 1200, offset_ms % 7);
    const halfway = haltingUpload(client, { source, name: 'leaf.jpg', type: 'image/jpeg' }, 0.5);
    await halfway.halted;
    await clockMovedBy(offset_ms);
    try {
      expect((await client.call(findRootCollection)).status).toBe(200);
      halfway.goOn();
      const uploads = [expectStatus(await halfway.answer, 201)];
      const item = await importNewItem(client, { pressmark: own, sgtt: own, parents: [root], uploads });
      expect(await importEnded(client, item)).toMatchObject({ imagesCount: 1, failedImagesCount: 0 });

      // A session that another process ends is over here within seconds, whatever the clock says.
      await deleteAll('session');
      await until('the ended session is refused', async () =>
        (await client.call(findRootCollection)).status === 401 ? true : undefined,
      );
      expect((await client.signIn(armarium.username, armarium.password)).status).toBe(200);

      // Who guesses passwords is not let off by it.
      const guesser = new HttpClient(armarium.origin);
      const answers: number[] = [];
      for (let guess = 0; guess < 11; guess += 1) {
        answers.push((await guesser.signIn(`nobody ${own}`, 'a wrong password')).status);
      }
      expect(answers.at(-1)).toBe(429);
      await clockMovedBy(offset_ms + 2 * HOUR_MS);
      expect((await guesser.signIn(`nobody ${own}`, 'a wrong password')).status).toBe(429);
      guesser.close();
    } finally {
      await clockMovedBy(0);
    }
  },
);
