import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importPdf } from '@armarium/contract/imports';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { startS3Server } from '../../../../../../tests/harness/s3-server.ts';
import { madePdf } from '../../../../../../tests/http/made-pdf.ts';
import { madeFilm, madeWave } from '../../../../../../tests/http/made-recordings.ts';
import {
  openInstallation,
  rootOf,
  settledImport,
  type TestInstallation,
} from '../../../../../../tests/http/test-installation.ts';

const bucket = await startS3Server();
// After the installations, which are registered later.
afterAll(() => bucket.close());
const limits = { uploadPart_bytes: 300_000 };
const houses = {
  folder: await openInstallation({ worker: true, limits }),
  bucket: await openInstallation({ worker: true, limits, environment: { STORAGE_URL: bucket.url } }),
};
type Door = keyof typeof houses;
const doors = Object.keys(houses) as Door[];

const prism = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n';
/** Larger than what the sockets between hold. */
const side_px = 2000;
const files = {
  image: {
    name: 'noise.png',
    bytes: await sharp(randomBytes(side_px * side_px * 3), {
      raw: { width: side_px, height: side_px, channels: 3 },
    })
      .png({ compressionLevel: 0 })
      .toBuffer(),
  },
  pdf: { name: 'pages.pdf', bytes: madePdf([{ width_pt: 360, height_pt: 180, text: 'Folio' }]) },
  audio: { name: 'tone.wav', bytes: madeWave(2, 44_100) },
  video: { name: 'film.mp4', bytes: await madeFilm() },
  object: { name: 'prism.obj', bytes: Buffer.from(prism) },
};
type Kind = keyof typeof files;

/** Sends a file by tus, cut where no piece of the storage ends. @returns the uuid */
async function sentInPieces(client: HttpClient, kind: Kind): Promise<string> {
  const { name, bytes } = files[kind];
  const headers = { 'tus-resumable': '1.0.0', 'x-xsrf-token': await client.csrfToken() };
  const encoded = { filename: name, kind, sha256: createHash('sha256').update(bytes).digest('hex') };
  const begun = await client.send('POST', '/ccc/resumable', {
    ...headers,
    'upload-length': bytes.length,
    'upload-metadata': Object.entries(encoded)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(','),
  });
  expect({ kind, status: begun.status }).toEqual({ kind, status: 201 });
  const path = String(begun.headers['location']);
  const cut = Math.ceil(bytes.length * 0.37);
  for (const piece of [bytes.subarray(0, cut), bytes.subarray(cut)]) {
    const standing = await client.send('HEAD', path, headers);
    const answer = await client.send(
      'PATCH',
      path,
      {
        ...headers,
        'upload-offset': String(standing.headers['upload-offset']),
        'content-type': 'application/offset+octet-stream',
        'content-length': piece.length,
      },
      Readable.from([piece]),
    );
    expect(answer.status, answer.bytes.toString()).toBeLessThan(300);
  }
  return path.split('/').pop() ?? '';
}

/** How many files below the folder of a house this process has open; none where the system doesn't tell. */
async function openFiles(door: Door): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const open = await readdir('/proc/self/fd');
  // One that was closed since it was listed leads nowhere.
  const places = await Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return places.filter((place) => place.startsWith(houses[door].storageFolder)).length;
}

interface Filled {
  readonly client: HttpClient;
  readonly item: string;
  readonly uuids: Readonly<Record<Kind, string>>;
}

async function filled(house: TestInstallation): Promise<Filled> {
  const client = await house.person('default', 'ROLE_TENANT_ADMIN');
  const sent: Partial<Record<Kind, string>> = {};
  for (const kind of Object.keys(files) as Kind[]) sent[kind] = await sentInPieces(client, kind);
  const uuids = sent as Record<Kind, string>;
  const made = await client.send<{ uuid: string }>(
    'POST',
    '/ccc/importCulturalItem',
    { 'content-type': 'application/json', 'x-xsrf-token': await client.csrfToken() },
    Readable.from([
      JSON.stringify({
        sgtt: 'Of every kind',
        pressmark: 'KINDS 1',
        parentCollectionsUuids: [(await rootOf(client)).uuid],
        images: [{ uuid: uuids.image }],
        audios: [{ uuid: uuids.audio }],
        videos: [{ uuid: uuids.video }],
        model3Ds: [{ uuid: uuids.object }],
      }),
    ]),
  );
  expect(made.status, made.bytes.toString()).toBe(201);
  const item = made.body.uuid;
  const pages = await client.call(importPdf, { body: { culturalItemUuid: item, uuid: uuids.pdf } });
  expect(pages.status).toBe(202);
  const settled = await settledImport(client, item);
  expect(settled.overall).toMatchObject({ importState: 'DONE' });
  return { client, item, uuids };
}

const places = {} as Record<Door, Filled>;
beforeAll(async () => {
  for (const door of doors) places[door] = await filled(houses[door]);
});

const asked = (door: Door, { of, path }: (typeof addresses)[number]) =>
  path.replace('*', places[door].uuids[of as Kind] ?? places[door].item);
const addresses = [
  { of: 'image', path: '/image-download/db/original/*' },
  { of: 'item', path: '/image-download/db/culturalItem/*/full/!1080,1080/0/default.zip' },
  { of: 'audio', path: '/media/*/playable' },
  { of: 'audio', path: '/media/*/peaks' },
  { of: 'audio', path: '/media/*/original' },
  { of: 'video', path: '/media/*/playable' },
  { of: 'video', path: '/media/*/poster' },
  { of: 'video', path: '/media/*/original' },
  { of: 'object', path: '/media/*/model' },
  { of: 'object', path: '/media/*/thumbnail' },
  { of: 'object', path: '/media/*/original' },
];

/** The whole file, waited for where it is made first. */
const whole = (door: Door, address: (typeof addresses)[number]) =>
  until('the file is there', async () => {
    const answer = await places[door].client.send('GET', asked(door, address));
    return answer.status === 202 ? undefined : answer;
  });

describe('a file of every kind, sent in pieces', () => {
  it.each(doors)('is stored as it was sent, in a %s', async (door) => {
    const { client, uuids } = places[door];
    for (const { of, path } of addresses.filter(
      (address) => address.path.endsWith('/original') || address.of === 'image',
    )) {
      const { status, bytes } = await client.send('GET', path.replace('*', uuids[of as Kind]));
      expect([of, status, bytes.equals(files[of as Kind].bytes)]).toEqual([of, 200, true]);
    }
  });

  it('is answered the same from a folder and from a bucket: whole, in part, by HEAD, or not at all', async () => {
    const told = async (door: Door) => {
      const all = [];
      for (const address of addresses) {
        const first = await whole(door, address);
        const { length } = first.bytes;
        const tag = String(first.headers['etag']);
        for (const [method, headers] of [
          ['GET', {}],
          ['HEAD', {}],
          ['GET', { range: 'bytes=0-0' }],
          ['GET', { range: `bytes=${Math.floor(length / 2)}-`, 'if-range': tag }],
          ['GET', { range: 'bytes=-9' }],
          ['GET', { range: 'bytes=3-12', 'if-range': '"another"' }],
          ['GET', { range: `bytes=${length}-` }],
          ['GET', { range: 'bytes=0-1,4-5' }],
          ['GET', { 'if-none-match': tag }],
          ['HEAD', { 'if-none-match': tag }],
          ['HEAD', { range: 'bytes=0-0' }],
        ] as const) {
          const answer = await places[door].client.send(method, asked(door, address), headers);
          const [start = 0, end = length - 1] =
            /^bytes (\d+)-(\d+)\//.exec(String(answer.headers['content-range']))?.slice(1).map(Number) ?? [];
          const isWith = method === 'GET' && answer.status < 300;
          expect(answer.headers['etag']).toBe(tag);
          expect(answer.bytes.equals(isWith ? first.bytes.subarray(start, end + 1) : Buffer.alloc(0))).toBe(
            true,
          );
          all.push({
            path: address.path,
            asked: [
              method,
              Object.entries(headers).map(([name, value]) => `${name}: ${value.replace(tag, 'tag')}`),
            ],
            status: answer.status,
            ...Object.fromEntries(
              [
                'content-type',
                'content-length',
                'content-range',
                'accept-ranges',
                'cache-control',
                'content-disposition',
              ].map((name) => [name, answer.headers[name]]),
            ),
          });
        }
      }
      return all;
    };
    const [here, there] = [await told('folder'), await told('bucket')];
    expect(there).toEqual(here);
    expect(here.filter(({ status }) => status === 206)).toHaveLength(addresses.length * 3);
    expect(here.filter(({ status }) => status === 416)).toHaveLength(addresses.length);
  });

  it.each(doors)('that nobody reads to its end holds nothing of a %s', async (door) => {
    const { client, uuids } = places[door];
    const path = `/image-download/db/original/${uuids.image}`;
    const before = await openFiles(door);
    for (let times = 0; times < 60; times += 1) {
      const answer = await client.listen(path, times % 2 === 0 ? {} : { range: 'bytes=100-' });
      expect([200, 206]).toContain(answer.statusCode);
      await once(answer, 'readable');
      answer.destroy();
    }
    // As many as that would have used up the connections to an object storage, of which there are 50.
    const { status, bytes } = await client.send('GET', path);
    expect([status, bytes.length]).toEqual([200, files.image.bytes.length]);
    // What is broken off is closed a moment later.
    await expect.poll(() => openFiles(door)).toBeLessThanOrEqual(before);
  });

  it.each(doors)('is seen as a page, where it is one, from a %s', async (door) => {
    const { client, item } = places[door];
    const { body } = await client.send<{ _embedded: { images: { uuid: string }[] } }>(
      'GET',
      `/meta/culturalItems/${item}/images`,
    );
    const images = body._embedded.images;
    expect(images).toHaveLength(2);
    for (const { uuid } of images) {
      const tile = await client.send('GET', `/iiif/3/${uuid}/0,0,256,256/256,256/0/default.jpg`);
      expect([tile.status, (await sharp(tile.bytes).metadata()).width]).toEqual([200, 256]);
    }
  });
});
