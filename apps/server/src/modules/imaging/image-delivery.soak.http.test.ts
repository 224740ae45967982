import sharp from 'sharp';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { assignRoles } from '@armarium/contract/accounts';
import type { Role } from '@armarium/contract/capability';
import {
  changeImageDelivery,
  getImageDelivery,
  previewWatermark,
  removeWatermark,
  setWatermark,
  type ImageDelivery,
  WATERMARK_MAX_BYTES,
} from '@armarium/contract/image-delivery';
import type { Problem } from '@armarium/contract/problem';
import { signOut } from '@armarium/contract/session';
import { deleteItem } from '@armarium/contract/deletions';
import { updateItem } from '@armarium/contract/record-edits';
import { listTrash, purgeTrashEntry } from '@armarium/contract/trash';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { openEventNews, type RightNews } from '../../db/event-news.ts';
import { until } from '../../../../../tests/harness/waiting.ts';
import { meanwhile } from '../../../../../tests/harness/moved-clock.ts';

const [width_px, height_px] = [2000, 1500];
/** The most that visitors may have, at a public size of 1024. */
const publicSize = { width: 1024, height: 768 };
const grey = 120;

const house = await openInstallation({ worker: true });
const administrator = await house.person('default', 'ROLE_TENANT_ADMIN');
const people = {
  visitor: house.visitor(),
  reader: await house.person('default', 'ROLE_USER'),
  downloader: await house.person('default', 'ROLE_USER', 'ROLE_IMAGE_DOWNLOAD', 'ROLE_RESEARCHER'),
  unmarked: await house.person('default', 'ROLE_NO_WATERMARK'),
  cataloguer: await house.person('default', 'ROLE_METADATA_EDITOR'),
  stranger: await house.person('altra', 'ROLE_TENANT_ADMIN'),
};
type Person = keyof typeof people;
const entitled: readonly Person[] = ['unmarked', 'cataloguer'];

async function flat(colour: { r: number; g: number; b: number }, width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: colour } })
    .png()
    .toBuffer();
}
const page = { source: await flat({ r: grey, g: grey, b: grey }, width_px, height_px), name: 'page.png' };
const mark = {
  source: await flat({ r: 250, g: 20, b: 20 }, 300, 200),
  name: 'mark.png',
  type: 'image/png',
} as const;

async function ready(file: { source: Buffer; name: string } = page) {
  const upload = await uploaded(administrator, file);
  const item = await importedItem(administrator, { sgtt: 'A page' }, [upload]);
  await settledImport(administrator, item.uuid);
  return { image: upload.uuid, item: item.uuid };
}
const { image, item } = await ready();

async function delivery(): Promise<ImageDelivery> {
  return (await administrator.call(getImageDelivery)).body;
}

const untilSo = (what: string, isSo: () => Promise<boolean>) =>
  until(what, async () => (await isSo()) || undefined);
/** What another process changed is told by the database: no hour has to come in which it would be forgotten by itself. */
const untilTold = (what: string, isSo: () => Promise<boolean>) => meanwhile(() => untilSo(what, isSo));

/** Waits until every image has the watermark as it is now; by the database, since answers remember their counts. */
async function settled(): Promise<void> {
  const done = async () => {
    const lacking = await house.query(
      `select from asset join asset_version version on version.tenant_id = asset.tenant_id
         and version.asset_uuid = asset.uuid and version.number = asset.current_version
       where asset.tenant_id = $1 and version.pyramid is not null and asset.trashed_at is null and not exists (
         select from watermarked_image made join image_delivery on image_delivery.tenant_id = made.tenant_id
           and image_delivery.watermark_revision = made.revision
         where made.tenant_id = asset.tenant_id and made.asset_uuid = asset.uuid and made.version_number = version.number)`,
      [house.tenantIds.default],
    );
    return lacking.length === 0;
  };
  await untilSo('all have their watermark', done);
}

/** Gives the watermark another revision: nothing is kept of the last round. */
async function changedAnew(more: { publicMaxPx?: number } = {}): Promise<void> {
  const opacity = (await delivery()).watermark?.opacity === 60 ? 61 : 60;
  await administrator.call(changeImageDelivery, { body: { ...more, watermark: { opacity } } });
  await settled();
}

/** Another process, as far as the database's word goes: already on, and to be waited for until `done` was called. */
async function listening(
  register: (news: RightNews, done: () => void) => void,
): Promise<() => Promise<void>> {
  const news = openEventNews(house.access.connection, () => undefined);
  const isOn = new Promise<void>((resolve) => {
    news.onImages((tenantId) => void (tenantId === undefined && resolve()));
  });
  const isDone = new Promise<void>((resolve) => register(news, resolve));
  news.begin();
  await isOn;
  return async () => {
    await isDone;
    await news.close();
  };
}

async function mustBe(visibility: 'private' | 'public', record = item): Promise<void> {
  const [now] = await house.query<{ visibility: string }>('select visibility from item where uuid = $1', [
    record,
  ]);
  if (now?.visibility === visibility) return;
  const listsEntries = await listening((news, done) => {
    news.onImages((tenantId) => void (tenantId === house.tenantIds.default && done()));
  });
  await house.query('update item set visibility = $2 where uuid = $1', [record, visibility]);
  await listsEntries();
}

/** Black and white by turns: halved it is grey, so that whoever sees the squares has seen the pixels themselves. */
async function chequered(): Promise<Buffer> {
  const pixels = Buffer.alloc(width_px * height_px);
  for (let y = 0; y < height_px; y += 1)
    for (let x = y % 2; x < width_px; x += 2) pixels[y * width_px + x] = 255;
  return sharp(pixels, { raw: { width: width_px, height: height_px, channels: 1 } })
    .png()
    .toBuffer();
}

/** How much a pixel differs from the one beside it, on the average; of a flat picture hardly. */
async function fineness(bytes: Buffer): Promise<number> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let differences = 0;
  for (let at = info.channels; at < data.length; at += info.channels)
    differences += Math.abs((data[at] ?? 0) - (data[at - info.channels] ?? 0));
  return differences / (info.width * info.height);
}

const get = (person: HttpClient, rest: string, headers: Record<string, string> = {}) =>
  person.send('GET', `/iiif/${rest}`, headers);

/** How red a picture is above grey, in its middle or elsewhere; 0 without the watermark, but for the coding. */
async function redness(bytes: Buffer, [across, down] = [0.5, 0.5]): Promise<number> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height * down) * info.width + Math.floor(info.width * across)) * info.channels;
  return (data[at] ?? 0) - (data[at + 1] ?? 0);
}

const sizeOf = async (bytes: Buffer) => {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
};

/** Every way to pixels: whole, sized, thumbnail, tile on the grid and off it, part, turned, other formats. */
const ways = (version: 2 | 3) => [
  `full/${version === 3 ? 'max' : 'full'}/0/default.jpg`,
  'full/!600,600/0/default.jpg',
  'full/480,360/0/default.jpg',
  '512,256,256,256/256,256/0/default.jpg',
  'full/250,/0/default.webp',
  '300,300,200,100/max/0/default.png',
  'pct:25,25,50,50/max/90/default.jpg',
  'square/max/!0/gray.jpg',
];

/**
 * What asks for more than the public size, or for what has no place in it, with the answers of version 2 and 3: a
 * refusal, or what fits.
 */
const greedyWays: readonly (readonly [way: string, status2: number, status3: number])[] = [
  ['full/4000,/0/default.jpg', 400, 400],
  ['full/2000,1500/0/default.jpg', 400, 400],
  ['full/^2000,/0/default.jpg', 400, 400],
  ['full/^max/0/default.jpg', 400, 200],
  ['0,0,2000,1500/max/0/default.jpg', 200, 200],
  ['0,0,2000,1500/2000,/0/default.jpg', 400, 400],
  ['0,0,100,100/^2000,2000/0/default.jpg', 400, 400],
  ['1024,512,256,256/256,/0/default.jpg', 400, 400],
  ['pct:0,0,50,50/pct:200/0/default.jpg', 200, 400],
  ['pct:0,0,50,50/^pct:200/0/default.jpg', 400, 200],
];

afterEach(() => void vi.restoreAllMocks());

describe('without a watermark', () => {
  it('[IIIF-22] everybody who sees an image sees it as it is', async () => {
    expect(await delivery()).toMatchObject({ watermark: null, publicMaxPx: null });
    const [mine, theirs] = await Promise.all(
      [people.unmarked, people.reader].map((one) =>
        get(one, `3/${image}/512,256,256,256/256,256/0/default.jpg`),
      ),
    );
    expect(theirs?.status).toBe(200);
    expect(theirs?.bytes.equals(mine?.bytes ?? Buffer.of())).toBe(true);
    expect(await house.query('select from watermarked_image')).toEqual([]);
  });

  it('[API-017] has an entity tag, and a change that names another is refused', async () => {
    const first = await administrator.call(getImageDelivery);
    const sent = { 'if-match': String(first.headers.etag) };
    const changed = await administrator.call(changeImageDelivery, {
      headers: sent,
      body: { publicMaxPx: 3000 },
    });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
    const late = await administrator.call(changeImageDelivery, {
      headers: sent,
      body: { publicMaxPx: null },
    });
    expect(late).toMatchObject({ status: 412, body: { code: 'stale' } });
    expect((await administrator.call(removeWatermark, { headers: sent })).status).toBe(412);
    const again = await administrator.call(changeImageDelivery, { body: { publicMaxPx: null } });
    expect(again.headers.etag).toBe(first.headers.etag);
  });

  it('only administrators set one, and only from a picture', async () => {
    expect((await people.cataloguer.upload(setWatermark, mark)).status).toBe(403);
    const refused = await administrator.upload(setWatermark, { ...mark, source: Buffer.from('no picture') });
    expect((refused.body as unknown as Problem).code).toBe('file-refused');
    const none = await administrator.call(changeImageDelivery, { body: { watermark: { opacity: 50 } } });
    expect(none.status).toBe(422);
    const small = await administrator.call(changeImageDelivery, { body: { publicMaxPx: 479 } });
    expect(small.status).toBe(422);
    expect(await delivery()).toMatchObject({ watermark: null });
  });
});

describe('the picture of a watermark before it is set', () => {
  const standing = { place: 'north-west', opacity: 100, width: 20 } as const;
  const corner: [number, number] = [0.1, 0.1];

  it('bears the sent mark where it would stand, in an image of the organisation, and leaves nothing behind', async () => {
    const before = await delivery();
    const files = await house.storedFiles();
    const answer = await administrator.upload(previewWatermark, mark, { query: standing });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/jpeg', 'cache-control': 'no-store' },
    });
    expect(await sizeOf(answer.bytes)).toEqual({ width: 960, height: 720 });
    expect(await redness(answer.bytes, corner)).toBeGreaterThan(200);
    expect(await redness(answer.bytes)).toBeLessThan(10);
    expect(before.example).toEqual({ uuid: image, width_px, height_px });
    expect(await delivery()).toEqual(before);
    expect(await house.storedFiles()).toEqual(files);
  });

  it('is a plain one where there is no image', async () => {
    const answer = await people.stranger.upload(previewWatermark, mark, { query: standing });
    expect(await sizeOf(answer.bytes)).toEqual({ width: 960, height: 720 });
    expect(await redness(answer.bytes, corner)).toBeGreaterThan(200);
    expect((await people.stranger.call(getImageDelivery)).body.example).toBeNull();
  });

  it('is drawn one at a time; its image is fetched in its turn, and an earlier call of the account gives way', async () => {
    const { media } = house.program;
    const drawn = media.preview;
    const [fetched, drawing] = [vi.spyOn(media.storage, 'localPath'), vi.spyOn(media, 'preview')];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    drawing.mockImplementationOnce(async (...asked) => {
      await held;
      return drawn(...asked);
    });
    const colleague = await house.person('default', 'ROLE_TENANT_ADMIN');
    const first = administrator.upload(previewWatermark, mark);
    await until('the first is drawn', async () => drawing.mock.calls.length > 0 || undefined);
    const both = [1, 2].map(() => colleague.upload(previewWatermark, mark));
    expect(await Promise.race(both)).toMatchObject({
      status: 503,
      headers: { 'retry-after': '2' },
      body: { code: 'unavailable' },
    });
    expect([fetched.mock.calls.length, drawing.mock.calls.length]).toEqual([1, 1]);
    release();
    expect((await first).status).toBe(200);
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 503]);
    expect([fetched.mock.calls.length, drawing.mock.calls.length]).toEqual([2, 2]);
  });

  it('is refused without a picture of the mark, and of a file that is none or is too large', async () => {
    const refused = async (source: Buffer) => {
      const answer = await administrator.upload(previewWatermark, { ...mark, source });
      return [answer.status, (answer.body as Problem).code];
    };
    const none = await administrator.call(previewWatermark);
    expect(none).toMatchObject({ status: 422, body: { fields: [{ name: 'file', code: 'not-found' }] } });
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>';
    expect(await refused(Buffer.from(svg))).toEqual([422, 'file-refused']);
    // Its header is that of a picture.
    expect(await refused(mark.source.subarray(0, mark.source.length - 40))).toEqual([422, 'file-refused']);
    expect(await refused(Buffer.alloc(WATERMARK_MAX_BYTES + 1))).toEqual([413, 'image-too-large']);
  });
});

describe('with a watermark', () => {
  it('[IIIF-23] each image is given a pyramid of its own by a job, new ones too, and bears it at the same sizes', async () => {
    const set = await administrator.upload(setWatermark, mark);
    expect(set.status).toBe(200);
    const change = { watermark: { place: 'centre', opacity: 60, width: 90 } } as const;
    expect((await administrator.call(changeImageDelivery, { body: change })).body.watermark).toMatchObject(
      change.watermark,
    );
    await settled();
    const other = await ready();
    await settled();
    const rows = await house.query<{ asset_uuid: string; key: string; same: boolean }>(
      `select made.asset_uuid, made.pyramid ->> 'key' as key, (made.thumbnail - 'key') = (version.thumbnail - 'key') as same
       from watermarked_image made join asset_version version using (tenant_id, asset_uuid)`,
    );
    expect(rows.map((row) => row.asset_uuid).sort()).toEqual([image, other.image].sort());
    const files = await house.storedFiles();
    for (const { key, same } of rows)
      expect({ stored: files.includes(key), same }).toEqual({ stored: true, same: true });
    // What a watermark before this one left is gone with it.
    expect(files.filter((file) => file.includes('watermarked-'))).toHaveLength(4);
    const info = (await get(people.reader, `3/${image}/info.json`)).body;
    expect(info).toMatchObject({ width: width_px, height: height_px });

    // What is shown before a change is what the change gives.
    const [shown, given] = await Promise.all([
      administrator.call(previewWatermark),
      get(people.reader, `3/${image}/full/960,720/0/default.jpg`),
    ]);
    const difference = await sharp(shown.bytes)
      .composite([{ input: given.bytes, blend: 'difference' }])
      .png()
      .toBuffer();
    const { channels } = await sharp(difference).stats();
    for (const { mean } of channels.slice(0, 3)) expect(mean).toBeLessThan(2);
    expect(await redness(shown.bytes)).toBeGreaterThan(40);

    // Purged, nothing of an image is left.
    await administrator.call(deleteItem, { params: { uuid: other.item } });
    const entries = await administrator.call(listTrash);
    const [entry] = entries.body._embedded.trash;
    expect((await administrator.call(purgeTrashEntry, { params: { uuid: entry?.uuid ?? '' } })).status).toBe(
      204,
    );
    expect((await house.storedFiles()).filter((file) => file.includes(other.image))).toEqual([]);
  });

  it.each([
    [
      'the entitled first',
      ['cataloguer', 'reader', 'unmarked', 'downloader', 'visitor', 'stranger', 'reader'],
    ],
    [
      'the entitled last',
      ['stranger', 'visitor', 'downloader', 'reader', 'unmarked', 'reader', 'cataloguer'],
    ],
  ] as const)(
    '[IIIF-09, PERM-11, PERM-12, PERM-36] whoever lacks the right gets it on every path, whatever was asked before: private, %s',
    async (_, order) => {
      await changedAnew();
      for (const version of [2, 3] as const) {
        for (const way of ways(version)) {
          for (const name of order) {
            const answer = await get(people[name], `${version}/${image}/${way}`);
            const isMember = name !== 'visitor' && name !== 'stranger';
            const found = isMember
              ? { status: answer.status, caching: answer.headers['cache-control'] }
              : { status: answer.status };
            expect({ way, name, ...found }).toEqual({
              way,
              name,
              ...(isMember ? { status: 200, caching: 'private, no-store' } : { status: 404 }),
            });
            if (!isMember || way.includes('gray')) continue;
            const red = await redness(answer.bytes);
            expect({ way, name, isMarked: red > 40, isClean: red < 10 }).toEqual({
              way,
              name,
              isMarked: !entitled.includes(name),
              isClean: entitled.includes(name),
            });
          }
        }
      }
    },
  );

  it('set once more as it stands keeps its revision, so that no image is drawn anew', async () => {
    const { headers, body } = await administrator.call(getImageDelivery);
    const { revision: _, ...appearance } = body.watermark!;
    for (const again of [
      await administrator.upload(setWatermark, mark, { query: appearance }),
      await administrator.upload(setWatermark, mark),
      await administrator.call(changeImageDelivery, { body: { watermark: appearance } }),
    ]) {
      expect(again.status).toBe(200);
      expect(again.headers.etag).toBe(headers.etag);
    }
  });

  it('draws no picture of itself for a client that left while the call was looked into', async () => {
    const drawing = vi.spyOn(house.program.media, 'preview');
    const leaver = await house.person('default', 'ROLE_TENANT_ADMIN');
    await leaver.csrfToken();
    const closed = new Promise<void>((resolve) => {
      house.program.app.server.once('request', (_request, response) => response.once('close', resolve));
    });
    const holding = await house.access.migrator.connect();
    try {
      await holding.query('begin; lock table image_delivery');
      const left = leaver.call(previewWatermark).catch(() => 'left');
      await until('it waits', async () => {
        const rows = await house.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0 || undefined;
      });
      leaver.close();
      expect(await left).toBe('left');
      await closed;
    } finally {
      await holding.query('rollback');
      holding.release();
    }
    expect((await administrator.call(previewWatermark)).status).toBe(200);
    expect(drawing).toHaveBeenCalledTimes(1);
  });

  it('[PERM-36] a tag of the clean image is of no use to who gets the other', async () => {
    const way = `3/${image}/512,256,256,256/256,256/0/default.jpg`;
    const tag = String((await get(people.cataloguer, way)).headers.etag);
    expect((await get(people.cataloguer, way, { 'if-none-match': tag })).status).toBe(304);
    const answer = await get(people.reader, way, { 'if-none-match': tag });
    expect(answer.status).toBe(200);
    expect(await redness(answer.bytes)).toBeGreaterThan(40);
  });

  it('[IIIF-09] nobody without the right gets the clean image while the other is being made', async () => {
    const [row] = await house.query<{ made: object }>(
      'delete from watermarked_image where asset_uuid = $1 returning to_jsonb(watermarked_image) as made',
      [image],
    );
    await untilTold('the image is known to lack it', async () => {
      return (await get(people.reader, `3/${image}/info.json`)).status === 503;
    });
    for (const way of ['info.json', ...ways(3)]) {
      const answer = await get(people.reader, `3/${image}/${way}`);
      expect({ way, status: answer.status, wait: answer.headers['retry-after'] }).toEqual({
        way,
        status: 503,
        wait: '10',
      });
      expect((answer.body as Problem).code).toBe('watermark-not-ready');
      expect((await get(people.cataloguer, `3/${image}/${way}`)).status).toBe(200);
    }
    await house.query(
      'insert into watermarked_image select * from jsonb_populate_record(null::watermarked_image, $1)',
      [JSON.stringify(row?.made)],
    );
  });
});

describe('a public size', () => {
  it.each([
    ['the entitled first', ['cataloguer', 'reader', 'visitor', 'stranger', 'visitor']],
    ['visitors first', ['visitor', 'reader', 'stranger', 'cataloguer', 'visitor']],
  ] as const)(
    '[IIIF-08, IIIF-10] gives visitors a smaller image on every path and members the whole, whatever was asked before: %s',
    async (_, order) => {
      await changedAnew({ publicMaxPx: 1024 });
      await mustBe('public');
      for (const version of [2, 3] as const) {
        for (const name of order) {
          const person = people[name];
          // The other tenant's host has no such image, whoever asks there.
          const isHere = name !== 'stranger';
          const info = await get(person, `${version}/${image}/info.json`);
          expect({ name, status: info.status }).toEqual({ name, status: isHere ? 200 : 404 });
          if (!isHere) continue;
          const size = name === 'visitor' ? publicSize : { width: width_px, height: height_px };
          expect(info.body).toMatchObject(size);
          const { sizes, tiles } = info.body as {
            sizes: { width: number }[];
            tiles: { scaleFactors: number[] }[];
          };
          expect(Math.max(...sizes.map(({ width }) => width))).toBe(size.width);
          expect(tiles[0]?.scaleFactors).toEqual(name === 'visitor' ? [1, 2, 4] : [1, 2, 4, 8]);
          for (const way of ways(version)) {
            const answer = await get(person, `${version}/${image}/${way}`);
            expect({ name, way, status: answer.status }).toEqual({ name, way, status: 200 });
            expect(answer.headers.vary).toMatch(/cookie/i);
            // What a visitor gets nobody else does here; the others' is their own.
            expect(answer.headers['cache-control']).toBe(
              name === 'visitor' ? 'public, max-age=300' : 'private, no-store',
            );
            if (!way.includes('gray'))
              expect({ name, way, isMarked: (await redness(answer.bytes)) > 40 }).toEqual({
                name,
                way,
                isMarked: !entitled.includes(name),
              });
            if (way.startsWith('full/max') || way.startsWith('full/full'))
              expect(await sizeOf(answer.bytes)).toEqual(size);
          }
        }
      }
    },
  );

  it('[IIIF-08] is that of every answer at once, drawn from the level below until the image of that size is made', async () => {
    const plain = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const change = (publicMaxPx: number | null) => plain.call(changeImageDelivery, { body: { publicMaxPx } });
    const upload = await uploaded(plain, { source: await chequered(), name: 'board.png' });
    const made = await importedItem(plain, { sgtt: 'A board' }, [upload]);
    await settledImport(plain, made.uuid);
    await house.query(`update item set visibility = 'public' where uuid = $1`, [made.uuid]);
    const visitor = house.visitor('altra');
    const get = (way: string) => visitor.send('GET', `/iiif/3/${upload.uuid}/${way}`);
    const rows = () =>
      house.query<{ key: string; longest_px: number }>(
        `select pyramid ->> 'key' as key, longest_px from public_image where asset_uuid = $1`,
        [upload.uuid],
      );
    const stored = async () =>
      (await house.storedFiles()).filter((file) => file.includes('/public-') && file.includes(upload.uuid));

    // Nobody prepares it while no job runs.
    await house.restart({ worker: false });
    await change(1024);
    const jobs = () =>
      house.query(`select from graphile_worker._private_jobs where key like $1`, [
        `%public-image:${upload.uuid}%`,
      ]);
    const [thumbnail] = await house.query<{ way: string }>(
      `select format('full/%s,%s/0/default.jpg', thumbnail -> 'width_px', thumbnail -> 'height_px') as way
       from asset_version where asset_uuid = $1`,
      [upload.uuid],
    );
    // The thumbnail in a list is no reason to make it.
    expect([(await get(thumbnail?.way ?? '')).status, await jobs()]).toEqual([200, []]);
    const whole = 'full/max/0/default.jpg';
    const tile = '512,512,256,256/256,256/0/default.jpg';
    const before = { info: await get('info.json'), whole: await get(whole), tile: await get(tile) };
    expect(before.info.body).toMatchObject(publicSize);
    expect(await sizeOf(before.whole.bytes)).toEqual(publicSize);
    expect(await sizeOf(before.tile.bytes)).toEqual({ width: 256, height: 256 });
    await until('it is asked for', async () => ((await jobs()).length > 0 ? true : undefined));
    // Another size that is drawn from the same levels is exact as well, and no cache takes one for the other.
    await change(1100);
    const other = await get(whole);
    expect(await sizeOf(other.bytes)).toEqual({ width: 1100, height: 825 });
    expect(other.headers.etag).not.toBe(before.whole.headers.etag);
    await change(1024);
    expect(await rows()).toEqual([]);
    await house.restart({ worker: true });
    const [row] = await until('it is made', async () => {
      const found = await rows();
      return found.length > 0 ? found : undefined;
    });
    expect([row?.longest_px, await stored()]).toEqual([1024, [row?.key]]);
    // The same places of the same image, from another file.
    const after = { info: await get('info.json'), whole: await get(whole), tile: await get(tile) };
    expect(after.info.body).toEqual(before.info.body);
    expect(await sizeOf(after.whole.bytes)).toEqual(publicSize);
    for (const part of ['whole', 'tile'] as const)
      expect(after[part].headers.etag).not.toBe(before[part].headers.etag);

    // Lost, as after a restore, it is drawn from the level below and made again.
    await house.program.media.storage.remove(row?.key ?? '');
    // What is remembered of an image ends with any change, or after some seconds.
    await plain.call(updateItem, { params: { uuid: made.uuid }, body: { autn: 'Somebody' } });
    expect((await get(tile)).status).toBe(200);
    await until('it is made again', async () => ((await stored()).length > 0 ? true : undefined));

    // Another size discards it.
    await change(1200);
    expect((await get('info.json')).body).toMatchObject({ width: 1200, height: 900 });
    await until('it is made in the other size', async () => {
      const [now] = await rows();
      return now?.longest_px === 1200 && (await stored()).join() === now.key ? now : undefined;
    });
    await change(null);
    await until('it is discarded', async () => ((await stored()).length === 0 ? true : undefined));
    expect(await rows()).toEqual([]);
    expect((await get('info.json')).body).toMatchObject({ width: width_px, height: height_px });
  });

  it('[IIIF-10] no tile, region or size gives a visitor more pixels than that, nor finer ones', async () => {
    const board = await ready({ source: await chequered(), name: 'board.png' });
    await settled();
    await mustBe('public', board.item);
    // Those are what a visitor must not see; to who may they are there.
    const whole = await get(people.cataloguer, `3/${board.image}/512,256,256,256/256,256/0/default.jpg`);
    expect(await fineness(whole.bytes)).toBeGreaterThan(60);
    const most = publicSize.width * publicSize.height;
    for (const version of [2, 3] as const) {
      const expected = [
        ...ways(version).map((way) => [way, 200] as const),
        ...greedyWays.map(([way, two, three]) => [way, version === 2 ? two : three] as const),
      ];
      for (const [way, status] of expected) {
        const answer = await get(people.visitor, `${version}/${board.image}/${way}`);
        expect({ version, way, status: answer.status }).toEqual({ version, way, status });
        if (status !== 200) continue;
        const { width, height } = await sizeOf(answer.bytes);
        expect({ way, isMore: width * height > most }).toEqual({ way, isMore: false });
        expect({ way, isFiner: (await fineness(answer.bytes)) > 10 }).toEqual({ way, isFiner: false });
      }
    }
  });

  it('[IIIF-08] stands in the manifest that visitors get, on canvases that keep their size', async () => {
    const manifest = async (person: HttpClient) =>
      (await person.send('GET', `/iiif/presentation/3/${item}/manifest`)).body as {
        items: { width: number; items: { items: { body: { width: number; height: number } }[] }[] }[];
      };
    for (const [person, size] of [
      [people.visitor, publicSize],
      [people.reader, { width: width_px, height: height_px }],
      [people.visitor, publicSize],
    ] as const) {
      const [canvas] = (await manifest(person)).items;
      expect(canvas?.width).toBe(width_px);
      expect(canvas?.items[0]?.items[0]?.body).toMatchObject(size);
    }
  });
});

describe('[IIIF-25] what is remembered of somebody’s right', () => {
  const way = `3/${image}/300,300,200,100/max/0/default.png`;

  it('goes with a role', async () => {
    const roles: Role[] = ['ROLE_USER', 'ROLE_NO_WATERMARK'];
    const account = await house.account('default', roles);
    const person = await house.signedIn(account);
    expect(await redness((await get(person, way)).bytes)).toBeLessThan(10);
    const less = await administrator.call(assignRoles, {
      params: { id: account.uuid },
      body: { tenant: 'default', roles: ['ROLE_USER'] },
    });
    expect(less.status).toBe(200);
    expect(await redness((await get(person, way)).bytes)).toBeGreaterThan(40);
  });

  it('goes with a role that another process takes away', async () => {
    const account = await house.account('default', ['ROLE_USER', 'ROLE_NO_WATERMARK']);
    const person = await house.signedIn(account);
    const listsEntries = await listening((other, done) => {
      other.onAccounts((uuid) => void (uuid === account.uuid && done()));
    });
    expect(await redness((await get(person, way)).bytes)).toBeLessThan(10);
    await house.query(`delete from account_role where account_uuid = $1 and role = 'ROLE_NO_WATERMARK'`, [
      account.uuid,
    ]);
    await listsEntries();
    // Each process hears it for itself, this one as soon as that other listener.
    await untilTold(
      'it bears the watermark',
      async () => (await redness((await get(person, way)).bytes)) > 40,
    );
  });

  it('goes with the session, and with what made the record public', async () => {
    expect((await get(people.visitor, way)).status).toBe(200);
    const person = await house.person('default', 'ROLE_NO_WATERMARK');
    await mustBe('private');
    await untilTold('the image is private', async () => (await get(people.visitor, way)).status === 404);
    expect((await get(person, way)).status).toBe(200);
    await person.call(signOut);
    expect((await get(person, way)).status).toBe(404);
  });

  it('goes with the watermark, whose files go as well', async () => {
    expect(await redness((await get(people.reader, way)).bytes)).toBeGreaterThan(40);
    expect((await administrator.call(removeWatermark)).status).toBe(204);
    expect(await redness((await get(people.reader, way)).bytes)).toBeLessThan(10);
    const left = async () => (await house.storedFiles()).filter((file) => file.includes('watermark'));
    await untilSo('its files are gone', async () => (await left()).length === 0);
    expect(await house.query('select from watermarked_image')).toEqual([]);
  });
});
