import type { QueryOf } from '@armarium/contract/operation';
import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import { listCollectionItems, searchCollections } from '@armarium/contract/collection-calls';
import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import { getItemFacets } from '@armarium/contract/item-facets';
import { deleteItem } from '@armarium/contract/deletions';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const editor = await house.account('default', ['ROLE_METADATA_EDITOR']);
const reader = await house.person('default', 'ROLE_NO_WATERMARK');
const root = (await rootOf(client)).uuid;
const shelf = await house.collection('default', 'Shelf', [root]);
const box = await house.collection('default', 'Box', [shelf]);
const uuids: Record<string, string> = {};

beforeAll(async () => {
  await house.query(
    `insert into metadata_template (tenant_id, uuid, name, label, type, resource_type, priority, sort_order, enum_values)
     values ($1, gen_random_uuid(), 'language', 'Language', 'ENUM', 'ITEM', 'LOW', 90, $2)`,
    [house.tenantIds.default, JSON.stringify(['lat', 'ita', `o'c,"x=y"`])],
  );
  const make = async (sgtt: string, parents: string[], languages: string[], images = 0) => {
    const uploads = [];
    for (let image = 0; image < images; image += 1) uploads.push({ uuid: (await uploaded(client)).uuid });
    const { uuid } = await importedItem(client, { sgtt, pressmark: `F ${sgtt}`, parents }, uploads);
    uuids[sgtt] = uuid;
    if (languages.length > 0) {
      await house.query(`update item set metadata = metadata || $2::jsonb where uuid = $1`, [
        uuid,
        JSON.stringify(languages.map((value) => ({ name: 'language', value }))),
      ]);
    }
  };
  await make('Atlas', [shelf], ['lat'], 1);
  await make('Bestiary', [shelf, root], ['ita'], 2);
  await make('Codex', [box], ['lat']);
  await make('Diary', [box], [`o'c,"x=y"`]);
  await make('Epitome', [root], []);
  await house.query(`update item set state = 'Approved' where uuid = any($1)`, [
    [uuids['Atlas'], uuids['Codex']],
  ]);
  await house.query(`update item set created_at = '1999-12-31T23:30:00Z' where uuid = $1`, [uuids['Diary']]);
  const other = await house.signedIn(editor);
  const answer = await other.call(updateItem, {
    params: { uuid: uuids['Codex'] ?? '' },
    body: { autn: 'Ignoto' },
  });
  expect(answer.status).toBe(200);
});

type Filters = Partial<QueryOf<typeof searchItems>>;
const titles = (items: readonly { sgtt: string }[]) => items.map(({ sgtt }) => sgtt);

/** What each of the three lists shows for the same filters, with its count. */
async function lists(filters: Filters) {
  const query = { ...filters, sort: ['sgtt'] };
  const answers = await Promise.all([
    client.call(findAllItems, { query }),
    client.call(searchItems, { query: { text: '', ...query } }),
    client.call(listCollectionItems, { params: { uuid: shelf }, query }),
  ]);
  return answers.map(({ status, body }) => {
    expect(status).toBe(200);
    expect(body.page.totalElements).toBe(body._embedded.culturalItems.length);
    return titles(body._embedded.culturalItems);
  });
}

describe('the filters', () => {
  it.each([
    ['a state', { state: ['Approved'] }, ['Atlas', 'Codex']],
    ['two states', { state: ['Approved', 'Default'] }, ['Atlas', 'Bestiary', 'Codex', 'Diary', 'Epitome']],
    ['images', { media: ['image'] }, ['Atlas', 'Bestiary']],
    ['no media', { media: ['none'] }, ['Codex', 'Diary', 'Epitome']],
    ['media that there are none of', { media: ['audio', 'video', '3d'] }, []],
    ['a value of a field', { field: ['language=lat'] }, ['Atlas', 'Codex']],
    ['two values of one field', { field: ['language=lat', 'language=ita'] }, ['Atlas', 'Bestiary', 'Codex']],
    ['a value with every sign', { field: [`language=o'c,"x=y"`] }, ['Diary']],
    ['two fields', { field: ['language=lat', 'author=x'] }, []],
    ['filters of two kinds', { field: ['language=lat'], media: ['image'] }, ['Atlas']],
    ['before a moment', { createdTo: '2000-01-01T00:00:00Z' }, ['Diary']],
    ['before a moment elsewhere', { createdTo: '2000-01-01T01:00:00+01:00' }, ['Diary']],
    [
      'from a moment on',
      { createdFrom: '2000-01-01T00:00:00.000Z' },
      ['Atlas', 'Bestiary', 'Codex', 'Epitome'],
    ],
    ['the year 0', { modifiedFrom: '0000-01-01T00:00:00Z', createdTo: '1000-01-01T00:00:00Z' }, []],
  ] satisfies [string, Filters, string[]][])(
    'leave those with %s, in each of the three lists',
    async (_, filters, left) => {
      const inShelf = left.filter((title) => title === 'Atlas' || title === 'Bestiary');
      expect(await lists(filters)).toEqual([left, left, inShelf]);
    },
  );

  it('leave those with sounds, videos or models, and count them', async () => {
    const holds = (sgtt: string, counts: string) =>
      house.query(`update item set modified_at = now(), ${counts} where uuid = $1`, [uuids[sgtt]]);
    await holds('Bestiary', 'audios_count = 1');
    await holds('Codex', 'audios_count = 2, videos_count = 1');
    await holds('Diary', 'models_count = 1');
    const found = async (...media: NonNullable<Filters['media']>) => (await lists({ media }))[0];
    expect(await found('audio')).toEqual(['Bestiary', 'Codex']);
    expect(await found('video')).toEqual(['Codex']);
    expect(await found('3d', 'image')).toEqual(['Atlas', 'Bestiary', 'Diary']);
    expect(await found('none')).toEqual(['Epitome']);
    const { body } = await client.call(getItemFacets, { query: {} });
    const counted = Object.fromEntries(body.media.map(({ value, count }) => [value, count]));
    expect(counted).toEqual({ image: 2, audio: 2, video: 1, '3d': 1, none: 1 });
    await holds('Bestiary', 'audios_count = 0');
    await holds('Codex', 'audios_count = 0, videos_count = 0');
    await holds('Diary', 'models_count = 0');
  });

  it('leave those that somebody made or changed', async () => {
    expect((await lists({ changedBy: [editor.uuid] }))[0]).toEqual(['Codex']);
    expect((await lists({ changedBy: [editor.uuid.toUpperCase()] }))[0]).toEqual(['Codex']);
    expect((await lists({ changedBy: [root] }))[0]).toEqual([]);
  });

  it('[SEARCH-04] a search below a collection finds what stands in it and below, each once (A-04)', async () => {
    const below = async (belowUuid: string, text = '') => {
      const { body } = await client.call(searchItems, { query: { text, belowUuid, sort: ['sgtt'] } });
      return titles(body._embedded.culturalItems);
    };
    expect(await below(shelf)).toEqual(['Atlas', 'Bestiary', 'Codex', 'Diary']);
    expect(await below(box)).toEqual(['Codex', 'Diary']);
    expect(await below(shelf, 'codex')).toEqual(['Codex']);
    expect(await below(root)).toEqual(['Atlas', 'Bestiary', 'Codex', 'Diary', 'Epitome']);
    const gone = await client.call(searchItems, { query: { text: '', belowUuid: uuids['Atlas'] ?? '' } });
    expect(gone.status).toBe(404);
  });

  it('[SEARCH-04] a search below a collection finds it and the collections below it (A-04)', async () => {
    const below = async (belowUuid: string, text = '') => {
      const { body, status } = await client.call(searchCollections, { query: { text, belowUuid } });
      expect(status).toBe(200);
      expect(body.page.totalElements).toBe(body._embedded.culturalItemCollections.length);
      return body._embedded.culturalItemCollections.map(({ uuid }) => uuid);
    };
    expect((await below(shelf)).sort()).toEqual([shelf, box].sort());
    expect(await below(box)).toEqual([box]);
    expect(await below(shelf, 'box')).toEqual([box]);
    expect(await below(box, 'shelf')).toEqual([]);
    const everything = await client.call(searchCollections, { query: { text: '' } });
    expect(await below(root)).toHaveLength(everything.body.page.totalElements);
    const gone = await client.call(searchCollections, {
      query: { text: '', belowUuid: uuids['Atlas'] ?? '' },
    });
    expect(gone.status).toBe(404);
  });

  it('take any date, also one that another zone carries past the year 9999', async () => {
    const filters = { createdTo: '9999-12-31T23:59:59-01:00' };
    for (const found of await lists(filters)) expect(found).toContain('Atlas');
  });

  it('stay in the links of the pages, and a page past the end is empty', async () => {
    const query = { text: '', field: ['language=lat', 'language=ita'], size: 2, sort: ['sgtt'] };
    const { body } = await client.call(searchItems, { query });
    const next = await client.send<typeof body>(
      'GET',
      (body._links.next?.href ?? '').replace(/^https?:..[^/]*/, ''),
    );
    expect(titles(next.body._embedded.culturalItems)).toEqual(['Codex']);
    for (const page of [2, 100, 2_000_000]) {
      const past = await client.call(searchItems, { query: { ...query, page } });
      expect(past).toMatchObject({
        status: 200,
        body: { page: { totalElements: 3 }, _embedded: { culturalItems: [] } },
      });
    }
  });

  it.each([
    { field: ['language'] },
    { field: ['=lat'] },
    { media: ['film'] },
    { changedBy: ['me'] },
    { createdFrom: '2026' },
    { createdFrom: 'yesterday' },
    { modifiedTo: '2026-13-01T00:00:00Z' },
    { sort: ['shelf'] },
    { sort: ['sgtt,up'] },
    { page: -1 },
    { state: Array.from({ length: 101 }, (_, index) => `${index}`) },
  ])('that nobody can read are refused by name, %#: %o', async (query) => {
    for (const [operation, more] of [
      [findAllItems, {}],
      [searchItems, { query: { text: '' } }],
      [listCollectionItems, { params: { uuid: shelf } }],
    ] as const) {
      const params = 'params' in more ? more.params : {};
      const given = { ...('query' in more && more.query), ...query };
      const answer = await client.call(operation as typeof searchItems, { params, query: given } as never);
      expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
    }
  });
});

describe('the orders', () => {
  it('[SEARCH-35] of a list go by each of the four, up and down, and by two', async () => {
    const order = async (...sort: string[]) => {
      const { body } = await client.call(listCollectionItems, { params: { uuid: shelf }, query: { sort } });
      return titles(body._embedded.culturalItems);
    };
    expect(await order()).toEqual(['Atlas', 'Bestiary']);
    for (const field of ['sgtt', 'pressmark', 'createdDate']) {
      expect(await order(field)).toEqual(['Atlas', 'Bestiary']);
      expect(await order(`${field},desc`)).toEqual(['Bestiary', 'Atlas']);
    }
    expect((await order('lastModifiedDate')).toSorted()).toEqual(['Atlas', 'Bestiary']);
    const { body } = await client.call(findAllItems, { query: { sort: ['createdDate', 'sgtt'], size: 1 } });
    expect(titles(body._embedded.culturalItems)).toEqual(['Diary']);
  });
});

describe('the counts of the filters', () => {
  const facets = async (query: Filters & { collectionUuid?: string } = {}, who = client) => {
    const { status, body } = await who.call(getItemFacets, { query });
    expect(status).toBe(200);
    return body;
  };

  it('are those of the items that the text and the place leave', async () => {
    expect(await facets()).toMatchObject({
      total: 5,
      state: [
        { value: 'Default', count: 3 },
        { value: 'Approved', count: 2 },
      ],
      media: [
        { value: 'none', count: 3 },
        { value: 'image', count: 2 },
      ],
      fields: [
        {
          name: 'language',
          label: 'Language',
          values: [
            { value: 'lat', count: 2 },
            { value: 'ita', count: 1 },
            { value: `o'c,"x=y"`, count: 1 },
          ],
        },
      ],
      createdYear: [{ count: 4 }, { value: '1999', count: 1 }],
    });
    expect(await facets({ text: 'codex' })).toMatchObject({
      total: 1,
      state: [{ value: 'Approved', count: 1 }],
    });
    expect(await facets({ collectionUuid: shelf })).toMatchObject({
      total: 2,
      state: [{ count: 1 }, { count: 1 }],
    });
    expect(await facets({ belowUuid: box })).toMatchObject({ total: 2 });
    expect(await facets({ text: 'nothing has this' })).toEqual({
      total: 0,
      state: [],
      media: [],
      fields: [],
      changedBy: [],
      createdYear: [],
      modifiedYear: [],
    });
  });

  it('apply all filters but their own', async () => {
    const found = await facets({ state: ['Approved'], field: ['language=lat'], media: ['image'] });
    expect(found).toMatchObject({
      total: 1,
      state: [{ value: 'Approved', count: 1 }],
      media: [
        { value: 'image', count: 1 },
        { value: 'none', count: 1 },
      ],
      fields: [{ values: [{ value: 'lat', count: 1 }] }],
    });
    const before = await facets({ createdTo: '2000-01-01T00:00:00Z' });
    expect(before).toMatchObject({ total: 1, state: [{ value: 'Default', count: 1 }] });
    expect(before.createdYear.map(({ count }) => count)).toEqual([4, 1]);
  });

  it('name who changed the items to those who may read everybody’s history', async () => {
    const { changedBy } = await facets();
    expect(changedBy).toContainEqual({ uuid: editor.uuid, name: 'Ada Rossi', count: 1 });
    expect(changedBy.map(({ count }) => count)).toEqual([5, 1]);
    expect((await facets({ changedBy: [editor.uuid] })).changedBy).toEqual(changedBy);
    expect((await facets({}, reader)).changedBy).toEqual([]);
  });

  it('are remembered only for as long as the catalogue is as it was', async () => {
    const count = async (query: Filters = {}) =>
      (await client.call(searchItems, { query: { text: 'folio', ...query } })).body.page.totalElements;
    expect([await count(), (await facets({ text: 'folio' })).total]).toEqual([0, 0]);
    const { uuid } = await importedItem(client, { sgtt: 'Folio' });
    expect([await count(), (await facets({ text: 'folio' })).total]).toEqual([1, 1]);
    expect(await count({ state: ['Approved'] })).toBe(0);
    // As another process would.
    await house.query(`update item set state = 'Approved' where uuid = $1`, [uuid]);
    expect(await count({ state: ['Approved'] })).toBe(1);
    await client.call(deleteItem, { params: { uuid } });
    expect([await count(), (await facets({ text: 'folio' })).total]).toEqual([0, 0]);
  });

  it('below a collection follow the collections that move', async () => {
    const drawer = await house.collection('default', 'Drawer', [shelf]);
    await importedItem(client, { sgtt: 'Leaf', parents: [drawer] });
    const below = async () => [
      (await client.call(searchItems, { query: { text: 'leaf', belowUuid: shelf } })).body.page.totalElements,
      (await facets({ text: 'leaf', belowUuid: shelf })).total,
    ];
    expect(await below()).toEqual([1, 1]);
    const moved = await client.call(updateCollection, {
      params: { uuid: drawer },
      body: { parentCollectionsUuids: [root] },
    });
    expect(moved.status).toBe(200);
    expect(await below()).toEqual([0, 0]);
  });

  it('of a field with very many values are its 200 most frequent ones, and those asked for', async () => {
    await house.query(
      `update item set metadata = metadata || (
        select jsonb_agg(jsonb_build_object('name', 'language', 'value', 'x' || lpad(n::text, 3, '0')))
        from generate_series(1, 300) n) where uuid = $1`,
      [uuids['Epitome']],
    );
    const [language] = (await facets({ text: 'epitome' })).fields;
    expect(language?.values).toHaveLength(200);
    const [asked] = (await facets({ text: 'epitome', field: ['language=x300'] })).fields;
    expect(asked?.values.at(-1)).toMatchObject({ value: 'x300', count: 1 });
    expect(asked?.values).toHaveLength(201);
  });
});
