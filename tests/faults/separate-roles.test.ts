import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../apps/server/src/db/embedded/start-embedded-postgres.ts';
import { Person } from '../e2e/person.ts';
import { eventually } from '../harness/waiting.ts';
import { openBrowser } from '../harness/browser.ts';
import { drawnImage } from '../harness/drawn-image.ts';
import type { HttpClient } from '../harness/http-client.ts';
import { importEnded, importNewItem, rootUuid, signedIn, upload } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { ProgramRun } from './program-run.ts';

/** A server that belongs to no process of the program, as `DATABASE_URL` names one, and files that all of them share. */
let folder: string;
let server: EmbeddedPostgres;
let shared: Record<string, string>;
const webs: RunningArmarium[] = [];
const workers: ProgramRun[] = [];
const clients: HttpClient[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-roles-'));
  chmodSync(folder, 0o755);
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'server'), log: () => undefined });
  const { host, port, user, database } = server.connection;
  shared = {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    STORAGE_URL: `file://${join(folder, 'files')}`,
  };
});
afterAll(async () => {
  for (const client of clients) client.close();
  await Promise.all(workers.map((worker) => worker.end()));
  for (const web of webs) await web.close();
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startWeb(): Promise<RunningArmarium> {
  const web = await RunningArmarium.start({ env: shared, command: ['web'] });
  webs.push(web);
  return web;
}

/** A worker that is told the port of a web process: whoever listened on it would not start. */
function startWorker(taken: RunningArmarium): ProgramRun {
  const worker = ProgramRun.armarium(['worker'], {
    ...shared,
    HOST: '127.0.0.1',
    PORT: String(taken.port),
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'info',
  });
  workers.push(worker);
  return worker;
}

async function client(web: RunningArmarium): Promise<HttpClient> {
  const opened = await signedIn(web);
  clients.push(opened);
  return opened;
}

async function newItem(from: HttpClient, pressmark: string): Promise<string> {
  const file = await upload(from, {
    source: await drawnImage('jpeg', 300, 200),
    name: 'page.jpg',
    type: 'image/jpeg',
  });
  return importNewItem(from, {
    pressmark,
    sgtt: pressmark,
    parents: [await rootUuid(from)],
    uploads: [file],
  });
}

/** A figure of a web process's own metrics. */
async function metric(web: RunningArmarium, sample: string): Promise<number> {
  const text = await (await fetch(`${web.origin}/metrics`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${sample} `));
  return Number(line?.slice(sample.length));
}
const waiting = 'armarium_jobs{name="derive-media",state="waiting"}';
const attempted = 'armarium_jobs{name="derive-media",state="later"}';

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
  const web = await startWeb();
  const person = await client(web);
  const item = await newItem(person, 'ROLES 1');
  await newItem(person, 'ROLES 2');
  await until('both jobs wait', async () => (await metric(web, waiting)) === 2 || undefined);
  expect(await metric(web, attempted)).toBe(0);
  if (process.platform === 'linux') expect(listeningSockets(web.process.pid)).toHaveLength(1);

  const worker = startWorker(web);
  const ended = await importEnded(person, item);
  expect(ended.overall.importState).toBe('DONE');
  if (process.platform === 'linux') expect(listeningSockets(worker.child.pid)).toEqual([]);
  // The web process ran none of them.
  expect(await metric(web, 'armarium_jobs_ended_total{name="derive-media",outcome="done"}')).toBeNaN();

  worker.child.kill('SIGTERM');
  expect(await worker.ended).toEqual({ code: 0, signal: null });
});

test('[RUN-04, RUN-05] several web processes and workers share one database and one storage', async () => {
  const [one, other] = [webs[0] ?? (await startWeb()), await startWeb()];
  const [first, second] = [startWorker(one), startWorker(one)];
  const [here, there] = [await client(one), await client(other)];
  const items = await Promise.all(
    [here, there, here, there].map((from, index) => newItem(from, `SHARED ${index}`)),
  );
  for (const [index, item] of items.entries()) {
    // Looked at through the other one than it was sent to.
    const ended = await importEnded(index % 2 === 0 ? there : here, item);
    expect(ended).toMatchObject({ overall: { importState: 'DONE' }, failedImagesCount: 0 });
  }
  for (const worker of [first, second]) {
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
  }
});

test('[IMP-13] without events the poll alone brings an item to its end', async () => {
  const web = webs[0] ?? (await startWeb());
  const colleague = await client(web);
  const item = await newItem(colleague, 'POLLED 1');
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
    const picture = person.cardOf('POLLED 1').locator('img');
    await person.cardOf('POLLED 1').waitFor();
    await person.settled();
    await page.clock.pauseAt(Date.now() + 60_000);
    await person.settled();

    const worker = startWorker(web);
    await importEnded(colleague, item);
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
