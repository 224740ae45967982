import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import {
  addImage,
  arrangeImages,
  deleteImage,
  findImageByUuid,
  removeImage,
  updateImage,
  getImage,
  listItemImages,
} from '@armarium/contract/image-calls';
import { importImage } from '@armarium/contract/imports';
import type { Problem } from '@armarium/contract/problem';
import { getItem } from '@armarium/contract/item-calls';
import { deleteItem } from '@armarium/contract/deletions';
import { getImageHistory } from '@armarium/contract/history';
import { listTrash, purgeTrashEntry, restoreTrashEntry } from '@armarium/contract/trash';
import { madePng } from '../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');

/** An item with images, all prepared. */
async function madeItem(images: number, sgtt = 'Album') {
  const uploads = await Promise.all(Array.from({ length: images }, () => uploaded(client)));
  const { uuid } = await importedItem(
    client,
    { sgtt },
    uploads.map((upload, index) => ({ uuid: upload.uuid, sgtt: `page ${index + 1}` })),
  );
  await settledImport(client, uuid);
  return { uuid, images: uploads.map((upload) => upload.uuid) };
}
const itemOf = async (uuid: string) => (await client.call(getItem, { params: { uuid } })).body;
/** The images of an item as they stand, each at the place that it tells itself. */
async function imagesOf(uuid: string): Promise<string[]> {
  const { body } = await client.call(listItemImages, { params: { uuid }, query: { size: 1000 } });
  const { images } = body._embedded;
  expect(images.map(({ position }) => position)).toEqual(images.map((_, index) => index + 1));
  const item = await itemOf(uuid);
  expect(item.mediaTypeInfo.imagesCount).toBe(images.length);
  const [first] = images;
  if (first) expect(item.thumbnail).toContain(first.uuid);
  else expect(item.thumbnail).toBeNull();
  return images.map((image) => image.uuid);
}
const statusOf = async (uuid: string) => (await client.call(getImage, { params: { uuid } })).status;
const tileOf = async (uuid: string) =>
  (await client.send('GET', `/iiif/3/${uuid}/full/max/0/default.jpg`)).status;
const linksOf = (uuids: readonly string[]) => uuids.map((uuid) => `${house.origin}/meta/images/${uuid}`);
/** Sends a list of addresses as text. */
async function ordered(item: string, text: string, more: Record<string, string> = {}) {
  const bytes = Buffer.from(text);
  return client.send<Problem | undefined>(
    'PUT',
    arrangeImages.path.replace(':uuid', item),
    {
      'content-type': 'text/uri-list',
      'content-length': String(bytes.length),
      'x-xsrf-token': await client.csrfToken(),
      ...more,
    },
    Readable.from([bytes]),
  );
}
async function entryOf(record: string) {
  const { body } = await client.call(listTrash, { query: { size: 1000 } });
  return body._embedded.trash.find(({ recordUuid }) => recordUuid === record);
}
const move = (image: string, item: string, position?: number) =>
  client.call(addImage, {
    params: { uuid: item },
    body: { imageUuid: image, ...(position !== undefined && { position }) },
  });

describe('the metadata of an image', () => {
  it('[API-033, API-041, API-123] are changed by list or mirrors, with If-Match, and read by uuid', async () => {
    const { images } = await madeItem(1);
    const uuid = images[0]!;
    const before = await client.call(findImageByUuid, { query: { uuid } });
    expect(before.body).toMatchObject({ uuid, sgtt: 'page 1', autn: '' });
    const ifMatch = before.headers['etag'] ?? '';
    const body = { sgtt: ' Frontispiece ', autn: 'Dürer' };
    const {
      status,
      body: image,
      headers,
    } = await client.call(updateImage, { params: { uuid }, body, ifMatch });
    expect({ status, image }).toMatchObject({
      status: 200,
      image: {
        sgtt: 'Frontispiece',
        autn: 'Dürer',
        customMetadataList: [
          { name: 'autn', value: 'Dürer' },
          { name: 'sgtt', value: 'Frontispiece' },
        ],
      },
    });
    expect((await client.call(updateImage, { params: { uuid }, body, ifMatch })).status).toBe(412);
    const again = await client.call(updateImage, { params: { uuid }, body: { ...image } });
    expect([again.status, again.headers['etag']]).toEqual([200, headers['etag']]);
    const refused = await client.call(updateImage, {
      params: { uuid },
      body: {
        customMetadataList: [
          { name: 'sgtt', value: 'x' },
          { name: 'shelf', value: 'y' },
        ],
      },
    });
    expect({ status: refused.status, body: refused.body }).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'customMetadataList[1]', code: 'unknown-field' }] },
    });
    const { body: history } = await client.call(getImageHistory, { params: { uuid } });
    expect(history._embedded.history[0]).toMatchObject({ action: 'update' });
  });
});

describe('the order of the images of an item', () => {
  it('[API-014, API-015, API-034] is set by their links, LF or CRLF, blank and # lines skipped', async () => {
    const { uuid, images } = await madeItem(3);
    const [a, b, c] = linksOf(images);
    expect(await ordered(uuid, `# by hand\r\n${c}\r\n\r\n  ${a}\r\n${b}\r\n`)).toMatchObject({ status: 204 });
    expect(await imagesOf(uuid)).toEqual([images[2], images[0], images[1]]);
    expect(await ordered(uuid, `${b}\n${a}\n#${a}\n\n${c}`)).toMatchObject({ status: 204 });
    expect(await imagesOf(uuid)).toEqual([images[1], images[0], images[2]]);
    expect((await client.call(arrangeImages, { params: { uuid }, body: linksOf(images) })).status).toBe(204);
    expect(await imagesOf(uuid)).toEqual(images);
  });

  it('[API-173] is refused unless it names exactly those that it has', async () => {
    const { uuid, images } = await madeItem(2);
    const other = await madeItem(1);
    const [a = '', b = ''] = linksOf(images);
    const [foreign = ''] = linksOf(other.images);
    const conflict = { status: 409, body: { code: 'order-differs' } };
    for (const list of [[a], [a, b, foreign], [a, a], [a, foreign], []]) {
      expect(await ordered(uuid, list.join('\n'))).toMatchObject(conflict);
    }
    expect(await ordered(uuid, `${a}\nhttp://elsewhere.example/`)).toMatchObject({
      status: 422,
      body: { fields: [{ name: '[1]', code: 'not-a-link' }] },
    });
    expect(await ordered(uuid, `${b}\n${a}`, { 'if-match': '"0"' })).toMatchObject({ status: 412 });
    expect(await imagesOf(uuid)).toEqual(images);
    const elsewhere = await client.send('PATCH', updateImage.path.replace(':uuid', images[0] ?? ''), {
      'content-type': 'text/uri-list',
      'content-length': '0',
      'x-xsrf-token': await client.csrfToken(),
    });
    expect(elsewhere.status).toBe(415);
  });
});

describe('an image that moves to another item', () => {
  it('[API-039, API-040, ASSET-22, ASSET-37, ASSET-38] takes its place there at once, and what is left to remove is nothing', async () => {
    const from = await madeItem(3, 'From');
    const to = await madeItem(2, 'To');
    const [first = '', second = ''] = from.images;
    const { status, body, headers } = await move(first, to.uuid, 2);
    expect({ status, body }).toMatchObject({ status: 200, body: { uuid: first, position: 2 } });
    expect(headers['etag']).toBe((await client.call(getImage, { params: { uuid: first } })).headers['etag']);
    expect(body._links.culturalItem.href).toContain(to.uuid);
    expect(await imagesOf(from.uuid)).toEqual(from.images.slice(1));
    expect(await imagesOf(to.uuid)).toEqual([to.images[0], first, to.images[1]]);
    const left = await client.call(removeImage, { params: { uuid: from.uuid }, body: { imageUuid: first } });
    expect(left.status).toBe(204);
    expect(await statusOf(first)).toBe(200);

    // By the query, last, and within one item.
    const query = { imageUuid: second };
    expect((await client.call(addImage, { params: { uuid: to.uuid }, query, body: {} })).status).toBe(200);
    expect(await imagesOf(to.uuid)).toEqual([to.images[0], first, to.images[1], second]);
    expect((await move(second, to.uuid, 1)).body.position).toBe(1);
    expect(await imagesOf(to.uuid)).toEqual([second, to.images[0], first, to.images[1]]);
    expect((await move(second, to.uuid, 99)).body.position).toBe(4);
    expect(await imagesOf(to.uuid)).toEqual([to.images[0], first, to.images[1], second]);
    expect(
      await client.send('PATCH', addImage.path.replace(':uuid', to.uuid), {
        'x-xsrf-token': await client.csrfToken(),
      }),
    ).toMatchObject({ status: 422, body: { fields: [{ name: 'imageUuid' }] } });
  });

  it('[ASSET-36, ASSET-39] needs no right to delete, and stays whole where two move it at once', async () => {
    const from = await madeItem(1, 'From');
    const targets = await Promise.all([madeItem(1), madeItem(1)]);
    const image = from.images[0]!;
    const mover = await house.person('default', 'ROLE_CCC');
    const moved = await mover.call(addImage, {
      params: { uuid: targets[0].uuid },
      body: { imageUuid: image },
    });
    expect(moved.status).toBe(200);
    const remove = (uuid: string) =>
      mover.call(removeImage, { params: { uuid }, query: { imageUuid: image }, body: {} });
    expect((await remove(from.uuid)).status).toBe(204);
    expect((await remove(targets[0].uuid)).status).toBe(403);

    const answers = await Promise.all(targets.map(({ uuid }) => move(image, uuid, 1)));
    expect(answers.every(({ status }) => status === 200 || status === 412)).toBe(true);
    const standing = await Promise.all([from, ...targets].map(({ uuid }) => imagesOf(uuid)));
    expect(standing.flat().filter((uuid) => uuid === image)).toHaveLength(1);
  });

  it('of another tenant is not there, nor goes one to another tenant’s item', async () => {
    const own = await madeItem(1);
    const foreigner = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const theirs = await importedItem(foreigner, {});
    const call = { params: { uuid: theirs.uuid }, body: { imageUuid: own.images[0]! } };
    expect((await foreigner.call(addImage, call)).status).toBe(404);
    expect((await client.call(addImage, call)).status).toBe(404);
    expect((await foreigner.call(removeImage, call)).status).toBe(404);
    expect(await imagesOf(own.uuid)).toEqual(own.images);
  });
});

describe('an image that is deleted', () => {
  it('[API-040, API-042, ASSET-39] is in the trash, is served no more, and comes back to its place', async () => {
    const { uuid, images } = await madeItem(3);
    const [first = '', second = '', third = ''] = images;
    expect(await tileOf(first)).toBe(200);
    const remove = (image: string, more: object = {}) =>
      client.call(deleteImage, { params: { uuid: image }, ...more });
    expect((await remove(first, { ifMatch: '"0"' })).status).toBe(412);
    expect((await remove(first, { query: { reason: 'Blurred' } })).status).toBe(204);
    expect([await tileOf(first), await statusOf(first), (await remove(first)).status]).toEqual([
      404, 404, 404,
    ]);
    expect(await imagesOf(uuid)).toEqual([second, third]);
    const gone = await client.call(removeImage, { params: { uuid }, body: { imageUuid: second } });
    expect(gone.status).toBe(204);
    expect(await imagesOf(uuid)).toEqual([third]);
    expect(await ordered(uuid, linksOf(images).join('\n'))).toMatchObject({ status: 409 });

    const entry = await entryOf(first);
    const item = await itemOf(uuid);
    expect(entry).toMatchObject({
      resourceType: 'MEDIA',
      title: 'page 1',
      reason: 'Blurred',
      pressmark: null,
      culturalItem: { uuid, title: 'Album', pressmark: item.pressmark, isThere: true },
      allowedActions: ['restore', 'purge'],
    });
    for (const text of ['PAGE 1', item.pressmark]) {
      const { body } = await client.call(listTrash, { query: { text } });
      expect(body._embedded.trash.map(({ uuid }) => uuid)).toContain(entry?.uuid);
    }
    const restored = await client.call(restoreTrashEntry, { params: { uuid: entry!.uuid }, body: {} });
    expect(restored.body).toMatchObject({
      recordUuid: first,
      _links: { record: { href: linksOf([first])[0] } },
    });
    expect(await imagesOf(uuid)).toEqual([first, third]);
    expect(await tileOf(first)).toBe(200);
    expect(await entryOf(first)).toBeUndefined();
    const { body: history } = await client.call(getImageHistory, { params: { uuid: first } });
    expect(history._embedded.history.map(({ action }) => action)).toEqual(['restore', 'delete', 'create']);
  });

  it('waits for its item, and goes for ever with it', async () => {
    const { uuid, images } = await madeItem(2);
    const [image = ''] = images;
    await client.call(deleteImage, { params: { uuid: image } });
    await client.call(deleteItem, { params: { uuid } });
    const entry = await entryOf(image);
    expect(entry?.culturalItem?.isThere).toBe(false);
    const refused = await client.call(restoreTrashEntry, { params: { uuid: entry!.uuid }, body: {} });
    expect(refused).toMatchObject({ status: 409, body: { code: 'item-gone' } });
    const whole = await entryOf(uuid);
    expect((await client.call(purgeTrashEntry, { params: { uuid: whole!.uuid } })).status).toBe(204);
    expect(await entryOf(image)).toBeUndefined();
    const left = await house.query('select from asset where item_uuid = $1', [uuid]);
    expect(left).toEqual([]);
  });

  it('and purged leaves a tombstone, no file, and its item as it is', async () => {
    const earlier = await house.storedFiles();
    const png = { source: madePng(61, 47), name: 'alone.png' };
    const { uuid, images } = await madeItem(1);
    const standing = await house.storedFiles();
    const { uuid: upload } = await uploaded(client, png);
    await client.call(importImage, { body: { culturalItemUuid: uuid, uuid: upload } });
    await settledImport(client, uuid);
    await client.call(deleteImage, { params: { uuid: upload } });
    const entry = await entryOf(upload);
    expect((await client.call(purgeTrashEntry, { params: { uuid: entry!.uuid } })).status).toBe(204);
    expect(await imagesOf(uuid)).toEqual(images);
    expect(standing.length).toBeGreaterThan(earlier.length);
    expect(await house.storedFiles()).toEqual(standing);
    const tombstones = await house.query(
      'select resource_type, title, jsonb_array_length(checksums) as files from tombstone where record_uuid = $1',
      [upload],
    );
    expect(tombstones).toEqual([{ resource_type: 'MEDIA', title: 'alone', files: 1 }]);
  });

  it('counts nothing while it is being prepared, and is prepared when it comes back', async () => {
    const { uuid } = await madeItem(1);
    const { uuid: upload } = await uploaded(client);
    await house.query(`update item set not_ready_images_count = 0 where uuid = $1`, [uuid]);
    await client.call(importImage, { body: { culturalItemUuid: uuid, uuid: upload } });
    await settledImport(client, uuid);
    await house.query(`update asset_import set overall_state = 'PENDING' where asset_uuid = $1`, [upload]);
    await client.call(deleteImage, { params: { uuid: upload } });
    expect(await itemOf(uuid)).toMatchObject({ notReadyImagesCount: 0, mediaTypeInfo: { imagesCount: 1 } });
    const entry = await entryOf(upload);
    await client.call(restoreTrashEntry, { params: { uuid: entry!.uuid }, body: {} });
    await settledImport(client, uuid);
    expect(await itemOf(uuid)).toMatchObject({ notReadyImagesCount: 0, mediaTypeInfo: { imagesCount: 2 } });
    const [row] = await house.query('select overall_state from asset_import where asset_uuid = $1', [upload]);
    expect(row).toEqual({ overall_state: 'DONE' });
  });
});
