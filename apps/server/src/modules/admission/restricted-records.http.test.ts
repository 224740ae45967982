import { describe, expect, it } from 'vitest';
import type { Role, UserRights } from '@armarium/contract/capability';
import { exportItems } from '@armarium/contract/exchange';
import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import { getCollection } from '@armarium/contract/collection-calls';
import { listItemImages } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { deleteItem } from '@armarium/contract/deletions';
import { purgeTrashEntry, restoreTrashEntry } from '@armarium/contract/trash';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const publisher = await house.person('default', 'ROLE_PUBLISHER');
const root = (await rootOf(client)).uuid;

// A restricted item and a restricted collection among others; what stands in the collection is not hidden by it.
const shelf = await house.collection('default', 'Scaffale', [root]);
const vault = await house.collection('default', 'Occultum armarium', [shelf]);
const deep = await house.collection('default', 'Fondo', [vault]);
const image = (await uploaded(client)).uuid;
const hidden = (
  await importedItem(client, { sgtt: 'Occultum volumen', pressmark: 'OCC 7', parents: [shelf] }, [
    { uuid: image },
  ])
).uuid;
// Uuids may be written in capitals.
const open = (
  await importedItem(client, {
    sgtt: 'Apertum',
    pressmark: 'AP 1',
    parents: [shelf, vault.toUpperCase()],
  })
).uuid;
await importedItem(client, { sgtt: 'Aliud', pressmark: 'AP 2', parents: [shelf] });
for (const [operation, uuid] of [
  [updateItem, hidden],
  [updateCollection, vault],
] as const) {
  const { status } = await publisher.call(operation, {
    params: { uuid },
    body: { visibility: 'restricted' },
  });
  expect(status).toBe(200);
}

const [items, collections] = ['/meta/culturalItems', '/meta/culturalItemCollections'];
/** What shows the hidden records to who sees them. */
const shown = [
  `${items}/search/findAll`,
  `${items}/search/findAll?sort=state`,
  `${items}/search/findAll?collectionUuid=${shelf}`,
  `${items}/search/findAll?belowUuid=${root}&state=Default`,
  `${items}/search/findBySgttOrAutnOrPressmark?text=occultum`,
  `${items}/search/findBySgttOrAutnOrPressmark?text=occultum%20OR%20apertum`,
  `${items}/search/findBySgttOrAutnOrPressmark?text=OCC%207`,
  `${items}/search/findByUuid?uuid=${hidden}`,
  `${items}/search/findByPressmark?pressmark=OCC%207`,
  `${items}/search/findNearPressmarks?pressmark=OCC-07`,
  `${items}/${hidden}`,
  `${items}/${hidden}/images`,
  `/meta/images/${image}`,
  `/meta/images/search/findByUuid?uuid=${image}`,
  `${items}/${open}`,
  `${items}/${open}/parentCollections`,
  `${items}/search/findSurroundings?uuid=${open}`,
  `${collections}/search/findByChildCulturalItemUuid?uuid=${open}`,
  collections,
  `${collections}/search/findAll`,
  `${collections}/search/findBySgtt?sgtt=Occultum%20armarium`,
  `${collections}/search/findBySgttOrSgti?text=occultum`,
  `${collections}/search/findByUuid?uuid=${vault}`,
  `${collections}/search/findPaths?uuid=${deep}&uuid=${vault}`,
  `${collections}/${vault}`,
  `${collections}/${vault}/collections`,
  `${collections}/${vault}/culturalItems`,
  `${collections}/${vault}/breadcrumb`,
  `${collections}/${shelf}/collections`,
  `${collections}/${shelf}/culturalItems`,
  `${collections}/${shelf}/culturalItems?sort=sgtt,desc`,
  `${collections}/${shelf}/culturalItems?media=image`,
  `${collections}/${deep}`,
  `${collections}/${deep}/breadcrumb`,
  `${collections}/${deep}/parentCollections`,
];
/** What leads there: not there to who does not see them, and naming nothing themselves. */
const beside = [
  `${items}/${hidden}/parentCollections`,
  `${collections}/${vault}/parentCollections`,
  `${collections}/${vault}/summary`,
];
/** The same, for who may read histories, or take metadata along. */
const histories = [
  `${items}/${hidden}/history`,
  `/meta/images/${image}/history`,
  `${collections}/${vault}/history`,
  `/meta/transitionLogs?assetUuid=${hidden}`,
];
/** What tells of a record that everybody sees, and that stands in a hidden collection too. */
const ofOpen = [`${items}/${open}/history`, `/meta/history/search/findByPressmarkOrTitle?text=Apertum`];
const secrets = ['Occultum', hidden, vault, image];

type Sight = 'sees' | 'does not see';
const people: [Sight, Role, UserRights][] = [
  ['sees', 'ROLE_USER', 'all'],
  ['does not see', 'ROLE_USER', 'own'],
  ['does not see', 'ROLE_USER', 'read-only'],
  ['does not see', 'ROLE_RESEARCHER', 'all'],
  ['does not see', 'ROLE_IMAGE_DOWNLOAD', 'all'],
  ['does not see', 'ROLE_NO_WATERMARK', 'all'],
  ['sees', 'ROLE_METADATA_EDITOR', 'read-only'],
  ['sees', 'ROLE_CCC', 'read-only'],
  ['sees', 'ROLE_PUBLISHER', 'read-only'],
  ['sees', 'ROLE_TENANT_ADMIN', 'read-only'],
  ['sees', 'ROLE_ADMIN', 'read-only'],
];

const letUsers = (rights: UserRights) =>
  house.query(`update tenant set user_rights = $2 where id = $1`, [house.tenantIds.default, rights]);

/** Of some addresses those whose answers give a restricted record away, and those that answered at all. */
async function tellingOf(who: HttpClient, paths: readonly string[]) {
  const answers = await Promise.all(
    paths.map(async (path) => ({ path, answer: await who.send<unknown>('GET', path) })),
  );
  const told = answers.flatMap(({ path, answer }) => {
    if (answer.status !== 200) return [];
    // Links repeat the address that was asked for, which tells nothing.
    const body = JSON.stringify(answer.body, (key, value: unknown) => (key === '_links' ? undefined : value));
    const lower = body.toLowerCase();
    return secrets.some((secret) => lower.includes(secret.toLowerCase())) ? [path] : [];
  });
  const refused = answers.filter(({ answer }) => answer.status !== 200);
  return { told, statuses: [...new Set(refused.map(({ answer }) => answer.status))] };
}

describe('a restricted record', () => {
  it.each(people)('[PERM-43, SHARE-19] %s: %s where users may change %s', async (sight, role, rights) => {
    await letUsers(rights);
    const who = await house.person('default', role);
    const seen = await tellingOf(who, shown);
    const around = await tellingOf(who, beside);
    const inHistory = await tellingOf(who, histories);
    const inHistoryOfOpen = await tellingOf(who, ofOpen);
    const { status, bytes } = await who.call(exportItems, { query: { belowUuid: root, format: 'csv' } });
    const exported = status === 200 && secrets.some((secret) => bytes.toString().includes(secret));
    if (sight === 'sees') {
      expect(seen).toEqual({ told: shown, statuses: [] });
      expect(around.statuses).toEqual([]);
      // Nobody performed a transition.
      expect(inHistory.told).toEqual(histories.slice(0, 3));
      expect(inHistoryOfOpen).toEqual({ told: ofOpen, statuses: [] });
      expect([status, exported]).toEqual([200, true]);
    } else {
      expect(seen).toEqual({ told: [], statuses: [404] });
      expect(around).toEqual({ told: [], statuses: [404] });
      expect(inHistory.told).toEqual([]);
      expect(inHistoryOfOpen.told).toEqual([]);
      expect(exported).toBe(false);
      // Who reads histories and exports is told that there is none, and gets the others.
      if (role === 'ROLE_RESEARCHER') {
        expect([inHistory.statuses, status]).toEqual([[404], 200]);
        expect(inHistoryOfOpen.statuses).toEqual([]);
      }
    }
  });

  it('[SHARE-19] is not counted for who does not see it, whoever asked first', async () => {
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    const numbersFor = async (who: HttpClient) => {
      const at = async (path: string) => (await who.send<never>('GET', path)).body as Record<string, unknown>;
      const total = async (path: string) =>
        ((await at(path))['page'] as { totalElements: number }).totalElements;
      const { collectionsCount, culturalItemsCount } = await at(`${collections}/${shelf}`);
      const summary = await at(`${collections}/${shelf}/summary`);
      const facets = await at(`${items}/search/facets?belowUuid=${shelf}`);
      return {
        shelf: [collectionsCount, culturalItemsCount],
        inShelf: await total(`${collections}/${shelf}/culturalItems`),
        collectionsInShelf: await total(`${collections}/${shelf}/collections`),
        firstOfShelf: (await at(`${collections}/${shelf}/culturalItems?size=1&sort=sgtt,desc`))['_embedded'],
        found: await total(`${items}/search/findBySgttOrAutnOrPressmark?text=occultum%20OR%20apertum`),
        near: await total(`${items}/search/findNearPressmarks?pressmark=OCC-07`),
        allCollections: await total(collections),
        titled: await total(`${collections}/search/findBySgttOrSgti?text=occultum`),
        parents: await total(`${items}/${open}/parentCollections`),
        summary: [summary['collections'], summary['culturalItems'], summary['images']],
        facets: [facets['total'], facets['state'], facets['media']],
      };
    };
    const first = await numbersFor(client);
    expect(first).toMatchObject({
      shelf: [1, 3],
      inShelf: 3,
      collectionsInShelf: 1,
      found: 2,
      near: 1,
      titled: 1,
    });
    expect(first).toMatchObject({ parents: 2, summary: [2, 3, 1] });
    expect(first.facets).toEqual([
      3,
      [{ value: 'Default', count: 3 }],
      expect.arrayContaining([{ value: 'image', count: 1 }]),
    ]);
    const second = await numbersFor(reader);
    expect(second).toMatchObject({
      shelf: [0, 2],
      inShelf: 2,
      collectionsInShelf: 0,
      found: 1,
      near: 0,
      titled: 0,
    });
    expect(second).toMatchObject({
      parents: 1,
      summary: [1, 2, 0],
      allCollections: first.allCollections - 1,
    });
    expect(second.facets).toEqual([2, [{ value: 'Default', count: 2 }], [{ value: 'none', count: 2 }]]);
    expect(second.firstOfShelf).toMatchObject({ culturalItems: [{ sgtt: 'Apertum' }] });
    expect(await numbersFor(client)).toEqual(first);
  });

  it('[SHARE-07, SHARE-13, PERM-43] is made so, and seen again, by publishers and administrators alone', async () => {
    await letUsers('all');
    const { uuid } = await importedItem(client, { sgtt: 'Mutabile', pressmark: 'MUT 1' });
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    const change = async (who: HttpClient, visibility: 'restricted' | 'private' | 'public') => {
      const { status } = await who.call(updateItem, { params: { uuid }, body: { visibility } });
      return [status, (await reader.call(getItem, { params: { uuid } })).status];
    };
    for (const role of ['ROLE_USER', 'ROLE_METADATA_EDITOR', 'ROLE_CCC', 'ROLE_RESEARCHER'] as const) {
      const who = await house.person('default', role);
      expect(await change(who, 'restricted'), role).toEqual([403, 200]);
      // Sent back as it was read, it needs no right.
      if (role !== 'ROLE_RESEARCHER') expect(await change(who, 'private'), role).toEqual([200, 200]);
    }
    expect(await change(publisher, 'restricted')).toEqual([200, 404]);
    expect(await change(client, 'public')).toEqual([200, 200]);
    const [row] = await house.query<{ ever_public: boolean }>(
      `select ever_public from item where uuid = $1`,
      [uuid],
    );
    expect(row?.ever_public).toBe(true);
    const told = await house.query<{ before: unknown; after: unknown }>(
      `select before, after from history where record_uuid = $1 and action = 'update' order by id`,
      [uuid],
    );
    expect(told).toEqual([
      { before: { visibility: 'private' }, after: { visibility: 'restricted' } },
      { before: { visibility: 'restricted' }, after: { visibility: 'public' } },
    ]);
  });

  it('[PERM-41, PERM-43] is not there for the changes of who may change own records only, and keeps its links', async () => {
    await letUsers('own');
    const user = await house.person('default', 'ROLE_USER');
    const { uuid } = await importedItem(user, { sgtt: 'Proprium', pressmark: 'PR 1', parents: [shelf] });
    const edit = (body: object) => user.call(updateItem, { params: { uuid }, body });
    expect((await edit({ parentCollectionsUuids: [shelf, vault] })).status).toBe(422);
    expect((await user.call(updateItem, { params: { uuid: hidden }, body: { sgtt: 'X' } })).status).toBe(404);
    // Somebody who sees it links the item there; the owner goes on without knowing.
    await client.call(updateItem, { params: { uuid }, body: { parentCollectionsUuids: [shelf, vault] } });
    const counted = async () =>
      (await client.call(getCollection, { params: { uuid: vault } })).body.culturalItemsCount;
    const before = await counted();
    const moved = await edit({ sgtt: 'Proprium novum', parentCollectionsUuids: [root] });
    expect(moved).toMatchObject({ status: 200, body: { parentCollectionsUuids: [root] } });
    expect((await client.call(getItem, { params: { uuid } })).body.parentCollectionsUuids).toEqual([
      vault,
      root,
    ]);
    const listed = `${collections}/${vault}/culturalItems`;
    const titles = async () => {
      const { body } = await client.send<{ _embedded: { culturalItems: { sgtt: string }[] } }>('GET', listed);
      return body._embedded.culturalItems.map(({ sgtt }) => sgtt);
    };
    expect(await titles()).toContain('Proprium novum');
    await user.call(deleteItem, { params: { uuid } });
    expect(await counted()).toBe(before - 1);
    const [entry] = await house.query<{ uuid: string }>(
      `select uuid from trash_entry where record_uuid = $1`,
      [uuid],
    );
    const seen = await user.send('GET', `/meta/trash/${entry?.uuid}`);
    expect(seen).toMatchObject({ status: 200, body: { formerParents: [{ uuid: root }] } });
    expect(
      await user.call(restoreTrashEntry, { params: { uuid: entry?.uuid ?? '' }, body: {} }),
    ).toMatchObject({ status: 200 });
    expect(await counted()).toBe(before);
    expect((await client.call(getItem, { params: { uuid } })).body.parentCollectionsUuids).toEqual([
      vault,
      root,
    ]);
    // The own record, restricted, is one's own still; its image too.
    await publisher.call(updateItem, { params: { uuid }, body: { visibility: 'restricted' } });
    expect((await user.call(getItem, { params: { uuid } })).status).toBe(200);
    expect((await user.call(listItemImages, { params: { uuid } })).status).toBe(200);
    const another = await house.person('default', 'ROLE_USER');
    expect((await another.call(getItem, { params: { uuid } })).status).toBe(404);
  });

  it('[SHARE-19] that was purged is hidden still, and so are the histories of its images', async () => {
    const scan = (await uploaded(client)).uuid;
    const { uuid } = await importedItem(client, { sgtt: 'Deletum', pressmark: 'DEL 1' }, [{ uuid: scan }]);
    await publisher.call(updateItem, { params: { uuid }, body: { visibility: 'restricted' } });
    await client.call(deleteItem, { params: { uuid } });
    const [entry] = await house.query<{ uuid: string }>(
      `select uuid from trash_entry where record_uuid = $1`,
      [uuid],
    );
    await client.call(purgeTrashEntry, { params: { uuid: entry?.uuid ?? '' } });
    const reader = await house.person('default', 'ROLE_RESEARCHER');
    for (const path of [`${items}/${uuid}/history`, `/meta/images/${scan}/history`]) {
      expect({ path, status: (await client.send('GET', path)).status }).toEqual({ path, status: 200 });
      expect({ path, status: (await reader.send('GET', path)).status }).toEqual({ path, status: 404 });
    }
  });
});
