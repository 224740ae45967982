import { randomUUID } from 'node:crypto';
import { getItem } from '@armarium/contract/item-calls';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { tryTransition, type TransitionTrial } from '@armarium/contract/transition-trials';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { madeTransition, type Tasks } from '../../../../../tests/http/made-transition.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';
import { system, type TenantQueries } from '../../db/database.ts';
import { rolledBackWithin, TimeOver } from '../../db/rolled-back.ts';

const house = await openInstallation({ environment: { PUBLIC_URL: 'https://catalogue.example.org' } });
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(admin)).uuid;
const tenantId = house.tenantIds.default;
const transition = (resourceType: TemplateResourceType, tasks: Tasks = [], name?: string) =>
  madeTransition(admin, tasks, { resourceType, ...(name !== undefined && { name }) });

async function tried(
  { uuid }: { uuid: string },
  uuids: string[],
  comment?: string,
): Promise<TransitionTrial> {
  const { status, body } = await admin.call(tryTransition, {
    params: { uuid },
    body: { uuids, ...(comment !== undefined && { comment }) },
  });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body;
}

/** Everything that a transition leaves behind. */
const traces = async () => [
  await house.query('select state, version, modified_at, metadata from item order by uuid'),
  await house.query(
    `select (select count(*) from history) history, (select count(*) from transition_log) logs,
      (select count(*) from effect) effects, (select count(*) from change_set) change_sets,
      (select count(*) from item_link) links, (select count(*) from graphile_worker._private_jobs) jobs`,
  ),
];

describe('the trial of a transition', () => {
  it('tells what it would change, who would be refused and why, and keeps nothing', async () => {
    const box = await house.collection('default', 'Box', [root]);
    const approve = await transition('ITEM', [
      ['REQUIRE_METADATA', { fields: ['autn'] }],
      ['SET_METADATA', { field: 'sgti', value: '{title}: {comment}' }],
      ['LINK_TO_COLLECTION', { collection: box }],
      ['SET_VISIBILITY', { visibility: 'public' }],
      ['WEBHOOK', { url: 'https://hooks.example.org/', secret: 'sesame' }],
    ]);
    const passing = await importedItem(admin, { sgtt: 'A leaf', autn: 'Somebody' });
    const refused = await importedItem(admin, { sgtt: 'Nameless' });
    const missing = randomUUID();
    const before = await traces();
    const { records, effects } = await tried(approve, [passing.uuid, refused.uuid, missing], 'Seen');
    expect(records).toEqual([
      {
        uuid: passing.uuid,
        outcome: 'done',
        causes: [],
        changes: [
          {
            uuid: passing.uuid,
            resourceType: 'ITEM',
            sgtt: 'A leaf',
            transition: { name: approve.name, itemFromState: 'Default', itemToState: 'In progress' },
            fields: [
              { name: 'state', before: ['Default'], after: ['In progress'] },
              { name: 'visibility', before: ['private'], after: ['public'] },
              { name: 'sgti', before: [], after: ['A leaf: Seen'] },
            ],
            entered: [{ uuid: box, sgtt: 'Box' }],
          },
        ],
      },
      {
        uuid: refused.uuid,
        outcome: 'refused',
        causes: [
          {
            code: 'metadata-missing',
            detail: expect.stringContaining('Author') as string,
            fields: [expect.objectContaining({ name: 'autn' })],
          },
        ],
        changes: [],
      },
      {
        uuid: missing,
        outcome: 'refused',
        causes: [{ code: 'not-found', detail: expect.any(String) as string, fields: [] }],
        changes: [],
      },
    ]);
    expect(effects).toMatchObject([{ templateName: 'WEBHOOK', recordsCount: 1 }]);
    expect(await traces()).toEqual(before);
    expect((await admin.call(getItem, { params: { uuid: passing.uuid } })).body.state).toBe('Default');
  });

  it('tells of the records that go along, under the one that was chosen', async () => {
    const [box, other] = [
      await house.collection('default', 'Box A', [root]),
      await house.collection('default', 'Box B', [root]),
    ];
    const item = await importedItem(admin, { sgtt: 'Inside', parents: [box] });
    const name = 'Open the box';
    await transition('ITEM', [['SET_METADATA', { field: 'sgti', value: 'Opened' }]], name);
    const opening = await transition('COLLECTION', [['CASCADE', { to: 'items', transition: name }]]);
    const { records } = await tried(opening, [box, other]);
    expect(records.map(({ changes }) => changes.map(({ uuid }) => uuid))).toEqual([
      [box, item.uuid],
      [other],
    ]);
    expect(records[0]?.changes[1]).toMatchObject({
      resourceType: 'ITEM',
      transition: { name },
      fields: [{ name: 'state' }, { name: 'sgti', before: [], after: ['Opened'] }],
    });
  });

  it('takes along a thousand records and no more', async () => {
    const box = await house.collection('default', 'Great box', [root]);
    await house.query(
      `with made as (
         insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, metadata, sort_title, sort_pressmark,
           import_uuid)
         select $1, gen_random_uuid(), 'Sheet', 'Sheet ' || n, 'sheet' || n, '[]', 'sheet', 'sheet',
           gen_random_uuid() from generate_series(1, 1001) n
         returning tenant_id, uuid)
       insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
       select tenant_id, $2, uuid, 'sheet' from made`,
      [tenantId, box],
    );
    const name = 'Open all';
    await transition('ITEM', [], name);
    const opening = await transition('COLLECTION', [['CASCADE', { to: 'items', transition: name }]]);
    const refused = await admin.call(tryTransition, {
      params: { uuid: opening.uuid },
      body: { uuids: [box] },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'cascade-refused' } });
    await house.query(
      `delete from item_link where collection_uuid = $1 and item_uuid =
      (select item_uuid from item_link where collection_uuid = $1 limit 1)`,
      [box],
    );
    expect((await tried(opening, [box])).records[0]?.changes).toHaveLength(1001);
  });

  it('shows the messages as they would be read, and what would keep them back', async () => {
    const bruna = await house.account('default', ['ROLE_USER']);
    await house.query('update account set email = $2, preferences = $3 where uuid = $1', [
      bruna.uuid,
      'bruna@example.org',
      '{"language":"it"}',
    ]);
    const telling = await transition('ITEM', [
      [
        'SEND_EMAIL',
        {
          recipients: ['ada@example.org', 'carla@example.org', 'bruna@example.org'],
          subject: '{count}: {title}',
          body: 'By {user}: {comment}',
        },
      ],
      ['WEBHOOK', { url: 'https://hooks.example.org/', secret: 'sesame' }],
    ]);
    const items = [await importedItem(admin, { sgtt: 'One' }), await importedItem(admin, { sgtt: 'Two' })];
    const { effects } = await tried(
      telling,
      items.map(({ uuid }) => uuid),
      'Seen',
    );
    expect(effects).toEqual([
      {
        taskUuid: expect.any(String) as string,
        templateName: 'SEND_EMAIL',
        recordsCount: 2,
        messages: [
          {
            recipients: ['ada@example.org', 'carla@example.org'],
            subject: '2: One and 1 more',
            text: expect.stringMatching(/^By Ada Rossi: Seen\n/) as string,
            obstacle: 'smtp-not-set',
          },
          {
            recipients: ['bruna@example.org'],
            subject: '2: One e un altro',
            text: expect.stringMatching(/^By Ada Rossi: Seen\n/) as string,
            obstacle: 'smtp-not-set',
          },
        ],
      },
      {
        taskUuid: expect.any(String) as string,
        templateName: 'WEBHOOK',
        recordsCount: 2,
        messages: [
          {
            recipients: ['https://hooks.example.org/'],
            subject: null,
            text: expect.any(String) as string,
            obstacle: null,
          },
        ],
      },
    ]);
    const called = JSON.parse(effects[1]?.messages[0]?.text ?? '') as { records: { uuid: string }[] };
    expect(called.records.map(({ uuid }) => uuid)).toEqual(items.map(({ uuid }) => uuid));
    expect(JSON.stringify(effects)).not.toContain('sesame');
  });

  it('is refused for a transition that is gone, for no record and for more than twenty', async () => {
    const { uuid } = await transition('ITEM');
    const status = async (of: string, uuids: string[]) =>
      (await admin.call(tryTransition, { params: { uuid: of }, body: { uuids } })).status;
    expect(await status(randomUUID(), [randomUUID()])).toBe(404);
    expect(await status(uuid, [])).toBe(422);
    const many = Array.from({ length: 21 }, () => randomUUID());
    expect(await status(uuid, many)).toBe(422);
    expect(await status(uuid, many.slice(1))).toBe(200);
  });
});

describe('what is rolled back within a time', () => {
  const data = house.access.database.tenant(tenantId, system);
  const sleep = (seconds: number, db: TenantQueries) => sql`select pg_sleep(${seconds})`.execute(db);

  it('ends during a statement that takes longer, also where that begins late', async () => {
    await expect(
      rolledBackWithin(200, data, 'transition', async ({ db }) => {
        await sleep(0.05, db);
        await sleep(30, db);
      }),
    ).rejects.toThrow(TimeOver);
  });

  it('begins no statement in its second half', async () => {
    let statements = 0;
    await expect(
      rolledBackWithin(400, data, 'transition', async ({ db }) => {
        for (; statements < 100; statements += 1) await sleep(0.08, db);
      }),
    ).rejects.toThrow(TimeOver);
    expect(statements).toBeLessThan(4);
  });
});
