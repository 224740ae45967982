import { describe, expect, it } from 'vitest';
import {
  findImageImport,
  findImportsByUuids,
  findItemImport,
  getImportedImage,
  getImportedItem,
  listImportedImages,
  retryImageImport,
} from '@armarium/contract/import-tracking';
import { importImage } from '@armarium/contract/imports';
import { listItemImages } from '@armarium/contract/image-calls';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { importedItem, openInstallation, uploaded } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const manager = await house.person('default', 'ROLE_TENANT_ADMIN');
const ada = await house.person('default', 'ROLE_CCC');
const bruno = await house.person('default', 'ROLE_CCC');

// Ada's item has two images of hers and one of Bruno's; Bruno's has one of his own.
const adas = [await uploaded(ada), await uploaded(ada)] as const;
const adasItem = await importedItem(ada, { sgtt: 'Ada’s' }, adas);
const brunos = [await uploaded(bruno), await uploaded(bruno)] as const;
const brunosItem = await importedItem(bruno, { sgtt: 'Bruno’s' }, [brunos[1]]);
const given = await bruno.call(importImage, {
  body: { culturalItemUuid: adasItem.uuid, uuid: brunos[0].uuid },
});
expect(given.status).toBe(202);

const both = { query: { uuid: [adasItem.uuid, brunosItem.uuid] } };
const figures = async (client: HttpClient) => {
  const { body } = await client.call(findImportsByUuids, both);
  expect(body.page.totalElements).toBe(body._embedded.culturalItems.length);
  return body._embedded.culturalItems.map((item) => [
    item.sgtt,
    item.imagesCount,
    item.notReadyImagesCount,
    item.failedImagesCount,
  ]);
};
const imagesOf = async (client: HttpClient, uuid: string) => {
  const { body } = await client.call(listImportedImages, { params: { uuid }, query: { size: 1 } });
  const all = await client.call(listImportedImages, { params: { uuid }, query: { size: 100 } });
  expect(body.page).toEqual({
    number: 0,
    size: 1,
    totalElements: all.body._embedded.images.length,
    totalPages: all.body._embedded.images.length,
  });
  return all.body._embedded.images.map((image) => image.uuid);
};
async function failImport(uuid: string): Promise<void> {
  await house.query(
    `with failed as (
       update asset_import set overall_state = 'ERROR', processing_state = 'ERROR' where asset_uuid = $1
       returning item_uuid)
     update item set not_ready_images_count = not_ready_images_count - 1,
       failed_images_count = failed_images_count + 1 from failed where item.uuid = failed.item_uuid`,
    [uuid],
  );
}

describe('the imports that a person follows', () => {
  it('[MGMT-19, PERM-27] are the own ones in lists and counts, and all of them for a manager', async () => {
    expect(await figures(manager)).toEqual([
      ['Ada’s', 3, 3, 0],
      ['Bruno’s', 1, 1, 0],
    ]);
    expect(await figures(ada)).toEqual([['Ada’s', 2, 2, 0]]);
    expect(await figures(bruno)).toEqual([
      ['Ada’s', 1, 1, 0],
      ['Bruno’s', 1, 1, 0],
    ]);
    for (const role of ['ROLE_USER', 'ROLE_METADATA_EDITOR'] as const)
      expect(await figures(await house.person('default', role))).toEqual([]);

    expect(await imagesOf(manager, adasItem.uuid)).toEqual([adas[0].uuid, adas[1].uuid, brunos[0].uuid]);
    expect(await imagesOf(ada, adasItem.uuid)).toEqual([adas[0].uuid, adas[1].uuid]);
    expect(await imagesOf(bruno, adasItem.uuid)).toEqual([brunos[0].uuid]);
    expect((await bruno.call(getImportedItem, { params: { uuid: adasItem.uuid } })).body.imagesCount).toBe(1);
  });

  it('[MGMT-19, PERM-08] are 403 where a single one is another’s', async () => {
    const image = brunos[0].uuid;
    const answers = [
      await ada.call(getImportedItem, { params: { uuid: brunosItem.uuid } }),
      await ada.call(findItemImport, { query: { importId: brunosItem.importId } }),
      await ada.call(listImportedImages, { params: { uuid: brunosItem.uuid } }),
      await ada.call(getImportedImage, { params: { uuid: image } }),
      await ada.call(findImageImport, { query: { importId: given.body.importId } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    expect((await manager.call(getImportedImage, { params: { uuid: image } })).status).toBe(200);
    expect((await bruno.call(getImportedImage, { params: { uuid: image } })).status).toBe(200);
  });

  it('[PERM-08] are tried again by their sender and by managers only, and say so by a link', async () => {
    const image = brunos[0].uuid;
    await failImport(image);
    const stateOf = async () =>
      (await bruno.call(getImportedImage, { params: { uuid: image } })).body.overall.importState;
    // The item is hers, the import is not.
    expect((await ada.call(retryImageImport, { params: { uuid: image } })).status).toBe(403);
    expect(await stateOf()).toBe('ERROR');
    expect(await figures(bruno)).toContainEqual(['Ada’s', 1, 0, 1]);
    expect(await figures(ada)).toEqual([['Ada’s', 2, 2, 0]]);
    for (const client of [bruno, manager]) {
      const { body } = await client.call(getImportedImage, { params: { uuid: image } });
      expect(body._links.retry?.href).toBe(`${house.origin}/import-manager/images/${image}/retry`);
      expect((await client.call(retryImageImport, { params: { uuid: image } })).status).toBe(202);
      expect(await stateOf()).toBe('PENDING');
      await failImport(image);
    }
  });

  it('have a link at the images of an item where it leads somewhere', async () => {
    const linked = async (client: HttpClient) => {
      const { body } = await client.call(listItemImages, { params: { uuid: adasItem.uuid } });
      return body._embedded.images.map(({ _links }) => _links.import !== undefined);
    };
    expect(await linked(manager)).toEqual([true, true, true]);
    expect(await linked(ada)).toEqual([true, true, false]);
    expect(await linked(await house.person('default', 'ROLE_RESEARCHER'))).toEqual([false, false, false]);
  });

  it('[PERM-42] stay to be looked at, and are not tried again, where ROLE_USER may change nothing', async () => {
    const account = await house.account('default', ['ROLE_USER']);
    const before = await house.signedIn(account);
    const upload = await uploaded(before);
    const item = await importedItem(before, {}, [upload]);
    await failImport(upload.uuid);
    await house.query(`update tenant set user_rights = 'read-only' where id = $1`, [house.tenantIds.default]);
    try {
      const client = await house.signedIn(account);
      expect((await client.call(getImportedItem, { params: { uuid: item.uuid } })).status).toBe(200);
      const { body } = await client.call(getImportedImage, { params: { uuid: upload.uuid } });
      expect(body.overall.importState).toBe('ERROR');
      expect(body._links.retry).toBeUndefined();
      expect((await client.call(retryImageImport, { params: { uuid: upload.uuid } })).status).toBe(403);
    } finally {
      await house.query(`update tenant set user_rights = 'all' where id = $1`, [house.tenantIds.default]);
    }
  });
});
