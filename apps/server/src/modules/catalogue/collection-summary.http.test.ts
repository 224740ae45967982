import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { updateImage } from '@armarium/contract/image-calls';
import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import {
  findCollectionTotals,
  getCollection,
  getCollectionSummary,
} from '@armarium/contract/collection-calls';
import { searchItems } from '@armarium/contract/item-calls';
import { deleteItem } from '@armarium/contract/deletions';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const collectionIn = (...parents: string[]) => house.collection('default', 'A collection', parents);
const summaryOf = async (uuid: string) => {
  const { status, body } = await client.call(getCollectionSummary, { params: { uuid } });
  expect(status).toBe(200);
  return body;
};

describe('the summary of a collection', () => {
  it('[API-066] counts everything below it once, whichever ways lead there', async () => {
    const top = await collectionIn(root);
    const [left, right] = [await collectionIn(top), await collectionIn(top)];
    const bottom = await collectionIn(left, right);
    const aside = await collectionIn(root);
    const [one, two, three] = [await uploaded(client), await uploaded(client), await uploaded(client)];
    const deep = await importedItem(client, { parents: [bottom, left, top, aside] }, [one, two]);
    await importedItem(client, { parents: [right] });
    await importedItem(client, { parents: [aside] }, [three]);
    await house.query(`update item set state = 'Approved' where uuid = $1`, [deep.uuid]);

    const summary = await summaryOf(top);
    expect(summary).toEqual({
      collections: 3,
      culturalItems: 2,
      images: 2,
      audios: 0,
      videos: 0,
      model3Ds: 0,
      size_bytes: one.size_bytes + two.size_bytes,
      byState: { Approved: 1, Default: 1 },
      lastModifiedDate: expect.any(String) as string,
    });
    expect(await summaryOf(bottom)).toMatchObject({ collections: 0, culturalItems: 1, images: 2 });
    expect(await summaryOf(aside)).toMatchObject({ collections: 0, culturalItems: 2, images: 3 });
    const { lastModifiedDate } = summary;
    await client.call(updateItem, { params: { uuid: deep.uuid }, body: { sgtt: 'Changed' } });
    expect((await summaryOf(top)).lastModifiedDate > lastModifiedDate).toBe(true);

    // What was remembered goes with each change of what it was made of.
    for (const [operation, uuid] of [
      [updateImage, one.uuid],
      [updateCollection, bottom],
      [updateItem, deep.uuid],
    ] as const) {
      const before = await summaryOf(top);
      expect(await summaryOf(top)).toEqual(before);
      const { status } = await client.call(operation, { params: { uuid }, body: { sgtt: 'Changed again' } });
      expect([operation.id, status]).toEqual([operation.id, 200]);
      const after = await summaryOf(top);
      expect([operation.id, after.lastModifiedDate > before.lastModifiedDate]).toEqual([operation.id, true]);
    }

    // What is in the trash counts nowhere.
    await house.query('update item set trashed_at = now() where uuid = $1', [deep.uuid]);
    expect(await summaryOf(top)).toMatchObject({
      culturalItems: 1,
      images: 0,
      size_bytes: 0,
      byState: { Default: 1 },
    });
  });

  it('is all zeros for an empty one, linked from it, and 404 for none', async () => {
    const empty = await collectionIn(root);
    const { body } = await client.call(getCollection, { params: { uuid: empty } });
    const href = body._links.summary.href.replace(house.origin, '');
    expect((await client.send('GET', href)).body).toMatchObject({
      collections: 0,
      culturalItems: 0,
      size_bytes: 0,
      byState: {},
    });
    const none = await client.call(getCollectionSummary, { params: { uuid: randomUUID() } });
    expect(none.status).toBe(404);
  });
});

describe('the totals of collections', () => {
  const totalsOf = async (uuids: string[], by = client) => {
    const { status, body } = await by.call(findCollectionTotals, { query: { uuid: uuids } });
    expect(status).toBe(200);
    return body.totals.map(({ uuid, collections, culturalItems }) => [uuid, collections, culturalItems]);
  };

  it('count what stands below, whichever ways lead there, in the order asked for', async () => {
    const top = await collectionIn(root);
    const [left, right] = [await collectionIn(top), await collectionIn(top)];
    const bottom = await collectionIn(left, right);
    const deep = await importedItem(client, { parents: [bottom, left] });
    await importedItem(client, { parents: [right] });
    expect(await totalsOf([right, top.toUpperCase(), randomUUID(), bottom])).toEqual([
      [right, 1, 2],
      [top, 3, 2],
      [bottom, 0, 1],
    ]);
    await client.call(deleteItem, { params: { uuid: deep.uuid } });
    expect(await totalsOf([top, bottom])).toEqual([
      [top, 3, 1],
      [bottom, 0, 0],
    ]);
  });

  it('leave out what a researcher does not see, and are what a search below the collection finds', async () => {
    const researcher = await house.person('default', 'ROLE_RESEARCHER');
    const top = await collectionIn(root);
    const [open, hidden] = [await collectionIn(top), await collectionIn(top)];
    const secret = await importedItem(client, { parents: [open] });
    await importedItem(client, { parents: [open, hidden] });
    await importedItem(client, { parents: [hidden] });
    const body = { visibility: 'restricted' as const };
    expect((await client.call(updateItem, { params: { uuid: secret.uuid }, body })).status).toBe(200);
    expect((await client.call(updateCollection, { params: { uuid: hidden }, body })).status).toBe(200);
    expect(await totalsOf([top, hidden])).toEqual([
      [top, 2, 3],
      [hidden, 0, 2],
    ]);
    expect(await totalsOf([top, hidden], researcher)).toEqual([[top, 1, 2]]);
    const found = await researcher.call(searchItems, { query: { text: '', belowUuid: top } });
    expect(found.body.page.totalElements).toBe(2);
  });
});
