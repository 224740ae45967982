import { createHmac, randomUUID } from 'node:crypto';
import { getBatch, startBatch } from '@armarium/contract/batches';
import type { DeliveryState } from '@armarium/contract/deliveries';
import {
  getEffect,
  listEffects,
  retryEffect,
  retryFailedEffects,
  type Effect,
} from '@armarium/contract/effects';
import { getItem } from '@armarium/contract/item-calls';
import type { Problem } from '@armarium/contract/problem';
import {
  listTransitionLogs,
  performTransition,
  type TransitionLog,
  type TransitionResults,
} from '@armarium/contract/transition-logs';
import {
  getTransitionTask,
  listTransitionTasks,
  updateTransitionTask,
  type TransitionTask,
} from '@armarium/contract/transition-tasks';
import { deleteTransitionTemplate, getTransitionTemplate } from '@armarium/contract/transitions';
import { exportWorkflow, importWorkflow } from '@armarium/contract/workflow-file';
import { afterAll, describe, expect, it } from 'vitest';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { HookServer, type HookCall } from '../../../../../../tests/harness/hook-server.ts';
import { jobContext } from '../../../../../../tests/harness/job-context.ts';
import { openMailServer } from '../../../../../../tests/harness/mail-server.ts';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { madeTransition, type Tasks } from '../../../../../../tests/http/made-transition.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../../tests/http/test-installation.ts';
import { system } from '../../../db/database.ts';
import { deliveryJobs } from '../../deliveries/public.ts';
import { effectJobs, noteProgress, performTransitions } from '../public.ts';

const PUBLIC_URL = 'https://catalogue.example.org';
const hooks = await HookServer.start();
const mails = await openMailServer();
const mailFrom = { name: '', address: 'catalogue@example.org' };
const house = await openInstallation({
  worker: true,
  environment: {
    FETCH_ALLOWED_ADDRESSES: '127.0.0.1',
    PUBLIC_URL,
    SMTP_URL: mails.url(),
    MAIL_FROM: mailFrom.address,
  },
});
afterAll(() => hooks.close());
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_RESEARCHER');
const root = (await rootOf(admin)).uuid;
const tenantId = house.tenantIds.default;
let made = 0;

/** A transition of items, or of what is given. */
const transition = (
  tasks: Tasks,
  { client = admin, ...given }: Parameters<typeof madeTransition>[2] & { readonly client?: HttpClient } = {},
) => madeTransition(client, tasks, given);

/** A path that one test alone calls, and a transition that calls it. */
async function hooked(more: Record<string, unknown> = {}, before: Tasks = []) {
  const path = `/hook-${(made += 1)}`;
  return { path, ...(await transition([...before, ['WEBHOOK', { url: hooks.url(path), ...more }]])) };
}
const mailing = (parameters: Record<string, unknown>) =>
  transition([['SEND_EMAIL', { subject: 'News', body: 'Some.', ...parameters }]]);

/** Performs a transition on one item. @returns its log */
async function perform(uuid: string, { uuid: transitionUuid }: { uuid: string }, comment = '') {
  const { status, body } = await admin.call(performTransition, {
    body: { assetUuid: uuid, resourceType: 'ITEM', transitionUuid, comment },
  });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body as TransitionLog;
}
/** As `perform`, on a new item. @returns the uuid of the one effect */
async function effectOf(done: { uuid: string }): Promise<string> {
  const { uuid } = await importedItem(admin, {});
  const { effects } = await perform(uuid, done);
  expect(effects).toHaveLength(1);
  return effects[0]?.uuid ?? '';
}
const performOn = (
  assetUuids: string[],
  { uuid: transitionUuid }: { uuid: string },
  more: { changeSet?: string; comment?: string } = {},
) => admin.call(performTransition, { body: { assetUuids, resourceType: 'ITEM', transitionUuid, ...more } });
const logsOf = async (assetUuid: string, client = admin) =>
  (await client.call(listTransitionLogs, { query: { assetUuid } })).body._embedded.transitionLogs;
const effectNamed = async (uuid: string, client = admin) =>
  (await client.call(getEffect, { params: { uuid } })).body;
const retry = (uuid: string, client = admin) => client.call(retryEffect, { params: { uuid } });
/** Waits until an effect has come to a state. */
const settled = (uuid: string, state: DeliveryState, client = admin): Promise<Effect> =>
  until(`${uuid} is ${state}`, async () => {
    const effect = await effectNamed(uuid, client);
    return effect.state === state ? effect : undefined;
  });
const several = async (count: number) => {
  const uuids: string[] = [];
  for (let index = 0; index < count; index += 1)
    uuids.push((await importedItem(admin, { sgtt: `Leaf ${index + 1}` })).uuid);
  return uuids;
};
const effectsOfTask = ({ tasks }: { tasks: readonly TransitionTask[] }) =>
  house.query<{ uuid: string; records: number; parameters: object }>(
    'select uuid, records, parameters from effect where task_uuid = any($1::uuid[]) order by uuid',
    [tasks.map(({ uuid }) => uuid)],
  );
/** The jobs that wait for a later time. */
const laterJobs = (key: string) =>
  house.query('select key from graphile_worker._private_jobs where key like $1 and run_at > now()', [
    `%${key}`,
  ]);
/** Lets a job run now that waits for a later time. */
async function makeDue(key: string): Promise<void> {
  await until(`the job ${key} waits`, async () => ((await laterJobs(key)).length === 1 ? true : undefined));
  await house.query(`update delivery set next_attempt_at = now() where 'delivery:' || uuid = $1`, [key]);
  await house.query(
    `with due as (update graphile_worker._private_jobs set run_at = now() where key like $1 returning 1)
     select pg_notify('jobs:insert', '{"r":"test","count":1}') from due`,
    [`%${key}`],
  );
}
interface HookBody {
  readonly id: string;
  readonly records: readonly { readonly uuid: string; readonly sgtt: string; readonly href: string }[];
}
const bodyOf = ({ raw }: HookCall) => JSON.parse(raw) as HookBody;
function isSigned({ raw, headers }: HookCall, secret: string): boolean {
  const [, time = '', digest = ''] = /^t=(\d+),v1=(.*)$/.exec(String(headers['x-armarium-signature'])) ?? [];
  return digest === createHmac('sha256', secret).update(`${time}.${raw}`).digest('hex');
}

describe('a webhook', () => {
  it('[WFACT-30, WFACT-27] tells what was done, signed, and its log says that it was taken', async () => {
    const approve = await hooked({ secret: 'sesame' }, [
      ['SET_METADATA', { field: 'sgtt', value: '{title}, checked' }],
    ]);
    const pressmark = 'Cod. 17';
    const { uuid } = await importedItem(admin, { sgtt: 'A leaf', pressmark });
    const log = await perform(uuid, approve, 'As agreed.');
    expect(log.effects).toEqual([
      expect.objectContaining({ templateName: 'WEBHOOK', state: 'PENDING', attempts: 0, result: null }),
    ]);
    const call = await hooks.next(approve.path);
    const [effect] = log.effects;
    expect(JSON.parse(call.raw)).toEqual({
      id: `urn:uuid:${effect?.uuid}`,
      event: 'transition',
      tenant: 'default',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      user: { username: expect.stringMatching(/^user-/) as string, name: 'Ada Rossi' },
      transition: {
        uuid: approve.uuid,
        name: approve.name,
        itemFromState: 'Default',
        itemToState: 'In progress',
      },
      resourceType: 'ITEM',
      // As it is after the changes of the same transition.
      records: [
        { uuid, pressmark, sgtt: 'A leaf, checked', href: `${PUBLIC_URL}/meta/culturalItems/${uuid}` },
      ],
      comment: 'As agreed.',
    });
    expect(call.headers).toMatchObject({
      'x-armarium-event': 'transition',
      'x-armarium-delivery': `urn:uuid:${effect?.uuid}`,
    });
    expect(isSigned(call, 'sesame')).toBe(true);
    await settled(effect?.uuid ?? '', 'DONE');
    const [now] = await logsOf(uuid);
    expect(now?.effects).toMatchObject([
      {
        uuid: effect?.uuid,
        taskUuid: approve.tasks[1]?.uuid,
        state: 'DONE',
        attempts: 1,
        nextAttemptDate: null,
        result: { code: 'webhook-taken', status: 204 },
      },
    ]);
    expect(now?.effects[0]?._links).not.toHaveProperty('retry');
  });

  it('[WFACT-26] that failed is called again a minute later, with the same id', async () => {
    const told = await hooked();
    hooks.answer(told.path, { status: 503, body: 'Back soon' });
    const uuid = await effectOf(told);
    const waiting = await until('the first attempt is over', async () => {
      const effect = await effectNamed(uuid);
      return effect.attempts === 1 ? effect : undefined;
    });
    expect(waiting).toMatchObject({
      state: 'PENDING',
      result: { code: 'http-status', status: 503, detail: 'Back soon' },
    });
    const pause_ms = Date.parse(waiting.nextAttemptDate ?? '') - Date.parse(waiting.lastAttemptDate ?? '');
    expect(pause_ms).toBe(60_000);
    hooks.answer(told.path, { status: 200 });
    await makeDue(`delivery:${waiting.deliveries[0]?.uuid}`);
    expect(await settled(uuid, 'DONE')).toMatchObject({ attempts: 2, deliveries: [{ attempts: 2 }] });
    const ids = hooks.calls(told.path).map(({ headers }) => headers['x-armarium-delivery']);
    expect(ids).toEqual([`urn:uuid:${uuid}`, `urn:uuid:${uuid}`]);
  });

  it('[WFACT-28] that was given up goes out again by hand, with the parameters that the task has now', async () => {
    const told = await hooked();
    hooks.answer(told.path, { status: 404 });
    const uuid = await effectOf(told);
    expect((await settled(uuid, 'ERROR'))._links).toHaveProperty('retry');
    const path = `${told.path}/new`;
    await admin.call(updateTransitionTask, {
      params: { uuid: told.tasks[0]?.uuid ?? '' },
      body: { parameters: { url: hooks.url(path), secret: 'new' } },
    });
    expect(await retry(uuid)).toMatchObject({ status: 202, body: { uuid, state: 'PENDING' } });
    const call = await hooks.next(path);
    expect(isSigned(call, 'new')).toBe(true);
    expect(call.headers['x-armarium-delivery']).toBe(`urn:uuid:${uuid}`);
    expect((await settled(uuid, 'DONE')).deliveries).toMatchObject([
      { recipient: hooks.url(path), state: 'DONE', attempts: 1 },
    ]);
    // What arrived stays as it is.
    expect(await retry(uuid)).toMatchObject({ status: 202, body: { state: 'DONE', attempts: 1 } });
    expect(await house.query('select from effect where uuid = $1 and composed_at is null', [uuid])).toEqual(
      [],
    );
    expect(hooks.calls(told.path)).toHaveLength(1);
  });

  it('[WFACT-28] each that failed goes out again at once', async () => {
    const [one, other] = [await hooked(), await hooked()];
    for (const { path } of [one, other]) hooks.answer(path, { status: 410 });
    const uuids = [await effectOf(one), await effectOf(other)];
    for (const uuid of uuids) await settled(uuid, 'ERROR');
    const { body: failed } = await admin.call(listEffects, { query: { state: 'ERROR' } });
    const shown = failed._embedded.effects.map(({ uuid }) => uuid);
    expect(shown.slice(0, 2)).toEqual(uuids.toReversed());
    for (const { path } of [one, other]) hooks.answer(path, { status: 204 });
    const retried = await admin.call(retryFailedEffects);
    expect(retried).toMatchObject({ status: 202, body: { retried: failed.page.totalElements } });
    for (const uuid of uuids) await settled(uuid, 'DONE');
  });
});

describe('a message', () => {
  it('[WFACT-29, WFACT-50] goes to each recipient once for all records, in the language of each', async () => {
    const bruna = await house.account('default', ['ROLE_USER']);
    await house.query('update account set email = $2, preferences = $3 where uuid = $1', [
      bruna.uuid,
      'Bruna@example.org',
      '{"language":"it"}',
    ]);
    const approve = await mailing({
      recipients: ['ada@example.org', 'bruna@example.org'],
      subject: '{count}: {title}',
      body: 'By {user}: {comment}',
      attachLink: true,
    });
    const uuids = await several(2);
    const { status } = await performOn(uuids, approve, { comment: 'Seen.' });
    expect(status).toBe(200);
    const [ada, read] = [await mails.next('ada@example.org'), await mails.next('bruna@example.org')];
    expect(ada).toMatchObject({ subject: '2: Leaf 1 and 1 more' });
    expect(read.subject).toBe('2: Leaf 1 e un altro');
    expect(ada.text).toContain('By Ada Rossi: Seen.');
    for (const uuid of uuids) {
      const page = `${PUBLIC_URL}/ui/catalog/${root}/cultural-item/${uuid}`;
      expect(ada.text).toContain(page);
      expect(ada.html).toContain(`href="${page}"`);
    }
    const effects = (await effectsOfTask(approve)).map(({ uuid }) => uuid);
    expect(effects).toHaveLength(1);
    expect(await settled(effects[0] ?? '', 'DONE')).toMatchObject({
      recordsCount: 2,
      record: { uuid: uuids[0], sgtt: 'Leaf 1' },
      deliveries: [{ recipient: 'ada@example.org' }, { recipient: 'bruna@example.org' }],
    });
    expect(mails.arrivedFor('ada@example.org')).toHaveLength(1);
  });

  it('[WFACT-29] has no link of the record where none is wanted', async () => {
    await effectOf(await mailing({ recipients: ['carla@example.org'] }));
    const { text, html } = await mails.next('carla@example.org');
    expect(`${text} ${html}`).not.toContain('cultural-item');
  });

  it('[WFACT-27, WFACT-28] refused by one of three is sent again to that one alone; readers of the log see no address', async () => {
    const recipients = ['dora@example.org', 'elsa@example.org', 'fede@example.org'];
    const sent = await mailing({ recipients });
    mails.objectTo('elsa@example.org', 550, '5.1.1 elsa@example.org is unknown');
    const { uuid: item } = await importedItem(admin, {});
    const uuid = (await perform(item, sent)).effects[0]?.uuid ?? '';
    await mails.next('dora@example.org');
    await mails.next('fede@example.org');
    // One that was given up makes the whole an error, also while others are on their way.
    const failed = await until('all three were tried', async () => {
      const effect = await effectNamed(uuid);
      return effect.deliveries.filter(({ state }) => state !== 'PENDING').length === 3 ? effect : undefined;
    });
    expect(failed.state).toBe('ERROR');
    expect(failed.result).toMatchObject({ code: 'mail-refused', status: 550 });
    expect(failed.deliveries[1]).toMatchObject({
      recipient: 'elsa@example.org',
      state: 'ERROR',
      result: { detail: expect.stringContaining('elsa@example.org is unknown') as string },
    });
    const [log] = await logsOf(item, reader);
    expect(log?.effects).toEqual([
      {
        uuid,
        taskUuid: sent.tasks[0]?.uuid,
        templateName: 'SEND_EMAIL',
        state: 'ERROR',
        attempts: 1,
        lastAttemptDate: failed.lastAttemptDate,
        nextAttemptDate: null,
        result: { ...failed.result, detail: '' },
        _links: {},
      },
    ]);
    mails.beUsual();
    await admin.call(updateTransitionTask, {
      params: { uuid: sent.tasks[0]?.uuid ?? '' },
      body: { parameters: { recipients, subject: 'Later news', body: 'Some.' } },
    });
    await retry(uuid);
    expect((await mails.next('elsa@example.org')).subject).toBe('Later news');
    const done = await settled(uuid, 'DONE');
    expect(done.deliveries.map(({ state, attempts }) => [state, attempts])).toEqual(
      Array(3).fill(['DONE', 1]),
    );
    for (const address of ['dora@example.org', 'fede@example.org'])
      expect(mails.arrivedFor(address).map(({ subject }) => subject)).toEqual(['News']);
  });

  it('[WFACT-39] without SMTP_URL is an error, which its log shows', async () => {
    // The mail server puts it off, and meanwhile the installation has lost its setting.
    mails.objectTo('gina@example.org', 451, '4.3.0 Later');
    const { uuid: item } = await importedItem(admin, {});
    const log = await perform(item, await mailing({ recipients: ['gina@example.org'] }));
    const uuid = log.effects[0]?.uuid ?? '';
    const [delivery] = await until('it was put off', async () => {
      const { attempts, deliveries } = await effectNamed(uuid);
      return attempts === 1 ? deliveries : undefined;
    });
    await house.query('update delivery set next_attempt_at = now() where uuid = $1', [delivery?.uuid]);
    const config = {
      smtpUrl: undefined,
      mailFrom,
      publicUrl: PUBLIC_URL,
      limits: { fetchAllowedAddresses: [] },
    };
    const { deliver } = deliveryJobs(house.access.database, config, noteProgress);
    await deliver({ tenantId, delivery: delivery?.uuid }, jobContext);
    mails.beUsual();
    const [now] = await logsOf(item, reader);
    expect(now?.effects).toMatchObject([{ state: 'ERROR', attempts: 2, result: { code: 'smtp-not-set' } }]);
  });
});

describe('of a change of several records', () => {
  it('[WFACT-50] one call tells of those that it changed, and not of those that it refused', async () => {
    const told = await hooked();
    const [one = '', two = '', three = ''] = await several(3);
    await house.query(`update item set state = 'Approved' where uuid = $1`, [two]);
    const missing = randomUUID();
    const { status, body } = await performOn([one, two, missing, three], told);
    expect(status).toBe(200);
    const { results } = body as TransitionResults;
    const logs = await Promise.all([one, three].map(async (uuid) => (await logsOf(uuid))[0]));
    expect(results).toEqual([
      { assetUuid: one, outcome: 'done', log: logs[0]?.uuid, problem: null },
      {
        assetUuid: two,
        outcome: 'refused',
        log: null,
        problem: { code: 'state-changed', detail: expect.stringContaining('Approved') as string },
      },
      {
        assetUuid: missing,
        outcome: 'refused',
        log: null,
        problem: { code: 'not-found', detail: expect.any(String) as string },
      },
      { assetUuid: three, outcome: 'done', log: logs[1]?.uuid, problem: null },
    ]);
    const { records } = bodyOf(await hooks.next(told.path));
    expect(records.map(({ uuid }) => uuid)).toEqual([one, three]);
    expect(logs.map((log) => log?.effects.map(({ uuid }) => uuid))).toEqual(
      Array(2).fill((await effectsOfTask(told)).map(({ uuid }) => uuid)),
    );
  });

  it('[WFACT-50] a batch tells once for each thousand records, when it is over', async () => {
    const told = await hooked();
    const box = await house.collection('default', 'Box', [root]);
    await house.query(
      `with made as (
         insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, metadata, sort_title, sort_pressmark,
           import_uuid)
         select $1, gen_random_uuid(), 'Sheet', 'Sheet ' || n, 'sheet' || n, '[]', 'sheet', 'sheet',
           gen_random_uuid() from generate_series(1, 1200) n
         returning tenant_id, uuid)
       insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
       select tenant_id, $2, uuid, 'sheet' from made`,
      [tenantId, box],
    );
    const { body: batch } = await admin.call(startBatch, {
      body: {
        selection: { query: { collectionUuid: box }, expected: 1200 },
        action: { kind: 'transition', transitionUuid: told.uuid },
      },
    });
    const ended = await until('the batch is over', async () => {
      const { body } = await admin.call(getBatch, { params: { uuid: batch.uuid } });
      return body.endedDate === null ? undefined : body;
    });
    expect(ended).toMatchObject({ changed: 1200 });
    const effects = await effectsOfTask(told);
    expect(effects.map(({ records }) => records)).toEqual([1000, 200]);
    // The second did not wait for more records, since its batch is over.
    for (const { uuid } of effects) expect(await laterJobs(`effect:${uuid}`)).toEqual([]);
    await hooks.next(told.path, 2);
    const bodies = hooks.calls(told.path).map(bodyOf);
    expect(new Set(bodies.map(({ id }) => id))).toEqual(
      new Set(effects.map(({ uuid }) => `urn:uuid:${uuid}`)),
    );
    expect(new Set(bodies.flatMap(({ records }) => records.map(({ uuid }) => uuid))).size).toBe(1200);
  });

  it('[WFACT-50] calls of one change set are told of together, until they are sent', async () => {
    const told = await hooked();
    const [one = '', two = '', three = ''] = await several(3);
    const changeSet = randomUUID();
    await performOn([one], told, { changeSet });
    await performOn([two], told, { changeSet });
    const [effect] = await effectsOfTask(told);
    expect(hooks.calls(told.path)).toEqual([]);
    expect((await effectNamed(effect?.uuid ?? '')).nextAttemptDate).not.toBeNull();
    await makeDue(`effect:${effect?.uuid}`);
    const { records } = bodyOf(await hooks.next(told.path));
    expect(records.map(({ uuid }) => uuid)).toEqual([one, two]);
    // What comes later has a message of its own.
    await performOn([three], told, { changeSet });
    expect((await effectsOfTask(told)).map((made) => made.records)).toEqual([2, 1]);
  });

  it('takes either one record or a list of them', async () => {
    const told = await hooked();
    for (const records of [{}, { assetUuid: root, assetUuids: [root] }]) {
      const { status, body } = await admin.call(performTransition, {
        body: { ...records, resourceType: 'ITEM', transitionUuid: told.uuid },
      });
      expect([status, (body as unknown as Problem).fields[0]?.name]).toEqual([422, 'assetUuid']);
    }
  });

  it('tells of the records that a cascade took along', async () => {
    const name = 'Taken along';
    const path = '/cascade';
    await transition([['WEBHOOK', { url: hooks.url(path) }]], { name });
    const opening = await transition([['CASCADE', { to: 'items', transition: name }]], {
      resourceType: 'COLLECTION',
    });
    const box = await house.collection('default', 'Opened', [root]);
    const items = [
      (await importedItem(admin, { parents: [box] })).uuid,
      (await importedItem(admin, { parents: [box] })).uuid,
    ];
    const { status } = await admin.call(performTransition, {
      body: { assetUuid: box, resourceType: 'COLLECTION', transitionUuid: opening.uuid },
    });
    expect(status).toBe(201);
    const { records } = bodyOf(await hooks.next(path));
    expect(records.map(({ uuid }) => uuid).sort()).toEqual(items.toSorted());
  });
});

describe('nothing is sent', () => {
  it('[WFACT-26] of a transition that was refused, or that was not committed', async () => {
    const guarded = await hooked({}, [['REQUIRE_COMMENT']]);
    const { uuid } = await importedItem(admin, {});
    const refused = await admin.call(performTransition, {
      body: { assetUuid: uuid, resourceType: 'ITEM', transitionUuid: guarded.uuid },
    });
    expect(refused.status).toBe(422);
    const write = house.access.database.tenant(tenantId, system).write('test', async (tx) => {
      const given = { resourceType: 'ITEM', transition: guarded.uuid, uuids: [uuid], comment: 'Yes.' };
      expect(await performTransitions(tx, given)).toMatchObject([{ outcome: 'done' }]);
      throw new Error('Something else went wrong.');
    });
    await expect(write).rejects.toThrow('Something else went wrong.');
    expect(await effectsOfTask(guarded)).toEqual([]);
    // What was committed later arrives, and nothing else has.
    await perform(uuid, guarded, 'Now.');
    await hooks.next(guarded.path);
    expect(await effectsOfTask(guarded)).toHaveLength(1);
    expect(hooks.calls(guarded.path)).toHaveLength(1);
  });
});

describe('the secret of a webhook', () => {
  const secret = 'open sesame';

  it('is in no answer and no history, and stays where what was read is sent back', async () => {
    const told = await hooked({ secret });
    const uuid = told.tasks[0]?.uuid ?? '';
    const read = await admin.call(getTransitionTask, { params: { uuid } });
    expect(read.body.parameters).toEqual({ url: hooks.url(told.path), hasSecret: true });
    const changed = await admin.call(updateTransitionTask, { params: { uuid }, body: read.body });
    expect(changed.body).toEqual(read.body);
    const effect = await effectOf(told);
    expect(isSigned(await hooks.next(told.path), secret)).toBe(true);
    const answers = [
      told,
      changed.body,
      await settled(effect, 'DONE'),
      (await admin.call(listTransitionTasks, { query: { transitionUuid: told.uuid } })).body,
      (await admin.call(getTransitionTemplate, { params: { uuid: told.uuid } })).body,
      (await admin.call(exportWorkflow)).body,
      (await admin.call(listEffects)).body,
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(secret);
    // Those who do not manage see neither address nor secret.
    for (const parameters of [
      (await reader.call(getTransitionTask, { params: { uuid } })).body.parameters,
      (await reader.call(getTransitionTemplate, { params: { uuid: told.uuid } })).body.actions[0]?.parameters,
    ])
      expect(parameters).toEqual({});
    await admin.call(deleteTransitionTemplate, { params: { uuid: told.uuid } });
    const history = await house.query('select history::text from history where record_uuid = $1', [
      told.uuid,
    ]);
    expect(history).toHaveLength(4);
    expect(JSON.stringify(history)).not.toContain(secret);
    // What arrived keeps none either.
    const kept = await house.query('select content::text from delivery where effect_uuid = $1', [effect]);
    expect(JSON.stringify(kept)).not.toContain(secret);
  });

  it('goes away where it is taken out', async () => {
    const told = await hooked({ secret });
    const { body } = await admin.call(updateTransitionTask, {
      params: { uuid: told.tasks[0]?.uuid ?? '' },
      body: { parameters: { url: hooks.url(told.path) } },
    });
    expect(body.parameters).toEqual({ url: hooks.url(told.path) });
    await effectOf(told);
    expect((await hooks.next(told.path)).headers).not.toHaveProperty('x-armarium-signature');
  });

  it('does not come along with a workflow file: what needs it is not sent until it is given', async () => {
    const other = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const told = await hooked({ secret });
    const { body: file } = await admin.call(exportWorkflow);
    const transitions = file.transitions?.filter(({ name }) => name === told.name) ?? [];
    expect(transitions[0]?.tasks).toEqual([
      { templateName: 'WEBHOOK', parameters: { url: hooks.url(told.path), hasSecret: true } },
    ]);
    const wanted = { version: 1 as const, transitions };
    const taken = await other.call(importWorkflow, { query: {}, body: wanted });
    expect(taken).toMatchObject({ status: 200 });
    // Taken over once more, it changes nothing.
    const again = await other.call(importWorkflow, { query: {}, body: wanted });
    expect(again.body.changes).toEqual([]);
    const { uuid } = await importedItem(other, {});
    const transitionUuid =
      (await other.call(getItem, { params: { uuid } })).body.availableTransitions.find(
        ({ name }) => name === told.name,
      )?.uuid ?? '';
    const { body: tasks } = await other.call(listTransitionTasks, { query: { transitionUuid } });
    const [task] = tasks._embedded.transitionTasks;
    expect(task?.parameters).toEqual({ url: hooks.url(told.path), secretMissing: true });
    const { body: log } = await other.call(performTransition, {
      body: { assetUuid: uuid, resourceType: 'ITEM', transitionUuid },
    });
    const effect = (log as TransitionLog).effects[0]?.uuid ?? '';
    expect((await settled(effect, 'ERROR', other)).result).toMatchObject({ code: 'secret-missing' });
    const theirs = await other.call(updateTransitionTask, {
      params: { uuid: task?.uuid ?? '' },
      body: { parameters: { ...task?.parameters, secret: 'theirs' } },
    });
    expect(theirs.body.parameters).toEqual({ url: hooks.url(told.path), hasSecret: true });
    await retry(effect, other);
    expect(isSigned(await hooks.next(told.path), 'theirs')).toBe(true);
  });
});

it('[WFACT-26] whose jobs are lost are taken up, and to whom they went is forgotten after a month', async () => {
  const told = await hooked();
  const [uuid = ''] = await several(1);
  await performOn([uuid], told, { changeSet: randomUUID() });
  const effect = (await effectsOfTask(told))[0]?.uuid ?? '';
  await house.query('delete from graphile_worker._private_jobs where key like $1', [`%effect:${effect}`]);
  await house.query(`update effect set made_at = made_at - interval '16 minutes' where uuid = $1`, [effect]);
  const config = { smtpUrl: undefined, mailFrom: undefined, publicUrl: undefined };
  const takeUp = effectJobs(house.access.database, config)['take-up-effects'];
  await takeUp({}, jobContext);
  await hooks.next(told.path);
  await settled(effect, 'DONE');
  await house.query(`update effect set last_attempt_at = now() - interval '31 days' where uuid = $1`, [
    effect,
  ]);
  await takeUp({}, jobContext);
  expect(await effectNamed(effect)).toMatchObject({ state: 'DONE', attempts: 1, deliveries: [] });
  expect((await effectsOfTask(told))[0]?.parameters).toEqual({});
});
