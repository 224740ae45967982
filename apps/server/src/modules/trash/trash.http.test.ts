import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Role } from '@armarium/contract/capability';
import { findImageImport } from '@armarium/contract/import-tracking';
import { getCollection, listCollectionItems, listSubcollections } from '@armarium/contract/collection-calls';
import { getImage, listItemImages } from '@armarium/contract/image-calls';
import { findItemByPressmark, findItemByUuid, getItem, searchItems } from '@armarium/contract/item-calls';
import { deleteCollection, deleteItem, dryRunDeleteCollection } from '@armarium/contract/deletions';
import { getImageHistory, getItemHistory } from '@armarium/contract/history';
import { changeOrganisation, countDuePurge } from '@armarium/contract/organisation';
import {
  getTrashEntry,
  listTrash,
  purgeTrashEntry,
  restoreTrashEntry,
  type TrashEntry,
} from '@armarium/contract/trash';
import { listTrashedRecords, type TrashedRecord } from '@armarium/contract/trash-records';
import { graphState } from '../../../../../tests/http/graph-state.ts';
import { madePng } from '../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { keepingFiles } from '../../db/kept-files.ts';
import type { JobContext } from '../../queue/jobs.ts';
import { mediaModule, ReaderCopies } from '../media/public.ts';
import { trashModule } from './public.ts';

/** Jobs wait here until a test runs them. */
const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const tenantId = house.tenantIds.default;

const collection = (title: string, ...parents: string[]) => house.collection('default', title, parents);
const item = async (title: string, parents: string[], more: { pressmark?: string } = {}) =>
  (await importedItem(client, { sgtt: title, parents, ...more })).uuid;
const remove = (uuid: string, query: object = {}) => client.call(deleteItem, { params: { uuid }, query });
const removeCollection = async (uuid: string, query: object = {}) => {
  expect(await client.call(deleteCollection, { params: { uuid }, query })).toMatchObject({ status: 204 });
};
const restore = (uuid: string, body: object = {}) =>
  client.call(restoreTrashEntry, { params: { uuid }, body });
const purge = (uuid: string, query: object = {}) => client.call(purgeTrashEntry, { params: { uuid }, query });
const parentsOf = async (uuid: string) =>
  (await client.call(getItem, { params: { uuid } })).body.parentCollectionsUuids;
const counts = async (uuid: string) => {
  const { body } = await client.call(getCollection, { params: { uuid } });
  return [body.collectionsCount, body.culturalItemsCount];
};
const state = () => graphState(house, tenantId);

async function entryOf(recordUuid: string, who = client): Promise<TrashEntry> {
  const { body } = await who.call(listTrash, { query: { size: 1000 } });
  const entry = body._embedded.trash.find((one) => one.recordUuid === recordUuid);
  if (!entry) throw new Error('It is not in the trash.');
  return entry;
}
const isTrashed = async (recordUuid: string) =>
  (await client.call(listTrash, { query: { size: 1000 } })).body._embedded.trash.some(
    (one) => one.recordUuid === recordUuid,
  );

const told: { level: string; fields: object }[] = [];
const note = (level: string) => (fields: object) => void told.push({ level, fields });
const context: JobContext = {
  attempt: 1,
  maxAttempts: 8,
  losses: 0,
  signal: new AbortController().signal,
  log: { info: note('info'), warn: note('warn'), error: note('error') },
};

/** Runs every waiting job once, as a worker would. @returns how many there were */
async function runJobs(): Promise<number> {
  const jobs = await house.query<{ payload: object }>(
    `with taken as (delete from graphile_worker._private_jobs where key like '%derive-media:%' returning payload)
     select payload from taken`,
  );
  for (const { payload } of jobs)
    await mediaModule(house.program.media).jobs['derive-media'](payload, context);
  return jobs.length;
}
const purgeDue = () => trashModule(house.program.media).jobs['purge-trash']({}, context);

describe('an item that is deleted', () => {
  it('[API-032, API-172, ITEM-24] is in the trash, and answers 404 everywhere else, with its images', async () => {
    const shelf = await collection('Shelf', root);
    const { uuid: upload } = await uploaded(client);
    const pressmark = `MS ${randomUUID()}`;
    const { uuid } = await importedItem(client, { sgtt: 'Gone', pressmark, parents: [root, shelf] }, [
      { uuid: upload },
    ]);
    await runJobs();
    const tile = `/iiif/3/${upload}/full/max/0/default.jpg`;
    // Remembered by the image engine.
    expect((await client.send('GET', tile)).status).toBe(200);
    const [collections, items] = await counts(root);

    expect((await remove(uuid, { reason: 'Catalogued twice' })).status).toBe(204);
    for (const answer of [
      await client.call(getItem, { params: { uuid } }),
      await client.call(findItemByUuid, { query: { uuid } }),
      await client.call(findItemByPressmark, { query: { pressmark } }),
      await client.call(listItemImages, { params: { uuid } }),
      await client.call(getImage, { params: { uuid: upload } }),
      await client.send('GET', tile),
      await client.send('GET', `/iiif/2/${upload}/info.json`),
      await remove(uuid),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not-found' } });
    }
    expect(await counts(root)).toEqual([collections, (items ?? 0) - 1]);
    expect(await counts(shelf)).toEqual([0, 0]);
    const listed = await client.call(listCollectionItems, { params: { uuid: shelf } });
    expect(listed.body._embedded.culturalItems).toEqual([]);
    const found = await client.call(searchItems, { query: { text: pressmark } });
    expect(found.body.page.totalElements).toBe(0);

    expect(await entryOf(uuid)).toMatchObject({
      resourceType: 'ITEM',
      title: 'Gone',
      pressmark,
      trashedBy: 'Ada Rossi',
      reason: 'Catalogued twice',
      collectionsCount: 0,
      culturalItemsCount: 0,
      formerParents: [
        { title: 'Armarium', isThere: true },
        { title: 'Shelf', isThere: true },
      ],
      allowedActions: ['restore', 'purge'],
    });
  });

  it('is kept where somebody changed it since it was seen', async () => {
    const uuid = await item('Changed', [root]);
    const stale = await client.call(deleteItem, { params: { uuid }, ifMatch: '"17"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
    const { headers } = await client.call(getItem, { params: { uuid } });
    expect((await client.call(deleteItem, { params: { uuid }, ifMatch: headers.etag ?? '' })).status).toBe(
      204,
    );
  });

  it('[API-150] comes back with its links in their order', async () => {
    const first = await collection('Second by title', root);
    const second = await collection('First by title', root);
    const uuid = await item('Wanderer', [first, second, root]);
    const before = await state();
    const parents = await parentsOf(uuid);
    await remove(uuid);
    expect(await state()).not.toEqual(before);
    const { body, status } = await restore((await entryOf(uuid)).uuid);
    expect({ status, body }).toMatchObject({ status: 200, body: { recordUuid: uuid } });
    expect((await client.send('GET', new URL(body._links.record.href).pathname)).status).toBe(200);
    expect(await state()).toEqual(before);
    expect(await parentsOf(uuid)).toEqual(parents);
    expect(await isTrashed(uuid)).toBe(false);
  });

  it('[API-153] leaves its pressmark free; once that is taken, it comes back only after the holder gave way', async () => {
    const pressmark = `MS ${randomUUID()}`;
    const uuid = await item('The old one', [root], { pressmark });
    await remove(uuid);
    const holder = await item('The new one', [root], { pressmark });
    const entry = await entryOf(uuid);
    const refused = await restore(entry.uuid);
    expect(refused).toMatchObject({ status: 409, body: { code: 'pressmark-taken' } });
    expect((refused.body as unknown as { detail: string }).detail).toContain('The new one');
    expect((await client.call(getItem, { params: { uuid } })).status).toBe(404);
    await remove(holder);
    expect((await restore(entry.uuid)).status).toBe(200);
  });

  it('[API-153] comes back under another pressmark where its own is taken, and is found by both', async () => {
    const pressmark = `MS ${randomUUID()}`;
    const uuid = await item('Renamed', [root], { pressmark });
    await remove(uuid);
    const holder = await item('The holder', [root], { pressmark });
    const entry = await entryOf(uuid);
    expect(await restore(entry.uuid, { pressmark })).toMatchObject({ status: 409 });
    expect((await restore(entry.uuid, { pressmark: ' ' })).status).toBe(422);
    expect((await restore(entry.uuid, { pressmark: `${pressmark} bis` })).status).toBe(200);
    const { body } = await client.call(getItem, { params: { uuid } });
    expect(body).toMatchObject({ pressmark: `${pressmark} bis`, parentCollectionsUuids: [root] });
    const found = await client.call(searchItems, { query: { text: pressmark } });
    expect(found.body._embedded.culturalItems.map((one) => one.uuid).sort()).toEqual([uuid, holder].sort());
  });

  it('[API-149, API-153] tells what a collection took with it, and comes back with new pressmarks for what lost its own', async () => {
    const mark = randomUUID();
    const doomed = await collection(`Doomed ${mark}`, root);
    const below = await collection('Below', doomed);
    const [a, b, c] = [
      await item('Alpha', [below], { pressmark: `A ${mark}` }),
      await item('Beta', [below, doomed], { pressmark: `B ${mark}` }),
      await item('Gamma', [doomed], { pressmark: `C ${mark}` }),
    ];
    await removeCollection(doomed);
    const { uuid } = await entryOf(doomed);
    const told = async (query: object = {}) =>
      (await client.call(listTrashedRecords, { params: { uuid }, query })).body;
    const names = (records: readonly TrashedRecord[]) =>
      records.map(({ title, pressmark, formerParents, pressmarkHolder }) => [
        title,
        pressmark,
        formerParents.map((parent) => parent.title),
        pressmarkHolder?.title,
      ]);
    const first = await told({ size: 3 });
    expect(first.page).toMatchObject({ totalElements: 4, totalPages: 2 });
    expect(names(first._embedded.trashedRecords)).toEqual([
      ['Below', null, [`Doomed ${mark}`], undefined],
      ['Alpha', `A ${mark}`, ['Below'], undefined],
      ['Beta', `B ${mark}`, ['Below', `Doomed ${mark}`], undefined],
    ]);
    expect(names((await told({ size: 3, page: 1 }))._embedded.trashedRecords)).toEqual([
      ['Gamma', `C ${mark}`, [`Doomed ${mark}`], undefined],
    ]);
    expect((await told({ pressmarks: 'taken' })).page.totalElements).toBe(0);

    await item('Holds A', [root], { pressmark: `A ${mark}` });
    await item('Holds C', [root], { pressmark: `C ${mark}` });
    const taken = await told({ pressmarks: 'taken' });
    expect(taken._embedded.trashedRecords.map((one) => [one.uuid, one.pressmarkHolder?.title])).toEqual([
      [a, 'Holds A'],
      [c, 'Holds C'],
    ]);
    const before = await state();
    const refused = await restore(uuid);
    expect(refused).toMatchObject({ status: 409, body: { code: 'pressmark-taken' } });
    expect((refused.body as unknown as { fields: { name: string; message: string }[] }).fields).toMatchObject(
      [
        { name: `pressmarks[${a}]`, message: expect.stringContaining('"Holds A"') },
        { name: `pressmarks[${c}]`, message: expect.stringContaining('"Holds C"') },
      ],
    );
    const given = (recordUuid: string, pressmark: string) => ({ recordUuid, pressmark });
    for (const [status, pressmarks] of [
      // Of one nothing is said; one is that of another which comes back; two are the same; none; a stranger's.
      [409, [given(a, `A2 ${mark}`)]],
      [409, [given(a, `A2 ${mark}`), given(c, `B ${mark}`)]],
      [409, [given(a, `Same ${mark}`), given(c, `same ${mark}`)]],
      [422, [given(a, `A2 ${mark}`), given(c, ' ')]],
      [422, [given(a, `A2 ${mark}`), given(root, `C2 ${mark}`)]],
    ] as const) {
      expect([(await restore(uuid, { pressmarks })).status, pressmarks]).toEqual([status, pressmarks]);
    }
    expect(await state()).toEqual(before);
    const pressmarks = [given(a, `A2 ${mark}`), given(c.toUpperCase(), `C2 ${mark}`)];
    expect(await restore(uuid, { pressmarks })).toMatchObject({ status: 200 });
    const nowOf = async (one: string) =>
      (await client.call(getItem, { params: { uuid: one } })).body.pressmark;
    expect([await nowOf(a), await nowOf(b), await nowOf(c)]).toEqual([
      `A2 ${mark}`,
      `B ${mark}`,
      `C2 ${mark}`,
    ]);
    // The old pressmark goes on finding it.
    const found = await client.call(searchItems, { query: { text: `A ${mark}` } });
    expect(found.body._embedded.culturalItems.map((one) => one.uuid)).toContain(a);
  });

  it('gives no way round the right to correct pressmarks', async () => {
    const person = await house.person('default', 'ROLE_USER');
    const pressmark = `MS ${randomUUID()}`;
    const { uuid } = await importedItem(person, { sgtt: 'Own', pressmark });
    expect((await person.call(deleteItem, { params: { uuid } })).status).toBe(204);
    const entry = await entryOf(uuid);
    const bis = () =>
      person.call(restoreTrashEntry, {
        params: { uuid: entry.uuid },
        body: { pressmark: `${pressmark} bis` },
      });
    expect(await bis()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    await item('The holder', [root], { pressmark });
    expect((await bis()).status).toBe(200);
  });

  it('[API-153] leaves its files free to be sent and used again', async () => {
    const file = { source: madePng(20, 20), name: 'page.png' };
    const { uuid } = await importedItem(client, {}, [await uploaded(client, file)]);
    await remove(uuid);
    const again = await importedItem(client, {}, [await uploaded(client, file)]);
    expect(again.images).toHaveLength(1);
  });

  it('is prepared no further while it lies there, without a word of failure, and is when it comes back', async () => {
    await runJobs();
    told.length = 0;
    const upload = await uploaded(client);
    const { uuid, images } = await importedItem(client, {}, [upload]);
    await remove(uuid);
    expect(await runJobs()).toBe(1);
    const pending = `select overall_state as state from asset_import where asset_uuid = $1`;
    expect(await house.query(pending, [upload.uuid])).toEqual([{ state: 'PENDING' }]);
    expect(told).toEqual([]);
    await restore((await entryOf(uuid)).uuid);
    expect(await runJobs()).toBe(1);
    const importId = images[0]?.importId ?? '';
    const { body } = await client.call(findImageImport, { query: { importId } });
    expect(body.overall.importState).toBe('DONE');
  });

  it('leaves no file behind where it is purged while it is prepared', async () => {
    await runJobs();
    const upload = await uploaded(client);
    const { uuid, images } = await importedItem(client, {}, [upload]);
    const { media } = house.program;
    const derive: typeof media.derive = async (...given) => {
      const derived = await media.derive(...given);
      await remove(uuid);
      await purge((await entryOf(uuid)).uuid);
      return derived;
    };
    await mediaModule({ ...media, derive }).jobs['derive-media'](
      { tenantId, importId: images[0]?.importId },
      context,
    );
    expect((await house.storedFiles()).filter((file) => file.includes(upload.uuid))).toEqual([]);
  });

  it('[PERM-21] is its maker’s to see and to bring back, where the right reaches own records', async () => {
    const own = await house.person('default', 'ROLE_CCC');
    const { uuid } = await importedItem(own, { sgtt: 'Mine' });
    const others = await item('Not mine', [root]);
    expect((await own.call(deleteItem, { params: { uuid } })).status).toBe(204);
    await remove(others);
    const { body } = await own.call(listTrash);
    expect(body._embedded.trash).toMatchObject([{ recordUuid: uuid, allowedActions: ['restore'] }]);
    const entry = await entryOf(others);
    for (const answer of [
      await own.call(getTrashEntry, { params: { uuid: entry.uuid } }),
      await own.call(restoreTrashEntry, { params: { uuid: entry.uuid }, body: {} }),
    ]) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
  });
});

describe('a collection that is deleted', () => {
  it('[COLL-35, COLL-36, COLL-37, COLL-38, COLL-39, COLL-43, API-055, API-056] takes along what only it leads to, as the dry run says', async () => {
    const elsewhere = await collection('Elsewhere', root);
    const doomed = await collection('Doomed', root);
    const inner = await collection('Inner', doomed);
    const innermost = await collection('Innermost', doomed, inner);
    const shared = await collection('Shared', inner, elsewhere);
    // Below a shared one: that it stands in a doomed one too does not end it.
    const below = await collection('Below', shared, innermost);
    const orphans = [
      await item('In one', [doomed]),
      await item('In two', [doomed, innermost]),
      await item('Deep', [innermost]),
    ];
    const kept = [await item('Shared 1', [inner, elsewhere]), await item('Shared 2', [innermost, shared])];
    await item('Untouched', [shared]);

    const before = await state();
    const dry = await client.call(dryRunDeleteCollection, { params: { uuid: doomed } });
    expect(dry).toMatchObject({
      status: 200,
      body: { sharedItems: 2, deletedSubcollections: 2, orphanItems: 3 },
    });
    expect(await state()).toEqual(before);

    await removeCollection(doomed, { reason: 'Merged' });
    for (const uuid of [doomed, inner, innermost]) {
      expect((await client.call(getCollection, { params: { uuid } })).status).toBe(404);
    }
    for (const uuid of orphans) expect((await client.call(getItem, { params: { uuid } })).status).toBe(404);
    expect(await parentsOf(kept[0] ?? '')).toEqual([elsewhere]);
    expect(await parentsOf(kept[1] ?? '')).toEqual([shared]);
    const { body } = await client.call(getCollection, { params: { uuid: shared } });
    expect(body.parentCollectionsUuids).toEqual([elsewhere]);
    const { body: under } = await client.call(listSubcollections, { params: { uuid: shared } });
    expect(under._embedded.culturalItemCollections).toMatchObject([{ uuid: below }]);

    const entry = await entryOf(doomed);
    expect(entry).toMatchObject({
      resourceType: 'COLLECTION',
      title: 'Doomed',
      pressmark: null,
      reason: 'Merged',
      collectionsCount: 2,
      culturalItemsCount: 3,
      formerParents: [{ uuid: root, isThere: true }],
    });
    for (const uuid of [inner, innermost, ...orphans]) expect(await isTrashed(uuid)).toBe(false);

    // [API-150] And all of it comes back.
    expect((await restore(entry.uuid)).status).toBe(200);
    expect(await state()).toEqual(before);
  });

  it.each(['the first', 'the one that is named'])(
    '[COLL-42] gives items placed nowhere else to its parent on demand: %s',
    async (which) => {
      const [one, two] = [await collection('One', root), await collection('Two', root)];
      const doomed = await collection('Doomed', one, two);
      const inner = await collection('Inner', doomed);
      const [direct, deep] = [await item('Direct', [doomed]), await item('Deep', [inner])];
      const before = await state();
      const { body: parents } = await client.call(getCollection, { params: { uuid: doomed } });
      const [firstParent, secondParent] = parents.parentCollectionsUuids;
      const arrived = which === 'the first' ? randomUUID() : secondParent;
      await removeCollection(doomed, { orphans: 'parent', parentId: arrived });
      const to = which === 'the first' ? firstParent : secondParent;
      expect(await parentsOf(direct)).toEqual([to]);
      expect(await parentsOf(deep)).toEqual([to]);
      const entry = await entryOf(doomed);
      expect(entry.culturalItemsCount).toBe(0);
      await restore(entry.uuid);
      expect(await state()).toEqual(before);
    },
  );

  it('[API-155] stands in the history of all that it meets, as does its coming back', async () => {
    const [doomed, other] = [await collection('Doomed', root), await collection('Other', root)];
    const [orphan, shared] = [await item('Orphan', [doomed]), await item('Shared', [doomed, other])];
    await removeCollection(doomed);
    await restore((await entryOf(doomed)).uuid);
    const history = async (uuid: string) =>
      (await client.call(getItemHistory, { params: { uuid } })).body._embedded.history.map(
        ({ action, changeSetKind, before, after }) => [action, changeSetKind, before ?? after],
      );
    const left = { parentCollectionsUuids: [doomed] };
    expect((await history(orphan)).slice(0, 2)).toEqual([
      ['restore', 'restore', left],
      ['delete', 'delete-collection', left],
    ]);
    expect((await history(shared)).slice(0, 2)).toEqual([
      ['link', 'restore', left],
      ['unlink', 'delete-collection', left],
    ]);
  });

  it('[COLL-40] is never the root', async () => {
    for (const operation of [dryRunDeleteCollection, deleteCollection]) {
      expect(await client.call(operation, { params: { uuid: root } })).toMatchObject({
        status: 409,
        body: { code: 'root-collection' },
      });
    }
  });

  it('is kept where somebody changed it since it was seen', async () => {
    const uuid = await collection('Changed', root);
    const stale = await client.call(deleteCollection, { params: { uuid }, ifMatch: '"17"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'stale' } });
  });

  it('[COLL-44, API-150] gives one of its items back alone, into a parent that is named', async () => {
    const doomed = await collection('Doomed', root);
    const other = await collection('Other', root);
    const [wanted, stays] = [await item('Wanted', [doomed]), await item('Stays', [doomed])];
    const before = await state();
    await removeCollection(doomed);
    const { uuid } = await entryOf(doomed);
    expect(await restore(uuid, { recordUuid: wanted })).toMatchObject({
      status: 409,
      body: { code: 'parents-gone' },
    });
    for (const recordUuid of [other, randomUUID()]) {
      expect(await restore(uuid, { recordUuid, parentCollectionsUuids: [other] })).toMatchObject({
        status: 422,
        body: { fields: [{ name: 'recordUuid', code: 'unknown-record' }] },
      });
    }
    expect((await restore(uuid, { recordUuid: wanted, parentCollectionsUuids: [other] })).status).toBe(200);
    expect(await parentsOf(wanted)).toEqual([other]);
    expect((await client.call(getItem, { params: { uuid: stays } })).status).toBe(404);
    expect(await entryOf(doomed)).toMatchObject({ culturalItemsCount: 1 });
    // The collection brings the others, and finds the one that went before.
    await restore(uuid);
    expect(await parentsOf(wanted)).toEqual(expect.arrayContaining([doomed, other]));
    await house.query('delete from item_link where item_uuid = $1 and collection_uuid = $2', [wanted, other]);
    await house.query('update collection set items_count = items_count - 1 where uuid = $1', [other]);
    expect(await state()).toEqual(before);
  });

  it('[API-150] comes back into parents that are named where its own are gone', async () => {
    const above = await collection('Above', root);
    const other = await collection('Other', root);
    const inner = await collection('Inner', above);
    const member = await item('Member', [inner]);
    await removeCollection(inner);
    await removeCollection(above);
    const { uuid, formerParents } = await entryOf(inner);
    expect(formerParents).toEqual([{ uuid: above, title: 'Above', isThere: false }]);
    expect(await restore(uuid)).toMatchObject({ status: 409, body: { code: 'parents-gone' } });
    expect(await restore(uuid, { parentCollectionsUuids: [other, above] })).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'parentCollectionsUuids[1]', code: 'unknown-collection' }] },
    });
    expect((await restore(uuid, { parentCollectionsUuids: [other] })).status).toBe(200);
    expect(await parentsOf(member)).toEqual([inner]);
    expect(await counts(other)).toEqual([1, 0]);
    // The link to the one that lay in the trash too waits for it.
    await restore((await entryOf(above)).uuid);
    const { body } = await client.call(getCollection, { params: { uuid: inner } });
    expect(body.parentCollectionsUuids).toEqual([above, other]);
  });

  it('does not come back above itself', async () => {
    const doomed = await collection('Doomed', root);
    const shared = await collection('Shared', doomed, root);
    await removeCollection(doomed);
    const { uuid } = await entryOf(doomed);
    await house.query(
      `delete from trash_link where entry_uuid = $1 and child_uuid = $2 and parent_uuid = $3`,
      [uuid, doomed, root],
    );
    expect((await restore(uuid, { parentCollectionsUuids: [shared] })).status).toBe(200);
    expect(await counts(shared)).toEqual([1, 0]);
    expect(await counts(doomed)).toEqual([0, 0]);
  });
});

describe('the trash', () => {
  it('[API-149] lists the newest first, a page at a time, and finds by title, pressmark and what went with it', async () => {
    const mark = randomUUID();
    const doomed = await collection(`Doomed ${mark}`, root);
    await item('Within', [doomed], { pressmark: `Within-${mark}` });
    const alone = await item(`Àlone ${mark}`, [root], { pressmark: `Alone ${mark}` });
    await removeCollection(doomed);
    await remove(alone);
    const records = async (text: string, more: object = {}) =>
      (await client.call(listTrash, { query: { text, ...more } })).body._embedded.trash.map(
        ({ recordUuid }) => recordUuid,
      );
    expect(await records(mark)).toEqual([alone, doomed]);
    expect(await records(`ALONE ${mark}`)).toEqual([alone]);
    expect(await records(`within-${mark}`)).toEqual([doomed]);
    expect(await records(mark, { page: 1, size: 1 })).toEqual([doomed]);
    const { body } = await client.call(listTrash, { query: { text: mark, size: 1 } });
    expect(body.page).toEqual({ number: 0, size: 1, totalElements: 2, totalPages: 2 });
    const self = new URL(body._embedded.trash[0]?._links.self.href ?? '').pathname;
    expect((await client.send('GET', self)).body).toEqual(body._embedded.trash[0]);
  });

  it.each<[Role, number]>([
    ['ROLE_METADATA_EDITOR', 403],
    ['ROLE_TENANT_ADMIN', 204],
  ])('[PERM-22] %s purging is %i', async (role, status) => {
    const person = await house.person('default', role);
    const uuid = await item('To be purged', [root]);
    await remove(uuid);
    const entry = await entryOf(uuid, person);
    expect(entry.allowedActions.includes('purge')).toBe(status === 204);
    expect((await person.call(purgeTrashEntry, { params: { uuid: entry.uuid } })).status).toBe(status);
  });

  it('[API-151, API-181] purges rows and files, and leaves a tombstone and the history', async () => {
    await runJobs();
    const doomed = await collection('Doomed', root);
    const upload = await uploaded(client);
    const { uuid } = await importedItem(client, { sgtt: 'Ashes', parents: [doomed] }, [upload]);
    await runJobs();
    const { media } = house.program;
    const copies = new ReaderCopies({ ...media, copyPdf: (_, into) => writeFile(into, 'A copy.') }, (work) =>
      work(),
    );
    const [{ key } = { key: '' }] = await house.query<{ key: string }>(
      'select storage_key as key from upload where uuid = $1',
      [upload.uuid],
    );
    await copies.of(tenantId, { uuid: upload.uuid, key, pages: 1, copy: null });
    const files = (await house.storedFiles()).filter((file) => file.includes(upload.uuid));
    // The original, pyramid and thumbnail, and the copy for readers that a PDF has.
    expect(files).toHaveLength(4);
    await house.query(
      `insert into public_image (tenant_id, asset_uuid, version_number, longest_px, pyramid)
       select tenant_id, asset_uuid, number, 1024, pyramid from asset_version where asset_uuid = $1`,
      [upload.uuid],
    );
    const rest = (await house.storedFiles()).filter((file) => !files.includes(file));
    await removeCollection(doomed);
    const entry = await entryOf(doomed);
    expect((await purge(entry.uuid, { reason: 'The owner asked' })).status).toBe(204);
    expect(await house.storedFiles()).toEqual(rest);
    for (const table of [
      'item',
      'asset',
      'asset_version',
      'public_image',
      'asset_import',
      'upload',
      'collection',
      'trash_entry',
    ]) {
      const rows = await house.query<{ row: string }>(`select t::text as row from ${table} t`);
      const named = rows.filter(({ row }) => [uuid, doomed, upload.uuid].some((one) => row.includes(one)));
      expect({ table, named }).toEqual({ table, named: [] });
    }
    expect(await isTrashed(doomed)).toBe(false);
    const stones = await house.query(
      `select resource_type, title, reason, checksums, account_name, kind from tombstone
       join change_set using (tenant_id) where change_set.uuid = tombstone.change_set
         and record_uuid = any($1) order by resource_type`,
      [[uuid, doomed]],
    );
    const who = { reason: 'The owner asked', account_name: 'Ada Rossi', kind: 'purge' };
    const { sha256, size_bytes, originalFilename } = upload;
    expect(stones).toEqual([
      { ...who, resource_type: 'COLLECTION', title: 'Doomed', checksums: [] },
      {
        ...who,
        resource_type: 'ITEM',
        title: 'Ashes',
        checksums: [{ sha256, size_bytes, originalFilename }],
      },
    ]);
    const { body } = await client.call(getItemHistory, { params: { uuid } });
    expect(body._embedded.history.map(({ action }) => action)).toEqual(['purge', 'delete', 'create']);
    const image = await client.call(getImageHistory, { params: { uuid: upload.uuid } });
    expect(image.body._embedded.history.map(({ action }) => action)).toEqual(['purge', 'create']);
    expect(await purge(entry.uuid)).toMatchObject({ status: 404 });
    expect(await restore(entry.uuid)).toMatchObject({ status: 404 });
  });

  it('[API-181] tells the history of what lies in it, to its maker too', async () => {
    const own = await house.person('default', 'ROLE_CCC');
    const { uuid } = await importedItem(own, {});
    await own.call(deleteItem, { params: { uuid } });
    const { body } = await own.call(getItemHistory, { params: { uuid } });
    expect(body._embedded.history).toMatchObject([
      {
        action: 'delete',
        changeSetKind: 'delete-item',
        before: { parentCollectionsUuids: [root] },
        after: null,
      },
      { action: 'create' },
    ]);
    await purge((await entryOf(uuid)).uuid);
    expect((await own.call(getItemHistory, { params: { uuid } })).body.page.totalElements).toBe(3);
  });

  it('keeps a file that another record has too', async () => {
    const upload = await uploaded(client);
    const { uuid } = await importedItem(client, {}, [upload]);
    const { uuid: other } = await importedItem(client, {}, [await uploaded(client)]);
    await house.query(
      `update asset_version set upload_uuid = $1 where asset_uuid in (select uuid from asset where item_uuid = $2)`,
      [upload.uuid, other],
    );
    await remove(uuid);
    await purge((await entryOf(uuid)).uuid);
    expect(
      (await house.storedFiles()).some((file) =>
        file.endsWith(`originals/${upload.uuid.slice(-2)}/${upload.uuid}`),
      ),
    ).toBe(true);
  });

  it('purges nothing while a backup reads the files', async () => {
    const uuid = await item('Being read', [root]);
    await remove(uuid);
    const entry = await entryOf(uuid);
    await keepingFiles(house.access.migrator, { alone: false }, async () => {
      expect(await purge(entry.uuid)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      await house.query(`update trash_entry set trashed_at = now() - interval '1000 days' where uuid = $1`, [
        entry.uuid,
      ]);
      await purgeDue();
    });
    expect(await isTrashed(uuid)).toBe(true);
    await purgeDue();
    expect(await isTrashed(uuid)).toBe(false);
  });

  it('[API-152, API-180] is purged by the clock after its days, but for what was ever public', async () => {
    const [old, young, famous] = [
      await item('Old', [root]),
      await item('Young', [root]),
      await item('Famous', [root]),
    ];
    const shelf = await collection('With something famous', root);
    const within = await item('Within', [shelf]);
    await house.query('update item set ever_public = true where uuid = any($1)', [[famous, within]]);
    for (const uuid of [old, young, famous]) await remove(uuid);
    await removeCollection(shelf);
    const age = (uuid: string, days: number) =>
      house.query(
        `update trash_entry set trashed_at = now() - $2 * interval '1 day' where record_uuid = $1`,
        [uuid, days],
      );
    await age(young, 364);
    for (const uuid of [old, famous, shelf]) await age(uuid, 366);
    const { purgeDate, trashedDate, keptFor } = await entryOf(young);
    expect(keptFor).toEqual([]);
    expect(Date.parse(purgeDate ?? '') - Date.parse(trashedDate)).toBe(365 * 24 * 60 * 60 * 1000);
    for (const uuid of [famous, shelf])
      expect(await entryOf(uuid)).toMatchObject({ purgeDate: null, keptFor: ['public'] });
    await purgeDue();
    expect(await isTrashed(old)).toBe(false);
    for (const uuid of [young, famous, shelf]) expect(await isTrashed(uuid)).toBe(true);
    const [stone] = await house.query<{ account_name: string; reason: string }>(
      `select account_name, reason from tombstone join change_set on change_set.uuid = tombstone.change_set
       where record_uuid = $1`,
      [old],
    );
    expect(stone).toEqual({ account_name: 'Armarium', reason: 'Kept 365 days in the trash.' });
    // A person may.
    expect((await purge((await entryOf(famous)).uuid)).status).toBe(204);
  });

  it('[API-180] is purged by hand alone while a story shows one of its images', async () => {
    const { uuid: upload } = await uploaded(client);
    const { uuid } = await importedItem(client, { sgtt: 'Told', parents: [root] }, [{ uuid: upload }]);
    const [story] = await house.query<{ uuid: string }>(
      `insert into story (tenant_id, uuid, sgtt, sort_title) values ($1, gen_random_uuid(), 'Tells', 'tells')
       returning uuid`,
      [house.tenantIds.default],
    );
    await house.query(
      `insert into story_step (tenant_id, uuid, story_uuid, position, asset_uuid, x_px, y_px, width_px, height_px,
         image_width_px, image_height_px, transition)
       values ($1, gen_random_uuid(), $2, 0, $3, 0, 0, 1, 1, 1, 1, '{}')`,
      [house.tenantIds.default, story?.uuid, upload],
    );
    await remove(uuid);
    await house.query(
      `update trash_entry set trashed_at = now() - interval '366 days' where record_uuid = $1`,
      [uuid],
    );
    expect((await entryOf(uuid)).purgeDate).toBeNull();
    await purgeDue();
    expect(await isTrashed(uuid)).toBe(true);
    await house.query('delete from story where uuid = $1', [story?.uuid]);
    await purgeDue();
    expect(await isTrashed(uuid)).toBe(false);
  });

  it('[API-152] keeps things for the days of the organisation, and tells before how many shorter ones would purge', async () => {
    const isKeptFor = (trashDays: number | null) => client.call(changeOrganisation, { body: { trashDays } });
    const due = async (trashDays: number, who = client) =>
      (await who.call(countDuePurge, { query: { trashDays } })).body;
    const days = async (recordUuid: string) => {
      const { purgeDate, trashedDate } = await entryOf(recordUuid);
      return (Date.parse(purgeDate ?? '') - Date.parse(trashedDate)) / (24 * 60 * 60 * 1000);
    };
    const before = await due(30);
    const [old, young, famous] = [
      await item('Forty days', [root]),
      await item('Twenty days', [root]),
      await item('Famous for long', [root]),
    ];
    const shelf = await collection('With two', root);
    const { uuid: upload } = await uploaded(client);
    await importedItem(client, { sgtt: 'One of two', parents: [shelf] }, [{ uuid: upload }]);
    await item('Two of two', [shelf]);
    await house.query('update item set ever_public = true where uuid = $1', [famous]);
    for (const uuid of [old, young, famous]) await remove(uuid);
    await removeCollection(shelf);
    for (const [uuid, age] of [
      [old, 40],
      [young, 20],
      [famous, 40],
      [shelf, 40],
    ] as const) {
      await house.query(
        `update trash_entry set trashed_at = now() - $2 * interval '1 day' where record_uuid = $1`,
        [uuid, age],
      );
    }

    // The item, the collection and its two items, but for their images; what was once public is left to people.
    expect(await due(30)).toEqual({ deletions: before.deletions + 2, records: before.records + 4 });
    expect(await due(45)).toEqual(before);
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    expect(await due(1, stranger)).toEqual({ deletions: 0, records: 0 });

    await isKeptFor(45);
    expect(await days(old)).toBe(45);
    await purgeDue();
    for (const uuid of [old, young, shelf]) expect(await isTrashed(uuid)).toBe(true);
    await isKeptFor(30);
    expect(await days(young)).toBe(30);
    expect((await entryOf(famous)).purgeDate).toBeNull();
    const entry = await entryOf(young);
    const one = await client.call(getTrashEntry, { params: { uuid: entry.uuid } });
    expect(one.body.purgeDate).toBe(entry.purgeDate);
    await purgeDue();
    for (const uuid of [old, shelf]) expect(await isTrashed(uuid)).toBe(false);
    for (const uuid of [young, famous]) expect(await isTrashed(uuid)).toBe(true);
    const [stone] = await house.query<{ reason: string }>(
      'select reason from tombstone where record_uuid = $1',
      [old],
    );
    expect(stone?.reason).toBe('Kept 30 days in the trash.');
    // Without days of its own it is as the installation says.
    await isKeptFor(null);
    expect(await days(young)).toBe(365);
  });

  it('[API-152] looks again before each purge: what is to be kept for longer meanwhile stays', async () => {
    const uuids = [await item('Saved first', [root]), await item('Saved second', [root])];
    for (const uuid of uuids) await remove(uuid);
    await house.query(
      `update trash_entry set trashed_at = now() - interval '2 days' where record_uuid = any($1)`,
      [uuids],
    );
    await client.call(changeOrganisation, { body: { trashDays: 1 } });
    await house.holdingGraph('default', async (release) => {
      const purging = purgeDue();
      await house.waitingForLock();
      expect((await client.call(changeOrganisation, { body: { trashDays: null } })).status).toBe(200);
      await release();
      await purging;
    });
    for (const uuid of uuids) expect(await isTrashed(uuid)).toBe(true);
  });

  it('[API-152] purges all that is due in one run, more than one lot too', async () => {
    await house.query(
      `insert into trash_entry (tenant_id, uuid, resource_type, record_uuid, title, change_set, trashed_at)
       select tenant_id, gen_random_uuid(), 'ITEM', gen_random_uuid(), 'One of many', change_set, now() - interval '366 days'
       from generate_series(1, 101),
         (select tenant_id, uuid as change_set from change_set where tenant_id = $1 limit 1) made`,
      [tenantId],
    );
    await purgeDue();
    expect(await house.query(`select from trash_entry where title = 'One of many'`)).toEqual([]);
  });

  it('[API-152] of another organisation is kept for its own days', async () => {
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    await stranger.call(changeOrganisation, { body: { trashDays: 10 } });
    const mine = await item('Mine', [root]);
    const { uuid: theirs } = await importedItem(stranger, { sgtt: 'Theirs' });
    await remove(mine);
    await stranger.call(deleteItem, { params: { uuid: theirs } });
    await house.query(
      `update trash_entry set trashed_at = now() - interval '11 days' where record_uuid = any($1)`,
      [[mine, theirs]],
    );
    await purgeDue();
    expect(await isTrashed(mine)).toBe(true);
    expect((await stranger.call(listTrash)).body._embedded.trash).toEqual([]);
  });
});
