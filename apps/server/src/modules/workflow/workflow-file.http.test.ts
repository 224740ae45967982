import { beforeAll, describe, expect, it } from 'vitest';
import { deleteCollection, deleteItem } from '@armarium/contract/deletions';
import { createItemState, listItemStates } from '@armarium/contract/item-states';
import type { Problem } from '@armarium/contract/problem';
import { createTemplate } from '@armarium/contract/templates';
import { createTransitionTask } from '@armarium/contract/transition-tasks';
import { createTransitionTemplate } from '@armarium/contract/transitions';
import {
  exportWorkflow,
  importWorkflow,
  type WorkflowFile,
  type WorkflowOutcome,
} from '@armarium/contract/workflow-file';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const other = await house.person('altra', 'ROLE_TENANT_ADMIN');
type Client = typeof admin;

const read = async (client: Client) => (await client.call(exportWorkflow)).body;
const take = (
  client: Client,
  body: WorkflowFile,
  more: { dryRun?: boolean; prune?: boolean; ifMatch?: string } = {},
) => {
  const { ifMatch, ...query } = more;
  return client.call(importWorkflow, { query, body, ...(ifMatch !== undefined && { ifMatch }) });
};
/** The faults of an import that is refused: where, and why. */
async function faults(client: Client, body: unknown): Promise<[string, string][]> {
  const before = await read(client);
  const answer = await take(client, body as WorkflowFile);
  expect(answer.status).toBe(422);
  expect(await read(client)).toEqual(before);
  return (answer.body as unknown as Problem).fields.map(({ name, code }) => [name, code]);
}
const named = ({ changes }: { changes: readonly { what: string; name: string; change: string }[] }) =>
  changes.map(({ what, name, change }) => `${change} ${what} ${name}`);

const lent = { name: 'Lent', color: '#123456', labels: { it: 'In prestito' } };
const lend = {
  name: 'Lend',
  itemFromState: 'Default',
  itemToState: 'Lent',
  resourceType: 'ITEM',
  roles: ['ROLE_METADATA_EDITOR', 'ROLE_PUBLISHER'],
} as const;

describe('the file of one organisation', () => {
  let file: Required<WorkflowFile>;
  beforeAll(async () => {
    const root = (await rootOf(admin)).uuid;
    const shelf = await house.collection('default', 'Shelf', [root]);
    const loans = await house.collection('default', 'Loans', [shelf]);
    await admin.call(createTemplate, {
      body: {
        name: 'hand',
        label: 'Hand',
        type: 'ENUM',
        enumValues: ['Gothic', 'Humanist'],
        resourceType: 'ITEM',
        help: 'The script.',
        priority: 'LOW',
      },
    });
    await admin.call(createItemState, { body: lent });
    const { body } = await admin.call(createTransitionTemplate, {
      body: { ...lend, roles: [...lend.roles] },
    });
    await admin.call(createTransitionTemplate, {
      body: { name: 'Lend', itemFromState: 'Default', itemToState: 'Lent', resourceType: 'MEDIA' },
    });
    for (const [templateName, parameters] of [
      ['REQUIRE_METADATA', { fields: ['hand'] }],
      ['LINK_TO_COLLECTION', { collection: loans }],
      ['CASCADE', { to: 'media', transition: 'Lend' }],
    ] as const)
      await admin.call(createTransitionTask, {
        body: { transitionUuid: body.uuid, templateName, parameters },
      });
    file = await read(admin);
  });

  it('has fields, states and transitions with their tasks, without uuids, and collections by their titles', () => {
    expect(JSON.stringify(file)).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(file.fields.find(({ name }) => name === 'hand')).toEqual({
      name: 'hand',
      label: 'Hand',
      labels: {},
      type: 'ENUM',
      enumValues: ['Gothic', 'Humanist'],
      defaultValue: null,
      required: false,
      repeatable: false,
      searchable: false,
      help: 'The script.',
      resourceType: 'ITEM',
      priority: 'LOW',
    });
    expect(file.states.at(-1)).toEqual(lent);
    const found = file.transitions.find(
      ({ name, resourceType }) => name === 'Lend' && resourceType === 'ITEM',
    );
    expect(found).toMatchObject({ ...lend, label: '', workflowName: 'default' });
    expect(found?.tasks).toEqual([
      { templateName: 'REQUIRE_METADATA', parameters: { fields: ['hand'] } },
      { templateName: 'LINK_TO_COLLECTION', parameters: { collection: ['Shelf', 'Loans'] } },
      { templateName: 'CASCADE', parameters: { to: 'media', transition: 'Lend' } },
    ]);
  });

  it('changes nothing where it comes from', async () => {
    for (const dryRun of [true, false])
      expect((await take(admin, file, { dryRun })).body).toEqual({ dryRun, changes: [], left: [] });
  });

  it('is taken over by another one as a dry run said, which changed nothing', async () => {
    expect(await faults(other, file)).toEqual([
      [
        `transitions[${file.transitions.findIndex(({ name }) => name === 'Lend')}].tasks[1].parameters.collection`,
        'unknown-collection',
      ],
    ]);
    const root = (await rootOf(other)).uuid;
    await house.collection('altra', 'Loans', [await house.collection('altra', 'Shelf', [root])]);
    const before = await read(other);
    const planned = await take(other, file, { dryRun: true });
    expect(planned.status).toBe(200);
    expect(await read(other)).toEqual(before);
    expect(named(planned.body)).toEqual([
      'add field hand',
      'add state Lent',
      'add transition Lend',
      'add transition Lend',
    ]);
    const done = await take(other, file);
    expect(done.body).toEqual({ ...planned.body, dryRun: false });
    expect(await read(other)).toEqual(file);
  });
});

describe('a file', () => {
  const version = 1;

  it('changes what it names, and lists what it lacks of its sections', async () => {
    const { body } = await take(admin, {
      version,
      states: [{ name: 'Lent', color: '#654321' }],
      transitions: [{ ...lend, roles: [], itemToState: 'In review', tasks: [] }],
    });
    expect(body.changes).toEqual([
      { what: 'state', resourceType: null, name: 'Lent', change: 'change', parts: ['color'] },
      {
        what: 'transition',
        resourceType: 'ITEM',
        name: 'Lend',
        itemFromState: 'Default',
        itemToState: 'In review',
        change: 'change',
        parts: ['itemToState', 'roles', 'tasks'],
      },
    ]);
    expect(body.left).toContainEqual({
      what: 'state',
      resourceType: null,
      name: 'Approved',
      why: 'not-in-file',
    });
    expect(body.left.some(({ what }) => what === 'field')).toBe(false);
    // What the file doesn't say of them stays.
    expect((await read(admin)).states.at(-1)).toEqual({ ...lent, color: '#654321' });
  });

  it('puts tasks into its order, and keeps those that stay', async () => {
    const tasks = [
      { templateName: 'REQUIRE_COMMENT', parameters: {} },
      { templateName: 'SET_METADATA', parameters: { field: 'autn', value: '{user}' } },
    ];
    const transitions = [{ ...lend, roles: [], itemToState: 'In review' }];
    await take(admin, { version, transitions: [{ ...transitions[0]!, tasks }] });
    const turned = await take(admin, {
      version,
      transitions: [{ ...transitions[0]!, tasks: tasks.toReversed() }],
    });
    expect(turned.body.changes).toMatchObject([{ name: 'Lend', change: 'change', parts: ['tasks'] }]);
    const kept = (await read(admin)).transitions.find(
      ({ name, resourceType }) => name === 'Lend' && resourceType === 'ITEM',
    );
    expect(kept?.tasks).toEqual(tasks.toReversed());
  });

  it('gives its fields their priorities and order; a field that it lacks makes room', async () => {
    const field = (name: string, priority: 'HIGH' | 'MEDIUM' | 'LOW') => ({
      name,
      label: name,
      type: 'STRING' as const,
      resourceType: 'SERIES' as const,
      priority,
    });
    for (const name of ['one', 'two']) await admin.call(createTemplate, { body: field(name, 'HIGH') });
    await take(admin, {
      version,
      fields: [field('new', 'HIGH'), field('two', 'HIGH'), field('last', 'LOW'), field('before last', 'LOW')],
    });
    const order = async () =>
      (await read(admin)).fields
        .filter(({ resourceType }) => resourceType === 'SERIES')
        .map(({ name, priority }) => `${priority} ${name}`);
    expect(await order()).toEqual([
      'HIGH new',
      'HIGH two',
      'MEDIUM sgtt',
      'MEDIUM one',
      'MEDIUM sgti',
      'LOW last',
      'LOW before last',
    ]);
    const { body } = await take(admin, {
      version,
      fields: [field('before last', 'LOW'), field('last', 'LOW')],
    });
    expect(named(body)).toEqual(['change order ']);
    expect((await order()).slice(-2)).toEqual(['LOW before last', 'LOW last']);
    const three = ['one', 'two', 'new'].map((name) => field(name, 'HIGH'));
    expect(await faults(admin, { version, fields: three })).toEqual([
      ['fields[0].priority', 'too-many-high'],
    ]);
  });

  it('that prunes removes what it lacks and nothing uses', async () => {
    const given = {
      version,
      fields: [{ name: 'spare', label: 'Spare', type: 'STRING', resourceType: 'ITEM' }],
      states: [{ name: 'Spare', color: '#111111' }],
      transitions: [
        { name: 'Spare', itemFromState: 'Spare', itemToState: 'Default', resourceType: 'ITEM' },
        { name: 'Carried', itemFromState: 'Default', itemToState: 'Approved', resourceType: 'MEDIA' },
      ],
    } satisfies WorkflowFile;
    await take(other, given);
    const before = await read(other);
    const isSpare = ({ name }: { name: string }) => name !== 'Spare' && name !== 'spare';
    const uses = {
      name: 'Uses',
      itemFromState: 'Default',
      itemToState: 'Default',
      resourceType: 'ITEM',
    } as const;
    const lacking = {
      ...before,
      fields: before.fields.filter(
        ({ name, resourceType }) => resourceType !== 'ITEM' || !['spare', 'hand', 'sgtt'].includes(name),
      ),
      states: before.states.filter(
        (one) => isSpare(one) && one.name !== 'Default' && one.name !== 'Archived',
      ),
      transitions: [
        ...before.transitions.filter((one) => isSpare(one) && one.name !== 'Carried'),
        { ...uses, tasks: [{ templateName: 'CASCADE', parameters: { to: 'media', transition: 'Carried' } }] },
      ],
    };
    const { body } = await take(other, lacking, { prune: true });
    expect(named(body)).toEqual([
      'remove field spare',
      'remove state Spare',
      'add transition Uses',
      'remove transition Spare',
    ]);
    expect(body.left.map(({ what, name, why }) => `${what} ${name} ${why}`)).toEqual([
      'transition Carried used',
      'state Default standard',
      'state Archived used',
      'field sgtt standard',
      // A task requires it.
      'field hand used',
    ]);
  });

  it('that prunes leaves a field that records have a value of and a state that records are in, those in the trash too', async () => {
    await other.call(createItemState, { body: { name: 'Held', color: '#111111' } });
    const field = { name: 'held', label: 'Held', type: 'STRING', resourceType: 'ITEM' } as const;
    await other.call(createTemplate, { body: field });
    const { uuid } = await importedItem(other, {});
    await house.query(
      `update item set state = 'Held', metadata = metadata || '[{"name": "held", "value": "x"}]' where uuid = $1`,
      [uuid],
    );
    await other.call(deleteItem, { params: { uuid } });
    const before = await read(other);
    const { body } = await take(
      other,
      {
        ...before,
        fields: before.fields.filter(({ name }) => name !== 'held'),
        states: before.states.filter(({ name }) => name !== 'Held'),
      },
      { prune: true },
    );
    expect(body.changes).toEqual([]);
    expect(body.left.map(({ name, why }) => `${name} ${why}`)).toEqual(['Held used', 'held used']);
  });

  it('is compared with what there is as it is stored, so that pruning does not remove what it has just made', async () => {
    const decomposed = 'Perche\u0301';
    const given = {
      version,
      fields: [{ name: ` ${decomposed} `, label: 'Why', type: 'STRING', resourceType: 'ITEM' }],
      states: [{ name: decomposed, color: '#111111' }],
      transitions: [
        { name: decomposed, itemFromState: decomposed, itemToState: 'Default', resourceType: 'ITEM' },
      ],
    } satisfies WorkflowFile;
    const before = await read(other);
    const all = {
      version,
      fields: [...before.fields, ...given.fields],
      states: [...before.states, ...given.states],
      transitions: [...before.transitions, ...given.transitions],
    };
    const { body } = await take(other, all, { prune: true });
    expect(named(body)).toEqual(['field', 'state', 'transition'].map((what) => `add ${what} Perch\u00e9`));
    expect((await take(other, all, { prune: true })).body.changes).toEqual([]);
  });

  it('names a collection by its uuid where its titles lead to another one or nowhere', async () => {
    const root = (await rootOf(admin)).uuid;
    const link = (collection: string) => ({ templateName: 'LINK_TO_COLLECTION', parameters: { collection } });
    const twins = [1, 2].map(() => house.collection('default', 'Double', [root]));
    const attic = await house.collection('default', 'Attic', [root]);
    const below = await house.collection('default', 'Below', [attic]);
    const named = [...(await Promise.all(twins)), below];
    const transition = {
      name: 'Store',
      itemFromState: 'Default',
      itemToState: 'Approved',
      resourceType: 'ITEM',
    } as const;
    await take(admin, { version, transitions: [{ ...transition, tasks: named.map(link) }] });
    await admin.call(deleteCollection, { params: { uuid: attic } });
    // The title of the one in the trash leads to this one now.
    await house.collection('default', 'Below', [root]);
    const file = await read(admin);
    expect(file.transitions.find(({ name }) => name === 'Store')?.tasks).toEqual(named.map(link));
    expect((await take(admin, file)).body).toEqual({ dryRun: false, changes: [], left: [] });
  });

  it('gives HIGH to those that ask for it, whatever stands before them', async () => {
    const field = (name: string) =>
      ({ name, label: name, type: 'STRING', resourceType: 'COLLECTION' }) as const;
    const { body } = await take(admin, {
      version,
      fields: [field('quiet'), ...['a', 'b'].map((name) => ({ ...field(name), priority: 'HIGH' as const }))],
    });
    expect(named(body).slice(0, 3)).toEqual(['add field a', 'add field b', 'change field sgtt']);
    const placed = (await read(admin)).fields.filter(({ resourceType }) => resourceType === 'COLLECTION');
    expect(placed.slice(0, 2).map(({ name, priority }) => `${priority} ${name}`)).toEqual([
      'HIGH a',
      'HIGH b',
    ]);
    expect(placed.find(({ name }) => name === 'quiet')?.priority).toBe('MEDIUM');
  });

  it('of two tasks that are the same once they are stored is refused with their place', async () => {
    const tasks = [['hand'], ['hand', ' hand ']].map((fields) => ({
      templateName: 'REQUIRE_METADATA',
      parameters: { fields },
    }));
    expect(await faults(admin, { version, transitions: [{ ...lend, tasks }] })).toEqual([
      ['transitions[0].tasks[1]', 'duplicate'],
    ]);
  });

  it('waits for others who change states or transitions, and they for it', async () => {
    const states = [{ name: 'Together', color: '#111111' }];
    const answers = await Promise.all([
      take(admin, { version, states }),
      take(admin, { version, states }),
      admin.call(createItemState, { body: { name: 'Beside', color: '#111111' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 201]);
    const made = answers.slice(0, 2).map(({ body }) => (body as WorkflowOutcome).changes.length);
    expect(made.toSorted()).toEqual([0, 1]);
  });

  it('is refused as a whole, with all that is wrong and where', async () => {
    expect(
      await faults(admin, {
        version,
        fields: [
          { name: 'hand', label: 'Hand', type: 'STRING', resourceType: 'ITEM' },
          { name: 'empty', label: 'Empty', type: 'ENUM', resourceType: 'ITEM' },
        ],
        states: [{ name: 'Fine', color: '#111111' }],
        transitions: [
          { ...lend, itemToState: 'Nowhere' },
          {
            name: 'Round',
            itemFromState: 'Default',
            itemToState: 'Approved',
            resourceType: 'MEDIA',
            tasks: [{ templateName: 'CASCADE', parameters: { to: 'items', transition: 'Lend' } }],
          },
          {
            name: 'Far',
            itemFromState: 'Default',
            itemToState: 'Approved',
            resourceType: 'ITEM',
            tasks: [
              { templateName: 'LINK_TO_COLLECTION', parameters: { collection: ['Shelf', 'Nothing'] } },
              { templateName: 'REQUIRE_METADATA', parameters: { fields: ['nothing'] } },
            ],
          },
        ],
      }),
    ).toEqual([
      ['fields[0].type', 'read-only'],
      ['fields[1].enumValues', 'required'],
      ['transitions[0].itemToState', 'unknown-state'],
      // A file performs nothing on its item, so that cascades can't go round.
      ['transitions[1].tasks[0].templateName', 'unfit-task'],
      ['transitions[2].tasks[0].parameters.collection', 'unknown-collection'],
      ['transitions[2].tasks[1].parameters.fields', 'unknown-field'],
    ]);
  });

  it('of another version, with repeated entries or unknown names is refused', async () => {
    expect(await faults(admin, { version: 2 })).toEqual([['version', 'other-version']]);
    expect(await faults(admin, { version, states: [lent, lent] })).toEqual([['states[1]', 'duplicate']]);
    expect(await faults(admin, { version, statuses: [] })).toEqual([['statuses', 'unknown-field']]);
    expect(await faults(admin, { states: [] })).toEqual([['version', 'required']]);
  });

  it('names no collection where two have the same path', async () => {
    const root = (await rootOf(admin)).uuid;
    for (let twice = 0; twice < 2; twice += 1) await house.collection('default', 'Twin', [root]);
    const tasks = [{ templateName: 'LINK_TO_COLLECTION', parameters: { collection: ['Twin'] } }];
    const place = 'transitions[0].tasks[0].parameters.collection';
    expect(
      await faults(admin, { version, transitions: [{ ...lend, itemToState: 'In review', tasks }] }),
    ).toEqual([[place, 'ambiguous-collection']]);
  });

  it('is not taken over where somebody else changed something since it was looked at', async () => {
    const states = [{ name: 'Fresh', color: '#111111' }];
    const tag = String((await take(admin, { version, states }, { dryRun: true })).headers['etag']);
    expect(tag).toBe((await admin.call(exportWorkflow)).headers['etag']);
    await admin.call(createItemState, { body: { name: 'Meanwhile', color: '#111111' } });
    expect((await take(admin, { version, states }, { ifMatch: tag })).status).toBe(412);
    const { body } = await admin.call(listItemStates);
    expect(body._embedded.itemStates.some(({ name }) => name === 'Fresh')).toBe(false);
    const now = String((await admin.call(exportWorkflow)).headers['etag']);
    expect((await take(admin, { version, states }, { ifMatch: now })).status).toBe(200);
  });
});
