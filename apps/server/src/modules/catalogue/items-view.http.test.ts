import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { getItemsView, updateItemsView } from '@armarium/contract/items-view';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(client)).uuid;
const newCollection = () => house.collection('default', 'A collection', [root]);
const viewOf = async (collectionUuid?: string, person = client) =>
  (await person.call(getItemsView, { query: { collectionUuid } })).body;

describe('what suits the items', () => {
  it('is a compact list where fewer than one in five has a picture, ready or not', async () => {
    const collectionUuid = await newCollection();
    expect(await viewOf(collectionUuid)).toEqual({ view: 'cards', fields: null });

    const uuids: string[] = [];
    for (let place = 0; place < 5; place += 1)
      uuids.push((await importedItem(client, { parents: [collectionUuid] })).uuid);
    expect(await viewOf(collectionUuid)).toEqual({ view: 'list', fields: null });
    expect((await viewOf()).view).toBe('list');

    await house.query('update item set images_count = 1 where uuid = $1', [uuids[3]]);
    expect((await viewOf(collectionUuid)).view).toBe('cards');
    expect((await viewOf()).view).toBe('cards');

    await importedItem(client, { parents: [collectionUuid] });
    expect((await viewOf(collectionUuid)).view).toBe('list');
    expect((await viewOf(await newCollection())).view).toBe('cards');

    await house.query('update item set images_count = 0, thumbnail = $2 where uuid = $1', [
      uuids[3],
      JSON.stringify({ asset: randomUUID(), kind: 'video', width_px: 300, height_px: 200 }),
    ]);
    await house.query('update item set images_count = 1 where uuid = $1', [uuids[0]]);
    expect((await viewOf(collectionUuid)).view).toBe('cards');
  });
});

describe('what somebody chose', () => {
  it('is kept part by part, for one collection or for all results, and for nobody else', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const [here, elsewhere] = [await house.signedIn(account), await house.signedIn(account)];
    const collectionUuid = await newCollection();
    const query = { collectionUuid };
    const suits = await viewOf();

    const kept = await here.call(updateItemsView, { query, body: { view: 'table' } });
    expect(kept).toMatchObject({ status: 200, body: { view: 'table', fields: null } });
    await here.call(updateItemsView, { query, body: { fields: ['language', 'place'] } });
    expect(await viewOf(collectionUuid, elsewhere)).toEqual({ view: 'table', fields: ['language', 'place'] });
    await here.call(updateItemsView, { query, body: { view: 'cards', fields: [] } });
    expect(await viewOf(collectionUuid.toUpperCase(), elsewhere)).toEqual({ view: 'cards', fields: [] });

    // A choice of fields alone leaves the view to what suits the items.
    await here.call(updateItemsView, { body: { fields: ['place'] } });
    expect(await viewOf(undefined, elsewhere)).toEqual({ ...suits, fields: ['place'] });
    await here.call(updateItemsView, { body: { view: 'table' } });
    expect(await viewOf(undefined, elsewhere)).toEqual({ view: 'table', fields: ['place'] });

    expect(await viewOf(await newCollection(), here)).toEqual({ view: 'cards', fields: null });
    expect(await viewOf()).toEqual(suits);
    await house.giveRole(account.uuid, 'altra', 'ROLE_USER');
    const there = await house.signedIn(account, 'altra');
    expect(await viewOf(undefined, there)).toMatchObject({ fields: null });
  });

  it('goes with its collection', async () => {
    const collectionUuid = await newCollection();
    await client.call(updateItemsView, { query: { collectionUuid }, body: { view: 'table' } });
    await house.query('delete from collection_closure where descendant_uuid = $1', [collectionUuid]);
    await house.query('delete from collection_link where child_uuid = $1', [collectionUuid]);
    await house.query('delete from collection where uuid = $1', [collectionUuid]);
    const left = await house.query('select from items_view where collection_uuid = $1', [collectionUuid]);
    expect(left).toEqual([]);
  });

  it.each([
    ['nothing', {}],
    ['a view that does not exist', { view: 'shelf' }],
    ['three fields', { fields: ['a', 'b', 'c'] }],
    ['a field twice', { fields: ['a', 'a'] }],
  ])('is refused where it is %s', async (_what, body) => {
    expect((await client.call(updateItemsView, { body: body as never })).status).toBe(422);
  });

  it('is 404 for a collection that does not exist', async () => {
    const query = { collectionUuid: randomUUID() };
    expect((await client.call(getItemsView, { query })).status).toBe(404);
    expect((await client.call(updateItemsView, { query, body: { view: 'list' } })).status).toBe(404);
  });
});
