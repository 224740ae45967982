import {
  findAllItems,
  findRootCollection,
  listSubcollections,
  type Collection,
} from '@armarium/contract/records';
import { listItemStates, listTemplates } from '@armarium/contract/templates';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpClient } from '../harness/http-client.ts';
import { expectStatus } from '../harness/importing.ts';
import { until } from '../harness/waiting.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';

const username = 'bibliotecaria';
/** The settings left as somebody finds them who only runs `npm start`, but for the harness's port and folder. */
const asFound = { ADMIN_PASSWORD: '', SAMPLE_CATALOGUE: '', ADMIN_USERNAME: username };

let armarium: RunningArmarium;
let client: HttpClient;

beforeAll(async () => {
  armarium = await RunningArmarium.start({ env: asFound });
  client = new HttpClient(armarium.origin);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
});

const printed = () =>
  armarium.log.flatMap(
    (line) => /Sign in as (\S+) with the password (\S+) \(it is shown this once\)/.exec(line)?.slice(1) ?? [],
  );

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

test('[RUN-10, RUN-12, RUN-41] the address is printed, the client is served, the data stand in DATA_DIR', async () => {
  expect(armarium.log).toContain(`Armarium is ready: http://localhost:${armarium.port}/ui/`);
  for (const path of ['/ui/', '/ui/catalog/anything']) {
    const page = await client.send('GET', path);
    expect(page.status).toBe(200);
    const script = /<script[^>]+src="([^"]+)"/.exec(page.bytes.toString('utf8'))?.[1];
    expect((await client.send('GET', script ?? '/no-script')).headers['content-type']).toMatch(/javascript/);
  }
  expect(existsSync(join(armarium.dataDir, 'postgres', 'PG_VERSION'))).toBe(true);
  expect(existsSync(join(armarium.dataDir, 'files'))).toBe(true);
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
    armarium.log.find((line) => line.includes(requestId)),
  );
  expect(JSON.parse(line)).toMatchObject({ reqId: requestId });
});

test('[RUN-03, RUN-20, RUN-27] the sample catalogue appears: collections, one of them linked twice, some thirty items', async () => {
  const items = await until('all items are there', async () => {
    const found = await allItems();
    return found.length >= 28 ? found : undefined;
  });
  expect(items.length).toBeLessThan(40);
  const collections = await allCollections();
  expect(collections.length).toBeGreaterThan(4);
  expect(
    collections.filter(({ parentCollectionsUuids }) => parentCollectionsUuids.length > 1).length,
  ).toBeGreaterThan(0);
  const pictured = await until(
    'an item has a picture',
    async () => (await allItems()).find(({ thumbnail }) => thumbnail !== null),
    150_000,
  );
  const picture = await client.send('GET', new URL(pictured.thumbnail ?? '').pathname);
  expect(picture.headers['content-type']).toBe('image/jpeg');
});

test('[RUN-17, RUN-20] the second start prints no password and makes no second sample', async () => {
  const before = (await allItems()).map(({ uuid }) => uuid).sort();
  await armarium.restart();
  expect(printed()).toHaveLength(2);
  expect((await allItems()).map(({ uuid }) => uuid).sort()).toEqual(before);
});

test('[RUN-11] HOST is the only address that listens', async () => {
  const other = new HttpClient(`http://127.0.0.2:${armarium.port}`);
  await expect(other.send('GET', '/healthz')).rejects.toThrow();
  other.close();
});
