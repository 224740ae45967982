import { getImportedImage, getImportedItem, retryImageImport } from '@armarium/contract/import-tracking';
import { importImage, importPdf } from '@armarium/contract/imports';
import { createHash } from 'node:crypto';
import { setWatermark } from '@armarium/contract/image-delivery';
import { audioCalls, imageCalls, modelCalls } from '@armarium/contract/asset-calls';
import { uploadCalls } from '@armarium/contract/uploads';
import { getImage, listItemImages, deleteImage } from '@armarium/contract/image-calls';
import { getImageHistory } from '@armarium/contract/history';
import { listTrash, purgeTrashEntry } from '@armarium/contract/trash';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { madePdf } from '../../../../../tests/http/made-pdf.ts';
import { madePng } from '../../../../../tests/http/made-png.ts';
import { importedItem, openInstallation, uploaded } from '../../../../../tests/http/test-installation.ts';
import { mediaModule } from './public.ts';
import { eventually } from '../../../../../tests/harness/waiting.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const tenantId = house.tenantIds.default;
const derive = mediaModule(house.program.media).jobs['derive-media'];
const job = { attempt: 1, maxAttempts: 8, losses: 0, signal: new AbortController().signal, log: console };

/** Does the work of an import, as a worker would. */
const prepare = (importId: string) => derive({ tenantId, importId }, job);

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#804020' } })
    .png()
    .toBuffer();
const sent = async (name: string, width = 300, height = 200) =>
  (await uploaded(client, { source: await png(width, height), name })).uuid;

/** An item with one image of 300 × 200 that is ready, and one behind it. */
async function readyItem() {
  const [first, second] = [await sent('old.png'), await sent('second.png')];
  const item = await importedItem(client, {}, [{ uuid: first, sgtt: 'Carta 1' }, { uuid: second }]);
  for (const { importId } of item.images) await prepare(importId);
  return { item: item.uuid, image: first };
}
const replace = (item: string, image: string, uuid: string) =>
  client.call(importImage, { body: { culturalItemUuid: item, uuid, replaces: image } });
const imageOf = async (uuid: string) => (await client.call(getImage, { params: { uuid } })).body;
const stateOf = async (item: string) => {
  const { body } = await client.call(getImportedItem, { params: { uuid: item } });
  const { imagesCount, notReadyImagesCount, failedImagesCount } = body;
  return { imagesCount, notReadyImagesCount, failedImagesCount };
};
const widthServed = async (image: string) => {
  const { status, body } = await client.send<{ width: number }>('GET', `/iiif/3/${image}/info.json`);
  return status === 200 ? body.width : status;
};

/** What is remembered of an image goes a moment after it changed, by word of the database. */
const shows = (image: string, width: number) => eventually(() => widthServed(image)).toBe(width);

it('[API-177] [ASSET-28] [ASSET-34] [ASSET-35] a replaced image keeps uuid, place and metadata, and shows the old file until the new one is ready', async () => {
  const { item, image } = await readyItem();
  const before = await imageOf(image);
  const address = `/iiif/presentation/3/${item}/manifest`;
  const tag = (await client.send('GET', address)).headers['etag'] ?? '';
  const upload = await sent('new.png', 400, 100);
  const answer = await replace(item, image, upload);
  expect(answer).toMatchObject({ status: 202, body: { uuid: upload, replaces: image } });
  // Once more, as where the answer was lost.
  expect((await replace(item, image, upload)).body).toEqual(answer.body);

  expect(await widthServed(image)).toBe(300);
  expect(await imageOf(image)).toMatchObject({ width_px: 300, importState: 'DONE' });
  const { body: begun } = await client.call(getImportedImage, { params: { uuid: image } });
  expect(begun).toMatchObject({ importId: answer.body.importId, overall: { importState: 'PENDING' } });
  expect(await stateOf(item)).toEqual({ imagesCount: 2, notReadyImagesCount: 0, failedImagesCount: 0 });

  await prepare(answer.body.importId);
  await shows(image, 400);
  expect(await imageOf(image)).toMatchObject({
    uuid: image,
    position: 1,
    sgtt: 'Carta 1',
    customMetadataList: before.customMetadataList,
    width_px: 400,
    height_px: 100,
    originalFilename: 'new.png',
    importState: 'DONE',
  });
  expect(await stateOf(item)).toEqual({ imagesCount: 2, notReadyImagesCount: 0, failedImagesCount: 0 });
  const manifest = await client.send<{ items: { width: number }[] }>('GET', address, {
    'if-none-match': tag,
  });
  expect([manifest.status, manifest.body.items[0]?.width]).toEqual([200, 400]);
  const { body: history } = await client.call(getImageHistory, { params: { uuid: image } });
  expect(history._embedded.history[0]).toMatchObject({
    before: { version: 1, originalFilename: 'old.png' },
    after: { version: 2, originalFilename: 'new.png' },
  });
});

it('[API-177] nothing replaces a file that is no longer as it was seen', async () => {
  const { item, image } = await readyItem();
  const { etag } = (await client.send('GET', `/meta/images/${image}`)).headers;
  const replaceSeen = async (uuid: string) =>
    client.send<{ code?: string }>(
      'POST',
      importImage.path,
      {
        'if-match': String(etag),
        'content-type': 'application/json',
        'x-xsrf-token': await client.csrfToken(),
      },
      Readable.from([JSON.stringify({ culturalItemUuid: item, uuid, replaces: image })]),
    );
  const [first, second] = [await sent('first.png'), await sent('second.png')];
  expect((await replaceSeen(first)).status).toBe(202);
  // Sent once more, as where the answer was lost.
  expect((await replaceSeen(first)).status).toBe(202);
  expect(await replaceSeen(second)).toMatchObject({ status: 412, body: { code: 'stale' } });
});

it('[API-177] a replacement that fails leaves the old file, tells its cause, and can be tried again', async () => {
  const { item, image } = await readyItem();
  const broken = await png(500, 500);
  const upload = (await uploaded(client, { source: broken.subarray(0, 400), name: 'cut.png' })).uuid;
  const { body: begun } = await replace(item, image, upload);
  await prepare(begun.importId);
  const { body: told } = await client.call(getImportedImage, { params: { uuid: image } });
  expect(told.overall).toMatchObject({ importState: 'ERROR' });
  expect(told.overall.cause?.title).toMatch(/\w/);
  expect(await widthServed(image)).toBe(300);
  expect(await imageOf(image)).toMatchObject({ importState: 'DONE', originalFilename: 'old.png' });
  expect(await stateOf(item)).toEqual({ imagesCount: 2, notReadyImagesCount: 0, failedImagesCount: 0 });
  expect(await client.call(retryImageImport, { params: { uuid: image } })).toMatchObject({
    status: 202,
    body: { overall: { importState: 'PENDING' } },
  });
  expect(await stateOf(item)).toEqual({ imagesCount: 2, notReadyImagesCount: 0, failedImagesCount: 0 });
  await prepare(begun.importId);
  expect(await stateOf(item)).toEqual({ imagesCount: 2, notReadyImagesCount: 0, failedImagesCount: 0 });
});

it('[API-177] of two replacements at once the one that came last is shown, in whatever order they are prepared', async () => {
  const { item, image } = await readyItem();
  const [one, two] = [await sent('one.png', 310, 200), await sent('two.png', 320, 200)];
  const answers = await Promise.all([replace(item, image, one), replace(item, image, two)]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202]);
  const { body: last } = await client.call(getImportedImage, { params: { uuid: image } });
  const others = answers.map(({ body }) => body.importId).filter((id) => id !== last.importId);
  expect(others).toHaveLength(1);
  await prepare(last.importId);
  const wanted = last.originalFilename === 'two.png' ? 320 : 310;
  await shows(image, wanted);
  await prepare(others[0] ?? '');
  expect(await imageOf(image)).toMatchObject({ width_px: wanted });
  expect(await stateOf(item)).toEqual({ imagesCount: 2, notReadyImagesCount: 0, failedImagesCount: 0 });
});

it('[API-177] what could not be prepared, or is being prepared still, is replaced as well', async () => {
  const broken = (await png(500, 500)).subarray(0, 400);
  const failed = (await uploaded(client, { source: broken, name: 'cut.png' })).uuid;
  const waiting = await sent('waits.png');
  const item = await importedItem(client, {}, [{ uuid: failed }, { uuid: waiting }]);
  const [first, second] = item.images;
  await prepare(first?.importId ?? '');
  expect(await stateOf(item.uuid)).toMatchObject({ notReadyImagesCount: 1, failedImagesCount: 1 });
  const whole = await replace(item.uuid, failed, await sent('whole.png', 310, 200));
  expect(await stateOf(item.uuid)).toMatchObject({ notReadyImagesCount: 2, failedImagesCount: 0 });
  const sooner = await replace(item.uuid, waiting, await sent('sooner.png', 320, 200));
  expect(await stateOf(item.uuid)).toMatchObject({ notReadyImagesCount: 2 });
  await prepare(sooner.body.importId);
  expect(await stateOf(item.uuid)).toMatchObject({ notReadyImagesCount: 1 });
  await prepare(second?.importId ?? '');
  await prepare(whole.body.importId);
  expect(await stateOf(item.uuid)).toEqual({ imagesCount: 2, notReadyImagesCount: 0, failedImagesCount: 0 });
  await shows(failed, 310);
  await shows(waiting, 320);
});

it('[API-177] refuses what cannot take a place, and leaves the upload to its sender', async () => {
  const { item, image } = await readyItem();
  const other = await readyItem();
  const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
  const theirs = (await uploaded(stranger)).uuid;
  const upload = await sent('new.png', 400, 100);
  const because = (name: string, code: string) => ({ status: 422, body: { fields: [{ name, code }] } });
  expect(await replace(item, image, theirs)).toMatchObject(because('uuid', 'unknown-upload'));
  expect(await replace(item, image, other.image)).toMatchObject(because('uuid', 'unknown-upload'));
  expect(await replace(item, other.image, upload)).toMatchObject(because('replaces', 'unknown-asset'));
  const pdf = madePdf(['a', 'b'].map((text) => ({ width_pt: 144, height_pt: 72, text })));
  const { body: document } = await client.upload(uploadCalls.pdf, {
    source: pdf,
    name: 'a.pdf',
    type: 'application/pdf',
  });
  expect(await replace(item, image, document.uuid)).toMatchObject(because('uuid', 'other-kind'));
  expect(
    await client.call(importPdf, {
      body: { culturalItemUuid: item, uuid: document.uuid, replaces: image },
    }),
  ).toMatchObject(because('uuid', 'several-pages'));
  // A sound's call reaches no image.
  expect(
    await client.call(audioCalls.import, { body: { culturalItemUuid: item, uuid: upload, replaces: image } }),
  ).toMatchObject(because('replaces', 'unknown-asset'));
  await client.call(deleteImage, { params: { uuid: image } });
  expect(await replace(item, image, upload)).toMatchObject(because('replaces', 'unknown-asset'));
  expect(await replace(other.item, other.image, upload)).toMatchObject({ status: 202 });
  const { body: list } = await client.call(listItemImages, { params: { uuid: other.item } });
  expect(list._embedded.images).toHaveLength(2);
});

it('[API-177] whoever may upload to own records only replaces nothing of another’s', async () => {
  const { item, image } = await readyItem();
  await house.query(`update tenant set user_rights = 'own' where id = $1`, [tenantId]);
  const person = await house.person('default', 'ROLE_USER');
  const { uuid } = await uploaded(person, { source: madePng(), name: 'a.png' });
  const body = { culturalItemUuid: item, uuid, replaces: image };
  expect(await person.call(importImage, { body })).toMatchObject({ status: 403 });
});

it('[ASSET-35] the files that an image had are listed, can be had, and one is shown again without losing the other', async () => {
  const { item, image } = await readyItem();
  const upload = await sent('new.png', 400, 100);
  const { body: begun } = await replace(item, image, upload);
  await prepare(begun.importId);
  await shows(image, 400);
  const versions = async (who = client) => {
    const { body } = await who.call(imageCalls.listVersions, { params: { uuid: image } });
    return body._embedded.versions;
  };
  const [newest, first] = await versions();
  expect([newest, first]).toMatchObject([
    { number: 2, isCurrent: true, originalFilename: 'new.png', width_px: 400, importState: 'DONE' },
    { number: 1, isCurrent: false, originalFilename: 'old.png', width_px: 300, parts: [] },
  ]);
  expect(newest?._links.restore).toBeUndefined();
  const link = new URL(first?._links.original?.href ?? '');
  const old = await client.send('GET', `${link.pathname}${link.search}`);
  expect(createHash('sha256').update(old.bytes).digest('hex')).toBe(first?.sha256);

  const reader = await house.person('default', 'ROLE_RESEARCHER');
  expect((await versions(reader)).map(({ _links }) => _links)).toEqual([{}, {}]);
  expect(await reader.send('GET', `${link.pathname}${link.search}`)).toMatchObject({ status: 403 });
  const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
  expect(await stranger.send('GET', `${link.pathname}${link.search}`)).toMatchObject({ status: 404 });

  const bringBack = (number: number) =>
    client.call(imageCalls.restoreVersion, { params: { uuid: image, number } });
  expect(await bringBack(1)).toMatchObject({
    status: 200,
    body: { uuid: image, originalFilename: 'old.png', width_px: 300, sgtt: 'Carta 1' },
  });
  await shows(image, 300);
  expect((await versions()).map(({ number, isCurrent }) => [number, isCurrent])).toEqual([
    [2, false],
    [1, true],
  ]);
  expect(await bringBack(2)).toMatchObject({ status: 200, body: { width_px: 400 } });
  expect(await bringBack(3)).toMatchObject({ status: 404 });
  const { body: history } = await client.call(getImageHistory, { params: { uuid: image } });
  expect(history.page.totalElements).toBe(4);

  // Brought back while another is prepared, it stays.
  const late = await replace(item, image, await sent('late.png', 500, 100));
  expect(await bringBack(3)).toMatchObject({ status: 409 });
  expect(await bringBack(1)).toMatchObject({ status: 200 });
  await prepare(late.body.importId);
  expect(await imageOf(image)).toMatchObject({ width_px: 300 });
  expect(await bringBack(3)).toMatchObject({ status: 200, body: { width_px: 500 } });
  expect(await stateOf(item)).toEqual({ imagesCount: 2, notReadyImagesCount: 0, failedImagesCount: 0 });
});

it('an earlier file of a model is had and shown again', async () => {
  const { uuid: item } = await importedItem(client, {});
  const obj = (x: number) => Buffer.from(`v 0 0 0\nv ${x} 0 0\nv 0 1 0\nf 1 2 3\n`);
  const send = async (source: Buffer, name: string) =>
    (await client.upload(uploadCalls.object, { source, name, type: 'application/octet-stream' })).body.uuid;
  const [one, two] = [await send(obj(1), 'a.obj'), await send(obj(2), 'b.obj')];
  const begin = async (body: object) => {
    const answer = await client.call(modelCalls.import, {
      body: { culturalItemUuid: item, uuid: one, ...body },
    });
    await prepare(answer.body.importId);
  };
  await begin({});
  await begin({ uuid: two, replaces: one });
  const { body } = await client.call(modelCalls.listVersions, { params: { uuid: one } });
  const [, first] = body._embedded.versions;
  const link = new URL(first?._links.original?.href ?? '');
  expect((await client.send('GET', `${link.pathname}${link.search}`)).bytes).toEqual(obj(1));
  expect((await client.send('GET', link.pathname)).bytes).toEqual(obj(2));
  expect(await client.call(modelCalls.restoreVersion, { params: { uuid: one, number: 1 } })).toMatchObject({
    status: 200,
    body: { originalFilename: 'a.obj' },
  });
  expect((await client.send('GET', link.pathname)).bytes).toEqual(obj(1));
});

it('[API-177] a replaced image gets the watermark before anybody sees it who may not do without', async () => {
  const { item, image } = await readyItem();
  const mark = { source: await png(40, 40), name: 'mark.png', type: 'image/png' };
  expect(await client.upload(setWatermark, mark)).toMatchObject({ status: 200 });
  const reader = await house.person('default', 'ROLE_RESEARCHER');
  const watermark = (version: number) =>
    mediaModule(house.program.media).jobs['watermark-image']({ tenantId, assetUuid: image, version }, job);
  const sees = (status: number, width?: number) =>
    eventually(async () => {
      const answer = await reader.send<{ width?: number }>('GET', `/iiif/3/${image}/info.json`);
      return [answer.status, answer.body.width];
    }).toEqual([status, width]);
  await watermark(1);
  await sees(200, 300);
  const { body: begun } = await replace(item, image, await sent('new.png', 400, 100));
  await sees(200, 300);
  await prepare(begun.importId);
  await sees(503);
  await watermark(2);
  await sees(200, 400);
});

it('a purge removes the files of all versions', async () => {
  const files = await house.storedFiles();
  const upload = await sent('old.png');
  const item = await importedItem(client, {}, [{ uuid: upload }]);
  await prepare(item.images[0]?.importId ?? '');
  const { body } = await replace(item.uuid, upload, await sent('new.png', 400, 100));
  await prepare(body.importId);
  expect((await house.storedFiles()).length).toBe(files.length + 6);
  await client.call(deleteImage, { params: { uuid: upload } });
  const { body: trash } = await client.call(listTrash);
  const entry = trash._embedded.trash.find(({ recordUuid }) => recordUuid === upload);
  expect(
    await client.call(purgeTrashEntry, { params: { uuid: entry?.uuid ?? '' }, query: {} }),
  ).toMatchObject({ status: 204 });
  expect(await house.storedFiles()).toEqual(files);
});

it('people wait for a replaced file and for the first image of an item, and not for the others', async () => {
  const { item, image } = await readyItem();
  await replace(item, image, await sent('new.png'));
  const jobs = await house.query(
    `select import.version_number as version, asset.position, task.identifier as task, job.priority,
       job.payload ->> '$account' = $2 || ':' || import.account_uuid as "isSenders"
     from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
       join asset_import import on job.key = $2 || ':derive-media:' || import.uuid
       join asset on asset.uuid = import.asset_uuid
     where import.item_uuid = $1 order by 1, 2`,
    [item, tenantId],
  );
  expect(jobs).toEqual([
    { version: 1, position: 1, task: 'derive-image', priority: -1, isSenders: true },
    { version: 1, position: 2, task: 'derive-image', priority: 0, isSenders: true },
    { version: 2, position: 1, task: 'derive-image', priority: -1, isSenders: true },
  ]);
});
