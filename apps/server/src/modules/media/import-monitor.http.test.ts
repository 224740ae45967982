import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { audioCalls } from '@armarium/contract/asset-calls';
import { deleteItem } from '@armarium/contract/deletions';
import { findImageByUuid } from '@armarium/contract/image-calls';
import {
  getImportedImage,
  getImportedItem,
  listImportedImages,
  listTenantImports,
  retryItemImports,
  type ItemImportState,
} from '@armarium/contract/import-tracking';
import { importImage } from '@armarium/contract/imports';
import type { Problem } from '@armarium/contract/problem';
import { uploadCalls } from '@armarium/contract/uploads';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { madeWave } from '../../../../../tests/http/made-recordings.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const managing = await house.account('default', ['ROLE_TENANT_ADMIN']);
const manager = await house.signedIn(managing);
const root = (await rootOf(manager)).uuid;

type Wanted = Partial<Parameters<typeof ask>[1]>;
const ask = (
  client: HttpClient,
  query: { state?: ItemImportState; account?: string; sort?: string[]; page?: number; size?: number },
) => client.call(listTenantImports, { query: { tenant: 'default', ...query } });
const listed = async (client: HttpClient, query: Wanted = {}) => (await ask(client, query)).body;
const titles = async (client: HttpClient, query: Wanted = {}) =>
  (await listed(client, query))._embedded.culturalItems.map(({ sgtt }) => sgtt);
const addressed = async (client: HttpClient, href: string) =>
  client.send<{ _embedded: { images: { uuid: string }[] }; page: object }>(
    'GET',
    href.replace(house.origin, ''),
  );

/** A person with an item of this title, whose images have these states. */
async function withItem(title: string, states: readonly ItemImportState[], client: HttpClient) {
  const uploads = [];
  for (const [index] of states.entries())
    uploads.push({ ...(await uploaded(client)), sgtt: `${title} ${index}` });
  const item = await importedItem(client, { sgtt: title }, uploads);
  for (const [index, state] of states.entries()) await settle(uploads[index]?.uuid ?? '', state);
  return { ...item, uploads };
}

/** Gives an import that waits another state, with the counts of its item. */
async function settle(asset: string, state: ItemImportState): Promise<void> {
  await house.query(
    `with settled as (
       update asset_import set overall_state = $2, processing_state = $2,
         cause = case $2 when 'ERROR' then '{"code": "broken", "title": "It is broken.", "nextStep": "Send it again."}'::jsonb end
       where asset_uuid = $1 and overall_state in ('PENDING', 'IN_PROGRESS') returning item_uuid, asset_uuid),
     counted as (select settled.item_uuid, kind = 'image' as is_image from settled join asset on asset.uuid = asset_uuid)
     update item set
       not_ready_images_count = not_ready_images_count - (is_image and $2 <> 'IN_PROGRESS')::integer,
       not_ready_media_count = not_ready_media_count - (not is_image and $2 <> 'IN_PROGRESS')::integer,
       failed_images_count = failed_images_count + (is_image and $2 = 'ERROR')::integer,
       failed_media_count = failed_media_count + (not is_image and $2 = 'ERROR')::integer
     from counted where item.uuid = item_uuid`,
    [asset, state],
  );
}

const failed = await withItem('Failed', ['ERROR', 'DONE'], manager);
const running = await withItem('Running', ['IN_PROGRESS', 'ERROR'], manager);
const ready = await withItem('Ready', ['DONE'], manager);
const bare = await importedItem(manager, { sgtt: 'Bare', pressmark: 'A 1' });

describe('the imports of a tenant', () => {
  it('[API-120, MGMT-04, MGMT-05] are all its items, the newest first, 20 a page, with the number in each state', async () => {
    const body = await listed(manager);
    expect(body._embedded.culturalItems.map(({ uuid }) => uuid)).toEqual([
      bare.uuid,
      ready.uuid,
      running.uuid,
      failed.uuid,
    ]);
    expect(body.page).toEqual({ number: 0, size: 20, totalElements: 4, totalPages: 1 });
    expect(body.byState).toEqual({ ERROR: 1, IN_PROGRESS: 1, DONE: 2 });
    const second = await listed(manager, { page: 1, size: 3 });
    expect(second._embedded.culturalItems.map(({ uuid }) => uuid)).toEqual([failed.uuid]);
    expect(second.page).toEqual({ number: 1, size: 3, totalElements: 4, totalPages: 2 });
  });

  it('[API-120] are sorted by title, pressmark or date, and by nothing else', async () => {
    expect(await titles(manager, { sort: ['sgtt'] })).toEqual(['Bare', 'Failed', 'Ready', 'Running']);
    expect(await titles(manager, { sort: ['sgtt,desc'], state: 'DONE' })).toEqual(['Ready', 'Bare']);
    expect((await titles(manager, { sort: ['pressmark'] }))[0]).toBe('Bare');
    expect(await titles(manager, { sort: ['createdDate,asc'] })).toEqual([
      'Failed',
      'Running',
      'Ready',
      'Bare',
    ]);
    for (const state of [undefined, 'DONE'] as const) {
      const { status, body } = await ask(manager, { sort: ['metadata'], state });
      expect([status, (body as unknown as Problem).code]).toEqual([400, 'malformed']);
    }
  });

  it('[API-120] are of this tenant only: any other name is 404, whether it exists or not', async () => {
    for (const tenant of ['altra', 'nowhere']) {
      const { status } = await manager.call(listTenantImports, { query: { tenant } });
      expect({ tenant, status }).toEqual({ tenant, status: 404 });
    }
  });

  it('are filtered by state, page by page', async () => {
    expect(await titles(manager, { state: 'ERROR' })).toEqual(['Failed']);
    expect(await titles(manager, { state: 'IN_PROGRESS' })).toEqual(['Running']);
    expect(await titles(manager, { state: 'DONE' })).toEqual(['Bare', 'Ready']);
    const second = await listed(manager, { state: 'DONE', page: 1, size: 1 });
    expect(second._embedded.culturalItems.map(({ sgtt }) => sgtt)).toEqual(['Ready']);
    expect(second.page).toEqual({ number: 1, size: 1, totalElements: 2, totalPages: 2 });
    expect(second.byState).toEqual({ ERROR: 1, IN_PROGRESS: 1, DONE: 2 });
  });

  it('[MGMT-18] hold what the monitor shows of an item, and its links', async () => {
    const [item] = (await listed(manager, { state: 'ERROR' }))._embedded.culturalItems;
    const address = `${house.origin}/import-manager/culturalItems/${failed.uuid}`;
    expect(item).toMatchObject({
      uuid: failed.uuid,
      importId: failed.importId,
      sgtt: 'Failed',
      parentCollectionsUuids: [root],
      imagesCount: 2,
      failedImagesCount: 1,
      overall: { importState: 'ERROR', cause: { code: 'images-failed' } },
      _links: {
        self: { href: address },
        images: { href: `${address}/images` },
        audios: { href: `${address}/audios` },
        retry: { href: `${address}/retry` },
      },
    });
    expect(item?.pressmark).toMatch(/^PM /);
    const [whole] = (await listed(manager, { state: 'DONE' }))._embedded.culturalItems;
    expect(whole?._links).not.toHaveProperty('retry');
  });

  it('[API-121, API-122, API-123, MGMT-17] lead to the images, ten a page, and to the stages and cause of each', async () => {
    const many = await withItem(
      'Many',
      Array.from({ length: 11 }, () => 'DONE' as const),
      manager,
    );
    const [item] = (await listed(manager, { size: 1 }))._embedded.culturalItems;
    const images = await addressed(manager, item?._links.images.href ?? '');
    expect(images.body.page).toEqual({ number: 0, size: 10, totalElements: 11, totalPages: 2 });
    expect(images.body._embedded.images.map(({ uuid }) => uuid)).toEqual(
      many.uploads.slice(0, 10).map(({ uuid }) => uuid),
    );
    const page = { page: 1, size: 4, sort: ['position'] };
    const { body } = await manager.call(listImportedImages, { params: { uuid: many.uuid }, query: page });
    expect(body._embedded.images.map(({ sgtt }) => sgtt)).toEqual(['Many 4', 'Many 5', 'Many 6', 'Many 7']);
    await manager.call(deleteItem, { params: { uuid: many.uuid } });
    await manager.call(deleteItem, { params: { uuid: many.uuid } });

    const inState = async (state: ItemImportState, uuid = running.uuid) => {
      const answer = await manager.call(listImportedImages, { params: { uuid }, query: { state, size: 1 } });
      return [answer.body._embedded.images.map(({ sgtt }) => sgtt), answer.body.page.totalElements];
    };
    expect(await inState('ERROR')).toEqual([['Running 1'], 1]);
    expect(await inState('IN_PROGRESS')).toEqual([['Running 0'], 1]);
    expect(await inState('DONE')).toEqual([[], 0]);

    const uuid = failed.uploads[0]?.uuid ?? '';
    const one = (await manager.call(getImportedImage, { params: { uuid } })).body;
    const self = `${house.origin}/import-manager/images/${uuid}`;
    expect(one).toMatchObject({
      uuid,
      sgtt: 'Failed 0',
      autn: '',
      metadata: { importState: 'DONE' },
      upload: { importState: 'PENDING' },
      processing: { importState: 'ERROR' },
      indexing: { importState: 'PENDING' },
      overall: {
        importState: 'ERROR',
        cause: { code: 'broken', title: 'It is broken.', nextStep: 'Send it again.' },
        warnings: [],
      },
      _links: { self: { href: self }, retry: { href: `${self}/retry` } },
    });
    expect((await manager.call(findImageByUuid, { query: { uuid } })).body).toMatchObject({
      sgtt: 'Failed 0',
      autn: '',
    });
  });

  it('leave out what is in the trash, and what is hidden from the reader', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const before = await house.signedIn(account);
    const item = await withItem('Hidden later', ['DONE'], manager);
    const upload = await uploaded(before);
    await before.call(importImage, { body: { culturalItemUuid: item.uuid, uuid: upload.uuid } });
    expect(await titles(before)).toEqual(['Hidden later']);
    await house.query(`update item set visibility = 'restricted' where uuid = $1`, [item.uuid]);
    await house.query(`update tenant set user_rights = 'own' where id = $1`, [house.tenantIds.default]);
    try {
      const reader = await house.signedIn(account);
      for (const state of [undefined, 'IN_PROGRESS'] as const) {
        const body = await listed(reader, { state });
        expect(body).toMatchObject({ _embedded: { culturalItems: [] }, page: { totalElements: 0 } });
        expect(body.byState).toEqual({ ERROR: 0, IN_PROGRESS: 0, DONE: 0 });
      }
    } finally {
      await house.query(`update tenant set user_rights = 'all' where id = $1`, [house.tenantIds.default]);
    }
    expect(await titles(manager, { state: 'IN_PROGRESS' })).toEqual(['Hidden later', 'Running']);
    await manager.call(deleteItem, { params: { uuid: item.uuid } });
    expect(await titles(manager, { state: 'IN_PROGRESS' })).toEqual(['Running']);
    expect(await titles(manager)).not.toContain('Hidden later');
    expect((await listed(manager)).byState).toEqual({ ERROR: 1, IN_PROGRESS: 1, DONE: 2 });
  });
});

describe('the imports of a person', () => {
  it('[MGMT-19, PERM-27] are all that whoever follows own ones gets, whatever account is named', async () => {
    const account = await house.account('default', ['ROLE_CCC']);
    const ada = await house.signedIn(account);
    const own = await withItem('Ada’s', ['DONE'], ada);
    // Into an item of somebody else's, which has images of others too.
    const given = await uploaded(ada);
    await ada.call(importImage, { body: { culturalItemUuid: ready.uuid, uuid: given.uuid } });
    await settle(given.uuid, 'ERROR');
    for (const named of [undefined, managing.uuid, randomUUID()]) {
      const body = await listed(ada, { account: named, sort: ['sgtt'] });
      expect(body._embedded.culturalItems.map(({ sgtt, imagesCount }) => [sgtt, imagesCount])).toEqual([
        ['Ada’s', 1],
        ['Ready', 1],
      ]);
      expect(body.page.totalElements).toBe(2);
      expect(body.byState).toEqual({ ERROR: 1, IN_PROGRESS: 0, DONE: 1 });
    }
    expect(await titles(ada, { sort: ['sgtt,desc'], page: 1, size: 1 })).toEqual(['Ada’s']);
    expect(await titles(ada, { state: 'ERROR' })).toEqual(['Ready']);
    expect(await titles(ada, { state: 'DONE' })).toEqual(['Ada’s']);
    expect(await titles(ada, { state: 'IN_PROGRESS' })).toEqual([]);

    // A manager who asks for her imports gets the same, and its links lead to hers alone.
    const asked = await listed(manager, { account: account.uuid.toUpperCase(), sort: ['sgtt'] });
    expect(asked.byState).toEqual({ ERROR: 1, IN_PROGRESS: 0, DONE: 1 });
    expect(asked._embedded.culturalItems.map(({ uuid }) => uuid)).toEqual([own.uuid, ready.uuid]);
    const { body } = await addressed(manager, asked._embedded.culturalItems[1]?._links.images.href ?? '');
    expect(body._embedded.images.map(({ uuid }) => uuid)).toEqual([given.uuid]);
    const nobodys = await listed(manager, { account: randomUUID() });
    expect(nobodys.page.totalElements).toBe(0);
    expect(nobodys.byState).toEqual({ ERROR: 0, IN_PROGRESS: 0, DONE: 0 });
    const unsent = await manager.call(listImportedImages, {
      params: { uuid: bare.uuid },
      query: { account: account.uuid },
    });
    expect(unsent.status).toBe(404);
  });
});

describe('all failed imports of an item', () => {
  const retried = (client: HttpClient, uuid: string, account?: string) =>
    client.call(retryItemImports, { params: { uuid }, query: { account } });

  it('are run again at once, of whatever kind', async () => {
    const item = await withItem('Mixed', ['ERROR', 'ERROR', 'DONE'], manager);
    const sent = { source: madeWave(), name: 'a.wav', type: 'audio/wav' };
    const { uuid: sound } = (await manager.upload(uploadCalls.audio, sent)).body;
    await manager.call(audioCalls.import, { body: { culturalItemUuid: item.uuid, uuid: sound } });
    await settle(sound, 'ERROR');
    const stands = async () => (await manager.call(getImportedItem, { params: { uuid: item.uuid } })).body;
    expect(await stands()).toMatchObject({ failedImagesCount: 2, failedMediaCount: 1 });
    const answer = await retried(manager, item.uuid);
    expect([answer.status, answer.body]).toEqual([202, { started: 3 }]);
    const after = await stands();
    expect(after).toMatchObject({
      failedImagesCount: 0,
      notReadyImagesCount: 2,
      failedMediaCount: 0,
      notReadyMediaCount: 1,
      overall: { importState: 'IN_PROGRESS' },
    });
    expect(after._links).not.toHaveProperty('retry');
    const waiting = await house.query<{ asset: string }>(
      `select asset_uuid as asset from asset_import
         join graphile_worker._private_jobs on payload ->> 'importId' = asset_import.uuid::text`,
    );
    const expected = [item.uploads[0]?.uuid, item.uploads[1]?.uuid, sound];
    expect(waiting.map(({ asset }) => asset)).toEqual(expect.arrayContaining(expected));
    const again = await retried(manager, item.uuid);
    expect([again.status, (again.body as unknown as Problem).code]).toEqual([409, 'not-retryable']);
    expect((await retried(manager, randomUUID())).status).toBe(404);
  });

  it('[PERM-08] are run again by their sender and by managers only, and say so by a link', async () => {
    const account = await house.account('default', ['ROLE_CCC']);
    const [ada, bruno] = [await house.signedIn(account), await house.person('default', 'ROLE_CCC')];
    const item = await withItem('Shared', ['ERROR'], ada);
    const given = await uploaded(bruno);
    await bruno.call(importImage, { body: { culturalItemUuid: item.uuid, uuid: given.uuid } });
    await settle(given.uuid, 'ERROR');
    const linked = async (client: HttpClient) =>
      (await listed(client, { state: 'ERROR' }))._embedded.culturalItems.find(
        ({ uuid }) => uuid === item.uuid,
      )?._links;
    expect(await linked(await house.person('default', 'ROLE_CCC'))).toBeUndefined();
    expect((await retried(await house.person('default', 'ROLE_RESEARCHER'), item.uuid)).status).toBe(403);
    // Each runs own ones only, whichever account is named.
    expect(await linked(bruno)).toHaveProperty('retry');
    expect((await retried(bruno, item.uuid)).body).toEqual({ started: 1 });
    expect((await retried(bruno, item.uuid)).status).toBe(403);
    expect(await linked(manager)).toBeUndefined();
    await settle(given.uuid, 'ERROR');
    // A manager: those of one account, or all.
    const asked = await listed(manager, { account: account.uuid });
    expect(asked._embedded.culturalItems[0]?._links.retry?.href).toBe(
      `${house.origin}/import-manager/culturalItems/${item.uuid}/retry?account=${account.uuid}`,
    );
    expect((await retried(manager, item.uuid, account.uuid)).body).toEqual({ started: 1 });
    expect((await retried(manager, item.uuid)).body).toEqual({ started: 1 });
  });
});
