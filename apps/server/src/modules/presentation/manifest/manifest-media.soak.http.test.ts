import { normalize } from '@iiif/parser';
import { convertPresentation2 } from '@iiif/parser/presentation-2';
import { Vault } from '@iiif/vault';
import { parseManifest, type Manifest } from 'manifesto.js';
import { audioCalls, imageCalls, videoCalls } from '@armarium/contract/asset-calls';
import { importPdf, importImage } from '@armarium/contract/imports';
import { uploadCalls } from '@armarium/contract/uploads';
import { changeImageDelivery } from '@armarium/contract/image-delivery';
import { findRootCollection } from '@armarium/contract/collection-calls';
import { getImage, listItemImages, deleteImage } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { PDFDocument } from '@cantoo/pdf-lib';
import { madePdf } from '../../../../../../tests/http/made-pdf.ts';
import { madeFilm, madeWave } from '../../../../../../tests/http/made-recordings.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../../tests/http/test-installation.ts';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { madeTiff } from '../../media/image/made-tiff.ts';
import { system } from '../../../db/database.ts';
import { addMedia, storeUpload } from '../../media/public.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_RESEARCHER');
/** May download originals and read the history, and see no restricted record. */
const downloader = await house.person(
  'default',
  'ROLE_RESEARCHER',
  'ROLE_IMAGE_DOWNLOAD',
  'ROLE_NO_WATERMARK',
);
const visitor = house.visitor();
const root = (await client.call(findRootCollection)).body.uuid;

const shape = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n';
const withoutAttachment = madePdf(
  ['primo', 'secondo'].map((text) => ({ width_pt: 144, height_pt: 72, text })),
);
const document = await PDFDocument.load(withoutAttachment);
await document.attach(Buffer.from('the salaries'), 'salaries.txt');
const pdf = Buffer.from(await document.save({ useObjectStreams: false }));
/** Two grey pages. */
const twoPages = madeTiff(
  [60, 200].map((grey) => ({
    tags: [
      [256, 3, [40]],
      [257, 3, [30]],
      [258, 3, [8]],
      [259, 3, [1]],
      [262, 3, [1]],
      [277, 3, [1]],
      [278, 3, [30]],
    ],
    strip: Buffer.alloc(40 * 30, grey),
  })),
);

type Medium = 'image' | 'tiff' | 'pdf' | 'video' | 'audio' | 'model';

/** An item with these media, in that order, each prepared. */
async function itemWith(sgtt: string, media: readonly Medium[]) {
  const { uuid: item } = await importedItem(client, { sgtt }, []);
  const made: Partial<Record<Medium, string>> = {};
  for (const medium of media) made[medium] = await adders[medium](item);
  expect(await settledImport(client, item)).toMatchObject({ overall: { importState: 'DONE' } });
  return { item, made: made as Record<Medium, string> };
}

const adders: Readonly<Record<Medium, (item: string) => Promise<string>>> = {
  image: async (item) => {
    const { uuid } = await uploaded(client);
    const body = { culturalItemUuid: item, uuid, sgtt: '1r' };
    expect((await client.call(importImage, { body })).status).toBe(202);
    return uuid;
  },
  tiff: async (item) => {
    const { uuid } = await uploaded(client, { source: twoPages, name: 'registro.tif' });
    const body = { culturalItemUuid: item, uuid, sgtt: 'Registro' };
    expect((await client.call(importImage, { body })).status).toBe(202);
    return uuid;
  },
  pdf: async (item) => {
    const sent = await client.upload(uploadCalls.pdf, { source: pdf, name: 'registro.pdf', type: 'a/b' });
    const body = { culturalItemUuid: item, uuid: sent.body.uuid, sgtt: 'Registro' };
    expect((await client.call(importPdf, { body })).status).toBe(202);
    return sent.body.uuid;
  },
  video: async (item) => {
    const file = { source: await madeFilm(), name: 'festa.mp4', type: 'video/mp4' };
    const { uuid } = (await client.upload(uploadCalls.video, file)).body;
    expect((await client.call(videoCalls.import, { body: { culturalItemUuid: item, uuid } })).status).toBe(
      202,
    );
    return uuid;
  },
  audio: async (item) => {
    const file = { source: madeWave(1), name: 'voce.wav', type: 'audio/wav' };
    const { uuid } = (await client.upload(uploadCalls.audio, file)).body;
    expect((await client.call(audioCalls.import, { body: { culturalItemUuid: item, uuid } })).status).toBe(
      202,
    );
    return uuid;
  },
  model: async (item) => {
    const { media, app } = house.program;
    const tenantId = house.tenantIds.default;
    const source = Readable.from([Buffer.from(shape)]);
    const { uuid } = await storeUpload(
      media,
      'object',
      tenantId,
      system.accountUuid,
      'prisma.obj',
      source,
      app.log as never,
    );
    await media.database
      .tenant(tenantId, system)
      .write('import', (tx) => addMedia(tx, item, 'model3d', [{ uuid }], { path: () => '' }));
    return uuid;
  },
};

interface Body {
  readonly id: string;
  readonly type: string;
  readonly format: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
}
interface Canvas {
  readonly id: string;
  readonly width?: number;
  readonly height?: number;
  readonly duration?: number;
  readonly items?: readonly { items: readonly { body: Body }[] }[];
  readonly thumbnail?: readonly Body[];
  readonly placeholderCanvas?: Canvas;
  readonly seeAlso?: readonly Body[];
}
interface Told {
  readonly id: string;
  readonly items: readonly Canvas[];
  readonly rendering?: readonly Body[];
  readonly thumbnail?: readonly Body[];
  readonly partOf: readonly { id: string }[];
}
interface Told2 {
  readonly sequences: readonly {
    canvases: readonly { width: number; height: number; images: { resource: { '@id': string } }[] }[];
  }[];
  readonly rendering?: readonly { '@id': string; format: string }[];
  readonly thumbnail?: { '@id': string };
}

const path = (version: 2 | 3, item: string) => `/iiif/presentation/${version}/${item}/manifest`;
const told3 = async (item: string, who = client) => {
  const { status, body } = await who.send<Told>('GET', path(3, item));
  expect(status).toBe(200);
  return body;
};
const told2 = async (item: string, who = client) => (await who.send<Told2>('GET', path(2, item))).body;
const pathOf = (address: string | undefined) => new URL(address ?? '', 'http://localhost').pathname;
const painted = (canvas: Canvas | undefined) => canvas?.items?.[0]?.items[0]?.body;
/** The type that an address of a manifest answers with. */
const typeAt = async (address: string | undefined, who = client) => {
  const { status, headers } = await who.send('GET', pathOf(address));
  return status === 200 ? String(headers['content-type']) : status;
};
const see = (item: string, visibility: string) =>
  house.query('update item set visibility = $2 where uuid = $1', [item, visibility]);

describe('the manifest of an item with all kinds of media', async () => {
  const { item, made } = await itemWith('Everything', ['audio', 'image', 'model', 'video', 'pdf']);

  it('[IIIF-04] of version 3 has canvases of images, videos and sounds, and the rest beside them', async () => {
    const three = await told3(item);
    expect(three.items.map((canvas) => painted(canvas)?.type)).toEqual([
      'Image',
      'Image',
      'Image',
      'Video',
      'Sound',
    ]);
    const [, , , video, sound] = three.items;
    expect(video).toMatchObject({ width: 64, height: 48, duration: expect.closeTo(0.5, 1) as number });
    expect(painted(video)).toMatchObject({ format: 'video/mp4', width: 64, height: 48 });
    expect(painted(video)?.duration).toBe(video?.duration);
    expect([sound?.width, sound?.height]).toEqual([undefined, undefined]);
    expect(sound?.duration).toBeCloseTo(1, 1);
    for (const body of [painted(video), painted(sound), ...(three.rendering ?? [])])
      expect(await typeAt(body?.id)).toContain(body?.format);
    const poster = painted(video?.placeholderCanvas);
    for (const picture of [poster, video?.thumbnail?.[0]])
      expect(await typeAt(picture?.id)).toBe('image/jpeg');
    expect(await typeAt(sound?.seeAlso?.[0]?.id)).toContain('application/json');
    expect(three.rendering?.map(({ type, format }) => [type, format])).toEqual([
      ['Model', 'model/gltf-binary'],
      ['Text', 'application/pdf'],
    ]);
    expect(pathOf(three.thumbnail?.[0]?.id)).toContain(`/iiif/3/${made.image}/`);
    expect(three.partOf.map(({ id }) => pathOf(id))).toEqual([`/iiif/presentation/3/collection/${root}`]);
  });

  it('[API-074] is where the item says, with its first canvas and its picture', async () => {
    const { body } = await client.call(getItem, { params: { uuid: item } });
    const [canvas] = (await told3(item)).items;
    expect(canvas?.id.endsWith(`/canvas/${body.canvasUuid}`)).toBe(true);
    expect(pathOf(body._links.manifest?.href)).toBe(path(3, item));
    expect(await typeAt(body._links.thumbnail?.href)).toBe('image/jpeg');
    const { body: nothing } = await client.call(getItem, {
      params: { uuid: (await importedItem(client, { sgtt: 'Nothing' }, [])).uuid },
    });
    expect([nothing.canvasUuid, nothing._links.manifest]).toEqual([null, undefined]);
  });

  it('[IIIF-05] of version 2.1 has canvases of the images, and all else beside them', async () => {
    const two = await told2(item);
    expect(two.sequences[0]?.canvases).toHaveLength(3);
    expect(two.rendering?.map(({ format }) => format)).toEqual([
      'video/mp4',
      'audio/mp4',
      'model/gltf-binary',
      'application/pdf',
    ]);
    for (const { '@id': id, format } of two.rendering ?? []) expect(await typeAt(id)).toContain(format);
  });

  it('is read by other people’s readers', async () => {
    const three = await told3(item);
    const { entities } = normalize(structuredClone(three));
    // The placeholder of the video is a canvas as well.
    expect(Object.keys(entities.Canvas)).toHaveLength(6);
    const vault = new Vault();
    const loaded = await vault.loadManifest(three.id, structuredClone(three));
    expect(vault.get(loaded?.items ?? [])).toMatchObject(
      three.items.map(({ id, duration }) => ({ id, type: 'Canvas', ...(duration && { duration }) })),
    );
    const manifest = parseManifest(JSON.stringify(three)) as Manifest;
    const canvases = manifest.getSequences()[0]?.getCanvases() ?? [];
    expect(canvases.slice(3).map((canvas) => canvas.getContent()[0]?.getBody()[0]?.getType())).toEqual([
      'video',
      'sound',
    ]);
    expect(canvases[3]?.getDuration()).toBe(three.items[3]?.duration);
    expect(manifest.getRenderings()).toHaveLength(2);
    const two = await told2(item);
    expect(convertPresentation2(structuredClone(two) as never)).toMatchObject({ type: 'Manifest' });
    expect((parseManifest(JSON.stringify(two)) as Manifest).getRenderings()).toHaveLength(4);
  });
});

describe('the manifest of an item without images', () => {
  it.each([
    { media: ['video'], three: ['Video'], two: [[64, 48, 1]], kind: 'video' },
    { media: ['audio'], three: ['Sound'], two: [[1200, 1200, 0]], kind: undefined },
    { media: ['model'], three: ['Image'], two: [[480, 480, 1]], kind: 'model' },
    {
      media: ['audio', 'model'],
      three: ['Sound'],
      two: [
        [1200, 1200, 0],
        [480, 480, 1],
      ],
      kind: 'model',
    },
  ] as const)('is there and has its picture: $media', async ({ media, three, two, kind }) => {
    const { item, made } = await itemWith(`Only ${media.join(' and ')}`, media);
    const told = await told3(item);
    expect(told.items.map((canvas) => painted(canvas)?.type)).toEqual(three);
    const { sequences, thumbnail } = await told2(item);
    expect(sequences[0]?.canvases.map(({ width, height, images }) => [width, height, images.length])).toEqual(
      two,
    );
    // Its manifests have the waveform of a sound where there is no other picture, and its card has none.
    const shownInManifests = `/media/${made[kind ?? 'audio']}/thumbnail`;
    const picture = kind && shownInManifests;
    expect(told.thumbnail?.map(({ id }) => pathOf(id))).toEqual([shownInManifests]);
    expect(thumbnail && pathOf(thumbnail['@id'])).toBe(shownInManifests);
    const { body } = await client.call(getItem, { params: { uuid: item } });
    expect(pathOf(body._links.manifest?.href)).toBe(path(3, item));
    expect([body.isLinkedToDziImage, body._links.viewer_dzi]).toEqual([false, undefined]);
    // The card shows the same, to the same people.
    expect(body.thumbnail && pathOf(body.thumbnail)).toBe(picture ?? null);
    if (!picture) return;
    await see(item, 'restricted');
    const statuses = [];
    for (const who of [client, reader, visitor]) statuses.push((await who.send('GET', picture)).status);
    expect(statuses).toEqual([200, 404, 404]);
    const shown = await client.send<{ items: { id: string; thumbnail?: Body[] }[] }>(
      'GET',
      `/iiif/presentation/3/collection/${root}`,
    );
    const entry = shown.body.items.find(({ id }) => pathOf(id) === path(3, item));
    expect(pathOf(entry?.thumbnail?.[0]?.id)).toBe(picture);
  });
});

describe('the PDF that images were made of', () => {
  const statusesOf = async (image: string) => {
    const statuses: Record<string, number> = {};
    for (const [name, who] of Object.entries({ client, reader, visitor }))
      statuses[name] = (await who.send('GET', `/media/${image}/pdf`)).status;
    return statuses;
  };
  const offered = async (item: string, who = client) =>
    ((await told3(item, who)).rendering ?? []).map(({ id }) => pathOf(id));
  const log = (image: string) => house.query('select kind from download where asset_uuid = $1', [image]);

  it('[IIIF-11] is offered with its name and in parts: to readers a copy without attachments, made once', async () => {
    const { item, made } = await itemWith('Registro', ['pdf']);
    const address = `/media/${made.pdf}/pdf`;
    expect(await offered(item)).toEqual([address]);
    const { rendering } = await told2(item);
    expect(rendering?.map(({ '@id': id, format }) => [pathOf(id), format])).toEqual([
      [address, 'application/pdf'],
    ]);
    // HEAD makes none, and does not know how long it will be.
    const unmade = await reader.send('HEAD', address);
    expect([unmade.status, unmade.headers['content-length']]).toEqual([200, undefined]);
    expect(unmade.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
    });
    expect(await house.query('select reader_copy from upload where uuid = $1', [made.pdf])).toEqual([
      { reader_copy: null },
    ]);
    const whole = await reader.send('GET', address);
    expect(whole).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="registro.pdf"; filename*=UTF-8''registro.pdf`,
        'cache-control': 'private, no-store',
        'access-control-allow-origin': '*',
      },
    });
    expect(whole.bytes.includes('salaries.txt')).toBe(false);
    const copy = await PDFDocument.load(whole.bytes);
    expect([copy.getPageCount(), copy.getAttachments()]).toEqual([2, []]);
    const part = await reader.send('GET', address, { range: 'bytes=0-4' });
    expect([part.status, part.bytes.toString()]).toEqual([206, '%PDF-']);
    const known = { 'if-none-match': String(whole.headers.etag) };
    expect((await reader.send('GET', address, known)).status).toBe(304);
    const head = await reader.send('HEAD', address);
    expect([head.status, head.headers['content-length']]).toEqual([200, String(whole.bytes.length)]);
    expect(await log(made.pdf)).toEqual([]);
    const rows = await house.query<{ key: string }>(
      `select reader_copy ->> 'key' as key from upload where uuid = $1`,
      [made.pdf],
    );
    const [{ key } = { key: '' }] = rows;
    expect(await house.storedFiles()).toContain(key);
    // Lost, as after a restore, it is made again, and is the same.
    await house.program.media.storage.remove(key);
    const again = await Promise.all([1, 2, 3].map(() => reader.send('GET', address)));
    expect(again.map(({ status, bytes }) => [status, bytes.equals(whole.bytes)])).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
    // An image that was sent as one has none.
    const { made: other } = await itemWith('A photograph', ['image']);
    expect((await client.send('GET', `/media/${other.image}/pdf`)).status).toBe(404);
  });

  it('[IMP-31] [DOWN-24] goes as it was sent to those who may download originals, and is logged', async () => {
    const { item, made } = await itemWith('Registro', ['pdf']);
    for (const visibility of ['private', 'public']) {
      await see(item, visibility);
      const original = await client.send('GET', `/media/${made.pdf}/pdf`);
      expect(original.bytes.equals(pdf)).toBe(true);
      expect(original.headers['cache-control']).toBe('private, no-store');
      expect((await visitor.send('GET', `/media/${made.pdf}/pdf`)).bytes.includes('salaries.txt')).toBe(
        false,
      );
    }
    expect(await log(made.pdf)).toEqual([{ kind: 'original' }, { kind: 'original' }]);
  });

  it('has no copy where none can be made, is not tried again, and not offered but as an original', async () => {
    const { item, made } = await itemWith('Registro', ['pdf']);
    await see(item, 'public');
    expect([await offered(item, reader), await offered(item, visitor)]).not.toContainEqual([]);
    await house.query(`update upload set reader_copy = '{"refused": "unreadable"}' where uuid = $1`, [
      made.pdf,
    ]);
    const refused = await reader.send<{ detail: string }>('GET', `/media/${made.pdf}/pdf`);
    expect([refused.status, refused.body.detail]).toEqual([
      404,
      'No copy of this PDF can be made for readers. Its pages can be seen as images.',
    ]);
    expect((await reader.send('HEAD', `/media/${made.pdf}/pdf`)).status).toBe(404);
    expect((await client.send('GET', `/media/${made.pdf}/pdf`)).status).toBe(200);
    expect([await offered(item, reader), await offered(item, visitor)]).toEqual([[], []]);
    expect(await offered(item)).toEqual([`/media/${made.pdf}/pdf`]);
  });

  it('[PERM-31] goes to those who may see its record', async () => {
    const { item, made } = await itemWith('Registro', ['pdf']);
    expect(await statusesOf(made.pdf)).toEqual({ client: 200, reader: 200, visitor: 404 });
    await see(item, 'restricted');
    expect(await statusesOf(made.pdf)).toEqual({ client: 200, reader: 404, visitor: 404 });
    await see(item, 'public');
    expect(await statusesOf(made.pdf)).toEqual({ client: 200, reader: 200, visitor: 200 });
    const open = await visitor.send('GET', `/media/${made.pdf}/pdf`);
    const vary = 'Authorization, Cookie';
    expect(open.headers).toMatchObject({ 'cache-control': 'public, max-age=300', vary });
    // The original has the same address.
    expect((await client.send('GET', `/media/${made.pdf}/pdf`)).headers).toMatchObject({ vary });
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    expect((await stranger.send('GET', `/media/${made.pdf}/pdf`)).status).toBe(404);
    expect((await house.visitor('altra').send('GET', `/media/${made.pdf}/pdf`)).status).toBe(404);
  });

  it('shows no page again that was taken out or hidden, but to those who may download originals', async () => {
    const { item, made } = await itemWith('Registro', ['pdf']);
    const { body } = await client.call(listItemImages, { params: { uuid: item } });
    const second = body._embedded.images[1]?.uuid ?? '';
    await see(item, 'public');
    const before = (await reader.send('GET', path(3, item))).headers.etag;
    const { uuid: other } = await importedItem(client, { sgtt: 'Kept apart' }, []);
    await house.query('update asset set item_uuid = $2, position = 1 where uuid = $1', [second, other]);
    await see(other, 'restricted');
    const apart = { client: 200, reader: 403, visitor: 404 };
    expect(await statusesOf(made.pdf)).toEqual(apart);
    expect([await offered(item, reader), await offered(item, visitor)]).toEqual([[], []]);
    expect(await offered(item)).toEqual([`/media/${made.pdf}/pdf`]);
    expect((await reader.send('GET', path(3, item))).headers.etag).not.toBe(before);
    await house.query('update asset set item_uuid = $2, position = 2 where uuid = $1', [second, item]);
    expect(await statusesOf(made.pdf)).toEqual({ client: 200, reader: 200, visitor: 200 });
    expect((await client.call(deleteImage, { params: { uuid: second }, query: {} })).status).toBe(204);
    expect(await statusesOf(made.pdf)).toEqual(apart);
  });

  it.each(['pdf', 'tiff'] as const)(
    'nobody gets hidden pages with the original of another page: %s',
    async (medium) => {
      const { item, made } = await itemWith('Registro', [medium]);
      const { body } = await client.call(listItemImages, { params: { uuid: item } });
      const first = made[medium];
      const second = body._embedded.images[1]?.uuid ?? '';
      const addresses = [
        `/image-download/db/original/${first}`,
        `/image-download/db/original/${first}?version=1`,
        ...(medium === 'pdf' ? [`/media/${first}/pdf`] : []),
      ];
      const statusesOf = async (who: HttpClient) => {
        const statuses = [];
        for (const address of addresses) statuses.push((await who.send('GET', address)).status);
        return [...new Set(statuses)];
      };
      const isOffered = async (who: HttpClient) => (await offered(item, who)).length > 0;
      /** Whether the image, the list of the item's images and that of its versions give the original. */
      const isLinked = async (who: HttpClient) => {
        const params = { uuid: first };
        const image = (await who.call(getImage, { params })).body;
        const list = (await who.call(listItemImages, { params: { uuid: item } })).body._embedded.images;
        const versions = (await who.call(imageCalls.listVersions, { params })).body._embedded.versions;
        return [image, list[0], ...versions].map((one) => one?._links.original !== undefined);
      };
      const { uuid: other } = await importedItem(client, { sgtt: 'Kept apart' }, []);
      await house.query('update asset set item_uuid = $2, position = 1 where uuid = $1', [second, other]);
      expect([await statusesOf(downloader), await isLinked(downloader)]).toEqual([[200], [true, true, true]]);
      await see(other, 'restricted');
      expect([await statusesOf(client), await statusesOf(downloader)]).toEqual([[200], [403]]);
      expect(await isLinked(client)).toEqual([true, true, true]);
      expect(await isLinked(downloader)).toEqual([false, false, false]);
      expect([await isOffered(client), await isOffered(downloader)]).toEqual([medium === 'pdf', false]);
      // In the trash it is as hidden.
      await house.query('update item set trashed_at = now() where uuid = $1', [other]);
      expect(await statusesOf(downloader)).toEqual([403]);
      await house.query('update item set trashed_at = null where uuid = $1', [other]);
      await see(other, 'private');
      expect([await statusesOf(downloader), await isLinked(downloader)]).toEqual([[200], [true, true, true]]);
    },
  );

  it('[IIIF-11] is offered anew as soon as the public size is another one', async () => {
    const { item } = await itemWith('Registro', ['pdf']);
    const known = async (who: HttpClient, tag: unknown) =>
      who.send('GET', path(3, item), { 'if-none-match': String(tag) });
    const { etag } = (await known(reader, '"none"')).headers;
    expect((await known(reader, etag)).status).toBe(304);
    for (const publicMaxPx of [1024, null]) {
      expect((await client.call(changeImageDelivery, { body: { publicMaxPx } })).status).toBe(200);
      const told = await known(reader, etag);
      expect([publicMaxPx, told.status]).toEqual([publicMaxPx, publicMaxPx === null ? 304 : 200]);
    }
  });

  it('[DOWN-24] is an original where the organisation shows less, and logged as one', async () => {
    const { item, made } = await itemWith('Registro', ['pdf']);
    await see(item, 'public');
    expect(await offered(item, visitor)).toHaveLength(1);
    expect((await client.call(changeImageDelivery, { body: { publicMaxPx: 1024 } })).status).toBe(200);
    expect(await statusesOf(made.pdf)).toEqual({ client: 200, reader: 403, visitor: 404 });
    expect([await offered(item, reader), await offered(item, visitor)]).toEqual([[], []]);
    const own = await client.send('GET', path(3, item));
    expect([own.headers['cache-control'], await offered(item)]).toEqual([
      'private, no-store',
      [`/media/${made.pdf}/pdf`],
    ]);
    expect(await log(made.pdf)).toEqual([{ kind: 'original' }]);
    expect((await client.call(changeImageDelivery, { body: { publicMaxPx: null } })).status).toBe(200);
  });
});
