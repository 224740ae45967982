import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Problem } from '@armarium/contract/problem';
import { importItem } from '@armarium/contract/imports';
import { createCollection, updateCollection, updateItem } from '@armarium/contract/record-edits';
import {
  getBreadcrumb,
  getCollection,
  listCollectionItems,
  listSubcollections,
} from '@armarium/contract/collection-calls';
import { findItemByPressmark, getItem, searchItems } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import type { Answer } from '../../../../../tests/harness/http-client.ts';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;

/** A field of items that the standard ones don't have. */
async function field(name: string, more: { type?: string; repeatable?: boolean; required?: boolean } = {}) {
  await house.query(
    `insert into metadata_template (tenant_id, uuid, name, label, type, resource_type, priority, sort_order,
       repeatable, required)
     values ($1, $2, $3, $3, $4, 'ITEM', 'LOW', 100, $5, $6)`,
    [
      house.tenantIds.default,
      randomUUID(),
      name,
      more.type ?? 'STRING',
      more.repeatable ?? false,
      more.required ?? false,
    ],
  );
}
await field('shelf');
await field('pages', { type: 'INTEGER' });
await field('subject', { repeatable: true });

const collectionIn = async (...parents: string[]) => {
  const title = `Collection ${randomUUID()}`;
  const made = await client.call(createCollection, {
    body: { sgtt: title, parentCollectionsUuids: parents },
  });
  expect(made.status).toBe(201);
  return made.body.uuid;
};
const itemOf = async (uuid: string) => (await client.call(getItem, { params: { uuid } })).body;
const collectionOf = async (uuid: string) => (await client.call(getCollection, { params: { uuid } })).body;
const newItem = async (given: Parameters<typeof importedItem>[1] = {}) =>
  itemOf((await importedItem(client, given)).uuid);

/** What the tests look at of an answer, a record or a problem. */
type Answered = Problem &
  Pick<
    Item,
    'sgtt' | 'label' | 'autn' | 'sgti' | 'customMetadataList' | 'parentCollectionsUuids' | 'lastModifiedDate'
  >;

/** Sends a body that may be anything as a PATCH. */
async function patched(
  record: { _links: { self: { href: string } } },
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<Answered>> {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return client.send<Answered>(
    'PATCH',
    record._links.self.href.replace(house.origin, ''),
    {
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      'x-xsrf-token': await client.csrfToken(),
      ...headers,
    },
    Readable.from([bytes]),
  );
}
const told = ({ status, body }: Answer<Problem>) => ({
  status,
  code: body.code,
  fields: body.fields?.map(({ name, code }) => `${name} ${code}`),
});
const historyOf = (uuid: string) =>
  house.query<{ action: string; before: unknown; after: unknown; change_set: string }>(
    'select action, before, after, change_set from history where record_uuid = $1 order by id',
    [uuid],
  );
const entry = (name: string, value: string | number | boolean) => ({ name, value });

describe('the metadata of an item', () => {
  it('[API-030, API-077, API-155] is replaced as a whole by a list, its mirrors with it, and the history tells', async () => {
    const item = await newItem({ sgtt: 'Old title', autn: 'Ada', sgti: 'gone after it' });
    const customMetadataList = [
      entry('subject', 'first'),
      entry('sgtt', '  New title '),
      entry('pressmark', item.pressmark),
      entry('subject', 'second'),
    ];
    const answer = await patched(item, { customMetadataList });
    expect(answer.status).toBe(200);
    const kept = customMetadataList.map(({ name, value }) => entry(name, String(value).trim()));
    expect(answer.body).toMatchObject({
      sgtt: 'New title',
      label: 'New title',
      autn: '',
      sgti: '',
      customMetadataList: kept,
    });
    expect(answer.headers.etag).toBe('"2"');
    expect(await itemOf(item.uuid)).toEqual(answer.body);
    expect(answer.body.lastModifiedDate > item.lastModifiedDate).toBe(true);
    expect((await historyOf(item.uuid)).slice(1)).toEqual([
      {
        action: 'update',
        before: { customMetadataList: item.customMetadataList },
        after: { customMetadataList: kept },
        change_set: expect.any(String) as string,
      },
    ]);
  });

  it('changes by a mirror alone, which leaves the rest of the list as it is', async () => {
    const item = await newItem({ sgtt: 'One', autn: 'Ada' });
    const { body } = await patched(item, { autn: 'Bice', sgti: 'On paper' });
    expect(body.customMetadataList).toEqual([
      entry('sgti', 'On paper'),
      entry('sgtt', 'One'),
      entry('pressmark', item.pressmark),
      entry('autn', 'Bice'),
    ]);
    expect((await patched(item, { autn: '' })).body.customMetadataList.map(({ name }) => name)).toEqual([
      'sgti',
      'sgtt',
      'pressmark',
    ]);
  });

  it('is filed and found under a new title in every collection at once', async () => {
    const place = await collectionIn(root);
    const other = await collectionIn(root);
    const item = await newItem({ sgtt: 'Aaa', parents: [place, other] });
    await newItem({ sgtt: 'Mmm', parents: [place, other] });
    const word = `zzz${randomUUID().slice(0, 8)}`;
    await patched(item, { sgtt: word });
    for (const uuid of [place, other]) {
      const { body } = await client.call(listCollectionItems, { params: { uuid } });
      expect(body._embedded.culturalItems.map(({ sgtt }) => sgtt)).toEqual(['Mmm', word]);
    }
    const { body } = await client.call(searchItems, { query: { text: word } });
    expect(body._embedded.culturalItems.map(({ uuid }) => uuid)).toEqual([item.uuid]);
  });

  it('[API-168] takes back what was read, with everything that is read only', async () => {
    const item = await newItem({ autn: 'Ada', sgti: 'On vellum' });
    const whole = { ...item, _embedded: { anything: [] }, createdDate: 'whatever', state: 'Elsewhere' };
    const answer = await patched(item, whole);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(item);
  });

  it('[API-080] is kept in NFC and trimmed, of items and of collections', async () => {
    const [typed, kept] = [' Cafe\u0301 \n', 'Caf\u00e9'];
    const item = await newItem({});
    expect((await patched(item, { sgtt: typed, autn: typed, sgti: typed })).body).toMatchObject({
      sgtt: kept,
      autn: kept,
      sgti: kept,
    });
    const { customMetadataList: list } = await itemOf(item.uuid);
    expect(
      (await patched(item, { customMetadataList: [...list, entry('shelf', typed)] })).body.customMetadataList,
    ).toContainEqual(entry('shelf', kept));
    const collection = await collectionOf(await collectionIn(root));
    expect((await patched(collection, { sgtt: typed, sgti: typed })).body).toMatchObject({
      sgtt: kept,
      sgti: kept,
    });
  });

  it('changes neither version nor history where nothing changes', async () => {
    const item = await newItem({ sgtt: 'Same', parents: [root] });
    for (const body of [{}, item, { sgtt: ' Same ' }, { parentCollectionsUuids: [root.toUpperCase()] }])
      expect((await patched(item, body)).headers.etag).toBe('"1"');
    expect(await historyOf(item.uuid)).toHaveLength(1);
  });

  it.each([
    ['API-169', 'an unknown name', { colour: 'red' }, ['colour unknown-field']],
    [
      'API-079',
      'an unknown field',
      { sgtt: 'T', list: [entry('colour', 'red')] },
      ['customMetadataList[2] unknown-field'],
    ],
    ['API-079', 'a wrong value', { list: [entry('pages', 'many')] }, ['customMetadataList[2] wrong-type']],
    ['API-164', 'a value of another kind', { list: [entry('pages', null as never)] }, undefined],
    [
      'API-163',
      'a name twice',
      { list: [entry('shelf', 'a'), entry('shelf', 'b')] },
      ['customMetadataList[3] not-repeatable'],
    ],
    ['API-165', 'a mirror that disagrees', { sgtt: 'Another', list: [] }, ['sgtt mirror-disagrees']],
    ['API-165', 'a mirror that the list lacks', { autn: 'Ada', list: [] }, ['autn mirror-disagrees']],
    ['ERR-20', 'a blank title', { sgtt: ' \n ' }, ['sgtt required']],
    ['API-083', 'another pressmark', { pressmark: 'Another' }, ['pressmark read-only']],
  ])('[%s] is 422 for %s, and nothing changes', async (_id, _what, given, fields) => {
    const item = await newItem({ sgtt: 'T' });
    const { list, ...body } = given as { list?: unknown[] };
    const standing = [entry('sgtt', 'T'), entry('pressmark', item.pressmark)];
    const answer = await patched(item, {
      ...body,
      ...(list && { customMetadataList: [...standing, ...list] }),
    });
    expect(told(answer)).toMatchObject({ status: 422, code: 'invalid', ...(fields && { fields }) });
    expect(await itemOf(item.uuid)).toEqual(item);
  });

  it('[API-083] is 422 for another pressmark in the list, or none, and takes the same one back', async () => {
    const item = await newItem({ sgtt: 'T' });
    const change = (pressmark: string) =>
      patched(item, { customMetadataList: [entry('sgtt', 'U'), entry('pressmark', pressmark)] });
    expect(told(await change(item.pressmark.toLowerCase()))).toMatchObject({
      status: 422,
      fields: ['pressmark read-only'],
    });
    expect((await patched(item, { customMetadataList: [entry('sgtt', 'U')] })).status).toBe(422);
    expect((await patched(item, { pressmark: item.pressmark, sgtt: 'V' })).status).toBe(200);
    expect((await change(` ${item.pressmark} `)).status).toBe(200);
    expect((await client.call(findItemByPressmark, { query: { pressmark: item.pressmark } })).body.uuid).toBe(
      item.uuid,
    );
  });

  it('[API-078, API-166] of a record from before its templates changed can be saved, and only what changes is checked', async () => {
    const [kind, size, left] = ['kind', 'size', 'left'].map(
      (name) => `${name}${randomUUID().slice(0, 6)}`,
    ) as [string, string, string];
    for (const name of [kind, size]) await field(name);
    await field(left, { repeatable: true });
    const item = await newItem({ sgtt: 'T' });
    const list = [
      ...item.customMetadataList,
      entry(kind, 'very large'),
      entry(left, 'a'),
      entry(left, 'b'),
      entry(size, 'folio'),
    ];
    expect((await patched(item, { customMetadataList: list })).status).toBe(200);
    await house.query(`update metadata_template set type = 'INTEGER' where name = $1`, [kind]);
    await house.query(`update metadata_template set repeatable = false where name = $1`, [left]);
    await house.query(`update metadata_template set archived_at = now() where name = $1`, [size]);
    const late = `late${randomUUID().slice(0, 6)}`;
    await field(late, { required: true });
    try {
      const renamed = list.map((one) => (one.name === 'sgtt' ? entry('sgtt', 'Saved') : one));
      expect((await patched(item, { sgtt: 'Saved' })).body.customMetadataList).toEqual(renamed);
      expect((await patched(item, { customMetadataList: list })).body.customMetadataList).toEqual(list);
      // The values of a field that is archived stay where a form no longer shows it.
      const shown = list.filter(({ name }) => name !== size);
      expect((await patched(item, { customMetadataList: shown })).body.customMetadataList).toEqual(list);

      const changing = (name: string, value: string) =>
        patched(item, {
          customMetadataList: list.map((one) => (one.name === name ? entry(name, value) : one)),
        });
      expect(told(await changing(kind, 'larger'))).toMatchObject({
        status: 422,
        fields: ['customMetadataList[2] wrong-type'],
      });
      expect(told(await changing(size, 'quarto'))).toMatchObject({
        status: 422,
        fields: ['customMetadataList[5] unknown-field'],
      });
      expect(told(await changing(left, 'c'))).toMatchObject({ status: 422 });
      expect((await itemOf(item.uuid)).customMetadataList).toEqual(list);
    } finally {
      await house.query('update metadata_template set archived_at = now() where name = $1', [late]);
    }
  });

  it('[API-016] comes as JSON or as a merge patch; broken it is 400, as anything else 415', async () => {
    const item = await newItem({});
    const as = (type: string, body: unknown) => patched(item, body, { 'content-type': type });
    expect((await as('application/json', { sgtt: 'A' })).body.sgtt).toBe('A');
    expect((await as('application/merge-patch+json', { sgtt: 'B' })).body.sgtt).toBe('B');
    expect((await as('application/json', '{"sgtt": ')).status).toBe(400);
    expect((await as('text/plain', '{"sgtt": "C"}')).status).toBe(415);
  });
});

describe('the version of a record', () => {
  it('[API-018, API-170] is asked for where If-Match names one: stale is 412 and changes nothing', async () => {
    const item = await newItem({});
    const collection = await collectionOf(await collectionIn(root));
    for (const record of [item, collection]) {
      expect((await patched(record, { sgtt: 'First' }, { 'if-match': '"1"' })).headers.etag).toBe('"2"');
      const late = await patched(record, { sgtt: 'Late' }, { 'if-match': '"1"' });
      expect(told(late)).toMatchObject({ status: 412, code: 'stale' });
      expect((await patched(record, { sgti: 'Without' })).body).toMatchObject({
        sgtt: 'First',
        sgti: 'Without',
      });
      expect((await patched(record, { sgtt: 'Third' }, { 'if-match': '"3"' })).status).toBe(200);
    }
  });

  it('[API-018] lets one of many who saw the same through', async () => {
    const item = await newItem({});
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        patched(item, { sgtt: `By ${number}` }, { 'if-match': '"1"' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(412)]);
  });
});

describe('the collections of an item', () => {
  it('[API-031, COLL-26, COLL-30, COLL-31, COLL-32, API-155] are replaced as a set: linked, moved, unlinked', async () => {
    const [a, b, c] = [await collectionIn(root), await collectionIn(root), await collectionIn(root)];
    const item = await newItem({ parents: [a] });
    const counts = async () =>
      Promise.all([a, b, c].map(async (uuid) => (await collectionOf(uuid)).culturalItemsCount));
    const put = async (...parents: string[]) => {
      const { status, body } = await patched(item, { parentCollectionsUuids: parents });
      expect(status).toBe(200);
      return body.parentCollectionsUuids;
    };
    expect(await put(a, b, b)).toEqual([a, b]);
    expect(await counts()).toEqual([1, 1, 0]);
    expect(await put(c, b)).toEqual([b, c]);
    expect(await counts()).toEqual([0, 1, 1]);
    expect(await put(c)).toEqual([c]);
    expect(await counts()).toEqual([0, 0, 1]);
    const history = (await historyOf(item.uuid)).slice(1);
    expect(history.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'link', before: null, after: { parentCollectionsUuids: [b] } },
      { action: 'link', before: null, after: { parentCollectionsUuids: [c] } },
      { action: 'unlink', before: { parentCollectionsUuids: [a] }, after: null },
      { action: 'unlink', before: { parentCollectionsUuids: [b] }, after: null },
    ]);
    // A move is one change set.
    expect(history[1]?.change_set).toBe(history[2]?.change_set);
    expect((await itemOf(item.uuid)).customMetadataList).toEqual(item.customMetadataList);
  });

  it('[API-167, COLL-33] are never none: 409', async () => {
    const item = await newItem({});
    const answer = await patched(item, { parentCollectionsUuids: [] });
    expect(told(answer)).toMatchObject({ status: 409, code: 'last-parent' });
    expect(await itemOf(item.uuid)).toEqual(item);
  });

  it('have to exist: 422 names the one that does not, and nothing changes', async () => {
    const place = await collectionIn(root);
    const item = await newItem({ sgtt: 'Stays', parents: [root] });
    const answer = await patched(item, {
      sgtt: 'Other',
      parentCollectionsUuids: [root, place, randomUUID()],
    });
    expect(told(answer)).toMatchObject({
      status: 422,
      fields: ['parentCollectionsUuids[2] unknown-collection'],
    });
    expect(await itemOf(item.uuid)).toEqual(item);
    expect((await collectionOf(place)).culturalItemsCount).toBe(0);
  });
});

describe('a collection', () => {
  it('[API-054, API-155] is made in others, one id or a list, and answered with its address', async () => {
    const place = await collectionIn(root);
    const customMetadataList = [entry('sgti', 'Described'), entry('sgtt', 'Made')];
    const one = await client.call(createCollection, {
      body: { customMetadataList, parentCollectionsUuids: place },
    });
    expect(one.status).toBe(201);
    expect(one.body).toMatchObject({
      sgtt: 'Made',
      sgti: 'Described',
      customMetadataList,
      parentCollectionsUuids: [place],
    });
    expect(one.headers.location).toBe(one.body._links.self.href);
    expect(one.headers.etag).toBe('"1"');
    expect(await collectionOf(one.body.uuid)).toEqual(one.body);
    expect(await historyOf(one.body.uuid)).toMatchObject([
      { action: 'create', after: { customMetadataList, parentCollectionsUuids: [place] } },
    ]);
    const two = await client.call(createCollection, {
      body: { sgtt: 'Made', parentCollectionsUuids: [place, one.body.uuid] },
    });
    expect(two.body.parentCollectionsUuids).toEqual([place, one.body.uuid]);
    expect((await collectionOf(place)).collectionsCount).toBe(2);
  });

  it.each([
    ['no title', { sgtt: ' ', parentCollectionsUuids: [root] }, 'sgtt required'],
    [
      'an unknown field',
      { sgtt: 'T', colour: 'red', parentCollectionsUuids: [root] },
      'colour unknown-field',
    ],
    ['no place', { sgtt: 'T' }, 'parentCollectionsUuids required'],
    [
      'an empty list of places',
      { sgtt: 'T', parentCollectionsUuids: [] },
      'parentCollectionsUuids not-a-value',
    ],
    [
      'a place that is not there',
      { sgtt: 'T', parentCollectionsUuids: randomUUID() },
      'parentCollectionsUuids[0] unknown-collection',
    ],
  ])('[ERR-20] is not made with %s: 422', async (_what, body, field) => {
    const before = (await collectionOf(root)).collectionsCount;
    const answer = (await client.call(createCollection, {
      body: body as never,
    })) as unknown as Answer<Problem>;
    expect(told(answer)).toMatchObject({ status: 422, fields: [field] });
    expect((await collectionOf(root)).collectionsCount).toBe(before);
  });

  it('[API-057, API-058] takes a list or its mirrors, and is filed under its new title', async () => {
    const place = await collectionIn(root);
    const collection = await collectionOf(await collectionIn(place));
    await client.call(createCollection, { body: { sgtt: 'Mmm', parentCollectionsUuids: place } });
    const listed = async () =>
      (
        await client.call(listSubcollections, { params: { uuid: place } })
      ).body._embedded.culturalItemCollections.map(({ sgtt }) => sgtt);
    const customMetadataList = [entry('sgtt', 'Zzz'), entry('sgti', 'Last')];
    expect((await patched(collection, { customMetadataList })).body).toMatchObject({
      customMetadataList,
      sgtt: 'Zzz',
      sgti: 'Last',
    });
    expect(await listed()).toEqual(['Mmm', 'Zzz']);
    expect((await patched(collection, { sgtt: 'Aaa', sgti: '' })).body).toMatchObject({
      customMetadataList: [entry('sgtt', 'Aaa')],
      sgti: '',
    });
    expect(await listed()).toEqual(['Aaa', 'Mmm']);
    expect(told(await patched(collection, { sgtt: ' ' }))).toMatchObject({
      status: 422,
      fields: ['sgtt required'],
    });
    expect((await historyOf(collection.uuid)).map(({ action }) => action)).toEqual([
      'create',
      'update',
      'update',
    ]);
  });

  it('[COLL-25, COLL-28, COLL-29] stands with all others below the one root, each record in at least one', async () => {
    const above = await collectionIn(root);
    const below = await collectionIn(above);
    const { body } = await client.call(getBreadcrumb, { params: { uuid: below } });
    expect(body._embedded.culturalItemCollections.map(({ uuid }) => uuid)).toEqual([root, above, below]);
    await expect(
      house.query('update collection set is_root = true where uuid = $1', [above]),
    ).rejects.toThrow('collection_root_key');
    const roots = await house.query<{ roots: number }>(
      `select count(collection.uuid)::int as roots from tenant
       left join collection on tenant_id = tenant.id and is_root group by tenant.id`,
    );
    expect(roots.map((tenant) => tenant.roots)).toEqual([1, 1]);
    const nowhere = { customMetadataList: [entry('sgtt', 'Nowhere')], parentCollectionsUuids: [] };
    expect((await client.call(createCollection, { body: nowhere })).status).toBe(422);
    const item = { sgtt: 'Nowhere', pressmark: 'NOWHERE', parentCollectionsUuids: [] };
    expect((await client.call(importItem, { body: item })).status).toBe(422);
    // Nothing that was made, moved or unlinked in this file was left without a place.
    const strays = await house.query(
      `select uuid from collection where not is_root and trashed_at is null
         and not exists (select from collection_link l where l.tenant_id = collection.tenant_id and child_uuid = uuid)
       union all select uuid from item where trashed_at is null
         and not exists (select from item_link l where l.tenant_id = item.tenant_id and item_uuid = uuid)`,
    );
    expect(strays).toEqual([]);
  });

  it('[API-168, API-169] takes back what was read, and no name that is unknown', async () => {
    const collection = await collectionOf(await collectionIn(root));
    const answer = await patched(collection, {
      ...collection,
      author: 'x',
      collectionsCount: 9,
      _embedded: {},
    });
    expect(answer.body).toEqual(collection);
    expect((await patched(collection, { colour: 'red' })).status).toBe(422);
  });

  it('[API-059, COLL-26, COLL-30, COLL-31, COLL-32, COLL-33] is linked, moved and unlinked, but for its last place', async () => {
    const [a, b, c] = [await collectionIn(root), await collectionIn(root), await collectionIn(root)];
    const collection = await collectionOf(await collectionIn(a));
    const counts = async () =>
      Promise.all([a, b, c].map(async (uuid) => (await collectionOf(uuid)).collectionsCount));
    const put = async (...parents: string[]) =>
      (await patched(collection, { parentCollectionsUuids: parents })).body.parentCollectionsUuids;
    expect(await put(a, b)).toEqual([a, b]);
    expect(await counts()).toEqual([1, 1, 0]);
    expect(await put(c, b)).toEqual([b, c]);
    expect(await counts()).toEqual([0, 1, 1]);
    expect(await put(c)).toEqual([c]);
    expect(await counts()).toEqual([0, 0, 1]);
    const answer = await patched(collection, { parentCollectionsUuids: [] });
    expect(told(answer)).toMatchObject({ status: 409, code: 'last-parent' });
    const history = (await historyOf(collection.uuid)).map(({ action }) => action);
    expect(history).toEqual(['create', 'link', 'link', 'unlink', 'unlink']);
  });

  it('[COLL-34] is not put into itself or anything below it, by whichever way: 400', async () => {
    const topUuid = await collectionIn(root);
    const [left, right] = [await collectionIn(topUuid), await collectionIn(topUuid)];
    const bottom = await collectionIn(left, right);
    const top = await collectionOf(topUuid);
    for (const place of [top.uuid, left, right, bottom]) {
      for (const parents of [[place], [root, place]]) {
        const answer = await patched(top, { parentCollectionsUuids: parents });
        expect(told(answer)).toMatchObject({ status: 400, code: 'destination-is-descendant' });
      }
    }
    expect(await collectionOf(top.uuid)).toEqual(top);
    // What leaves the way down is judged as it stands in the end.
    const moved = await patched(await collectionOf(bottom), { parentCollectionsUuids: [root] });
    expect(moved.status).toBe(200);
    expect((await patched(top, { parentCollectionsUuids: [bottom] })).status).toBe(200);
  });

  it('[COLL-40] that is the root is neither moved nor linked, and its fields can be saved', async () => {
    const place = await collectionIn(root);
    const rootRecord = await collectionOf(root);
    expect(rootRecord.allowedActions).toEqual(['createItem', 'createCollection', 'edit']);
    const answer = await patched(rootRecord, { parentCollectionsUuids: [place] });
    expect(told(answer)).toMatchObject({ status: 400, code: 'destination-is-descendant' });
    expect((await patched(rootRecord, { ...rootRecord, sgti: undefined })).status).toBe(200);
    expect((await patched(rootRecord, { sgti: 'All there is' })).body.sgti).toBe('All there is');
  });

  it('[COLL-45] and another that are moved below each other at once: exactly one is', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [await collectionIn(root), await collectionIn(root)];
      // The destinations are others than what is moved, so that no row is written by both.
      const [belowA, belowB] = [await collectionIn(a), await collectionIn(b)];
      const [first, second] = [await collectionOf(a), await collectionOf(b)];
      const answers = await Promise.all([
        patched(first, { parentCollectionsUuids: [root, belowB] }),
        patched(second, { parentCollectionsUuids: [root, belowA] }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });
});

describe('rights', () => {
  const bodyOf = { update: { sgtt: 'Changed' }, none: {} };

  it('[PERM-38] let whoever may move but not delete move what another made', async () => {
    const place = await collectionIn(root);
    const item = await newItem({ parents: [root] });
    const mover = await house.person('default', 'ROLE_CCC');
    const moved = await mover.call(updateItem, {
      params: { uuid: item.uuid },
      body: { ...item, parentCollectionsUuids: [place] },
    });
    expect(moved.status).toBe(200);
    expect(moved.body.parentCollectionsUuids).toEqual([place]);
  });

  it('[PERM-08, PERM-17] let a CCC edit own records alone, and take back unchanged what another made', async () => {
    const account = await house.account('default', ['ROLE_CCC']);
    const own = await house.signedIn(account);
    const item = await newItem({});
    const collection = await collectionOf(await collectionIn(root));
    const params = (uuid: string) => ({ params: { uuid } });
    expect((await own.call(updateItem, { ...params(item.uuid), body: bodyOf.update })).status).toBe(403);
    expect(
      (await own.call(updateCollection, { ...params(collection.uuid), body: bodyOf.update })).status,
    ).toBe(403);
    expect((await own.call(updateItem, { ...params(item.uuid), body: item })).status).toBe(200);
    const mine = (await own.call(createCollection, { body: { sgtt: 'Mine', parentCollectionsUuids: root } }))
      .body;
    expect((await own.call(updateCollection, { ...params(mine.uuid), body: bodyOf.update })).status).toBe(
      200,
    );
    expect(await itemOf(item.uuid)).toEqual(item);
  });

  it('[PERM-20] let a CCC move no collection, its own neither', async () => {
    const ccc = await house.person('default', 'ROLE_CCC');
    const place = await collectionIn(root);
    const mine = (await ccc.call(createCollection, { body: { sgtt: 'Mine', parentCollectionsUuids: root } }))
      .body;
    const answer = await ccc.call(updateCollection, {
      params: { uuid: mine.uuid },
      body: { parentCollectionsUuids: [place] },
    });
    expect(answer.status).toBe(403);
    expect(await collectionOf(mine.uuid)).toMatchObject({ parentCollectionsUuids: [root] });
  });

  it('[PERM-07] refuse whoever may neither edit nor arrange, whatever is sent', async () => {
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    const item = await newItem({});
    for (const body of Object.values(bodyOf)) {
      expect((await reader.call(updateItem, { params: { uuid: item.uuid }, body })).status).toBe(403);
      expect((await reader.call(updateCollection, { params: { uuid: root }, body })).status).toBe(403);
    }
  });

  it('[API-172] a record in the trash is 404', async () => {
    const item = await newItem({});
    await house.query('update item set trashed_at = now() where uuid = $1', [item.uuid]);
    expect((await patched(item, { sgtt: 'Changed' })).status).toBe(404);
  });
});
