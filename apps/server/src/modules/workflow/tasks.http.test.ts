import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Problem } from '@armarium/contract/problem';
import { getCollection } from '@armarium/contract/collection-calls';
import { getImage } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import type { MetadataEntry } from '@armarium/contract/metadata';
import { getItemHistory } from '@armarium/contract/history';
import {
  listTransitionLogs,
  performTransition,
  type TransitionLog,
} from '@armarium/contract/transition-logs';
import {
  createTransitionTask,
  deleteTransitionTask,
  getTransitionTask,
  listTaskTemplates,
  listTransitionTasks,
  orderTransitionTasks,
  updateTransitionTask,
} from '@armarium/contract/transition-tasks';
import {
  createTransitionTemplate,
  deleteTransitionTemplate,
  getTransitionTemplate,
  updateTransitionTemplate,
} from '@armarium/contract/transitions';
import { madeTransition, type Tasks } from '../../../../../tests/http/made-transition.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { performTransitions } from './public.ts';

const house = await openInstallation();
const adminAccount = await house.account('default', ['ROLE_TENANT_ADMIN']);
const admin = await house.signedIn(adminAccount);
const foreign = await house.person('altra', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(admin)).uuid;

type Kind = 'ITEM' | 'COLLECTION' | 'MEDIA';

/** A transition from Default to a state, of a name of its own, with tasks in this order. */
const transition = (
  resourceType: Kind,
  tasks: Tasks = [],
  given: Parameters<typeof madeTransition>[2] = {},
) => madeTransition(admin, tasks, { resourceType, ...given });
const perform = (
  uuid: string,
  { uuid: transitionUuid }: { uuid: string },
  resourceType: Kind = 'ITEM',
  comment = '',
) => admin.call(performTransition, { body: { assetUuid: uuid, resourceType, transitionUuid, comment } });
const itemOf = async (uuid: string) => (await admin.call(getItem, { params: { uuid } })).body;
const refused = async (templateName: string, resourceType: Kind, parameters?: Record<string, unknown>) => {
  const { uuid } = await transition(resourceType);
  const { status, body } = await admin.call(createTransitionTask, {
    body: { transitionUuid: uuid, templateName, ...(parameters && { parameters }) },
  });
  const { fields } = body as unknown as Problem;
  return [status, ...fields.map(({ name, code }) => `${name} ${code}`)];
};

describe('transition templates', () => {
  it('[API-115, API-114, WFCONF-34] are made, changed and deleted', async () => {
    const created = await admin.call(createTransitionTemplate, {
      body: {
        name: '  Send to the binder ',
        label: 'To the binder',
        labels: { it: ' Al legatore ', en: ' ' },
        itemFromState: 'Approved',
        itemToState: 'In progress',
        resourceType: 'ITEM',
        roles: ['ROLE_CCC', 'ROLE_ADMIN'],
      },
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      id: created.body.uuid,
      name: 'Send to the binder',
      label: 'To the binder',
      labels: { it: 'Al legatore' },
      itemFromState: 'Approved',
      itemToState: 'In progress',
      workflowName: 'default',
      resourceType: 'ITEM',
      roles: ['ROLE_CCC', 'ROLE_ADMIN'],
      actions: [],
      allowedActions: ['edit', 'delete'],
    });
    const { uuid } = created.body;
    const read = await admin.call(getTransitionTemplate, { params: { uuid } });
    const tag = String(read.headers['etag']);
    // Sent back as it was read, with one change.
    const changed = await admin.call(updateTransitionTemplate, {
      params: { uuid },
      body: { ...read.body, roles: [] },
      ifMatch: tag,
    });
    expect(changed).toMatchObject({ status: 200, body: { roles: [], label: 'To the binder' } });
    const late = await admin.call(updateTransitionTemplate, {
      params: { uuid },
      body: { name: 'x' },
      ifMatch: tag,
    });
    expect(late.status).toBe(412);
    expect((await admin.call(deleteTransitionTemplate, { params: { uuid } })).status).toBe(204);
    expect((await admin.call(getTransitionTemplate, { params: { uuid } })).status).toBe(404);
  });

  it('[API-115, WFCONF-63] of the same name between the same states are 409, of other records or states not', async () => {
    const body = {
      name: 'Twice',
      itemFromState: 'Default',
      itemToState: 'Archived',
      resourceType: 'ITEM',
    } as const;
    expect((await admin.call(createTransitionTemplate, { body })).status).toBe(201);
    const again = await admin.call(createTransitionTemplate, { body });
    expect([again.status, (again.body as unknown as Problem).code]).toEqual([409, 'duplicate']);
    for (const other of [
      { ...body, resourceType: 'MEDIA' as const },
      { ...body, itemToState: 'Approved' },
    ])
      expect((await admin.call(createTransitionTemplate, { body: other })).status).toBe(201);
  });

  it('say which field is wrong', async () => {
    const body = {
      name: ' ',
      itemFromState: 'Nowhere',
      itemToState: 'Default',
      resourceType: 'ITEM' as const,
      roles: ['ROLE_RESEARCHER' as const],
    };
    const { status, body: problem } = await admin.call(createTransitionTemplate, { body });
    expect(status).toBe(422);
    expect((problem as unknown as Problem).fields.map(({ name }) => name)).toEqual([
      'name',
      'itemFromState',
      'roles',
    ]);
    const { uuid } = await transition('ITEM');
    const moved = await admin.call(updateTransitionTemplate, {
      params: { uuid },
      body: { resourceType: 'MEDIA' },
    });
    expect(moved.status).toBe(422);
  });

  it('[WFCONF-66] that are narrowed to some roles are performed by these alone', async () => {
    const narrowed = await transition('ITEM');
    const changed = await admin.call(updateTransitionTemplate, {
      params: { uuid: narrowed.uuid },
      body: { roles: ['ROLE_CCC', 'ROLE_PUBLISHER'] },
    });
    expect(changed.status).toBe(200);
    for (const [role, status] of [
      ['ROLE_METADATA_EDITOR', 403],
      ['ROLE_TENANT_ADMIN', 403],
      ['ROLE_CCC', 201],
      ['ROLE_PUBLISHER', 201],
    ] as const) {
      const { uuid } = await importedItem(admin, {});
      const person = await house.person('default', role);
      const { body: item } = await person.call(getItem, { params: { uuid } });
      const isOffered = item.availableTransitions.some((one) => one.uuid === narrowed.uuid);
      expect({ role, isOffered }).toEqual({ role, isOffered: status === 201 });
      const tried = await person.call(performTransition, {
        body: { assetUuid: uuid, resourceType: 'ITEM', transitionUuid: narrowed.uuid },
      });
      expect({ role, status: tried.status }).toEqual({ role, status });
    }
  });

  it('[WFACT-48] that change who sees the record are for publishers and administrators alone', async () => {
    const own = await transition('ITEM', [['SET_VISIBILITY', { visibility: 'public' }]]);
    const { body } = await admin.call(getTransitionTemplate, { params: { uuid: own.uuid } });
    expect(body.roles).toEqual(['ROLE_PUBLISHER', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN']);
    const editor = await house.person('default', 'ROLE_METADATA_EDITOR');
    const { uuid } = await importedItem(admin, {});
    const tried = await editor.call(performTransition, {
      body: { assetUuid: uuid, resourceType: 'ITEM', transitionUuid: own.uuid },
    });
    expect(tried.status).toBe(403);
    const seen = await editor.call(getItem, { params: { uuid } });
    expect(seen.body.availableTransitions.map((one) => one.uuid)).not.toContain(own.uuid);

    const narrowed = await transition('ITEM');
    await admin.call(updateTransitionTemplate, {
      params: { uuid: narrowed.uuid },
      body: { roles: ['ROLE_METADATA_EDITOR'] },
    });
    const nobody = await admin.call(createTransitionTask, {
      body: {
        transitionUuid: narrowed.uuid,
        templateName: 'SET_VISIBILITY',
        parameters: { visibility: 'public' },
      },
    });
    expect(nobody.status).toBe(422);
    // With the task the narrowing goes.
    const tasks = await admin.call(listTransitionTasks, { query: { transitionUuid: own.uuid } });
    const [task] = tasks.body._embedded.transitionTasks;
    await admin.call(deleteTransitionTask, { params: { uuid: task?.uuid ?? '' } });
    expect((await admin.call(getTransitionTemplate, { params: { uuid: own.uuid } })).body.roles).toEqual([]);
  });
});

describe('tasks', () => {
  it('[API-116, WFCONF-46] are added, read, changed, put in order and taken away', async () => {
    const { uuid: transitionUuid } = await transition('ITEM', [
      ['REQUIRE_COMMENT'],
      ['SET_METADATA', { field: 'sgti', value: ' x ', onlyIfEmpty: false }],
    ]);
    const listed = async () => {
      const { body } = await admin.call(listTransitionTasks, { query: { transitionUuid } });
      return body._embedded.transitionTasks;
    };
    const [first, second] = await listed();
    expect(second).toMatchObject({
      templateName: 'SET_METADATA',
      transitionUuid,
      resourceType: 'ITEM',
      parameters: { field: 'sgti', value: 'x' },
      index: 1,
    });
    const uuid = second?.uuid ?? '';
    expect((await admin.call(getTransitionTask, { params: { uuid } })).body).toEqual(second);
    const changed = await admin.call(updateTransitionTask, {
      params: { uuid },
      body: { ...second, parameters: { field: 'autn', value: '{user}', onlyIfEmpty: true }, index: 0 },
    });
    expect(changed).toMatchObject({ status: 200, body: { index: 0, parameters: { onlyIfEmpty: true } } });
    expect((await listed()).map((task) => task.uuid)).toEqual([uuid, first?.uuid]);
    expect((await admin.call(deleteTransitionTask, { params: { uuid } })).status).toBe(204);
    expect((await listed()).map(({ index }) => index)).toEqual([0]);
    expect((await admin.call(getTransitionTask, { params: { uuid } })).status).toBe(404);
  });

  it('are put into another order by whoever saw the order that there is', async () => {
    const { uuid: transitionUuid } = await transition('ITEM', [
      ['REQUIRE_COMMENT'],
      ['SET_METADATA', { field: 'sgti', value: 'x' }],
      ['REQUIRE_METADATA', { fields: ['sgtt'] }],
    ]);
    const query = { transitionUuid };
    const listed = async () => {
      const { body, headers } = await admin.call(listTransitionTasks, { query });
      const tasks = body._embedded.transitionTasks;
      return { uuids: tasks.map(({ uuid }) => uuid), tag: String(headers['etag']) };
    };
    const { uuids, tag } = await listed();
    const [first = '', second = '', third = ''] = uuids;
    const order = (body: string[], ifMatch = tag) =>
      admin.call(orderTransitionTasks, { query, body, ifMatch });
    const put = await order([third, first.toUpperCase(), second]);
    expect(put).toMatchObject({ status: 200, body: { success: true } });
    expect(await listed()).toEqual({ uuids: [third, first, second], tag: String(put.headers['etag']) });
    expect((await order(uuids)).status).toBe(412);
    const now = String(put.headers['etag']);
    for (const [wrong, status, code] of [
      [[third, first], 409, 'other-members'],
      [[third, first, first], 409, 'other-members'],
      [[third, first, second, randomUUID()], 422, 'invalid'],
    ] as const) {
      expect(await order([...wrong], now)).toMatchObject({ status, body: { code } });
    }
    const gone = { query: { transitionUuid: randomUUID() }, body: [] };
    expect((await admin.call(orderTransitionTasks, gone)).status).toBe(404);
  });

  it('[WFCONF-62] with the same parameters are 409', async () => {
    const { uuid } = await transition('ITEM', [['SET_VISIBILITY', { visibility: 'public' }]]);
    const add = (visibility: string) =>
      admin.call(createTransitionTask, {
        body: { transitionUuid: uuid, templateName: 'SET_VISIBILITY', parameters: { visibility } },
      });
    expect((await add('public')).status).toBe(409);
    expect((await add('private')).status).toBe(201);
  });

  it('[WFCONF-62] may have parameters as long as a value', async () => {
    const { uuid } = await transition('ITEM');
    const parameters = { field: 'autn', value: Array.from({ length: 110 }, () => randomUUID()).join('') };
    const add = () =>
      admin.call(createTransitionTask, {
        body: { transitionUuid: uuid, templateName: 'SET_METADATA', parameters },
      });
    expect([(await add()).status, (await add()).status]).toEqual([201, 409]);
  });

  it('are refused where they can’t do what they say, with the parameter named', async () => {
    expect(await refused('REQUIRE_METADATA', 'ITEM')).toEqual([422, 'parameters.fields required']);
    expect(await refused('REQUIRE_METADATA', 'ITEM', { fields: [' '] })).toEqual([
      422,
      'parameters.fields required',
    ]);
    expect(await refused('REQUIRE_METADATA', 'ITEM', { fields: ['nothing'] })).toEqual([
      422,
      'parameters.fields unknown-field',
    ]);
    expect(await refused('REQUIRE_COMMENT', 'ITEM', { loud: true })).toEqual([
      422,
      'parameters.loud unknown-field',
    ]);
    expect(await refused('SET_METADATA', 'ITEM', { field: 'pressmark', value: 'x' })).toEqual([
      422,
      'parameters.field unknown-field',
    ]);
    expect(await refused('SET_METADATA', 'ITEM', { field: 'autn', value: 7 })).toEqual([
      422,
      'parameters.value wrong-type',
    ]);
    expect(await refused('SET_VISIBILITY', 'ITEM', { visibility: 'restricted' })).toEqual([
      422,
      'parameters.visibility not-in-dictionary',
    ]);
    expect(await refused('CASCADE', 'ITEM', { to: 'items', transition: 'Start' })).toEqual([
      422,
      'parameters.to not-in-dictionary',
    ]);
    expect(await refused('CASCADE', 'COLLECTION', { to: 'items', transition: 'Nothing' })).toEqual([
      422,
      'parameters.transition unknown-transition',
    ]);
    const theirs = (await rootOf(foreign)).uuid;
    expect(await refused('LINK_TO_COLLECTION', 'ITEM', { collection: theirs })).toEqual([
      422,
      'parameters.collection unknown-collection',
    ]);
  });

  it('[SHARE-20] of an asset never set its visibility', async () => {
    expect(await refused('SET_VISIBILITY', 'MEDIA', { visibility: 'public' })).toEqual([
      422,
      'templateName unfit-task',
    ]);
    expect(await refused('CASCADE', 'MEDIA', { to: 'media', transition: 'Start' })).toEqual([
      422,
      'templateName unfit-task',
    ]);
    expect(await refused('SEND_FAX', 'MEDIA')).toEqual([422, 'templateName unknown-task']);
  });

  it('that send something name the wrong parameter', async () => {
    const mail = { recipients: ['ada@example.org'], subject: 'News', body: 'Some.' };
    const faulty: [string, Record<string, unknown>, ...string[]][] = [
      [
        'SEND_EMAIL',
        {},
        'parameters.recipients required',
        'parameters.subject required',
        'parameters.body required',
      ],
      ['SEND_EMAIL', { ...mail, recipients: 'ada@example.org' }, 'parameters.recipients wrong-type'],
      [
        'SEND_EMAIL',
        { ...mail, recipients: ['ada@example.org', 'Ada <ada@example.org>'] },
        'parameters.recipients email-form',
      ],
      [
        'SEND_EMAIL',
        { ...mail, recipients: Array.from({ length: 51 }, (_, index) => `ada${index}@example.org`) },
        'parameters.recipients too-many',
      ],
      ['SEND_EMAIL', { ...mail, subject: 'News\r\nBcc: bruna@example.org' }, 'parameters.subject one-line'],
      ['SEND_EMAIL', { ...mail, subject: 'x'.repeat(201) }, 'parameters.subject too-long'],
      ['SEND_EMAIL', { ...mail, body: 'x'.repeat(10_001) }, 'parameters.body too-long'],
      ['SEND_EMAIL', { ...mail, attachLink: 'yes' }, 'parameters.attachLink wrong-type'],
      ['WEBHOOK', {}, 'parameters.url required'],
      ['WEBHOOK', { url: 'example.org/hook' }, 'parameters.url url-type'],
      ['WEBHOOK', { url: 'ftp://example.org/hook' }, 'parameters.url url-type'],
      ['WEBHOOK', { url: 'https://ada:secret@example.org/hook' }, 'parameters.url url-type'],
      ['WEBHOOK', { url: 'https://example.org', secret: 'x'.repeat(201) }, 'parameters.secret too-long'],
    ];
    const { uuid: transitionUuid } = await transition('ITEM');
    for (const [templateName, parameters, ...expected] of faulty) {
      const { status, body } = await admin.call(createTransitionTask, {
        body: { transitionUuid, templateName, parameters },
      });
      const { fields } = body as unknown as Problem;
      expect([status, ...fields.map(({ name, code }) => `${name} ${code}`)]).toEqual([422, ...expected]);
    }
  });

  it('[API-117, WFCONF-47, WFCONF-48] are told with their parameters and the tenant’s fields', async () => {
    const { body } = await admin.call(listTaskTemplates, { query: { resourceType: 'ITEM' } });
    const templates = body._embedded.taskTemplates;
    expect(templates.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'REQUIRE_METADATA guard',
      'REQUIRE_ASSETS_READY guard',
      'REQUIRE_COMMENT guard',
      'SET_METADATA change',
      'SET_VISIBILITY change',
      'LINK_TO_COLLECTION change',
      'CASCADE change',
      'SEND_EMAIL effect',
      'WEBHOOK effect',
    ]);
    expect(templates[3]?.parameters).toEqual([
      { name: 'field', label: 'Field', type: 'ENUM', required: true, options: ['sgtt', 'autn', 'sgti'] },
      { name: 'value', label: 'Value', type: 'TEXT', required: true, options: [] },
      { name: 'onlyIfEmpty', label: 'Only if it is empty', type: 'BOOLEAN', required: false, options: [] },
    ]);
    expect(templates[6]?.parameters[0]?.options).toEqual(['media']);
    const parametersOf = (at: number) =>
      templates[at]?.parameters.map(({ name, type, required }) => `${name} ${type}${required ? ' R' : ''}`);
    expect(templates.map((_, at) => parametersOf(at))).toEqual([
      ['fields ARRAY R'],
      [],
      [],
      ['field ENUM R', 'value TEXT R', 'onlyIfEmpty BOOLEAN'],
      ['visibility ENUM R'],
      ['collection TEXT R'],
      ['to ENUM R', 'transition TEXT R'],
      ['recipients ARRAY R', 'subject TEXT R', 'body TEXT R', 'attachLink BOOLEAN'],
      ['url TEXT R', 'secret TEXT'],
    ]);
  });
});

describe('a transition with tasks', () => {
  it('[WFACT-37] is refused without a comment, and by white space alone', async () => {
    const guarded = await transition('ITEM', [['REQUIRE_COMMENT']]);
    const { uuid } = await importedItem(admin, {});
    for (const comment of ['', ' \n ']) {
      const { status, body } = await perform(uuid, guarded, 'ITEM', comment);
      expect(status).toBe(422);
      expect(body as unknown as Problem).toMatchObject({
        code: 'comment-required',
        fields: [{ name: 'comment' }],
      });
    }
    expect((await perform(uuid, guarded, 'ITEM', 'Because.')).status).toBe(201);
  });

  it('[WFACT-31, WFACT-32, WFACT-24] sets metadata with the day and the user, in the order of its tasks', async () => {
    const setting = await transition('ITEM', [
      ['SET_METADATA', { field: 'sgti', value: 'Seen {today} by {user}: {title}, {pressmark}, {comment}' }],
      ['SET_METADATA', { field: 'autn', value: 'Nobody', onlyIfEmpty: true }],
      ['REQUIRE_METADATA', { fields: ['sgti', 'autn'] }],
    ]);
    const { uuid } = await importedItem(admin, { sgtt: 'A leaf' });
    const other = await importedItem(admin, { autn: 'Somebody' });
    expect((await perform(uuid, setting, 'ITEM', 'as agreed')).status).toBe(201);
    expect((await perform(other.uuid, setting)).status).toBe(201);
    const item = await itemOf(uuid);
    const today = new Date().toISOString().slice(0, 10);
    expect(item).toMatchObject({
      sgti: `Seen ${today} by Ada Rossi: A leaf, ${item.pressmark}, as agreed`,
      autn: 'Nobody',
    });
    expect((await itemOf(other.uuid)).autn).toBe('Somebody');
    const { body } = await admin.call(getItemHistory, { params: { uuid } });
    const [entry] = body._embedded.history;
    const before = entry?.before as { customMetadataList: MetadataEntry[] };
    expect(before.customMetadataList.map(({ name }) => name)).toEqual(['sgtt', 'pressmark']);
    expect(entry?.after).toMatchObject({ state: 'In progress', customMetadataList: item.customMetadataList });
  });

  it('keeps title, order and search with what it sets', async () => {
    const renaming = await transition('ITEM', [
      ['SET_METADATA', { field: 'sgtt', value: 'Zzz renamed by a task' }],
    ]);
    const { uuid } = await importedItem(admin, { sgtt: 'Aaa' });
    expect((await perform(uuid, renaming)).status).toBe(201);
    const [row] = await house.query<{
      sgtt: string;
      sort_title: string;
      linked: string;
      is_found: boolean;
    }>(
      `select sgtt, item.sort_title, link.sort_title as linked, words @@ 'zzz & renamed' as is_found from item
       join item_text sought on sought.item_uuid = item.uuid
       join item_link link on link.item_uuid = item.uuid where item.uuid = $1`,
      [uuid],
    );
    expect(row).toMatchObject({ sgtt: 'Zzz renamed by a task', linked: row?.sort_title, is_found: true });
  });

  it('[WFACT-34] links records to a collection, once, and says so where it is gone', async () => {
    const shelf = await house.collection('default', 'Digitised', [root]);
    const linking = await transition('ITEM', [['LINK_TO_COLLECTION', { collection: shelf.toUpperCase() }]]);
    const { uuid } = await importedItem(admin, {});
    const standing = await importedItem(admin, { parents: [root, shelf] });
    expect((await perform(uuid, linking)).status).toBe(201);
    expect((await perform(standing.uuid, linking)).status).toBe(201);
    expect((await itemOf(uuid)).parentCollectionsUuids).toEqual([root, shelf]);
    expect((await admin.call(getCollection, { params: { uuid: shelf } })).body.culturalItemsCount).toBe(2);
    const actionsOf = async (item: string) =>
      (await admin.call(getItemHistory, { params: { uuid: item } })).body._embedded.history.map(
        ({ action }) => action,
      );
    expect((await actionsOf(uuid)).slice(0, 2)).toEqual(['link', 'transition']);
    expect(await actionsOf(standing.uuid)).toEqual(['transition', 'create']);

    await house.query('update collection set trashed_at = now() where uuid = $1', [shelf]);
    const late = await importedItem(admin, {});
    const { status, body } = await perform(late.uuid, linking);
    expect([status, (body as unknown as Problem).code]).toEqual([409, 'task-impossible']);
    expect((await itemOf(late.uuid)).state).toBe('Default');
  });

  it('[WFACT-34] never puts a collection below itself', async () => {
    const upper = await house.collection('default', 'Upper', [root]);
    const lower = await house.collection('default', 'Lower', [upper]);
    const linking = await transition('COLLECTION', [['LINK_TO_COLLECTION', { collection: lower }]]);
    const { status, body } = await perform(upper, linking, 'COLLECTION');
    expect([status, (body as unknown as Problem).code]).toEqual([409, 'task-impossible']);
    const beside = await house.collection('default', 'Beside', [root]);
    expect((await perform(beside, linking, 'COLLECTION')).status).toBe(201);
  });

  it('[WFACT-38, WFACT-25] takes along what belongs to it, each with its own entry in the log', async () => {
    const box = await house.collection('default', 'Box', [root]);
    const { uuid: item, images } = await importedItem(admin, { parents: [box] }, [await uploaded(admin)]);
    const ahead = await importedItem(admin, { parents: [box] });
    await house.query(`update item set state = 'Archived' where uuid = $1`, [ahead.uuid]);
    const name = 'Open the box';
    await transition('MEDIA', [], { name });
    await transition('ITEM', [['CASCADE', { to: 'media', transition: name }]], { name });
    const opening = await transition('COLLECTION', [['CASCADE', { to: 'items', transition: name }]]);
    const { status, body } = await perform(box, opening, 'COLLECTION', 'All of it');
    expect(status).toBe(201);
    const entry = body as TransitionLog;
    expect((await itemOf(item)).state).toBe('In progress');
    // Nothing of that name begins there: it is left as it is.
    expect((await itemOf(ahead.uuid)).state).toBe('Archived');
    const image = await admin.call(getImage, { params: { uuid: images[0]?.uuid ?? '' } });
    expect(image.body.state).toBe('In progress');
    const log = await admin.call(listTransitionLogs, { query: { assetUuid: item } });
    expect(log.body._embedded.transitionLogs).toMatchObject([
      { name, causedBy: entry.uuid, comment: 'All of it', changeSet: entry.changeSet },
    ]);
  });

  it('[WFACT-38, WFACT-24] is refused whole where one of those refuses', async () => {
    const box = await house.collection('default', 'Mixed box', [root]);
    const filled = await importedItem(admin, { parents: [box], autn: 'Somebody' });
    await importedItem(admin, { parents: [box], sgtt: 'The empty one' });
    const name = 'Demand an author';
    await transition('ITEM', [['REQUIRE_METADATA', { fields: ['autn'] }]], { name });
    const opening = await transition('COLLECTION', [
      ['SET_METADATA', { field: 'sgti', value: 'Opened' }],
      ['CASCADE', { to: 'items', transition: name }],
    ]);
    const { status, body } = await perform(box, opening, 'COLLECTION');
    expect(status).toBe(409);
    expect(body as unknown as Problem).toMatchObject({
      code: 'cascade-refused',
      detail: expect.stringContaining('The empty one: Author is empty.') as string,
    });
    expect((await itemOf(filled.uuid)).state).toBe('Default');
    const collection = await admin.call(getCollection, { params: { uuid: box } });
    expect(collection.body).toMatchObject({ state: 'Default', sgti: '' });
  });

  it('is followed by the cascades that name it when it is renamed', async () => {
    const named = await transition('ITEM');
    const opening = await transition('COLLECTION', [['CASCADE', { to: 'items', transition: named.name }]]);
    await admin.call(updateTransitionTemplate, {
      params: { uuid: named.uuid },
      body: { name: 'Renamed event' },
    });
    const { body } = await admin.call(getTransitionTemplate, { params: { uuid: opening.uuid } });
    expect(body.actions[0]?.parameters).toEqual({ to: 'items', transition: 'Renamed event' });
  });

  it('[WFACT-24] leaves nothing behind where its last step fails', async () => {
    const setting = await transition('ITEM', [
      ['SET_METADATA', { field: 'sgti', value: 'Half done' }],
      ['SET_VISIBILITY', { visibility: 'public' }],
    ]);
    const { uuid } = await importedItem(admin, {});
    await house.query(`create function no_log() returns trigger language plpgsql as
      $$ begin raise exception 'the log is broken'; end $$`);
    await house.query(
      'create trigger no_log before insert on transition_log for each row execute function no_log()',
    );
    expect((await perform(uuid, setting)).status).toBe(500);
    await house.query('drop trigger no_log on transition_log; drop function no_log()');
    expect(await itemOf(uuid)).toMatchObject({ state: 'Default', visibility: 'private', sgti: '' });
    expect((await perform(uuid, setting)).status).toBe(201);
  });
});

describe('many records at once', () => {
  const actor = {
    accountUuid: adminAccount.uuid,
    username: adminAccount.username,
    displayName: 'Ada Rossi',
    roles: ['ROLE_TENANT_ADMIN'],
    userRights: 'all',
  } as const;
  const write = <T>(work: Parameters<ReturnType<typeof house.access.database.tenant>['write']>[1]) =>
    house.access.database.tenant(house.tenantIds.default, actor).write('test', work) as Promise<T>;

  it('are told one by one, and those that are refused hold nobody up', async () => {
    const setting = await transition('ITEM', [
      ['REQUIRE_METADATA', { fields: ['autn'] }],
      ['SET_METADATA', { field: 'sgti', value: 'Done' }],
    ]);
    const good = await importedItem(admin, { autn: 'Somebody' });
    const empty = await importedItem(admin, {});
    const elsewhere = await importedItem(admin, { autn: 'Somebody' });
    await house.query(`update item set state = 'Approved' where uuid = $1`, [elsewhere.uuid]);
    const missing = '00000000-0000-4000-8000-000000000000';
    const uuids = [missing, good.uuid.toUpperCase(), empty.uuid, good.uuid, elsewhere.uuid];
    const results = await write<Awaited<ReturnType<typeof performTransitions>>>((tx) =>
      performTransitions(tx, { resourceType: 'ITEM', transition: setting.uuid, uuids, comment: '' }),
    );
    expect(
      results.map((result) => [result.uuid, result.outcome === 'done' ? 'done' : result.problem.code]),
    ).toEqual([
      [missing, 'not-found'],
      [good.uuid, 'done'],
      [empty.uuid, 'metadata-missing'],
      [elsewhere.uuid, 'state-changed'],
    ]);
    expect(await itemOf(good.uuid)).toMatchObject({ state: 'In progress', sgti: 'Done' });
    expect(await itemOf(empty.uuid)).toMatchObject({ state: 'Default', sgti: '' });
  });

  it('an item of two collections goes with the one that is not refused', async () => {
    const one = await house.collection('default', 'One', [root]);
    const two = await house.collection('default', 'Two', [root]);
    const { uuid } = await importedItem(admin, { parents: [one, two] });
    const lacking = await importedItem(admin, { parents: [two] });
    const name = 'Shared';
    await transition('ITEM', [['REQUIRE_METADATA', { fields: ['autn'] }]], {
      name,
      itemFromState: 'Approved',
    });
    await transition('ITEM', [], { name });
    await house.query(`update item set state = 'Approved' where uuid = $1`, [lacking.uuid]);
    const opening = await transition('COLLECTION', [['CASCADE', { to: 'items', transition: name }]]);
    const results = await write<Awaited<ReturnType<typeof performTransitions>>>((tx) =>
      performTransitions(tx, {
        resourceType: 'COLLECTION',
        transition: opening.uuid,
        uuids: [two, one],
        comment: '',
      }),
    );
    expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'done']);
    expect((await itemOf(uuid)).state).toBe('In progress');
    const log = await admin.call(listTransitionLogs, { query: { assetUuid: uuid } });
    expect(log.body.page.totalElements).toBe(1);
  });

  it('are refused where more items stand in the collection than one transaction takes along', async () => {
    const full = await house.collection('default', 'Full', [root]);
    await house.query(
      `with made as (
        insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, metadata, sort_title, sort_pressmark, import_uuid)
        select $1, gen_random_uuid(), 'Many', 'Many ' || n, 'many' || n, '[]', 'many', 'many',
          gen_random_uuid() from generate_series(1, 10001) n
        returning tenant_id, uuid)
      insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
        select tenant_id, $2, uuid, 'many' from made`,
      [house.tenantIds.default, full],
    );
    const opening = await transition('COLLECTION', [['CASCADE', { to: 'items', transition: 'Start' }]]);
    const answer = write((tx) =>
      performTransitions(tx, {
        resourceType: 'COLLECTION',
        transition: opening.uuid,
        uuids: [full],
        comment: '',
      }),
    );
    await expect(answer).rejects.toMatchObject({
      code: 'cascade-refused',
      message: expect.stringContaining('10,000') as string,
    });
  });

  it('take as many statements as one', async () => {
    const setting = await transition('ITEM', [
      ['REQUIRE_ASSETS_READY'],
      ['SET_METADATA', { field: 'sgti', value: 'Counted' }],
      ['SET_VISIBILITY', { visibility: 'public' }],
      ['LINK_TO_COLLECTION', { collection: await house.collection('default', 'Counted', [root]) }],
      ['CASCADE', { to: 'media', transition: 'Start' }],
    ]);
    const statements = async (count: number) => {
      const uuids: string[] = [];
      for (let index = 0; index < count; index += 1) uuids.push((await importedItem(admin, {})).uuid);
      return write<number>(async (tx) => {
        let asked = 0;
        const counting = tx.db.withPlugin({
          transformQuery: ({ node }) => {
            asked += 1;
            return node;
          },
          transformResult: ({ result }) => Promise.resolve(result),
        });
        const results = await performTransitions(
          { ...tx, db: counting },
          { resourceType: 'ITEM', transition: setting.uuid, uuids, comment: '' },
        );
        expect(results.every(({ outcome }) => outcome === 'done')).toBe(true);
        return asked;
      });
    };
    const alone = await statements(1);
    expect(alone).toBeGreaterThan(5);
    expect(await statements(25)).toBe(alone);
  });
});
