import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { getCollection } from '@armarium/contract/collection-calls';
import { getImage } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import {
  getCollectionHistory,
  getImageHistory,
  getItemHistory,
  type HistoryEntry,
} from '@armarium/contract/history';
import {
  openInstallation,
  importedItem,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const editor = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = (await rootOf(editor)).uuid;

it('[API-154] the history of a record tells who, when, what, before and after, and with which batch', async () => {
  const began = Date.now();
  const { uuid: upload } = await uploaded(editor);
  const made = await importedItem(editor, { sgtt: 'Liber precum', pressmark: 'MS 12' }, [{ uuid: upload }]);
  const item = await editor.call(getItemHistory, { params: { uuid: made.uuid } });
  expect(item).toMatchObject({ status: 200, body: { page: { totalElements: 1, number: 0, size: 20 } } });
  const [entry] = item.body._embedded.history as [HistoryEntry];
  expect(entry).toMatchObject({
    user: 'Ada Rossi',
    action: 'create',
    changeSetKind: 'import',
    before: null,
    after: {
      customMetadataList: expect.arrayContaining([
        { name: 'sgtt', value: 'Liber precum' },
        { name: 'pressmark', value: 'MS 12' },
      ]) as unknown,
      parentCollectionsUuids: [root],
    },
  });
  expect(Date.parse(entry.date)).toBeGreaterThanOrEqual(began - 1_000);
  expect(Date.parse(entry.date)).toBeLessThanOrEqual(Date.now() + 1_000);
  // What was made together shares its batch.
  const image = await editor.call(getImageHistory, { params: { uuid: upload } });
  expect(image.body._embedded.history).toMatchObject([
    { action: 'create', changeSet: entry.changeSet, after: { culturalItem: made.uuid } },
  ]);
});

it('the history comes a page at a time, the newest first', async () => {
  const uuid = await house.collection('default', 'A', [root]);
  for (const title of ['B', 'C', 'D']) {
    await house.query(
      `with made as (insert into change_set (tenant_id, uuid, account_name, kind)
         values ($1, gen_random_uuid(), 'Somebody', 'edit') returning uuid)
       insert into history (tenant_id, change_set, record_uuid, resource_type, action, after)
       select $1, uuid, $2, 'COLLECTION', 'update', jsonb_build_object('sgtt', $3::text) from made`,
      [house.tenantIds.default, uuid, title],
    );
  }
  const page = (number: number) =>
    editor.call(getCollectionHistory, { params: { uuid }, query: { page: number, size: 3 } });
  const first = await page(0);
  expect(first.body.page).toEqual({ number: 0, size: 3, totalElements: 4, totalPages: 2 });
  expect(first.body._embedded.history.map(({ after }) => after)).toEqual([
    { sgtt: 'D' },
    { sgtt: 'C' },
    { sgtt: 'B' },
  ]);
  expect((await page(1)).body._embedded.history).toMatchObject([{ action: 'create' }]);
});

it('a record leads to its history for those who may read it', async () => {
  const { uuid: upload } = await uploaded(editor);
  const { uuid } = await importedItem(editor, {}, [{ uuid: upload }]);
  const publishing = await house.person('default', 'ROLE_PUBLISHER');
  const downloading = await house.person('default', 'ROLE_IMAGE_DOWNLOAD');
  for (const [operation, of] of [
    [getItem, uuid],
    [getCollection, root],
    [getImage, upload],
  ] as const) {
    const { body } = await publishing.call(operation, { params: { uuid: of } });
    const { history } = body._links;
    expect(history).toBeDefined();
    const address = new URL(history?.href ?? '');
    expect(await publishing.send('GET', address.pathname)).toMatchObject({ status: 200 });
    const hidden = await downloading.call(operation, { params: { uuid: of } });
    expect(hidden.body._links.history).toBeUndefined();
  }
});

it('nothing has no history, and a record has none as another kind', async () => {
  for (const uuid of [randomUUID(), root]) {
    expect(await editor.call(getItemHistory, { params: { uuid } })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  }
});
