import { existsSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Problem } from '@armarium/contract/problem';
import { getItem } from '@armarium/contract/item-calls';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const samples = resolve(import.meta.dirname, '../../../../../../shared/data/images');
const samplesAreAbsent = !existsSync(samples);

/** Four quarters of one colour each, so that a region, a turn and a colour can be told by its pixels. */
const colours = { red: [200, 30, 30], green: [30, 160, 60], blue: [40, 60, 200], grey: [120, 120, 120] };
const [width_px, height_px] = [1200, 800];

async function quarter(colour: number[]) {
  const [r = 0, g = 0, b = 0] = colour;
  const create = {
    width: width_px / 2,
    height: height_px / 2,
    channels: 3 as const,
    background: { r, g, b },
  };
  return sharp({ create }).png().toBuffer();
}
const source = await sharp({
  create: { width: width_px, height: height_px, channels: 3, background: 'white' },
})
  .composite([
    { input: await quarter(colours.red), left: 0, top: 0 },
    { input: await quarter(colours.green), left: width_px / 2, top: 0 },
    { input: await quarter(colours.blue), left: 0, top: height_px / 2 },
    { input: await quarter(colours.grey), left: width_px / 2, top: height_px / 2 },
  ])
  .png()
  .toBuffer();

async function imported(file: { source: string | Uint8Array; name: string }): Promise<string> {
  const upload = await uploaded(client, file);
  const item = await importedItem(client, {}, [upload]);
  const settled = await settledImport(client, item.uuid);
  expect(settled.overall.importState).toBe('DONE');
  return upload.uuid;
}
const image = await imported({ source, name: 'quarters.png' });

const get = (path: string, headers: Record<string, string> = {}) => client.send('GET', path, headers);
const picture = async (rest: string, version = 3) => {
  const answer = await get(`/iiif/${version}/${image}/${rest}`);
  expect({ rest, status: answer.status }).toEqual({ rest, status: 200 });
  return answer;
};

async function colourAt(bytes: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at =
    (Math.floor(y * (info.height - 1)) * info.width + Math.floor(x * (info.width - 1))) * info.channels;
  return [...data.subarray(at, at + info.channels)];
}

/** JPEG of four flat colours stays within a few steps of them. */
async function expectColour(bytes: Buffer, x: number, y: number, expected: number[]): Promise<void> {
  const found = await colourAt(bytes, x, y);
  const farthest = Math.max(...expected.map((value, index) => Math.abs(value - (found[index] ?? -999))));
  expect({ found, expected, near: farthest <= 8 }).toEqual({ found, expected, near: true });
}

describe('the information document', () => {
  it('[IIIF-01] of version 3 says what there is', async () => {
    const answer = await get(`/iiif/3/${image}/info.json`);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/(ld\+)?json/);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.body).toMatchObject({
      '@context': 'http://iiif.io/api/image/3/context.json',
      id: `${house.origin}/iiif/3/${image}`,
      type: 'ImageService3',
      protocol: 'http://iiif.io/api/image',
      profile: 'level2',
      width: width_px,
      height: height_px,
      tiles: [{ width: 256, scaleFactors: [1, 2, 4, 8] }],
    });
  });

  it('[IIIF-02] of version 2 says it in its words', async () => {
    const { body, headers } = await get(`/iiif/2/${image}/info.json`);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(body).toMatchObject({
      '@context': 'http://iiif.io/api/image/2/context.json',
      '@id': `${house.origin}/iiif/2/${image}`,
      protocol: 'http://iiif.io/api/image',
      width: width_px,
      height: height_px,
    });
    expect((body as { profile: unknown[] }).profile[0]).toBe('http://iiif.io/api/image/2/level2.json');
  });

  it.each([2, 3])('is where the base address of version %i leads, with 303', async (version) => {
    const answer = await get(`/iiif/${version}/${image}`);
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe(`${house.origin}/iiif/${version}/${image}/info.json`);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  });

  it('is JSON-LD for who asks for it', async () => {
    const answer = await get(`/iiif/3/${image}/info.json`, { accept: 'application/ld+json' });
    expect(answer.headers['content-type']).toContain('application/ld+json');
    expect(answer.headers.vary).toMatch(/accept/i);
  });
});

describe('a region', () => {
  it.each([
    ['0,0,600,400', 'red'],
    ['600,0,600,400', 'green'],
    ['0,400,600,400', 'blue'],
    ['600,400,600,400', 'grey'],
    ['pct:50,50,50,50', 'grey'],
    ['pct:0,50,25,25', 'blue'],
    ['1100,700,500,500', 'grey'],
  ] as const)('[IIIF-01] %s shows %s pixels of the source', async (region, colour) => {
    for (const size of ['max', '100,', '^1000,']) {
      const { bytes } = await picture(`${region}/${size}/0/default.png`);
      for (const [x, y] of [
        [0.1, 0.1],
        [0.5, 0.5],
        [0.9, 0.9],
      ] as const) {
        await expectColour(bytes, x, y, colours[colour]);
      }
    }
  });

  it.each([
    ['full', 1200, 800],
    ['square', 800, 800],
    ['100,100,256,256', 256, 256],
    ['1000,700,500,500', 200, 100],
  ])('[IIIF-01] %s is %i × %i pixels', async (region, width, height) => {
    const { bytes, headers } = await picture(`${region}/max/0/default.jpg`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format: 'jpeg' });
    expect(headers['content-type']).toBe('image/jpeg');
  });
});

describe('a size, a turn, a quality, a format', () => {
  it.each([
    ['max', 1200, 800],
    ['300,', 300, 200],
    [',100', 150, 100],
    ['pct:25', 300, 200],
    ['50,70', 50, 70],
    ['!100,100', 100, 67],
    ['^2400,', 2400, 1600],
  ])('[IIIF-01] %s gives %i × %i', async (size, width, height) => {
    const { bytes } = await picture(`full/${size}/0/default.jpg`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height });
  });

  it.each([
    ['0', ['red', 'green', 'blue', 'grey']],
    ['90', ['blue', 'red', 'grey', 'green']],
    ['180', ['grey', 'blue', 'green', 'red']],
    ['270', ['green', 'grey', 'red', 'blue']],
    ['!0', ['green', 'red', 'grey', 'blue']],
    ['!90', ['grey', 'green', 'blue', 'red']],
  ] as const)('[IIIF-01] a turn by %s brings the quarters where they belong', async (rotation, corners) => {
    for (const version of [2, 3]) {
      const { bytes } = await picture(`full/300,/${rotation}/default.png`, version);
      const places = [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ] as const;
      for (const [index, [x, y]] of places.entries()) {
        await expectColour(bytes, x, y, colours[corners[index] ?? 'red']);
      }
    }
  });

  it('[IIIF-01] gray has no colour, bitonal only two values', async () => {
    const gray = await picture('full/200,/0/gray.png');
    const [r, g, b] = await colourAt(
      await sharp(gray.bytes).toColourspace('srgb').png().toBuffer(),
      0.2,
      0.2,
    );
    expect(r === g && g === b).toBe(true);
    const bitonal = await picture('full/200,/0/bitonal.png');
    const { data } = await sharp(bitonal.bytes)
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...new Set(data)].toSorted((one, other) => one - other)).toEqual([0, 255]);
  });

  it.each([
    ['jpg', 'image/jpeg', 'jpeg'],
    ['png', 'image/png', 'png'],
    ['webp', 'image/webp', 'webp'],
    ['gif', 'image/gif', 'gif'],
    ['tif', 'image/tiff', 'tiff'],
  ])('[IIIF-01, IIIF-02] %s comes as %s', async (format, type, decoded) => {
    for (const version of [2, 3]) {
      const { bytes, headers } = await picture(`full/120,/0/default.${format}`, version);
      expect(headers['content-type']).toBe(type);
      expect((await sharp(bytes).metadata()).format).toBe(decoded);
    }
  });

  it('[IIIF-01] the canonical address stands in the Link header, and gives the same bytes', async () => {
    const { headers, bytes } = await picture('pct:0,0,50,50/!300,300/0/color.jpg');
    const canonical = /<([^>]+)>;\s*rel="canonical"/.exec(String(headers.link))?.[1] ?? '';
    expect(canonical).toBe(`${house.origin}/iiif/3/${image}/0,0,600,400/300,200/0/default.jpg`);
    expect((await get(canonical.replace(house.origin, ''))).bytes.equals(bytes)).toBe(true);
    expect(String(headers.link)).toContain('rel="profile"');
  });
});

describe('the thumbnail', () => {
  it('is handed through from the store, byte by byte, and its address stands in info.json', async () => {
    const [stored] = await house.query<{ thumbnail: { key: string; width_px: number; height_px: number } }>(
      'select thumbnail from asset_version where asset_uuid = $1',
      [image],
    );
    const {
      key,
      width_px: width,
      height_px: height,
    } = stored?.thumbnail ?? { key: '', width_px: 0, height_px: 0 };
    const file = await readFile(join(house.storageFolder, key));
    for (const version of [2, 3]) {
      const { bytes } = await picture(`full/${width},${height}/0/default.jpg`, version);
      expect(bytes.equals(file)).toBe(true);
    }
    const { body } = await get(`/iiif/3/${image}/info.json`);
    expect((body as { sizes: object[] }).sizes).toContainEqual({ width, height });
    const { bytes: made } = await picture(`full/${width - 1},/0/default.jpg`);
    expect(made.equals(file)).toBe(false);
  });
});

describe('what is refused', () => {
  it.each([
    ['0,0,0,0/max/0/default.jpg', 400],
    ['5000,5000,10,10/max/0/default.jpg', 400],
    ['full/0,/0/default.jpg', 400],
    ['full/1300,/0/default.jpg', 400],
    ['full/^,/0/default.jpg', 400],
    ['full/max/abc/default.jpg', 400],
    ['full/max/361/default.jpg', 400],
    ['full/max/0/purple.jpg', 400],
    ['full/max/0/default.bmp', 400],
    ['full/max/0/default', 400],
    ['nonsense/max/0/default.jpg', 400],
    ['-1,0,10,10/max/0/default.jpg', 400],
    ['full/^40000,40000/0/default.jpg', 400],
  ])('[IIIF-07] %s is %i, as a problem, with CORS', async (rest, status) => {
    for (const version of [2, 3]) {
      if (version === 2 && (rest.includes('1300') || rest.includes('^'))) continue;
      const answer = await get(`/iiif/${version}/${image}/${rest}`);
      expect({ version, status: answer.status }).toEqual({ version, status });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
      expect((answer.body as Problem).code).toBe('invalid-image-request');
    }
  });

  it('[IIIF-07] what is not there is 404 or 405, with CORS', async () => {
    for (const path of [`/iiif/3/${randomUUID()}/info.json`, '/iiif/3/no-uuid/info.json']) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });

  it('[IIIF-07] an image that is still being prepared is 409, with CORS', async () => {
    await house.restart();
    const upload = await uploaded(client);
    await importedItem(client, {}, [upload]);
    const answer = await get(`/iiif/3/${upload.uuid}/info.json`);
    expect(answer.status).toBe(409);
    expect((answer.body as Problem).code).toBe('image-not-ready');
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    await house.restart({ worker: true });
  });

  it('[IIIF-07, API-191] OPTIONS is answered for other origins here, and nowhere else', async () => {
    const preflight = { origin: 'https://viewer.example', 'access-control-request-method': 'GET' };
    const answer = await house.visitor().send('OPTIONS', `/iiif/3/${image}/info.json`, preflight);
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-methods']).toContain('GET');
    for (const path of ['/users/info', '/meta/culturalItems/search/findAll', '/healthz']) {
      const elsewhere = await client.send('GET', path, preflight);
      expect(elsewhere.headers['access-control-allow-origin']).toBeUndefined();
      const options = await client.send('OPTIONS', path, preflight);
      expect(options.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  it('an image in the trash, or of an item there, is 404', async () => {
    const upload = await uploaded(client);
    const item = await importedItem(client, {}, [upload]);
    await settledImport(client, item.uuid);
    await house.query('update item set trashed_at = now() where uuid = $1', [item.uuid]);
    expect((await get(`/iiif/3/${upload.uuid}/info.json`)).status).toBe(404);
    expect((await client.call(getItem, { params: { uuid: item.uuid } })).status).toBe(404);
  });
});

describe('what may be kept', () => {
  it('is nothing of a private image, and a public one for a few minutes by those who get what anybody gets', async () => {
    const upload = await uploaded(client);
    const item = await importedItem(client, {}, [upload]);
    await settledImport(client, item.uuid);
    const path = `/iiif/3/${upload.uuid}/full/max/0/default.jpg`;
    expect((await get(path)).headers['cache-control']).toBe('private, no-store');
    await house.query(`update item set visibility = 'public' where uuid = $1`, [item.uuid]);
    await house.restart({ worker: true });
    const visitor = await house.visitor().send('GET', path);
    expect(visitor.status).toBe(200);
    expect(visitor.headers['cache-control']).toBe('public, max-age=300');
    expect(visitor.headers.vary).toMatch(/cookie/i);
  });
});

describe.skipIf(samplesAreAbsent)('real files (skipped where ../shared/data is absent)', () => {
  const sample = (name: string) => ({ source: join(samples, name), name });
  /** The engraving as it should look, small enough to even out how it was scaled and coded. */
  const small = (input: Buffer | string) =>
    sharp(input).resize(24, 32, { fit: 'fill' }).removeAlpha().toColourspace('srgb').raw().toBuffer();

  it.each([
    ['derived-balloon-exif-orientation-3.jpg', 180],
    ['derived-balloon-exif-orientation-6.jpg', 90],
    ['derived-balloon-exif-orientation-8.jpg', 270],
    ['derived-balloon-gray.jpg', 0],
    ['derived-balloon-displayp3-icc.jpg', 0],
    ['derived-balloon-rgb16-deflate.tif', 0],
  ])('[IMP-28, IMP-29] %s is delivered upright and in its colours', async (name, turn) => {
    const uuid = await imported(sample(name));
    const { bytes } = await get(`/iiif/3/${uuid}/full/240,/0/default.png`);
    const straight = await sharp(join(samples, 'derived-balloon.webp')).rotate(turn).png().toBuffer();
    const [delivered, expected] = [await small(bytes), await small(straight)];
    const mean =
      delivered.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / delivered.length;
    expect(mean).toBeLessThan(8);
  });

  it('[IMP-60] what is transparent is delivered as white', async () => {
    const name = 'blackbug-alpha.png';
    const { data, info } = await sharp(join(samples, name))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const clear = Array.from({ length: info.width * info.height }, (_, at) => at).find(
      (at) => data[at * info.channels + 3] === 0,
    );
    if (clear === undefined) throw new Error('The sample has no transparent pixel.');
    const uuid = await imported(sample(name));
    const { bytes } = await get(`/iiif/3/${uuid}/full/max/0/default.png`);
    const { data: out, info: made } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (Math.floor(clear / info.width) * made.width + (clear % info.width)) * made.channels;
    expect(Math.min(...out.subarray(at, at + 3))).toBeGreaterThan(240);
  });
});
