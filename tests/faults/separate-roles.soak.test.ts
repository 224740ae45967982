import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Person } from '../e2e/person.ts';
import { openBrowser } from '../harness/browser.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { importEnded, importNewItem, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { PostgresServer } from '../harness/postgres-server.ts';
import { eventually, until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';

/** A server that belongs to no process of the program, as `DATABASE_URL` names one, and files that all of them share. */
let folder: string;
let server: PostgresServer;
let shared: Record<string, string>;
let web: RunningArmarium;
let colleague: HttpClient;
const workers: ProgramRun[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-roles-'));
  server = await PostgresServer.start();
  shared = { DATABASE_URL: server.url, STORAGE_URL: `file://${join(folder, 'files')}` };
  web = await RunningArmarium.start({ env: shared, command: ['web'] });
  colleague = await signedIn(web);
});
afterAll(async () => {
  colleague?.close();
  await web?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A worker that is told the port of the web process: whoever listened on it would not start. */
function startWorker(): ProgramRun {
  const worker = ProgramRun.armarium(['worker'], {
    ...shared,
    HOST: '127.0.0.1',
    PORT: String(web.port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'info',
  });
  workers.push(worker);
  return worker;
}

afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.end())));

let items = 0;
/** With a pressmark that no other has, in a further attempt of the runner's either. */
async function newItem(): Promise<{ uuid: string; pressmark: string }> {
  const pressmark = `ROLES ${(items += 1)}`;
  const file = await upload(colleague, {
    source: await drawnImage('jpeg', 300, 200),
    name: 'page.jpg',
    type: 'image/jpeg',
  });
  const uuid = await importNewItem(colleague, {
    pressmark,
    sgtt: pressmark,
    parents: [await rootUuid(colleague)],
    uploads: [file],
  });
  return { uuid, pressmark };
}

/** A figure of the web process's own metrics. */
async function metric(sample: string): Promise<number> {
  const text = await (await fetch(`${web.origin}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length));
}
const waiting = 'armarium_jobs{name="derive-image",state="waiting"}';
const attempted = 'armarium_jobs{name="derive-image",state="later"}';

/** The TCP ports on which a process listens; its sockets are found by their inodes (proc(5)). */
function listeningSockets(pid: number): string[] {
  const own = new Set(
    readdirSync(`/proc/${pid}/fd`).map((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1];
      } catch {
        return undefined; // closed meanwhile
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && own.has(inode))
      .map(([, local = '']) => local),
  );
}

test('[RUN-04, RUN-05, RUN-13] web takes uploads and leaves the images to a worker, which listens nowhere', async () => {
  const [item] = [await newItem(), await newItem()];
  await until('both jobs wait', async () => (await metric(waiting)) >= 2 || undefined);
  expect(await metric(attempted)).toBe(0);
  if (process.platform === 'linux') expect(listeningSockets(web.process.pid)).toHaveLength(1);

  const worker = startWorker();
  const ended = await importEnded(colleague, item.uuid);
  expect(ended.overall.importState).toBe('DONE');
  if (process.platform === 'linux') expect(listeningSockets(worker.child.pid)).toEqual([]);
  // The web process ran none of them.
  expect(await metric('armarium_jobs_ended_total{name="derive-image",outcome="done"}')).toBeNaN();

  worker.child.kill('SIGTERM');
  expect(await worker.ended).toEqual({ code: 0, signal: null });
});

test('[IMP-13] without events the poll alone brings an item to its end', async () => {
  const { uuid, pressmark } = await newItem();
  const browser = await openBrowser();
  try {
    const person = await Person.signedIn(browser, web);
    const { page } = person;
    let refused = 0;
    await person.context.route('**/events?*', async (route) => {
      refused += 1;
      await route.abort();
    });
    await page.clock.install();
    await page.goto(`/ui/catalog/${await rootUuid(colleague)}`);
    const picture = person.cardOf(pressmark).locator('img');
    await person.cardOf(pressmark).waitFor();
    await person.settled();
    await page.clock.pauseAt(Date.now() + 60_000);
    await person.settled();

    const worker = startWorker();
    await importEnded(colleague, uuid);
    // Nobody told the page, whose next look is to come.
    expect(await picture.count()).toBe(0);
    const looked = page.waitForResponse((answer) => answer.url().includes('/culturalItems?'));
    await page.clock.runFor(5_000);
    await looked;
    await eventually(async () => {
      await page.clock.runFor(15);
      return picture.count();
    }).toBe(1);
    expect(refused).toBeGreaterThan(0);
    await person.leave();
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
  } finally {
    await browser.close();
  }
});
