import { randomUUID } from 'node:crypto';
import { listEffects } from '@armarium/contract/effects';
import { performTransition } from '@armarium/contract/transition-logs';
import { createTransitionTask } from '@armarium/contract/transition-tasks';
import { createTransitionTemplate } from '@armarium/contract/transitions';
import { createCollection } from '@armarium/contract/record-edits';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpClient } from '../harness/http-client.ts';
import { HookServer } from '../harness/hook-server.ts';
import { expectStatus, rootUuid, signedIn } from '../harness/importing.ts';
import { RunningArmarium } from '../harness/start-armarium.ts';
import { until } from '../harness/waiting.ts';

let hooks: HookServer;
let armarium: RunningArmarium;
let client: HttpClient;
let root: string;

beforeAll(async () => {
  hooks = await HookServer.start();
  armarium = await RunningArmarium.start({ env: { FETCH_ALLOWED_ADDRESSES: '127.0.0.1' }, isCopy: true });
  client = await signedIn(armarium);
  root = await rootUuid(client);
});
afterAll(async () => {
  client?.close();
  await armarium?.close();
  await hooks?.close();
});

/** Performs a transition of a new collection whose effect calls a path. */
async function tellOf(path: string, changeSet?: string): Promise<void> {
  const name = `Tell ${path}`;
  const transition = expectStatus(
    await client.call(createTransitionTemplate, {
      body: { name, itemFromState: 'Default', itemToState: 'Archived', resourceType: 'COLLECTION' },
    }),
    201,
  );
  const task = { templateName: 'WEBHOOK', parameters: { url: hooks.url(path) } };
  expectStatus(
    await client.call(createTransitionTask, { body: { transitionUuid: transition.uuid, ...task } }),
    201,
  );
  const collection = expectStatus(
    await client.call(createCollection, { body: { sgtt: name, parentCollectionsUuids: root } }),
    201,
  );
  const body = {
    assetUuid: collection.uuid,
    resourceType: 'COLLECTION',
    transitionUuid: transition.uuid,
  } as const;
  expectStatus(
    await client.call(performTransition, {
      body: { ...body, ...(changeSet !== undefined && { changeSet }) },
    }),
    201,
  );
}
const idsAt = (path: string) => hooks.calls(path).map(({ headers }) => headers['x-armarium-delivery']);

test('[WFACT-26] what a transition sends arrives after a kill, before it was sent and while it is taken, with the same id', async () => {
  // A further attempt of the runner's has paths of its own.
  const [waiting, held, last] = ['waiting', 'held', 'last'].map((name) => `/${name}-${randomUUID()}`) as [
    string,
    string,
    string,
  ];
  // Collected for ten seconds, so that it can't be sent before the kill.
  await tellOf(waiting, randomUUID());
  hooks.answer(held, 'hang');
  await tellOf(held);
  await hooks.next(held);
  await tellOf(last);
  await armarium.kill9();
  expect(hooks.calls(waiting)).toEqual([]);
  hooks.answer(held, { status: 204 });
  await armarium.restart();
  client.close();
  client = await signedIn(armarium);
  await Promise.all([hooks.next(held, 2), hooks.next(last), hooks.next(waiting)]);
  const effects = await until('all have arrived', async () => {
    const { _embedded } = expectStatus(await client.call(listEffects), 200);
    const three = _embedded.effects.slice(0, 3);
    return three.every(({ state }) => state === 'DONE') ? three : undefined;
  });
  const ids = effects.map(({ uuid }) => `urn:uuid:${uuid}`);
  expect(idsAt(waiting)).toEqual([ids[2]]);
  expect(idsAt(held)).toEqual([ids[1], ids[1]]);
  expect(new Set(idsAt(last))).toEqual(new Set([ids[0]]));
});
