import { getContactSheet, labelImages, rotateImages } from '@armarium/contract/contact-sheet';
import { deleteImage, getImage } from '@armarium/contract/image-calls';
import { imageCalls } from '@armarium/contract/asset-calls';
import { importPdf } from '@armarium/contract/imports';
import { uploadCalls } from '@armarium/contract/uploads';
import { getImageHistory } from '@armarium/contract/history';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { madePdf } from '../../../../../../tests/http/made-pdf.ts';
import { importedItem, openInstallation, uploaded } from '../../../../../../tests/http/test-installation.ts';
import { mediaModule } from '../public.ts';
import { eventually } from '../../../../../../tests/harness/waiting.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const elsewhere = await house.person('altra', 'ROLE_TENANT_ADMIN');
const tenantId = house.tenantIds.default;
const derive = mediaModule(house.program.media).jobs['derive-media'];
const job = { attempt: 1, maxAttempts: 8, losses: 0, signal: new AbortController().signal, log: console };

/** The left half red, the right one blue. */
async function halves(width: number, height: number, orientation?: number): Promise<Buffer> {
  const half = await sharp({ create: { width: width / 2, height, channels: 3, background: '#0000ff' } })
    .png()
    .toBuffer();
  const image = sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: half, left: width / 2, top: 0 },
  ]);
  return orientation === undefined
    ? image.png().toBuffer()
    : image.withMetadata({ orientation }).jpeg().toBuffer();
}

/** Does the work of all imports that wait, as workers would. */
async function prepareAll(): Promise<void> {
  const waiting = await house.query<{ uuid: string }>(
    `select uuid from asset_import where tenant_id = ${tenantId} and overall_state = 'PENDING' order by uuid`,
  );
  for (const { uuid } of waiting) await derive({ tenantId, importId: uuid }, job);
}

async function madeItem(files: readonly Buffer[], by: HttpClient = client) {
  const images = [];
  for (const [index, source] of files.entries()) {
    const { uuid } = await uploaded(by, { source, name: `scan ${index + 1}.png` });
    images.push({ uuid, sgtt: `scan ${index + 1}` });
  }
  const item = await importedItem(by, { sgtt: 'Codice' }, images);
  return { item: item.uuid, images: images.map(({ uuid }) => uuid) };
}

async function sheetOf(item: string, by: HttpClient = client) {
  const { status, body, headers } = await by.call(getContactSheet, { params: { uuid: item } });
  return { status, body, tag: String(headers['etag']) };
}
const rotate = (item: string, images: string[], degrees: 90 | 180 | 270, ifMatch?: string) =>
  client.call(rotateImages, {
    params: { uuid: item },
    body: { images, degrees },
    ...(ifMatch && { ifMatch }),
  });
const takeBack = (item: string, images: string[], degrees: 90 | 180 | 270) =>
  client.call(rotateImages, { params: { uuid: item }, body: { images, degrees, takesBack: true } });
const versionsOf = async (image: string) =>
  (await client.call(imageCalls.listVersions, { params: { uuid: image } })).body._embedded.versions;
/** As where nothing could be made of what waits of an image. */
const failWaiting = (image: string) =>
  house.query(
    `update asset_import set overall_state = 'ERROR' where asset_uuid = '${image}' and overall_state = 'PENDING'`,
  );
const label = (item: string, labels: { uuid: string; sgtt: string; before?: string }[], ifMatch?: string) =>
  client.call(labelImages, { params: { uuid: item }, body: { labels }, ...(ifMatch && { ifMatch }) });
/** Which colours its corners have, clockwise from the upper left one: what is remembered of it goes a moment later. */
async function cornersOf(image: string): Promise<string> {
  const { bytes } = await client.send('GET', `/iiif/3/${image}/full/max/0/default.jpg`);
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => ((data[(y * info.width + x) * info.channels] ?? 0) > 127 ? 'r' : 'b');
  const [right, low] = [info.width - 3, info.height - 3];
  return `${info.width}x${info.height} ${at(2, 2)}${at(right, 2)}${at(right, low)}${at(2, low)}`;
}
const shows = (image: string, corners: string) => eventually(() => cornersOf(image)).toBe(corners);

interface Manifest {
  items: { label: Record<string, string[]>; width: number; height: number }[];
  sequences: { canvases: { label: string }[] }[];
}
const manifest = async (version: 2 | 3, item: string) =>
  (await client.send<Manifest>('GET', `/iiif/presentation/${version}/${item}/manifest`)).body;

it('the sheet of an item tells all of its images in their order, and what may be done with them', async () => {
  const twice = await halves(40, 20);
  const { item, images } = await madeItem([twice, await halves(60, 20), twice]);
  await prepareAll();
  const { status, body, tag } = await sheetOf(item);
  expect(status).toBe(200);
  expect(tag).toBe((await client.send('GET', `/meta/culturalItems/${item}`)).headers['etag']);
  expect(body).toMatchObject({ uuid: item, sgtt: 'Codice', allowedActions: ['arrange', 'rotate'] });
  expect(body.images.map(({ uuid }) => uuid)).toEqual(images);
  expect(body.images[1]).toMatchObject({
    sgtt: 'scan 2',
    originalFilename: 'scan 2.png',
    page: 0,
    width_px: 60,
    height_px: 20,
    importState: 'DONE',
    isChanging: false,
    lastChangeFailed: false,
    allowedActions: ['edit'],
  });
  expect(body.images[0]?.sha256).toBe(body.images[2]?.sha256);
  const thumb = new URL(body.images[1]?._links.thumb?.href ?? '');
  expect(await client.send('GET', `${thumb.pathname}${thumb.search}`)).toMatchObject({ status: 200 });

  const reader = await house.person('default', 'ROLE_RESEARCHER');
  const seen = await sheetOf(item, reader);
  expect(seen.body.allowedActions).toEqual([]);
  expect(seen.body.images.every(({ allowedActions }) => allowedActions.length === 0)).toBe(true);
  expect(await sheetOf(item, elsewhere)).toMatchObject({ status: 404 });

  await client.call(deleteImage, { params: { uuid: images[1] ?? '' } });
  expect((await sheetOf(item)).body.images.map(({ uuid }) => uuid)).toEqual([images[0], images[2]]);
});

it('two pages of one file have one sum and are told apart', async () => {
  const { uuid: item } = await importedItem(client, {});
  const pdf = {
    source: madePdf([
      { width_pt: 360, height_pt: 180, text: 'Folio 1' },
      { width_pt: 360, height_pt: 180, text: 'Folio 2' },
    ]),
    name: 'book.pdf',
    type: 'application/pdf',
  };
  const { uuid } = (await client.upload(uploadCalls.pdf, pdf)).body;
  await client.call(importPdf, { body: { culturalItemUuid: item, uuid } });
  await prepareAll();
  const { images } = (await sheetOf(item)).body;
  expect(images.map(({ page }) => page)).toEqual([0, 1]);
  expect(new Set(images.map(({ sha256 }) => sha256)).size).toBe(1);
  const before = await cornersOf(uuid);
  expect(await rotate(item, [uuid], 90)).toMatchObject({ status: 202, body: { preparing: 1, shown: 0 } });
  await prepareAll();
  const [, width, height] = /^(\d+)x(\d+)/.exec(before) ?? [];
  await eventually(() => cornersOf(uuid)).toContain(`${height}x${width}`);
});

it('labels are written all or none, show on the canvases of both manifests, and stand in the history', async () => {
  const { item, images } = await madeItem([await halves(40, 20), await halves(60, 20)]);
  await prepareAll();
  const [first = '', second = ''] = images;
  const { tag } = await sheetOf(item);
  const wanted = [
    { uuid: first, sgtt: '1r', before: 'scan 1' },
    { uuid: second, sgtt: '1v', before: 'scan 2' },
  ];
  expect(await label(item, wanted, tag)).toMatchObject({ status: 200, body: { changed: 2 } });
  expect((await manifest(3, item)).items.map(({ label }) => Object.values(label))).toEqual([
    [['1r']],
    [['1v']],
  ]);
  expect((await manifest(2, item)).sequences[0]?.canvases.map(({ label }) => label)).toEqual(['1r', '1v']);
  expect((await client.call(getImage, { params: { uuid: first } })).body).toMatchObject({
    sgtt: '1r',
    customMetadataList: [{ name: 'sgtt', value: '1r' }],
  });
  const { body: history } = await client.call(getImageHistory, { params: { uuid: first } });
  expect(history._embedded.history[0]).toMatchObject({
    action: 'update',
    before: { customMetadataList: [{ name: 'sgtt', value: 'scan 1' }] },
    after: { customMetadataList: [{ name: 'sgtt', value: '1r' }] },
  });
  // Once more, there is nothing to change, and nothing to tell.
  const same = wanted.map(({ uuid, sgtt }) => ({ uuid, sgtt }));
  expect(await label(item, same)).toMatchObject({ status: 200, body: { changed: 0 } });
  expect((await client.call(getImageHistory, { params: { uuid: first } })).body.page.totalElements).toBe(
    history.page.totalElements,
  );

  const [another = ''] = (await madeItem([await halves(40, 20)])).images;
  const titles = async () => (await sheetOf(item)).body.images.map(({ sgtt }) => sgtt);
  // Somebody else was faster; a title is missing; an image is elsewhere.
  expect(
    await label(item, [
      { uuid: second, sgtt: '2v' },
      { uuid: first, sgtt: '2r', before: 'scan 1' },
    ]),
  ).toMatchObject({ status: 412, body: { code: 'stale' } });
  expect(
    await label(item, [
      { uuid: second, sgtt: '2v' },
      { uuid: first, sgtt: ' ' },
    ]),
  ).toMatchObject({ status: 422, body: { fields: [{ name: 'labels[1].sgtt' }] } });
  expect(
    await label(item, [
      { uuid: second, sgtt: '2v' },
      { uuid: another, sgtt: '2r' },
    ]),
  ).toMatchObject({
    status: 422,
  });
  expect(
    await label(item, [
      { uuid: second, sgtt: '2v' },
      { uuid: second.toUpperCase(), sgtt: '2r' },
    ]),
  ).toMatchObject({ status: 422, body: { fields: [{ name: 'labels[1].uuid', code: 'duplicate' }] } });
  // The item is another one since they were written: who saw it as it was then is told so.
  expect(await label(item, [{ uuid: second, sgtt: '2v' }], tag)).toMatchObject({ status: 412 });
  expect(await titles()).toEqual(['1r', '1v']);
  const body = { labels: [{ uuid: first, sgtt: 'x' }] };
  expect(await elsewhere.call(labelImages, { params: { uuid: item }, body })).toMatchObject({ status: 404 });
});

it('turned images are shown turned when they are ready, everywhere, and turned back at once', async () => {
  const { item, images } = await madeItem([await halves(400, 200), await halves(400, 200, 6)]);
  await prepareAll();
  const [plain = '', lying = ''] = images;
  await shows(plain, '400x200 rbbr');
  // What the camera said comes first: a quarter turn, then ours.
  await shows(lying, '200x400 rrbb');
  const { tag } = await sheetOf(item);
  const original = `/image-download/db/original/${plain}`;
  const { bytes } = await client.send('GET', original);

  expect(await rotate(item, images, 90, tag)).toMatchObject({
    status: 202,
    body: { preparing: 2, shown: 0 },
  });
  const during = (await sheetOf(item)).body.images;
  expect(during.map(({ isChanging, width_px }) => [isChanging, width_px])).toEqual([
    [true, 400],
    [true, 200],
  ]);
  await prepareAll();
  await shows(plain, '200x400 rrbb');
  await shows(lying, '400x200 brrb');
  expect((await sheetOf(item)).body.images[0]).toMatchObject({
    isChanging: false,
    width_px: 200,
    height_px: 400,
  });
  expect((await manifest(3, item)).items[0]).toMatchObject({ width: 200, height: 400 });
  expect((await client.send('GET', original)).bytes).toEqual(bytes);
  const { body: versions } = await client.call(imageCalls.listVersions, { params: { uuid: plain } });
  expect(
    versions._embedded.versions.map(({ number, rotation, isCurrent }) => [number, rotation, isCurrent]),
  ).toEqual([
    [2, 90, true],
    [1, 0, false],
  ]);
  const { body: history } = await client.call(getImageHistory, { params: { uuid: plain } });
  expect(history._embedded.history[0]).toMatchObject({
    before: { version: 1 },
    after: { version: 2, rotation: 90 },
  });

  // Back, without any work; the version that was turned is there for the next time.
  expect(await rotate(item, [plain], 270)).toMatchObject({ status: 202, body: { preparing: 0, shown: 1 } });
  await shows(plain, '400x200 rbbr');
  expect(await rotate(item, [plain], 90)).toMatchObject({ status: 202, body: { preparing: 0, shown: 1 } });
  await shows(plain, '200x400 rrbb');
});

it('turning counts from what was asked for last, also while that is prepared', async () => {
  const { item, images } = await madeItem([await halves(400, 200)]);
  await prepareAll();
  const [image = ''] = images;
  await rotate(item, images, 90);
  expect(await rotate(item, images, 90)).toMatchObject({ body: { preparing: 1 } });
  await prepareAll();
  await shows(image, '400x200 brrb');
  await rotate(item, images, 90);
  // Taken back before it was ready: what stands stays, also when the other one gets ready.
  expect(await rotate(item, images, 270)).toMatchObject({ body: { preparing: 0, shown: 1 } });
  await prepareAll();
  expect((await sheetOf(item)).body.images[0]).toMatchObject({ isChanging: false, width_px: 400 });
  await shows(image, '400x200 brrb');
});

it('a turn that failed is told, may be taken back with the others of a selection, and tried again', async () => {
  const { item, images } = await madeItem([await halves(400, 200), await halves(400, 200)]);
  await prepareAll();
  const [well = '', ill = ''] = images;
  await rotate(item, images, 90);
  await failWaiting(ill);
  await prepareAll();
  const told = async () =>
    (await sheetOf(item)).body.images.map(({ importState, isChanging, lastChangeFailed, width_px }) => [
      importState,
      isChanging,
      lastChangeFailed,
      width_px,
    ]);
  expect(await told()).toEqual([
    ['DONE', false, false, 200],
    ['DONE', false, true, 400],
  ]);
  expect(await takeBack(item, images, 270)).toMatchObject({ status: 202, body: { preparing: 0, shown: 2 } });
  expect(await told()).toEqual([
    ['DONE', false, false, 400],
    ['DONE', false, false, 400],
  ]);

  await rotate(item, [ill], 180);
  await failWaiting(ill);
  // From what is shown: the half turn never came.
  expect(await rotate(item, images, 90)).toMatchObject({ status: 202, body: { preparing: 1, shown: 1 } });
  await prepareAll();
  await shows(well, '200x400 rrbb');
  await shows(ill, '200x400 rrbb');
  expect((await told()).map(([, , lastChangeFailed]) => lastChangeFailed)).toEqual([false, false]);
});

it('turning round and round prepares each way once, after imports', async () => {
  const { item, images } = await madeItem([await halves(400, 200)]);
  await prepareAll();
  const [image = ''] = images;
  for (const preparing of [1, 1, 1, 0, 1, 1])
    expect((await rotate(item, images, 90)).body).toEqual({ preparing, shown: 1 - preparing });
  expect((await versionsOf(image)).map(({ number, rotation }) => [number, rotation])).toEqual([
    [4, 270],
    [3, 180],
    [2, 90],
    [1, 0],
  ]);
  const jobs = await house.query<{ priority: number }>(
    `select priority from graphile_worker._private_jobs jobs join asset_import import
      on jobs.key like '%derive-media:' || import.uuid
      where import.asset_uuid = '${image}' order by import.version_number`,
  );
  // People wait for the first image of an item, and not for rotations.
  expect(jobs.map(({ priority }) => priority < 0)).toEqual([true, false, false, false]);
  await prepareAll();
  await shows(image, '400x200 brrb');
});

it('what cannot be turned is refused with its reason, and nothing is turned', async () => {
  const { item, images } = await madeItem([await halves(40, 20), await halves(60, 20)]);
  await prepareAll();
  const [first = '', second = ''] = images;
  await house.query(`update asset_import set overall_state = 'ERROR' where asset_uuid = '${second}'`);
  expect(await rotate(item, [first, second], 90)).toMatchObject({
    status: 409,
    body: { code: 'image-not-ready' },
  });
  const [another = ''] = (await madeItem([await halves(40, 20)])).images;
  expect(await rotate(item, [first, another], 90)).toMatchObject({ status: 422 });
  expect(await rotate(item, [first], 90, '"0"')).toMatchObject({ status: 412 });
  const body = { images: [first], degrees: 90 as const };
  expect(await elsewhere.call(rotateImages, { params: { uuid: item }, body })).toMatchObject({ status: 404 });
  const reader = await house.person('default', 'ROLE_RESEARCHER');
  expect(await reader.call(rotateImages, { params: { uuid: item }, body })).toMatchObject({ status: 403 });
  expect((await sheetOf(item)).body.images.map(({ isChanging }) => isChanging)).toEqual([false, false]);
});
