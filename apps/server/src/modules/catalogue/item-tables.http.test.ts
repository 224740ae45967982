import { createTemplate, deleteTemplate } from '@armarium/contract/templates';
import { findItemSurroundings, getTableLayouts, putTableLayouts } from '@armarium/contract/item-table';
import { updateItem } from '@armarium/contract/record-edits';
import { listCollectionItems } from '@armarium/contract/collection-calls';
import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import { beforeAll, describe, expect, it } from 'vitest';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const shelf = await house.collection('default', 'Shelf', [root]);
const box = await house.collection('default', 'A box', [root]);
const uuids: Record<string, string> = {};

async function field(name: string, type: 'STRING' | 'NUMBER') {
  const { body, status } = await client.call(createTemplate, {
    body: { name, label: name, type, resourceType: 'ITEM' },
  });
  expect(status).toBe(201);
  return body.uuid;
}

beforeAll(async () => {
  for (const [name, type] of [
    ['place', 'STRING'],
    ['size, in cm', 'NUMBER'],
  ] as const)
    await field(name, type);
  const make = async (
    sgtt: string,
    autn: string,
    given: Record<string, string | number>,
    parents: string[],
  ) => {
    const { uuid } = await importedItem(client, { sgtt, autn, pressmark: `T ${sgtt}`, parents }, []);
    uuids[sgtt] = uuid;
    await house.query(`update item set metadata = metadata || $2::jsonb where uuid = $1`, [
      uuid,
      JSON.stringify(Object.entries(given).map(([name, value]) => ({ name, value }))),
    ]);
  };
  await make('Atlas', 'Émile', { place: 'shelf 10', 'size, in cm': 9.5 }, [shelf]);
  await make('Bestiary', 'ada', { place: 'Shelf 2', 'size, in cm': -3 }, [shelf, box]);
  await make('Codex', '', { place: 'Ábaco' }, [box, shelf]);
  await make('Diary', 'Dario', { 'size, in cm': 30 }, [shelf]);
});

async function lists(sort: string) {
  const answers = await Promise.all([
    client.call(findAllItems, { query: { sort: [sort] } }),
    client.call(searchItems, { query: { text: '', sort: [sort] } }),
    client.call(listCollectionItems, { params: { uuid: shelf }, query: { sort: [sort] } }),
  ]);
  return answers.map(({ status, body }) => {
    expect(status).toBe(200);
    expect(body.page.totalElements).toBe(4);
    return body._embedded.culturalItems.map(({ sgtt }) => sgtt.slice(0, 1)).join('');
  });
}

describe('a list of items', () => {
  it.each([
    ['autn', 'BDAC'],
    ['autn,desc', 'ADBC'],
    ['field:place', 'CBAD'],
    ['field:place,desc', 'ABCD'],
    ['field:size, in cm', 'BADC'],
    ['field:size, in cm,desc', 'DABC'],
    ['parentCollections', 'CADB'],
  ])(
    'is sorted by %s over all of it, without case and accents, numbers by size, without a value last',
    async (sort, order) => {
      const found = await lists(sort);
      // Of those that are equal the uuid decides.
      const settled = sort === 'parentCollections' ? found.map((one) => one.replace('DA', 'AD')) : found;
      expect(settled).toEqual([order, order, order]);
    },
  );

  it('is sorted on its later pages as on its first', async () => {
    const pages = await Promise.all(
      [0, 1, 2, 3].map((page) =>
        client.call(findAllItems, { query: { sort: ['field:place,desc'], page, size: 1 } }),
      ),
    );
    expect(pages.map(({ body }) => body._embedded.culturalItems[0]?.sgtt)).toEqual([
      'Atlas',
      'Bestiary',
      'Codex',
      'Diary',
    ]);
  });

  it('is sorted by an archived field, whose values still stand, and by none that never was', async () => {
    const uuid = await field('bygone', 'STRING');
    await client.call(deleteTemplate, { params: { uuid } });
    expect((await client.call(findAllItems, { query: { sort: ['field:bygone'] } })).status).toBe(200);
    const unknown = await client.call(findAllItems, { query: { sort: ['field:never'] } });
    expect(unknown).toMatchObject({ status: 400, body: { code: 'malformed' } });
    expect(JSON.stringify(unknown.body)).toContain('field:never');
    expect((await client.call(findAllItems, { query: { sort: ['autn,up'] } })).status).toBe(400);
  });

  it('takes a name of a field as nothing but that', async () => {
    const name = `x'") or true -- %L`;
    await field(name, 'STRING');
    const { status, body } = await client.call(findAllItems, { query: { sort: [`field:${name}`] } });
    expect([status, body.page.totalElements]).toEqual([200, 4]);
  });

  it('says what to do where there are more items than can be sorted so', async () => {
    const many = await house.person('altra', 'ROLE_TENANT_ADMIN');
    await importedItem(many, { sgtt: 'One of many' }, []);
    await house.query(
      `insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, import_uuid)
       select $1, gen_random_uuid(), 'x', 'x' || n, 'x' || n, 'x', 'x', gen_random_uuid()
       from generate_series(1, 20000) as n`,
      [house.tenantIds.altra],
    );
    const refused = await many.call(findAllItems, { query: { sort: ['autn'] } });
    expect(refused).toMatchObject({ status: 422, body: { code: 'too-many-to-sort' } });
    expect((await many.call(findAllItems, { query: { sort: ['pressmark,desc'] } })).status).toBe(200);
    const narrowed = await many.call(searchItems, { query: { text: 'one of many', sort: ['autn'] } });
    expect(narrowed).toMatchObject({ status: 200, body: { page: { totalElements: 1 } } });
  });
});

describe('what stands beside an item', () => {
  it('are its collections by title and who made and changed it, in the order asked for', async () => {
    const editor = await house.account('default', ['ROLE_METADATA_EDITOR']);
    const other = await house.signedIn(editor);
    const uuid = uuids['Bestiary'] ?? '';
    await other.call(updateItem, { params: { uuid }, body: { autn: 'Ada' } });
    const query = { uuid: [uuids['Codex'] ?? '', uuid, '00000000-0000-4000-8000-000000000000'] };
    const { body } = await client.call(findItemSurroundings, { query });
    expect(body._embedded.itemSurroundings).toMatchObject([
      { uuid: uuids['Codex'], parentCollections: [{ uuid: box }, { uuid: shelf, sgtt: 'Shelf' }] },
      {
        uuid,
        parentCollections: [{ uuid: shelf }, { uuid: box, sgtt: 'A box' }],
        createdBy: 'Ada Rossi',
        lastModifiedBy: 'Ada Rossi',
      },
    ]);
    const reader = await house.person('default', 'ROLE_NO_WATERMARK');
    const { body: read } = await reader.call(findItemSurroundings, { query });
    expect(read._embedded.itemSurroundings[1]).toMatchObject({ createdBy: null, lastModifiedBy: null });
  });
});

describe('the layouts of tables', () => {
  const layout = { name: ' Shelf list ', columns: ['pressmark', 'field:place'], sort: 'field:place,desc' };

  it('are kept for one person in one organisation, and for nobody else', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const [here, elsewhere] = [await house.signedIn(account), await house.signedIn(account)];
    expect((await here.call(getTableLayouts)).body).toEqual({ layouts: [] });
    const kept = await here.call(putTableLayouts, { body: { layouts: [layout] } });
    expect(kept).toMatchObject({ status: 200, body: { layouts: [{ ...layout, name: 'Shelf list' }] } });
    expect((await elsewhere.call(getTableLayouts)).body).toEqual(kept.body);
    expect((await client.call(getTableLayouts)).body).toEqual({ layouts: [] });
    await client.call(putTableLayouts, { body: { layouts: [] } });
    expect((await here.call(getTableLayouts)).body).toEqual(kept.body);

    await house.giveRole(account.uuid, 'altra', 'ROLE_USER');
    const there = await house.signedIn(account, 'altra');
    expect((await there.call(getTableLayouts)).body).toEqual({ layouts: [] });
  });

  it('are not written over those that somebody kept meanwhile', async () => {
    const person = await house.person('default', 'ROLE_USER');
    const { headers } = await person.call(getTableLayouts);
    const ifMatch = String(headers.etag);
    expect((await person.call(putTableLayouts, { body: { layouts: [layout] }, ifMatch })).status).toBe(200);
    const late = await person.call(putTableLayouts, { body: { layouts: [] }, ifMatch });
    expect(late).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await person.call(getTableLayouts)).body.layouts).toHaveLength(1);
  });

  it.each([
    ['two of a name', [layout, { ...layout, name: 'SHELF list' }], 'layouts[1].name'],
    ['one without a name', [{ ...layout, name: '  ' }], 'layouts[0].name'],
    ['one with a column that no table has', [{ ...layout, columns: ['colour'] }], 'layouts[0].columns[0]'],
    ['one without columns', [{ ...layout, columns: [] }], 'layouts[0].columns'],
  ])('are refused where there is %s', async (_what, layouts, name) => {
    const { status, body } = await client.call(putTableLayouts, { body: { layouts } });
    expect([status, (body as unknown as { fields: { name: string }[] }).fields[0]?.name]).toEqual([
      422,
      name,
    ]);
  });
});
