import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { importItem } from '@armarium/contract/imports';
import type { PageInfo } from '@armarium/contract/hal';
import type { Problem } from '@armarium/contract/problem';
import {
  findAllCollections,
  findCollectionByUuid,
  findCollectionPaths,
  findCollectionsByTitle,
  findCollectionsOfItem,
  findRootCollection,
  getBreadcrumb,
  getCollection,
  listCollectionItems,
  listCollectionParents,
  listCollections,
  listSubcollections,
} from '@armarium/contract/collection-calls';
import { listItemImages } from '@armarium/contract/image-calls';
import {
  findAllItems,
  findItemByPressmark,
  findItemByUuid,
  getItem,
  listItemParents,
  searchItems,
} from '@armarium/contract/item-calls';
import { getItemState, listItemStates } from '@armarium/contract/item-states';
import { findTemplatesByResourceType, getTemplate, listTemplates } from '@armarium/contract/templates';
import { listTransitionTemplates } from '@armarium/contract/transitions';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;

interface Page {
  readonly _embedded: Record<string, { uuid: string }[]>;
  readonly page: PageInfo;
  readonly _links: Record<string, { href: string }>;
}

const pageAt = (path: string) => client.send<Page>('GET', path);
const problemAt = (path: string) => client.send<Problem>('GET', path);
const titled = (of: readonly { sgtt: string }[]) => of.map(({ sgtt }) => sgtt);
const pathOf = (href: string) => href.replace(house.origin, '');

/** Seven items in a collection of their own, titled 1 to 7. */
const shelf = await house.collection('default', 'Shelf', [root]);
for (let number = 1; number <= 7; number += 1) {
  await importedItem(client, {
    sgtt: `Volume ${number}`,
    pressmark: `SHELF ${8 - number}`,
    parents: [shelf],
  });
}
const shelfPath = `/meta/culturalItemCollections/${shelf}/culturalItems`;

describe('pages', () => {
  it('[API-002, API-004, API-005, API-011, API-012] count from 0 and lead on by absolute links', async () => {
    const { status, body } = await pageAt(`${shelfPath}?size=3`);
    expect(status).toBe(200);
    expect(titled(body._embedded['culturalItems'] as never)).toEqual(['Volume 1', 'Volume 2', 'Volume 3']);
    expect(body.page).toEqual({ number: 0, size: 3, totalElements: 7, totalPages: 3 });
    expect(Object.keys(body._links).sort()).toEqual(['first', 'last', 'next', 'self']);
    for (const { href } of Object.values(body._links))
      expect(href.startsWith(`${house.origin}/meta/`)).toBe(true);
    expect(body._links['self']?.href).toBe(`${house.origin}${shelfPath}?size=3`);
  });

  it('[API-012] can be walked from first to last and back, each element once', async () => {
    const seen: string[] = [];
    let at = (await pageAt(`${shelfPath}?size=3`)).body;
    for (;;) {
      seen.push(...titled(at._embedded['culturalItems'] as never));
      const { next } = at._links;
      if (!next) break;
      at = (await pageAt(pathOf(next.href))).body;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Volume ${number}`));
    expect(at.page.number).toBe(2);
    expect(at._links['next']).toBeUndefined();
    const back = (await pageAt(pathOf(at._links['prev']?.href ?? ''))).body;
    expect(back.page.number).toBe(1);
    expect(Object.keys(back._links).sort()).toEqual(['first', 'last', 'next', 'prev', 'self']);
    const last = (await pageAt(pathOf(back._links['last']?.href ?? ''))).body;
    expect(last.page.number).toBe(2);
  });

  it('[API-003, API-010] past the end are empty lists with the true figures, and lead back', async () => {
    const { status, body } = await pageAt(`${shelfPath}?size=3&page=9`);
    expect(status).toBe(200);
    expect(body._embedded).toEqual({ culturalItems: [] });
    expect(body.page).toEqual({ number: 9, size: 3, totalElements: 7, totalPages: 3 });
    expect(body._links['next']).toBeUndefined();
    expect(body._links['prev']?.href).toContain('page=2');
  });

  it('[API-003] of nothing have an empty array and no page', async () => {
    const empty = await house.collection('default', 'Empty', [root]);
    for (const [path, name] of [
      [`/meta/culturalItemCollections/${empty}/culturalItems`, 'culturalItems'],
      [`/meta/culturalItemCollections/${empty}/collections`, 'culturalItemCollections'],
      [`${searchItems.path}?text=nothing%20is%20called%20so`, 'culturalItems'],
    ] as const) {
      const { body } = await pageAt(path);
      expect(body._embedded).toEqual({ [name]: [] });
      expect(body.page).toMatchObject({ totalElements: 0, totalPages: 0 });
      expect(Object.keys(body._links).sort()).toEqual(['first', 'last', 'self']);
    }
  });

  it('[API-006] are capped in size, and say so', async () => {
    const { status, body } = await pageAt(`${shelfPath}?size=100000`);
    expect(status).toBe(200);
    expect(body.page.size).toBe(1000);
    expect(body._links['first']?.href).toContain('size=1000');
  });

  it('[CONST-01, API-060, API-061, API-062, API-084, API-071] have the default sizes of the specification', async () => {
    const item = await importedItem(client, {});
    for (const [path, size] of [
      [shelfPath, 20],
      [`/meta/culturalItemCollections/${shelf}/collections`, 100],
      [findAllItems.path, 20],
      [`${searchItems.path}?text=volume`, 20],
      [listTemplates.path, 50],
      [`/meta/culturalItems/${item.uuid}/images`, 20],
      [`/import-manager/culturalItems/${item.uuid}/images`, 10],
      [`${shelfPath}?size=1000`, 1000],
    ] as const) {
      expect({ path, size: (await pageAt(path)).body.page.size }).toEqual({ path, size });
    }
  });

  it.each([
    ['[API-007] a size of 0', 'size=0'],
    ['[API-007] a negative size', 'size=-5'],
    ['a size in words', 'size=many'],
    ['a broken size', 'size=1.5'],
    ['a size twice', 'size=1&size=2'],
    ['[API-008] a negative page', 'page=-1'],
    ['a page in words', 'page=first'],
    ['an endless page', 'page=1e999'],
    ['a page beyond the database’s numbers', 'page=999999999999999999999'],
  ])('%s is 400', async (_what, query) => {
    const { status, body } = await problemAt(`${shelfPath}?${query}`);
    expect(status).toBe(400);
    expect(body.code).toBe('malformed');
    expect(body.fields[0]?.name).toBe(query.split('=')[0]);
  });

  it('[API-010] far past the end are empty, not a fault', async () => {
    for (const path of [`${findAllItems.path}?`, `${searchItems.path}?text=volume&`]) {
      const { status, body } = await pageAt(`${path}page=2000000&size=1000`);
      expect(status).toBe(200);
      expect(body._embedded['culturalItems']).toEqual([]);
    }
  });
});

describe('sorting', () => {
  const sorted = async (query: string) =>
    (await pageAt(`${searchItems.path}?text=SHELF&${query}`)).body._embedded['culturalItems'] as unknown as {
      sgtt: string;
      pressmark: string;
    }[];

  it('[API-013, API-026, API-028] takes field and direction', async () => {
    const upwards = titled(await sorted('sort=sgtt'));
    expect(upwards).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => `Volume ${number}`));
    expect(titled(await sorted('sort=sgtt,desc'))).toEqual(upwards.toReversed());
    expect(titled(await sorted('sort=pressmark,asc'))).toEqual(upwards.toReversed());
  });

  it('[API-013, API-026] is repeatable', async () => {
    const collection = await house.collection('default', 'Doubles', [root]);
    for (const [sgtt, pressmark] of [
      ['Twin', 'D 2'],
      ['Twin', 'D 1'],
      ['Single', 'D 3'],
    ] as const) {
      await importedItem(client, { sgtt, pressmark, parents: [collection] });
    }
    const { body } = await client.call(findAllItems, {
      query: { sort: ['sgtt', 'pressmark,desc'], size: 1000 },
    });
    const doubles = body._embedded.culturalItems.filter(({ pressmark }) => pressmark.startsWith('D '));
    expect(doubles.map(({ pressmark }) => pressmark)).toEqual(['D 3', 'D 2', 'D 1']);
  });

  it.each([
    ['an unknown field', 'sort=colour'],
    ['a column’s name', 'sort=sort_title'],
    ['an unknown direction', 'sort=sgtt,sideways'],
    ['too many words', 'sort=sgtt,desc,asc'],
    ['an empty one', 'sort='],
    ['one of several', 'sort=sgtt&sort=colour'],
  ])('[API-009] by %s is 400', async (_what, query) => {
    for (const path of [findAllItems.path, `${searchItems.path}?text=a`, listTemplates.path]) {
      const { status, body } = await problemAt(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(body.code).toBe('malformed');
    }
  });
});

describe('an item', () => {
  it('[API-069, API-070, API-072, API-077, API-157, API-158, API-162, API-174, API-175] has the fields of the wire, with links to what there is', async () => {
    const made = await importedItem(client, {
      sgtt: 'Book of *hours',
      autn: 'Anonymous',
      sgti: 'On vellum',
      pressmark: 'MS 77',
      parents: [shelf, root],
    });
    expect(made).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      importId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      images: [],
      audios: [],
      videos: [],
      model3Ds: [],
      _links: { self: { href: `${house.origin}/meta/culturalItems/${made.uuid}` } },
    });
    const { body: item } = await client.call(getItem, { params: { uuid: made.uuid } });
    const self = `${house.origin}/meta/culturalItems/${made.uuid}`;
    expect(item).toEqual({
      uuid: made.uuid,
      resourceType: 'ITEM',
      sgtt: 'Book of *hours',
      label: 'Book of *hours',
      autn: 'Anonymous',
      sgti: 'On vellum',
      pressmark: 'MS 77',
      customMetadataList: [
        { name: 'sgtt', value: 'Book of *hours' },
        { name: 'pressmark', value: 'MS 77' },
        { name: 'autn', value: 'Anonymous' },
        { name: 'sgti', value: 'On vellum' },
      ],
      parentCollectionsUuids: expect.arrayContaining([shelf, root]) as string[],
      state: 'Default',
      visibility: 'private',
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      lastModifiedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      thumbnail: null,
      mediaTypeInfo: {
        imagesCount: 0,
        audiosCount: 0,
        videosCount: 0,
        model3DsCount: 0,
        hasImage: false,
        hasAudio: false,
        hasVideo: false,
        has3D: false,
      },
      isLinkedToDziImage: false,
      canvasUuid: null,
      notReadyImagesCount: 0,
      failedImagesCount: 0,
      allowedActions: ['upload', 'edit', 'correctPressmark', 'move', 'link', 'unlink', 'trash'],
      availableTransitions: [
        {
          uuid: expect.any(String) as string,
          name: 'Start',
          itemFromState: 'Default',
          itemToState: 'In progress',
        },
      ],
      _links: {
        self: { href: self },
        images: { href: `${self}/images` },
        default_list_of_images: { href: `${self}/images` },
        audios: { href: `${self}/audios` },
        videos: { href: `${self}/videos` },
        model3Ds: { href: `${self}/model3Ds` },
        parentCollections: { href: `${self}/parentCollections` },
        history: { href: `${self}/history` },
      },
    });
    expect(Math.abs(Date.now() - Date.parse(item.createdDate))).toBeLessThan(60_000);
    for (const { href } of Object.values(item._links)) {
      expect((await client.send('GET', pathOf(href))).status).toBe(200);
    }
  });

  it('[API-017, API-027, API-029] is found by uuid and by pressmark with its entity tag, 404 being free', async () => {
    const made = await importedItem(client, { pressmark: 'Ms. Lat. 12' });
    const direct = await client.call(getItem, { params: { uuid: made.uuid } });
    expect(direct.headers.etag).toBe('"1"');
    for (const found of [
      await client.call(findItemByUuid, { query: { uuid: made.uuid } }),
      await client.call(findItemByUuid, { query: { uuid: made.uuid.toUpperCase() } }),
      await client.call(findItemByPressmark, { query: { pressmark: 'Ms. Lat. 12' } }),
      await client.call(findItemByPressmark, { query: { pressmark: '  ms. LAT.  12 ' } }),
    ]) {
      expect(found.status).toBe(200);
      expect(found.body).toEqual(direct.body);
      expect(found.headers.etag).toBe('"1"');
    }
    const free = await client.call(findItemByPressmark, { query: { pressmark: 'Ms. Lat. 13' } });
    expect(free.status).toBe(404);
  });

  it('[API-043, API-067] gives its parents, in the order in which they were linked', async () => {
    const second = await house.collection('default', 'Second place', [root]);
    const made = await importedItem(client, { parents: [shelf, second] });
    const { body } = await client.call(listItemParents, { params: { uuid: made.uuid } });
    expect(titled(body._embedded.culturalItemCollections).toSorted()).toEqual(['Second place', 'Shelf']);
    expect(body.page.totalElements).toBe(2);
    const images = await client.call(listItemImages, { params: { uuid: made.uuid } });
    expect(images.body).toMatchObject({ _embedded: { images: [] }, page: { totalElements: 0 } });
  });

  it('[API-044] lists up to 1000 images at once', async () => {
    const made = await importedItem(client, {});
    const { body } = await client.call(listItemImages, {
      params: { uuid: made.uuid },
      query: { size: 1000 },
    });
    expect(body.page.size).toBe(1000);
  });

  it('[API-172] in the trash is 404, wherever it is asked for', async () => {
    const made = await importedItem(client, { sgtt: 'Thrown away', pressmark: 'TRASHED 1' });
    await house.query('update item set trashed_at = now() where uuid = $1', [made.uuid]);
    for (const path of [
      `/meta/culturalItems/${made.uuid}`,
      `/meta/culturalItems/${made.uuid}/images`,
      `/meta/culturalItems/${made.uuid}/parentCollections`,
      `/meta/culturalItems/search/findByUuid?uuid=${made.uuid}`,
      '/meta/culturalItems/search/findByPressmark?pressmark=TRASHED%201',
      `/import-manager/culturalItems/${made.uuid}`,
      `/import-manager/culturalItems/${made.uuid}/images`,
      `/import-manager/culturalItems/search/findByImportId?importId=${made.importId}`,
    ]) {
      expect({ path, status: (await client.send('GET', path)).status }).toEqual({ path, status: 404 });
    }
    const found = await client.call(searchItems, { query: { text: 'TRASHED 1' } });
    expect(found.body.page.totalElements).toBe(0);
    // Its pressmark is free again.
    await importedItem(client, { pressmark: 'TRASHED 1' });
  });
});

describe('a collection', () => {
  it('[API-048, API-050, API-068, API-076, API-159, API-162] has the fields of the wire, the root with no parent', async () => {
    const { body: direct, headers } = await client.call(getCollection, { params: { uuid: root } });
    expect(headers.etag).toMatch(/^"\d+"$/);
    expect((await client.call(findRootCollection)).body).toEqual(direct);
    expect((await client.call(findCollectionByUuid, { query: { uuid: root } })).body).toEqual(direct);
    const self = `${house.origin}/meta/culturalItemCollections/${root}`;
    expect(direct).toMatchObject({
      uuid: root,
      resourceType: 'COLLECTION',
      sgtt: 'Armarium',
      sgti: '',
      author: '',
      label: 'Armarium',
      customMetadataList: [{ name: 'sgtt', value: 'Armarium' }],
      parentCollectionsUuids: [],
      state: 'Default',
      visibility: 'private',
      availableTransitions: [
        {
          uuid: expect.any(String) as string,
          name: 'Start',
          itemFromState: 'Default',
          itemToState: 'In progress',
        },
      ],
      _links: {
        self: { href: self },
        collections: { href: `${self}/collections` },
        culturalItems: { href: `${self}/culturalItems` },
        parentCollections: { href: `${self}/parentCollections` },
        breadcrumb: { href: `${self}/breadcrumb` },
        summary: { href: `${self}/summary` },
      },
    });
    for (const { href } of Object.values(direct._links)) {
      expect((await client.send('GET', pathOf(href))).status).toBe(200);
    }
  });

  it('[API-159] counts its items and collections as its pages do', async () => {
    const counted = await house.collection('default', 'Counted', [root]);
    const child = await house.collection('default', 'Child', [counted, root]);
    await importedItem(client, { parents: [counted] });
    await importedItem(client, { parents: [counted, child] });
    for (const [uuid, collections, items] of [
      [counted, 1, 2],
      [child, 0, 1],
    ] as const) {
      const { body } = await client.call(getCollection, { params: { uuid } });
      expect(body).toMatchObject({ collectionsCount: collections, culturalItemsCount: items });
      const inItems = await client.call(listCollectionItems, { params: { uuid } });
      expect(inItems.body._embedded.culturalItems).toHaveLength(items);
      expect(inItems.body.page.totalElements).toBe(items);
    }
    // An item that is refused leaves the counters as they were.
    await client.call(importItem, {
      body: { sgtt: '', pressmark: 'NO TITLE', parentCollectionsUuids: [counted] },
    });
    await client.call(importItem, {
      body: { sgtt: 'x', pressmark: 'HALF', parentCollectionsUuids: [counted, randomUUID()] },
    });
    const { body } = await client.call(getCollection, { params: { uuid: counted } });
    expect(body.culturalItemsCount).toBe(2);
  });

  it('[API-060, API-063, API-064] lists children by filing title, and its parents', async () => {
    const parent = await house.collection('default', 'Sorted', [root]);
    for (const title of ['Zibaldone', 'La *Divina commedia', 'Cassetto 10', 'Cassetto 2', 'Èra']) {
      await house.collection('default', title, [parent]);
      await importedItem(client, { sgtt: title, parents: [parent] });
    }
    const inOrder = ['Cassetto 2', 'Cassetto 10', 'La *Divina commedia', 'Èra', 'Zibaldone'];
    const children = await client.call(listSubcollections, { params: { uuid: parent } });
    expect(titled(children.body._embedded.culturalItemCollections)).toEqual(inOrder);
    const items = await client.call(listCollectionItems, { params: { uuid: parent } });
    expect(titled(items.body._embedded.culturalItems)).toEqual(inOrder);
    const parents = await client.call(listCollectionParents, { params: { uuid: parent } });
    expect(titled(parents.body._embedded.culturalItemCollections)).toEqual(['Armarium']);
  });

  it('[API-047, API-053] stands in the page of all collections, by title or the time of its making', async () => {
    const [late, early] = [
      await house.collection('default', 'Zzz all', [root]),
      await house.collection('default', 'Aaa all', [root]),
    ];
    for (const path of [listCollections.path, findAllCollections.path]) {
      const all = (await pageAt(`${path}?size=1000`)).body;
      const uuids = all._embedded['culturalItemCollections']?.map(({ uuid }) => uuid) ?? [];
      expect(uuids).toEqual(expect.arrayContaining([root, late, early]));
      expect(uuids.indexOf(early)).toBeLessThan(uuids.indexOf(late));
      expect(all.page.totalElements).toBe(uuids.length);
      const newest = (await pageAt(`${path}?sort=createdDate,desc&size=2`)).body;
      expect(newest._embedded['culturalItemCollections']?.map(({ uuid }) => uuid)).toEqual([early, late]);
      const second = (await pageAt(`${path}?sort=createdDate,desc&size=1&page=1`)).body;
      expect(second._embedded['culturalItemCollections']?.map(({ uuid }) => uuid)).toEqual([late]);
      expect((await pageAt(path)).body.page.size).toBe(20);
      expect((await problemAt(`${path}?sort=author`)).status).toBe(400);
    }
  });

  it('[API-051] is found by its title, the whole of it', async () => {
    const title = `Title ${randomUUID()}`;
    const [one, two] = [
      await house.collection('default', title, [root]),
      await house.collection('default', title, [root]),
    ];
    await house.collection('default', `${title} and more`, [root]);
    const { body } = await client.call(findCollectionsByTitle, { query: { sgtt: ` ${title} ` } });
    expect(body._embedded.culturalItemCollections.map(({ uuid }) => uuid)).toEqual([one, two]);
    expect(body.page.totalElements).toBe(2);
  });

  it('[API-049] is found by an item in it', async () => {
    const [one, two] = [
      await house.collection('default', 'One place', [root]),
      await house.collection('default', 'Another', [root]),
    ];
    const { uuid } = await importedItem(client, { parents: [one, two] });
    const { body } = await client.call(findCollectionsOfItem, { query: { uuid } });
    expect(body._embedded.culturalItemCollections.map((collection) => collection.uuid)).toEqual([one, two]);
    const unknown = await client.call(findCollectionsOfItem, { query: { uuid: randomUUID() } });
    expect(unknown.status).toBe(404);
  });

  it('[API-065] has a breadcrumb by the parent through which one came, where it has two', async () => {
    const left = await house.collection('default', 'Left', [root]);
    const right = await house.collection('default', 'Right', [root]);
    const shared = await house.collection('default', 'Shared', [left]);
    await house.query(
      `insert into collection_link (tenant_id, parent_uuid, child_uuid, sort_title, linked_at)
       values ($1, $2, $3, 'shared', now() + interval '1 second')`,
      [house.tenantIds.default, right, shared],
    );
    const leaf = await house.collection('default', 'Leaf', [shared]);
    const trail = async (uuid: string, parentId?: string) => {
      const { status, body } = await client.call(getBreadcrumb, {
        params: { uuid },
        query: parentId === undefined ? {} : { parentId },
      });
      expect(status).toBe(200);
      return titled(body._embedded.culturalItemCollections);
    };
    expect(await trail(root)).toEqual(['Armarium']);
    expect(await trail(shared)).toEqual(['Armarium', 'Left', 'Shared']);
    expect(await trail(shared, left)).toEqual(['Armarium', 'Left', 'Shared']);
    expect(await trail(shared, right)).toEqual(['Armarium', 'Right', 'Shared']);
    expect(await trail(shared, right.toUpperCase())).toEqual(['Armarium', 'Right', 'Shared']);
    // Further up, and for what is no parent, by the parent that came first.
    expect(await trail(leaf, shared)).toEqual(['Armarium', 'Left', 'Shared', 'Leaf']);
    expect(await trail(shared, leaf)).toEqual(['Armarium', 'Left', 'Shared']);
    expect(await trail(shared, randomUUID())).toEqual(['Armarium', 'Left', 'Shared']);
  });

  it('are answered with their paths, each once and in the order asked for, without those that are not there', async () => {
    const upper = await house.collection('default', 'Upper', [root]);
    const lower = await house.collection('default', 'Lower', [upper]);
    const { status, body } = await client.call(findCollectionPaths, {
      query: { uuid: [lower, randomUUID(), root, lower.toUpperCase()] },
    });
    expect(status).toBe(200);
    expect(body.places.map(({ collection, above }) => [collection.uuid, above])).toEqual([
      [
        lower,
        [
          { uuid: root, sgtt: 'Armarium' },
          { uuid: upper, sgtt: 'Upper' },
        ],
      ],
      [root, []],
    ]);
    const tooMany = await client.send(
      'GET',
      `/meta/culturalItemCollections/search/findPaths?${`uuid=${root}&`.repeat(101)}`,
    );
    expect(tooMany.status).toBe(400);
  });

  it('has each ancestor in its closure, itself included, whatever the number of ways', async () => {
    const left = await house.collection('default', 'L', [root]);
    const right = await house.collection('default', 'R', [root]);
    const below = await house.collection('default', 'B', [left, right]);
    const leaf = await house.collection('default', 'leaf', [below]);
    const rows = await house.query<{ ancestor_uuid: string }>(
      'select ancestor_uuid from collection_closure where descendant_uuid = $1',
      [leaf],
    );
    expect(rows.map((row) => row.ancestor_uuid).toSorted()).toEqual(
      [root, left, right, below, leaf].toSorted(),
    );
  });
});

describe('what is not there', () => {
  const uuid = randomUUID();
  it.each([
    `/meta/culturalItems/${uuid}`,
    `/meta/culturalItems/${uuid}/images`,
    `/meta/culturalItems/${uuid}/parentCollections`,
    `/meta/culturalItems/search/findByUuid?uuid=${uuid}`,
    `/meta/images/${uuid}`,
    `/meta/culturalItemCollections/${uuid}`,
    `/meta/culturalItemCollections/${uuid}/collections`,
    `/meta/culturalItemCollections/${uuid}/culturalItems`,
    `/meta/culturalItemCollections/${uuid}/parentCollections`,
    `/meta/culturalItemCollections/${uuid}/breadcrumb`,
    `/meta/customMetadataTemplates/${uuid}`,
    `/meta/itemStates/${uuid}`,
    `/import-manager/images/${uuid}`,
  ])('[ERR-16] %s is 404', async (path) => {
    const { status, body } = await problemAt(path);
    expect(status).toBe(404);
    expect(body.code).toBe('not-found');
  });

  it.each(['/meta/culturalItems/1', '/meta/culturalItems/search/findByUuid?uuid=x', '/meta/itemStates/%00'])(
    '%s, no uuid, is 400',
    async (path) => {
      expect((await problemAt(path)).status).toBe(400);
    },
  );

  it('a parameter that is missing is 400 and named', async () => {
    const { status, body } = await problemAt('/meta/culturalItems/search/findByUuid');
    expect(status).toBe(400);
    expect(body.fields).toMatchObject([{ name: 'uuid', code: 'required' }]);
  });
});

describe('templates and states', () => {
  const rows = async (path: string) =>
    (await pageAt(path)).body._embedded['customMetadataTemplates'] as unknown as {
      name: string;
      priority: string;
      resourceType: string;
      locked: boolean;
      required: boolean;
    }[];

  it('[API-037, RUN-24, META-44, META-45, META-46, META-47, META-48] the locked ones of a kind stand by priority, then order', async () => {
    const items = await rows(`${findTemplatesByResourceType.path}?type=ITEM&sort=priority&sort=order`);
    expect(items.map(({ name, priority }) => `${name} ${priority}`)).toEqual([
      'sgtt HIGH',
      'pressmark HIGH',
      'autn MEDIUM',
      'sgti LOW',
    ]);
    expect(items.every(({ locked }) => locked)).toBe(true);
    expect(items.map(({ required }) => required)).toEqual([true, true, false, false]);
    for (const [type, names] of [
      ['MEDIA', ['sgtt HIGH', 'autn MEDIUM']],
      ['COLLECTION', ['sgtt HIGH', 'sgti MEDIUM']],
      ['SERIES', ['sgtt HIGH', 'sgti MEDIUM']],
      ['STORY', ['sgtt HIGH', 'autn MEDIUM', 'sgti LOW']],
    ] as const) {
      const found = await rows(`${findTemplatesByResourceType.path}?type=${type}`);
      expect(found.map(({ name, priority }) => `${name} ${priority}`)).toEqual(names);
      expect(found.every(({ locked }) => locked)).toBe(true);
    }
    expect((await problemAt(`${findTemplatesByResourceType.path}?type=BOOK`)).status).toBe(400);
  });

  it('[API-084] are all listed in pages, sorted by what is asked', async () => {
    const all = await rows(listTemplates.path);
    expect(all).toHaveLength(13);
    const sortedRows = await rows(`${listTemplates.path}?sort=priority,desc&sort=name`);
    expect(sortedRows.map(({ priority }) => priority)).toEqual([
      ...Array<string>(2).fill('LOW'),
      ...Array<string>(5).fill('MEDIUM'),
      ...Array<string>(6).fill('HIGH'),
    ]);
    const second = await pageAt(`${listTemplates.path}?size=5&page=2`);
    expect(second.body._embedded['customMetadataTemplates']).toHaveLength(3);
    const one = await client.call(getTemplate, {
      params: { uuid: second.body._embedded['customMetadataTemplates']?.[0]?.uuid ?? '' },
    });
    expect(one.status).toBe(200);
    expect(one.headers.etag).toBe('"1"');
  });

  it('the standard fields, states and transitions have Italian labels beside the English ones', async () => {
    const fields = (await client.call(listTemplates)).body._embedded.customMetadataTemplates;
    expect(new Set(fields.map(({ label, labels }) => `${label} ${labels.it}`))).toEqual(
      new Set(['Title Titolo', 'Pressmark Segnatura', 'Author Autore', 'Description Descrizione']),
    );
    const states = (await client.call(listItemStates)).body._embedded.itemStates;
    expect(states.slice(0, 2)).toMatchObject([
      { name: 'Default', label: 'Default', labels: { it: 'Predefinito' } },
      { name: 'In progress', label: 'In progress', labels: { it: 'In lavorazione' } },
    ]);
    const transitions = (await client.call(listTransitionTemplates, { query: { size: 100 } })).body._embedded
      .transitionTemplates;
    for (const { labels } of [...states, ...transitions]) expect(labels.it).toMatch(/^[A-Z]/);
    expect(transitions[0]).toMatchObject({ name: 'Start', label: 'Start', labels: { it: 'Inizia' } });
  });

  it('[API-110, RUN-25, WFACT-40] the default states have the names and colours of decisions §8', async () => {
    const { body } = await client.call(listItemStates);
    expect(body._embedded.itemStates.map(({ name, color }) => `${name} ${color}`)).toEqual([
      'Default #000000',
      'In progress #6b7280',
      'In review #b45309',
      'Changes requested #b91c1c',
      'Approved #1d4ed8',
      'Published #15803d',
      'Withdrawn #7c3aed',
      'Archived #334155',
    ]);
    const one = await client.call(getItemState, {
      params: { uuid: body._embedded.itemStates[3]?.uuid ?? '' },
    });
    expect(one.body.name).toBe('Changes requested');
  });
});
