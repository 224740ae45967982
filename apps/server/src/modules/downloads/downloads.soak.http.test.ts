import { createHash, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { roles, type Role } from '@armarium/contract/capability';
import {
  getDownloadAgreement,
  listDownloads,
  standardAgreement,
  type Download,
} from '@armarium/contract/downloads';
import { getImageDelivery, removeWatermark, setWatermark } from '@armarium/contract/image-delivery';
import { importImage } from '@armarium/contract/imports';
import { changeOrganisation, listAgreements } from '@armarium/contract/organisation';
import type { Problem } from '@armarium/contract/problem';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import { downloadModule } from './download.module.ts';
import { until } from '../../../../../tests/harness/waiting.ts';

const house = await openInstallation({ worker: true });
const administrator = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_IMAGE_DOWNLOAD');
const trusted = await house.person('default', 'ROLE_IMAGE_DOWNLOAD', 'ROLE_NO_WATERMARK');

const [width_px, height_px] = [1200, 800];
/** Red at the left, blue at the right. */
const picture = await sharp({
  create: { width: width_px, height: height_px, channels: 3, background: { r: 200, g: 30, b: 30 } },
})
  .composite([
    {
      input: {
        create: { width: 600, height: height_px, channels: 3, background: { r: 30, g: 30, b: 200 } },
      },
      left: 600,
      top: 0,
    },
  ])
  .png()
  .toBuffer();

async function madeItem(titles: readonly string[], sgtt = 'Il *libro d’ore, «Città»') {
  const uploads = await Promise.all(
    titles.map(async (title) => ({
      uuid: (await uploaded(administrator, { source: picture, name: 'scan 1.png' })).uuid,
      sgtt: title,
    })),
  );
  const pressmark = `MS ${randomUUID()}`;
  const made = await importedItem(administrator, { sgtt, pressmark, autn: 'Anonimo & Co.' }, uploads);
  await settledImport(administrator, made.uuid);
  return { item: made.uuid, pressmark, images: uploads.map(({ uuid }) => uuid) };
}
const { item, pressmark, images } = await madeItem(['c. 1r', 'c. 1v']);
const [image = ''] = images;

const snippet = (rest: string, of = image) => `/image-download/db/snippet/${of}/${rest}/0/default.jpg`;
const archive = (rest: string, of = item) => `/image-download/db/culturalItem/${of}/${rest}/0/default.zip`;
const original = (of = image) => `/image-download/db/original/${of}`;

/** As the client does: HEAD until it is no longer 202, then GET. */
async function fetched(client: HttpClient, path: string) {
  let asked = 0;
  await until('the archive is made', async () => {
    const { status, headers } = await client.send('HEAD', path);
    if (status !== 202) return status;
    expect(headers['retry-after']).toBe('5');
    asked += 1;
    return undefined;
  });
  return { asked, answer: await client.send('GET', path) };
}

async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  const files = new Map<string, Buffer>();
  const ended = new Promise((resolve, reject) => zip.once('end', resolve).once('error', reject));
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) throw error;
      void buffer(stream).then((content) => {
        files.set(entry.fileName, content);
        zip.readEntry();
      });
    });
  });
  zip.readEntry();
  await ended;
  return files;
}

async function logged(): Promise<Download[]> {
  return (await administrator.call(listDownloads, { query: { size: 1000 } })).body._embedded.downloads;
}

describe('an image', () => {
  it.each([
    ['[DOWN-09] within a size', 'full/!300,300', 300, 200, ['red', 'blue']],
    ['[DOWN-09] which is never made larger', 'full/!3508,2480', 1200, 800, ['red', 'blue']],
    ['[DOWN-10] a part of it', '500,100,200,100/200,100', 200, 100, ['red', 'blue']],
    ['[DOWN-10] a part at another size', '600,0,400,400/200,200', 200, 200, ['blue', 'blue']],
    ['[DOWN-11] whole', 'full/full', 1200, 800, ['red', 'blue']],
    ['[DOWN-12] half', 'full/pct:50', 600, 400, ['red', 'blue']],
  ] as const)('%s: %s', async (_, rest, width, height, [left, right]) => {
    const { status, bytes, headers } = await reader.send('GET', snippet(rest));
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/jpeg');
    expect(headers['cache-control']).toContain('no-store');
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''c.%201r-${width}x${height}.jpg`);
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format: 'jpeg' });
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const colourAt = (x: number) => {
      const at = (Math.floor(height / 2) * info.width + x) * info.channels;
      return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
    };
    expect([colourAt(5), colourAt(width - 6)]).toEqual([left, right]);
  });

  it('comes as a PNG too, pixel for pixel as the image engine has it', async () => {
    const png = snippet('100,50,900,600/300,200').replace(/jpg$/, 'png');
    const { status, bytes, headers } = await reader.send('GET', png);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''c.%201r-300x200.png`);
    const { width, height, format, xmp, exif } = await sharp(bytes).metadata();
    expect({ width, height, format }).toEqual({ width: 300, height: 200, format: 'png' });
    expect(xmp?.toString('utf8')).toContain(`urn:uuid:${image}`);
    expect(exif?.toString('latin1')).toContain('Provided by');
    const theirs = await reader.send('GET', `/iiif/2/${image}/100,50,900,600/300,200/0/default.png`);
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
    expect((await pixels(bytes)).equals(await pixels(theirs.bytes))).toBe(true);
    expect((await logged())[0]).toMatchObject({ variant: '100,50,900,600/300,200/png' });
    for (const other of ['gif', 'tif', 'PNG']) {
      const { status } = await reader.send('GET', png.replace(/png$/, other));
      expect({ other, status }).toEqual({ other, status: 400 });
    }
  });

  it.each(['jpg', 'png'])('states 300 dpi at the sizes for print, as a %s', async (format) => {
    const at = async (rest: string, query = '') => {
      const path = snippet(rest).replace(/jpg$/, format) + query;
      return (await sharp((await reader.send('GET', path)).bytes).metadata()).density;
    };
    for (const frame of ['3508,2480', '2480,3508', '4961,3508', '3508,4961'])
      expect({ frame, density: await at(`full/!${frame}`) }).toEqual({ frame, density: 300 });
    // A part that was chosen for print says so; the address of one does not tell.
    expect(await at('10,10,100,100/100,100', '?dpi=300')).toBe(300);
    // The original states none.
    for (const rest of ['full/full', 'full/!1080,1080', '10,10,100,100/100,100'])
      expect({ rest, density: await at(rest) }).toEqual({ rest, density: 72 });
    await house.query(
      `update asset_version set technical = technical || '{"dpi": 400}' where asset_uuid = $1`,
      [image],
    );
    try {
      expect([await at('full/full'), await at('full/pct:50'), await at('full/!3508,2480')]).toEqual([
        400, 200, 300,
      ]);
    } finally {
      await house.query(
        `update asset_version set technical = technical || '{"dpi": null}' where asset_uuid = $1`,
        [image],
      );
    }
  });

  it('[IIIF-03] has the pixels of the Image API’s answer', async () => {
    const mine = await reader.send('GET', snippet('100,50,900,600/300,200'));
    const theirs = await reader.send('GET', `/iiif/2/${image}/100,50,900,600/300,200/0/default.jpg`);
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    expect((await pixels(mine.bytes)).equals(await pixels(theirs.bytes))).toBe(true);
  });

  it('tells of itself where it comes from and whose it is, with its colours’ profile', async () => {
    const { bytes } = await reader.send('GET', snippet('full/!300,300'));
    const { xmp, exif, icc } = await sharp(bytes).metadata();
    const told = xmp?.toString('utf8') ?? '';
    expect(told).toContain('Il *libro d’ore, «Città»: c. 1r');
    expect(told).toContain('<dc:creator><rdf:Seq><rdf:li>Anonimo &amp; Co.</rdf:li>');
    expect(told).toContain(pressmark);
    expect(told).toContain(`urn:uuid:${image}`);
    expect(exif?.toString('latin1')).toContain('Provided by');
    expect(icc?.length).toBeGreaterThan(100);
  });

  it('is refused with what is wrong where there is no such part or size', async () => {
    for (const rest of ['5000,5000,10,10/10,10', 'full/5000,', 'full/sdf', 'full/,0', 'nonsense/full']) {
      const { status, body } = await reader.send<Problem>('GET', snippet(rest));
      expect({ rest, status, code: body.code }).toEqual({ rest, status: 400, code: 'invalid-image-request' });
    }
  });

  it('that has not the part that was asked for is named, with its size', async () => {
    for (const [rest, why] of [
      ['5000,5000,10,10/10,10', 'The region lies outside of the image.'],
      ['1150,0,100,100/100,100', 'The region reaches beyond the image.'],
      ['full/5000,', 'size: this image is not enlarged.'],
    ] as const) {
      const [region, size] = rest.split('/');
      const { body } = await reader.send<Problem>('GET', snippet(rest));
      expect(body.detail).toContain(
        `“c. 1r” has 1200 × 800 pixels and can’t give the region ${region} at the size ${size}. ${why}`,
      );
    }
  });
});

describe('an archive', () => {
  it('[DOWN-13, DOWN-14, DOWN-15, DOWN-17] is made by the queue, and holds each image with its checksum', async () => {
    for (const [rest, size, named] of [
      ['full/!1080,1080', '1080x720', '1080x1080'],
      ['full/pct:50', '600x400', 'half'],
      ['full/full', '1200x800', 'full'],
      ['100,100,300,200/300,200', '300x200', '300x200'],
    ] as const) {
      const first = await reader.send('GET', archive(rest));
      expect({ rest, status: first.status }).toEqual({ rest, status: 202 });
      expect(first.headers['retry-after']).toBe('5');
      expect(first.bytes).toHaveLength(0);
      const { answer } = await fetched(reader, archive(rest));
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('application/zip');
      expect(answer.headers['content-disposition']).toContain(
        `filename*=UTF-8''Il%20libro%20d%E2%80%99ore%2C%20%C2%ABCitt%C3%A0%C2%BB-${named}.zip`,
      );
      expect(Number(answer.headers['content-length'])).toBe(answer.bytes.length);
      const files = await unzipped(answer.bytes);
      const names = [`1-c. 1r-${size}.jpg`, `2-c. 1v-${size}.jpg`];
      expect([...files.keys()]).toEqual(['READ-ME.txt', ...names, 'checksums.sha256']);
      const sums = names.map(
        (name) =>
          `${createHash('sha256')
            .update(files.get(name) ?? '')
            .digest('hex')}  ${name}\n`,
      );
      expect(files.get('checksums.sha256')?.toString()).toBe(sums.join(''));
      const [width, height] = size.split('x').map(Number);
      expect(await sharp(files.get(names[1] ?? '')).metadata()).toMatchObject({ width, height });
    }
  });

  it('holds PNGs where these are asked for, with 300 dpi at the sizes for print', async () => {
    for (const [rest, format, density] of [
      ['full/!3508,2480', 'jpg', 300],
      ['full/!3508,2480', 'png', 300],
      ['full/pct:50', 'png', 72],
    ] as const) {
      const { answer } = await fetched(reader, `${archive(rest)}?format=${format}`);
      const files = await unzipped(answer.bytes);
      const [first, second] = [...files].filter(([name]) => name.endsWith(`.${format}`));
      expect([first?.[0].slice(0, 8), second?.[0].slice(0, 8)]).toEqual(['1-c. 1r-', '2-c. 1v-']);
      expect(await sharp(second?.[1]).metadata()).toMatchObject({
        format: format === 'jpg' ? 'jpeg' : format,
        density,
      });
    }
    expect((await logged())[0]).toMatchObject({ kind: 'archive', variant: 'full/pct:50/png' });
    expect((await reader.send('GET', `${archive('full/full')}?format=gif`)).status).toBe(400);
  });

  it('leaves out the images that have not the part that was asked for, and names them', async () => {
    const made = await madeItem(['large', 'small, è'], 'Two sizes');
    const [large = '', small = ''] = made.images;
    const source = await sharp(picture).resize(400, 300).png().toBuffer();
    const { uuid } = await uploaded(administrator, { source, name: 'small.png' });
    await administrator.call(importImage, {
      body: { culturalItemUuid: made.item, uuid, replaces: small },
    });
    await settledImport(administrator, made.item);
    for (const [index, rest] of [
      '500,100,200,200/200,200',
      '300,200,200,200/200,200',
      'full/900,',
    ].entries()) {
      const { answer } = await fetched(reader, archive(rest, made.item));
      expect({ rest, status: answer.status, left: answer.headers['x-left-out'] }).toEqual({
        rest,
        status: 200,
        left: '1 small%2C%20%C3%A8',
      });
      const files = await unzipped(answer.bytes);
      expect([...files.keys()].filter((name) => name.endsWith('.jpg'))).toEqual([
        `1-large-${['200x200', '200x200', '900x600'][index]}.jpg`,
      ]);
      const [region, size] = rest.split('/');
      const about = files.get('READ-ME.txt')?.toString('utf8');
      expect(about).toContain(`Not in it, since they have no region ${region} at the size ${size}`);
      expect(about).toContain(`Non incluse, perché non hanno l'area ${region} nella dimensione ${size}`);
      expect(about).toContain('\n  small, è: 400 × 300\n');
    }
    const { answer } = await fetched(reader, archive('full/!1080,1080', made.item));
    expect(answer.headers['x-left-out']).toBeUndefined();
    // One that could not be prepared.
    await house.query('update asset_version set pyramid = null where asset_uuid = $1', [large]);
    const lacking = (await fetched(reader, archive('full/!1080,1080', made.item))).answer;
    expect(lacking.headers['x-left-out']).toBe('1 large');
  });

  it('is made once, however many ask, and stays as it is', async () => {
    const path = archive('full/!1920,1080');
    const answers = await Promise.all(Array.from({ length: 5 }, () => reader.send('HEAD', path)));
    const statuses = answers.map(({ status }) => status);
    // Whoever asks last may find it made.
    expect(statuses.filter((status) => status !== 202 && status !== 200)).toEqual([]);
    expect(statuses).toContain(202);
    const rows = await house.query(
      `select from image_archive where item_uuid = $1 and variant = 'full/!1920,1080'`,
      [item],
    );
    expect(rows).toHaveLength(1);
    const one = (await fetched(reader, path)).answer.bytes;
    expect((await reader.send('GET', path)).bytes.equals(one)).toBe(true);
  });

  it('is handed out while somebody else holds its row', async () => {
    await fetched(reader, archive('full/!1080,1920'));
    const client = await house.access.migrator.connect();
    try {
      await client.query('begin');
      await client.query('select from image_archive where item_uuid = $1 for update', [item]);
      const { status } = await reader.send('GET', archive('full/!1080,1920'), { range: 'bytes=0-0' });
      expect(status).toBe(206);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('[DOWN-20] of another entitlement is another archive', async () => {
    const path = archive('full/!1080,1920');
    await fetched(reader, path);
    expect((await trusted.send('HEAD', path)).status).toBe(202);
    await fetched(trusted, path);
    const rows = await house.query<{ entitlement: string }>(
      `select entitlement from image_archive where item_uuid = $1 and variant = 'full/!1080,1920' order by 1`,
      [item],
    );
    expect(rows.map(({ entitlement }) => entitlement)).toEqual(['clean', 'marked']);
  });

  it('[DOWN-20] bears the watermark for those without the right alone', async () => {
    const made = await madeItem(['one'], 'Marked');
    const path = archive('full/!1080,1080', made.item);
    const single = snippet('full/600,', made.images[0]);
    const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer();
    const downloaded = async (who: HttpClient) => {
      const files = await unzipped((await fetched(who, path)).answer.bytes);
      const [, inArchive] = [...files].find(([name]) => name.endsWith('.jpg')) ?? [];
      const alone = (await who.send('GET', single)).bytes;
      return Promise.all([inArchive ?? Buffer.of(), alone].map(pixels));
    };
    /** The share of the values that differ by more than JPEG does. */
    const difference = (one: Buffer, other: Buffer) =>
      one.filter((value, place) => Math.abs(value - (other[place] ?? 0)) > 40).length / one.length;
    const before = await downloaded(reader);
    const mark = { create: { width: 60, height: 60, channels: 3, background: 'white' } } as const;
    const source = await sharp(mark).png().toBuffer();
    const sent = await administrator.upload(setWatermark, { source, name: 'mark.png', type: 'image/png' });
    expect(sent.status).toBe(200);
    await until('all have the watermark', async () => {
      const { images } = (await administrator.call(getImageDelivery)).body;
      return images.watermarked < images.ready ? undefined : images;
    });
    const [marked, clean] = [await downloaded(reader), await downloaded(trusted)];
    for (const [index, bytes] of before.entries()) {
      expect(clean[index]?.equals(bytes)).toBe(true);
      expect(marked[index]?.length).toBe(bytes.length);
      expect(difference(marked[index] ?? Buffer.of(), bytes)).toBeGreaterThan(0.01);
    }
    expect((await administrator.call(removeWatermark)).status).toBeLessThan(300);
    // Tests below begin without a row.
    await house.query('delete from image_delivery');
    const [after] = await downloaded(reader);
    expect(before[0] && after?.equals(before[0])).toBe(true);
  });

  it('[DOWN-22] is made anew when an image comes, goes or is renamed', async () => {
    const made = await madeItem(['one'], 'Growing');
    const path = archive('full/!1080,1080', made.item);
    expect([...(await unzipped((await fetched(reader, path)).answer.bytes)).keys()]).toHaveLength(3);
    const second = await uploaded(administrator, { source: picture, name: 'second.png' });
    await administrator.call(importImage, { body: { culturalItemUuid: made.item, uuid: second.uuid } });
    await settledImport(administrator, made.item);
    expect((await reader.send('HEAD', path)).status).toBe(202);
    expect([...(await unzipped((await fetched(reader, path)).answer.bytes)).keys()]).toHaveLength(4);
    await house.query(`update asset set sgtt = 'renamed' where uuid = $1`, [second.uuid]);
    expect([...(await unzipped((await fetched(reader, path)).answer.bytes)).keys()]).toContain(
      '2-renamed-1080x720.jpg',
    );
    await administrator.send('DELETE', `/meta/images/${second.uuid}`, {
      'x-xsrf-token': await administrator.csrfToken(),
    });
    expect([...(await unzipped((await fetched(reader, path)).answer.bytes)).keys()]).toHaveLength(3);
  });

  it('[DOWN-21] goes with its file when it is a day old, and where its file is gone it is made again', async () => {
    const made = await madeItem(['one'], 'Old');
    const path = archive('full/!1080,1080', made.item);
    await fetched(reader, path);
    const [row] = await house.query<{ uuid: string }>('select uuid from image_archive where item_uuid = $1', [
      made.item,
    ]);
    const isStored = async () => (await house.storedFiles()).some((file) => file.includes(row?.uuid ?? '?'));
    expect(await isStored()).toBe(true);
    const sweep = () =>
      downloadModule(house.program.media).jobs['sweep-archives'](
        {},
        { attempt: 1, maxAttempts: 1, losses: 0, signal: new AbortController().signal, log: console },
      );
    await sweep();
    expect(await isStored()).toBe(true);
    await house.query(
      `update image_archive set asked_at = now() - interval '25 hours', ready_at = now() - interval '25 hours'
       where uuid = $1`,
      [row?.uuid],
    );
    expect((await reader.send('HEAD', path)).status).toBe(202);
    await fetched(reader, path);
    await house.program.media.storage.remove(
      (await house.storedFiles()).find((file) => file.includes(row?.uuid ?? '?')) ?? '',
    );
    expect((await reader.send('HEAD', path)).status).toBe(202);
    await fetched(reader, path);
    await house.query(`update image_archive set ready_at = now() - interval '25 hours' where uuid = $1`, [
      row?.uuid,
    ]);
    await sweep();
    expect(await isStored()).toBe(false);
  });

  it('says how many of its images are made while it is waited for', async () => {
    const made = await madeItem(['one', 'two', 'three'], 'Slow');
    const path = archive('full/!1080,1080', made.item);
    await fetched(reader, path);
    const counts = () =>
      house.query('select images_done, images_total from image_archive where item_uuid = $1', [made.item]);
    expect(await counts()).toEqual([{ images_done: 3, images_total: 3 }]);
    await house.query(
      `update image_archive set state = 'WAITING', images_done = 2, asked_at = now() where item_uuid = $1`,
      [made.item],
    );
    const { status, headers } = await reader.send('HEAD', path);
    expect({ status, progress: headers['x-progress'] }).toEqual({ status: 202, progress: '2/3' });
  });

  it('is never made of images without the organisation’s watermark, nor with the one before', async () => {
    const made = await madeItem(['one'], 'Marked');
    const path = archive('full/!1080,1080', made.item);
    const { jobs } = downloadModule(house.program.media);
    await house.query(
      `insert into image_delivery (tenant_id, watermark_key, watermark_place, watermark_opacity, watermark_width,
         watermark_revision) values ($1, 'none', 'centre', 50, 50, $2)`,
      [house.tenantIds.default, randomUUID()],
    );
    try {
      expect((await reader.send('HEAD', path)).status).toBe(202);
      const [row] = await house.query<{ uuid: string }>(
        'select uuid from image_archive where item_uuid = $1',
        [made.item],
      );
      const make = async () =>
        jobs['make-archive'](
          { tenantId: house.tenantIds.default, archive: row?.uuid },
          { attempt: 1, maxAttempts: 2, losses: 0, signal: new AbortController().signal, log: console },
        );
      await expect(make()).rejects.toMatchObject({ code: 'watermark-not-ready' });
      await house.query(
        `insert into watermarked_image select tenant_id, asset_uuid, number, $2, pyramid, thumbnail
         from asset_version where asset_uuid = $1`,
        [made.images[0], randomUUID()],
      );
      await expect(make()).rejects.toMatchObject({ code: 'watermark-not-ready' });
      await house.query(
        'update watermarked_image set revision = (select watermark_revision from image_delivery)',
      );
      await make();
      expect((await reader.send('HEAD', path)).status).toBe(200);
    } finally {
      await house.query('delete from watermarked_image');
      await house.query('delete from image_delivery');
    }
  });

  it('has each region and size that a single image has, and is made once', async () => {
    for (const rest of ['full/!1081,1080', 'full/pct:49', 'full/300,', 'pct:10,10,50,50/9,9', 'square/max']) {
      const [single, whole] = [
        await reader.send('HEAD', snippet(rest)),
        await fetched(reader, archive(rest)),
      ];
      expect({ rest, statuses: [single.status, whole.answer.status] }).toEqual({
        rest,
        statuses: [200, 200],
      });
    }
    for (const rest of ['full/none', '00,0,10/10,10'])
      expect({ rest, status: (await reader.send('HEAD', archive(rest))).status }).toEqual({
        rest,
        status: 400,
      });
    await fetched(reader, archive('full/full'));
    expect((await reader.send('HEAD', archive('full/max'))).status).toBe(200);
  });

  it('waits its turn: five at once are made for an account, and no more, however they are asked for', async () => {
    const made = await madeItem(['one'], 'Five');
    const other = await house.person('default', 'ROLE_IMAGE_DOWNLOAD');
    const busy = await house.account('default', ['ROLE_IMAGE_DOWNLOAD']);
    const eager = await house.signedIn(busy);
    const at = (x: number) => archive(`${x},0,10,10/10,10`, made.item);
    await house.restart({ worker: false });
    await house.query(
      `insert into image_archive (tenant_id, uuid, item_uuid, variant, entitlement, contents, account_uuid, asked_at)
       select $1, gen_random_uuid(), $2, 'one of ' || number, 'marked', 'none', $3,
         now() - case when number > 3 then interval '7 hours' else interval '1 minute' end
       from generate_series(1, 5) number`,
      [house.tenantIds.default, made.item, busy.uuid],
    );
    // Those that nobody works on any more do not count; of many at once two have a place.
    const answers = await Promise.all([1, 2, 3, 4, 5, 6].map((x) => eager.send<Problem>('GET', at(x))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
    expect(refused).toHaveLength(4);
    expect(refused[0]).toMatchObject({
      headers: { 'retry-after': '5' },
      body: { code: 'too-many-archives', detail: expect.stringContaining('Wait until one of them is ready') },
    });
    // Nobody else is kept waiting, and who waits may go on asking.
    expect((await other.send('GET', at(7))).status).toBe(202);
    await house.query(
      `update image_archive set state = 'READY', ready_at = now() where variant like 'one of %' and item_uuid = $1`,
      [made.item],
    );
    await house.restart({ worker: true });
    for (const x of [1, 2, 3, 4, 5, 6]) expect((await fetched(eager, at(x))).answer.status).toBe(200);
    // Of parts the last five of an account are kept, with their files.
    const kept = () =>
      house.query<{ uuid: string }>(
        `select uuid from image_archive where account_uuid = $1 and state = 'READY' and variant not like 'full/%'`,
        [busy.uuid],
      );
    await expect.poll(async () => (await kept()).length).toBeLessThanOrEqual(5);
  });

  it('of a part that an image has not is refused, once it shows', async () => {
    const { answer } = await fetched(reader, archive('5000,5000,10,10/10,10'));
    expect(answer.status).toBe(400);
    expect(answer.body as Problem).toMatchObject({
      code: 'invalid-image-request',
      detail: expect.stringContaining(
        '“c. 1r” has 1200 × 800 pixels and can’t give the region 5000,5000,10,10 at the size 10,10.',
      ),
    });
  });

  it('of an item without images is 404', async () => {
    const { uuid } = await importedItem(administrator, {});
    expect((await reader.send('GET', archive('full/full', uuid))).status).toBe(404);
  });
});

describe('the original', () => {
  it('[DOWN-24] comes byte for byte, by its own name', async () => {
    const { status, bytes, headers } = await trusted.send('GET', original());
    expect(status).toBe(200);
    expect(bytes.equals(picture)).toBe(true);
    expect(headers['content-type']).toBe('image/png');
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''scan%201.png`);
    expect(headers['repr-digest']).toBe(`sha-256=:${createHash('sha256').update(picture).digest('base64')}:`);
  });
});

const doors = { original: original(), archive: archive('full/!1920,1080') };
describe.each(Object.keys(doors) as (keyof typeof doors)[])('the %s in parts (RFC 9110 §14)', (which) => {
  const ask = (headers = {}, method = 'GET') => trusted.send(method, doors[which], headers);

  it('begins anywhere and goes on after a break, while it is the same', async () => {
    const { answer: whole } = await fetched(trusted, doors[which]);
    const { bytes } = whole;
    const tag = String(whole.headers['etag']);
    expect(tag).toMatch(/^"[\w-]+"$/);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const size = bytes.length;
    for (const [range, start, end] of [
      ['bytes=0-99', 0, 99],
      [`bytes=${size - 7}-`, size - 7, size - 1],
      ['bytes=-5', size - 5, size - 1],
      [`bytes=10-${size + 1000}`, 10, size - 1],
    ] as const) {
      const part = await ask({ range, 'if-range': tag });
      expect([range, part.status, part.headers['content-range']]).toEqual([
        range,
        206,
        `bytes ${start}-${end}/${size}`,
      ]);
      expect(part.headers['content-length']).toBe(String(end - start + 1));
      expect(part.headers).toMatchObject({
        etag: tag,
        'content-type': whole.headers['content-type'],
        'content-disposition': whole.headers['content-disposition'],
      });
      expect(part.bytes.equals(bytes.subarray(start, end + 1))).toBe(true);
    }
    const none = await ask({ range: `bytes=${size}-` });
    expect([none.status, none.headers['content-range'], none.bytes.length]).toEqual([
      416,
      `bytes */${size}`,
      0,
    ]);
    for (const headers of [
      { range: 'bytes=0-9', 'if-range': '"another"' },
      { range: 'bytes=0-9', 'if-range': `W/${tag}` },
      { range: 'bytes=0-9', 'if-range': new Date().toUTCString() },
      { range: 'bytes=0-1,5-9' },
      { range: 'lines=0-9' },
      { range: 'bytes=9-0' },
    ]) {
      const answer = await ask(headers);
      expect([headers, answer.status, answer.bytes.length]).toEqual([headers, 200, size]);
    }
    for (const method of ['GET', 'HEAD']) {
      const known = await ask({ 'if-none-match': `"other", ${tag}` }, method);
      expect([known.status, known.bytes.length, known.headers['etag']]).toEqual([304, 0, tag]);
    }
    const head = await ask({ range: 'bytes=0-9' }, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, String(size)]);
  });

  it('is logged where bytes of it leave, and not where none do', async () => {
    const { answer } = await fetched(trusted, doors[which]);
    const before = (await logged()).length;
    await ask({ 'if-none-match': answer.headers['etag'] });
    await ask({ range: 'bytes=99999999-' });
    await ask({}, 'HEAD');
    expect(await logged()).toHaveLength(before);
    await ask({ range: 'bytes=5-9' });
    expect(await logged()).toHaveLength(before + 1);
  });
});

describe('who may', () => {
  it('[DOWN-18] nobody without the right', async () => {
    const cataloguer = await house.person(
      'default',
      'ROLE_METADATA_EDITOR',
      'ROLE_USER',
      'ROLE_NO_WATERMARK',
    );
    for (const path of [snippet('full/full'), archive('full/full'), original()]) {
      expect({ path, status: (await cataloguer.send('GET', path)).status }).toEqual({ path, status: 403 });
      expect({ path, status: (await house.visitor().send('GET', path)).status }).toEqual({
        path,
        status: 401,
      });
    }
    // Sizes of an image are no right to its original.
    expect((await reader.send('GET', original())).status).toBe(403);
    expect((await reader.call(listDownloads)).status).toBe(403);
  });

  it.each([
    ...roles.map((role): Role[] => [role]),
    ['ROLE_IMAGE_DOWNLOAD', 'ROLE_NO_WATERMARK'],
    ['ROLE_NO_WATERMARK', 'ROLE_METADATA_EDITOR'],
  ] satisfies Role[][])('[PERM-13, PERM-44] by the table of rights: %s %s', async (...held: Role[]) => {
    const person = await house.person('default', ...held);
    const has = (...some: Role[]) => some.some((role) => held.includes(role));
    const ofAll = has('ROLE_CCC', 'ROLE_TENANT_ADMIN', 'ROLE_ADMIN');
    const sizes = ofAll || has('ROLE_IMAGE_DOWNLOAD');
    const master = ofAll || (has('ROLE_IMAGE_DOWNLOAD') && has('ROLE_NO_WATERMARK'));
    for (const path of [
      snippet('full/!300,300'),
      snippet('10,10,50,50/50,50'),
      snippet('full/full'),
      archive('full/!1080,1080'),
    ]) {
      const { status } = await person.send('HEAD', path);
      expect({ path, may: status === 200 || status === 202, refused: status === 403 }).toEqual({
        path,
        may: sizes,
        refused: !sizes,
      });
    }
    expect((await person.send('GET', original())).status).toBe(master ? 200 : 403);
  });

  it('a restricted record is 404 to those who may not see it', async () => {
    const made = await madeItem(['secret'], 'Restricted');
    await house.query(`update item set visibility = 'restricted' where uuid = $1`, [made.item]);
    const [hidden = ''] = made.images;
    for (const path of [
      snippet('full/!9,9', hidden),
      archive('full/!1080,1080', made.item),
      original(hidden),
    ]) {
      expect({ path, status: (await trusted.send('GET', path)).status }).toEqual({ path, status: 404 });
    }
    expect((await administrator.send('GET', original(hidden))).status).toBe(200);
  });
});

describe('the log', () => {
  it('[DOWN-23, DOWN-24] says who downloaded what and when, under which agreement; asking logs nothing', async () => {
    const made = await madeItem(['logged'], 'Logged');
    const [one = ''] = made.images;
    const before = (await logged()).length;
    await trusted.send('HEAD', snippet('full/!20,20', one));
    await fetched(trusted, archive('full/!1080,1080', made.item));
    await trusted.send('GET', `${snippet('full/pct:50', one)}?agreement=${standardAgreement}`);
    const unknown = await trusted.send('GET', `${snippet('full/pct:50', one)}?agreement=2025-4`);
    expect(unknown).toMatchObject({ status: 409, body: { code: 'agreement-changed' } });
    await trusted.send('GET', original(one));
    await trusted.send('GET', snippet('full/9999,', one));
    const entries = (await logged()).slice(0, (await logged()).length - before);
    const common = {
      user: 'Ada Rossi',
      culturalItemUuid: made.item,
      pressmark: made.pressmark,
      unwatermarked: true,
    };
    expect(entries).toMatchObject([
      { ...common, kind: 'original', imageUuid: one, variant: 'original', agreement: standardAgreement },
      { ...common, kind: 'image', imageUuid: one, variant: 'full/pct:50', agreement: standardAgreement },
      {
        ...common,
        kind: 'archive',
        imageUuid: null,
        variant: 'full/!1080,1080',
        agreement: standardAgreement,
      },
    ]);
    const { body } = await administrator.call(listDownloads, {
      query: { culturalItemUuid: made.item, size: 2 },
    });
    expect(body.page).toMatchObject({ totalElements: 3, totalPages: 2 });
    await reader.send('GET', snippet('full/!20,20', one));
    expect((await logged())[0]).toMatchObject({ unwatermarked: false });
  });
});

describe('the agreement', () => {
  const inForce = async (who = reader) => (await who.call(getDownloadAgreement)).body;
  const put = (agreement: { text: string; language: 'en' | 'it' } | null) =>
    administrator.call(changeOrganisation, { body: { agreement } });
  const loggedFor = async (imageUuid: string | undefined) =>
    (await logged()).filter((entry) => entry.imageUuid === imageUuid).map(({ agreement }) => agreement);

  it('[DOWN-23] is the organisation’s own in its newest version, and no other is accepted', async () => {
    const made = await madeItem(['under an agreement'], 'Under an agreement');
    const [one = ''] = made.images;
    const download = (agreement?: string) =>
      reader.send<Problem>(
        'GET',
        snippet('full/!20,20', one) + (agreement === undefined ? '' : `?agreement=${agreement}`),
      );
    expect(await inForce()).toEqual({ version: standardAgreement, own: null });
    await put({ text: 'Cite us.', language: 'en' });
    await put({ text: 'Citare la fonte.', language: 'it' });
    expect(await inForce()).toEqual({ version: '2', own: { text: 'Citare la fonte.', language: 'it' } });
    const stranger = await house.person('altra', 'ROLE_IMAGE_DOWNLOAD');
    expect(await inForce(stranger)).toEqual({ version: standardAgreement, own: null });

    for (const accepted of [undefined, '2']) expect((await download(accepted)).status).toBe(200);
    // Neither an earlier one, nor one that never was.
    for (const other of [standardAgreement, '1', '3', '02', 'latest']) {
      expect({ other, ...(await download(other)) }).toMatchObject({
        other,
        status: 409,
        body: { code: 'agreement-changed' },
      });
    }
    expect(await loggedFor(one)).toEqual(['2', '2']);
    const told = (await sharp((await download('2')).bytes).metadata()).xmp?.toString('utf8');
    expect(told).toContain('Downloaded under the agreement 2 with');
  });

  it('[DOWN-23] in force is named by an archive, which is made anew when it changes', async () => {
    const readMe = async () => {
      const { answer } = await fetched(reader, archive('full/!1080,1080'));
      return (await unzipped(answer.bytes)).get('READ-ME.txt')?.toString('utf8');
    };
    expect(await readMe()).toContain('Downloaded under the agreement 2 with');
    await put({ text: 'Cite us, please.', language: 'en' });
    const third = await readMe();
    expect(third).toContain('Downloaded under the agreement 3 with');
    expect(third).toContain("Scaricato secondo l'accordo 3 con");
    const before = await reader.send('HEAD', `${archive('full/!1080,1080')}?agreement=2`);
    expect(before.status).toBe(409);
    await reader.send('GET', `${archive('full/!1080,1080')}?agreement=3`);
    expect((await logged())[0]).toMatchObject({ kind: 'archive', agreement: '3' });
  });

  it('[DOWN-24] that was accepted is logged with an original', async () => {
    const [one = ''] = (await madeItem(['original'], 'An original')).images;
    expect((await trusted.send('GET', `${original(one)}?agreement=3`)).status).toBe(200);
    expect((await trusted.send('GET', `${original(one)}?agreement=2`)).status).toBe(409);
    expect(await loggedFor(one)).toEqual(['3']);
  });

  it('is the program’s own again where the organisation takes its own away; the versions go on counting', async () => {
    await put(null);
    expect(await inForce()).toEqual({ version: standardAgreement, own: null });
    // The version that says so has no text that anybody could have accepted.
    expect((await reader.send('GET', `${snippet('full/!20,20')}?agreement=4`)).status).toBe(409);
    await put({ text: 'Cite us.', language: 'en' });
    expect((await inForce()).version).toBe('5');
    const { body } = await administrator.call(listAgreements, { query: { size: 3 } });
    expect(body.page).toMatchObject({ totalElements: 4, totalPages: 2 });
    expect(body._embedded.agreements).toMatchObject([
      { version: '5', text: 'Cite us.', language: 'en' },
      { version: '3', text: 'Cite us, please.' },
      { version: '2', text: 'Citare la fonte.', language: 'it' },
    ]);
    await put(null);
  });
});
