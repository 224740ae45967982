import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { deleteItem } from '@armarium/contract/deletions';
import { importItem } from '@armarium/contract/imports';
import { createItemState } from '@armarium/contract/item-states';
import type { BodyOf } from '@armarium/contract/operation';
import { createTemplate, deleteTemplate, updateTemplate } from '@armarium/contract/templates';
import {
  countItemStates,
  countTemplateRecords,
  getItemStateUsage,
  getTemplateUsage,
} from '@armarium/contract/usage';
import { system } from '../../db/database.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

type NewTemplate = BodyOf<typeof createTemplate>;

async function field(
  name: string,
  type: NewTemplate['type'],
  more: Partial<NewTemplate> = {},
  client = admin,
): Promise<string> {
  const { status, body } = await client.call(createTemplate, {
    body: { name, label: name, type, resourceType: 'ITEM', ...more },
  });
  expect(status).toBe(201);
  return body.uuid;
}

/** Makes an item that holds these values. */
async function item(values: readonly [name: string, value: string | boolean][], client = admin) {
  const { status, body } = await client.call(importItem, {
    body: {
      sgtt: 'An item',
      pressmark: randomUUID(),
      customMetadataList: values.map(([name, value]) => ({ name, value })),
      parentCollectionsUuids: [(await rootOf(client)).uuid],
      images: [],
    },
  });
  expect(status).toBe(201);
  return body.uuid;
}

async function usage(uuid: string) {
  const { status, body } = await admin.call(getTemplateUsage, { params: { uuid } });
  expect(status).toBe(200);
  return body;
}

/** How many records of a kind hold a field, as the count of all fields of the kind says. */
async function countOf(name: string, resourceType: 'ITEM' | 'MEDIA' | 'STORY' = 'ITEM') {
  const { status, body } = await admin.call(countTemplateRecords, { query: { resourceType } });
  expect(status).toBe(200);
  return body.values.find(({ value }) => value === name)?.records;
}

it('the use of a dictionary counts the records that hold each value, also one that is no option any more', async () => {
  const shape = await field('shape', 'ENUM', { enumValues: ['roll', 'codex', 'sheet'], repeatable: true });
  expect(await usage(shape)).toEqual({ records: 0, values: [] });
  await item([['shape', 'codex']]);
  await item([
    ['shape', 'codex'],
    ['shape', 'roll'],
    // The same value twice is one record.
    ['shape', 'roll'],
  ]);
  await item([['shape', 'codex']]);
  await item([['sgti', 'codex']]);
  const gone = await item([['shape', 'sheet']]);
  await admin.call(deleteItem, { params: { uuid: gone } });
  // A field of the same name of other records, and of another tenant, is another field.
  await house.query(
    `update collection set metadata = metadata || '[{"name": "shape", "value": "codex"}]' where tenant_id = $1`,
    [house.tenantIds.default],
  );
  await field('shape', 'ENUM', { enumValues: ['codex'] }, stranger);
  await item([['shape', 'codex']], stranger);
  const counted = {
    records: 3,
    values: [
      { value: 'codex', records: 3 },
      { value: 'roll', records: 1 },
    ],
  };
  expect(await usage(shape)).toEqual(counted);
  expect(await countOf('shape')).toBe(3);
  await admin.call(updateTemplate, { params: { uuid: shape }, body: { enumValues: ['sheet'] } });
  expect(await usage(shape)).toEqual(counted);
  const foreign = await stranger.call(getTemplateUsage, { params: { uuid: shape } });
  expect(foreign.status).toBe(404);
  await admin.call(deleteTemplate, { params: { uuid: shape } });
  expect((await admin.call(getTemplateUsage, { params: { uuid: shape } })).status).toBe(404);
});

it('the use of a field of true and false counts both, and that of other types only the records', async () => {
  const seen = await field('seen', 'BOOLEAN');
  const owner = await field("the owner's", 'STRING');
  await item([
    ['seen', true],
    ["the owner's", 'Padova'],
  ]);
  await item([
    ['seen', false],
    ["the owner's", 'Venezia'],
  ]);
  await item([['seen', false]]);
  expect(await usage(seen)).toEqual({
    records: 3,
    values: [
      { value: 'false', records: 2 },
      { value: 'true', records: 1 },
    ],
  });
  expect(await usage(owner)).toEqual({ records: 2, values: [] });
});

it('of very many values it names the 1,000 most frequent ones, and those that are options', async () => {
  const code = await field('code', 'ENUM', { enumValues: ['zz', 'unused'] });
  const held = await item([['code', 'zz']]);
  const values = Array.from({ length: 1001 }, (_, at) => ({ name: 'code', value: `c${at}` }));
  await house.query(`update item set metadata = metadata || $2::jsonb where uuid = $1`, [
    held,
    JSON.stringify(values),
  ]);
  const counted = await usage(code);
  expect([counted.records, counted.values.length]).toEqual([1, 1001]);
  expect(counted.values.at(-1)).toEqual({ value: 'zz', records: 1 });
});

it('the use of a field of files leaves out those in the trash and those of items there; stories have no records yet', async () => {
  const side = await field('side', 'ENUM', { enumValues: ['recto', 'verso'], resourceType: 'MEDIA' });
  const images = await Promise.all([1, 2, 3].map(() => uploaded(admin)));
  const stays = await importedItem(admin, {}, images.slice(0, 2));
  const goes = await importedItem(admin, {}, images.slice(2));
  await house.query(`update asset set metadata = metadata || '[{"name": "side", "value": "recto"}]'`);
  const recto = (records: number) => ({ records, values: [{ value: 'recto', records }] });
  expect(await usage(side)).toEqual(recto(3));
  await admin.call(deleteItem, { params: { uuid: goes.uuid } });
  expect(await usage(side)).toEqual(recto(2));
  await house.query(
    `update asset set trashed_at = now() where uuid = (
    select uuid from asset where item_uuid = $1 order by uuid limit 1)`,
    [stays.uuid],
  );
  expect(await usage(side)).toEqual(recto(1));
  expect(await countOf('side', 'MEDIA')).toBe(1);
  const story = await field('mood', 'BOOLEAN', { resourceType: 'STORY' });
  expect(await usage(story)).toEqual({ records: 0, values: [] });
  expect(await countOf('mood', 'STORY')).toBeUndefined();
});

it('the use of a state counts the records of all kinds that are in it, those in the trash too', async () => {
  const name = 'In the workshop';
  const { body: state } = await admin.call(createItemState, { body: { name, color: '#123456' } });
  const read = () => admin.call(getItemStateUsage, { params: { uuid: state.uuid } });
  expect(await read()).toMatchObject({ status: 200, body: { records: 0, values: [] } });
  const [one, other] = [await item([]), (await importedItem(admin, {}, [await uploaded(admin)])).uuid];
  const foreign = await item([], stranger);
  await house.query('update item set state = $1 where uuid = any($2)', [name, [one, other, foreign]]);
  await house.query('update asset set state = $1 where item_uuid = $2', [name, other]);
  await admin.call(deleteItem, { params: { uuid: one } });
  const { body } = await read();
  expect(body).toEqual({
    records: 3,
    values: [
      { value: 'ITEM', records: 2 },
      { value: 'MEDIA', records: 1 },
    ],
  });
  expect((await stranger.call(getItemStateUsage, { params: { uuid: state.uuid } })).status).toBe(404);
  const inIt = async (resourceType: 'ITEM' | 'MEDIA' | 'SERIES', client = admin) => {
    const counted = await client.call(countItemStates, { query: { resourceType } });
    return counted.body.values.find(({ value }) => value === name)?.records;
  };
  expect([await inIt('ITEM'), await inIt('MEDIA'), await inIt('SERIES')]).toEqual([2, 1, undefined]);
  expect(await inIt('ITEM', stranger)).toBe(1);
});

it('the count of a field tells nothing to people from whom records are hidden', async () => {
  await field('vault', 'STRING');
  const hidden = await item([['vault', 'third shelf']]);
  await house.query(`update item set visibility = 'restricted' where uuid = $1`, [hidden]);
  const counted = (roles: typeof system.roles) =>
    house.access.database
      .tenant(house.tenantIds.default, { ...system, accountUuid: randomUUID(), roles })
      .read(async (db) => {
        const { rows } = await sql<{ records: number }>`
          select records from field_usage('item', null, null, 'vault', null)`.execute(db);
        return rows.map(({ records }) => records);
      });
  expect([await counted(['ROLE_TENANT_ADMIN']), await counted(['ROLE_RESEARCHER'])]).toEqual([[1], [0]]);
});
