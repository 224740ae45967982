import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { updateImage } from '@armarium/contract/image-calls';
import { updateCollection, updateItem } from '@armarium/contract/record-edits';
import { getCollection, getCollectionSummary } from '@armarium/contract/collection-calls';
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
