import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile, truncate } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { getUpload, listUploads, uploadFile, uploadCalls } from '@armarium/contract/uploads';
import type { Problem } from '@armarium/contract/problem';
import { madePdf } from '../../../../../tests/http/made-pdf.ts';
import { madePng } from '../../../../../tests/http/made-png.ts';
import { madeFilm, madeWave } from '../../../../../tests/http/made-recordings.ts';
import { importedItem, openInstallation, uploaded } from '../../../../../tests/http/test-installation.ts';
import { eventually, until } from '../../../../../tests/harness/waiting.ts';
import type { MediaParts } from './media-parts.ts';
import { damagedFile, MediaRefused } from './media-refused.ts';
import { madeZip } from './model3d/made-zip.ts';
import { storeUpload } from './upload-file.ts';

const uploadMax_bytes = 6 * 1024 * 1024;
const house = await openInstallation({
  limits: {
    uploadMax_bytes,
    imageMax_pixels: 25_000_000,
    fetchAllowedAddresses: ['127.0.0.1'],
    fetchMax_ms: 2_000,
  },
});
const account = await house.account('default', ['ROLE_CCC']);
const client = await house.signedIn(account);
const samples = resolve(import.meta.dirname, '../../../../../../shared/data/images');
const samplesAreAbsent = !existsSync(samples);

const triangle = Buffer.from(
  'mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl skin\nf 1/1 2/2 3/3\n',
);
const skin = Buffer.from('newmtl skin\nKd 1 0 0\nmap_Kd a.png\n');

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const rows = async () => (await house.query<object>('select uuid from upload')).length;
const state = async () => ({ rows: await rows(), files: await house.storedFiles() });

/** What is kept of an upload: its bytes in the storage, and the SHA-256 in its row. */
async function kept(uuid: string): Promise<{ bytes: Buffer; sha256: string }> {
  const [row] = await house.query<{ storage_key: string; sha256: string }>(
    'select storage_key, sha256 from upload where uuid = $1',
    [uuid],
  );
  const bytes = await readFile(join(house.storageFolder, row?.storage_key ?? ''));
  return { bytes, sha256: row?.sha256 ?? '' };
}

async function send(source: string | Uint8Array, name: string) {
  return client.upload(uploadFile, { source, name, type: 'application/octet-stream' });
}

/** Sends what must be refused, and holds that nothing of it stays. */
async function refused(
  source: string | Uint8Array,
  name: string,
): Promise<{ status: number; body: Problem }> {
  const before = await state();
  const { status, body } = await send(source, name);
  expect(await state()).toEqual(before);
  return { status, body: body as unknown as Problem };
}

/** A body as a client might really send it, of parts already written out. */
async function sendRaw(contentType: string, body: string | Buffer) {
  const bytes = Buffer.from(body);
  const before = await state();
  const answer = await client.send<Problem>(
    'POST',
    uploadFile.path,
    {
      'content-type': contentType,
      'content-length': bytes.length,
      'x-xsrf-token': await client.csrfToken(),
    },
    Readable.from([bytes]),
  );
  expect(await state()).toEqual(before);
  return answer;
}

describe('an upload', () => {
  it.each<[why: string, MediaParts['probe'], refusal: object]>([
    [
      'is damaged on the disk alone is not called damaged',
      async (_kind, path) => {
        await truncate(path, 9);
        throw new MediaRefused(damagedFile);
      },
      { name: 'StorageUnavailable' },
    ],
    [
      'can’t be read on the disk is not called damaged',
      () => Promise.reject(Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' })),
      { name: 'StorageUnavailable' },
    ],
    [
      'is damaged is told so',
      () => Promise.reject(new MediaRefused(damagedFile)),
      { code: 'file-refused', fields: [{ code: 'unreadable' }] },
    ],
  ])('of a file that %s', async (_why, probe, refusal) => {
    const before = await state();
    const { media, app } = house.program;
    const stored = storeUpload(
      { ...media, probe },
      'image',
      house.tenantIds.default,
      account.uuid,
      'carta.png',
      Readable.from([madePng()]),
      app.log as never,
    );
    await expect(stored).rejects.toMatchObject(refusal);
    expect(await state()).toEqual(before);
  });

  it('[IMP-15, IMP-24, API-099, API-100] answers what was stored, and keeps every byte', async () => {
    const bytes = madePng(40, 30);
    const { status, body } = await send(bytes, 'carta 1.png');
    expect(status).toBe(201);
    expect(body).toEqual({
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      imageLink: `${house.origin}/ccc/uploads/${body.uuid}`,
      sameContent: [],
      originalFilename: 'carta 1.png',
      size_bytes: bytes.length,
      sha256: sha256(bytes),
    });
    const [row] = await house.query<{ storage_key: string; pages: object; media_type: string }>(
      'select storage_key, pages, media_type from upload where uuid = $1',
      [body.uuid],
    );
    expect(row).toMatchObject({
      media_type: 'image/png',
      pages: [{ index: 0, width_px: 40, height_px: 30 }],
    });
    // All of a tenant's files stand below its own prefix.
    expect(row?.storage_key).toMatch(new RegExp(`^tenants/${house.tenantIds.default}/originals/`));
    expect(await kept(body.uuid)).toEqual({ bytes, sha256: sha256(bytes) });
  });

  it.each<[string, keyof typeof uploadCalls, string, Buffer | Promise<Buffer>]>([
    ['pdfLink', 'pdf', 'a.pdf', madePdf([{ width_pt: 144, height_pt: 72, text: 'a' }])],
    ['audioLink', 'audio', 'a.wav', madeWave()],
    ['videoLink', 'video', 'a.mp4', madeFilm()],
    [
      'zipLink',
      'zip',
      'a.zip',
      madeZip([
        { name: 'a.obj', data: triangle },
        { name: 'a.mtl', data: skin },
        { name: 'a.png', data: madePng() },
      ]),
    ],
    ['objectLink', 'object', 'a.obj', triangle],
    ['materialLink', 'material', 'a.mtl', skin],
    ['textureLink', 'texture', 'a.png', madePng()],
    ['captionsLink', 'captions', 'a.vtt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:00.200\nPronto\n')],
  ])(
    '[IMP-15, IMP-24] answers its %s, which is its imageLink too, and keeps every byte',
    async (own, kind, name, made) => {
      const bytes = await made;
      const file = { source: bytes, name, type: 'application/octet-stream' };
      const { status, body } = await client.upload(uploadCalls[kind], file);
      expect(status).toBe(201);
      expect(body).toMatchObject({ originalFilename: name, sha256: sha256(bytes) });
      const href = `${house.origin}/ccc/uploads/${body.uuid}`;
      const links = Object.entries(body).filter(([field]) => field.endsWith('Link'));
      expect(Object.fromEntries(links)).toEqual({ imageLink: href, [own]: href });
      expect((await client.call(getUpload, { params: { uuid: body.uuid } })).body.kind).toBe(kind);
      expect(await kept(body.uuid)).toEqual({ bytes, sha256: sha256(bytes) });
    },
  );

  it.each([
    ['C:\\scans\\carta.tif', 'carta.tif'],
    ['../../etc/passwd', 'passwd'],
    ['pagina è 1.png', 'pagina è 1.png'],
    ['perche\u0301.png', 'perché.png'],
    ['源氏物語.png', '源氏物語.png'],
    ['', 'file'],
    ['/', 'file'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(251)}.png`],
  ])('named %j is remembered as %j', async (sent, kept) => {
    const { status, body } = await send(madePng(), sent);
    expect({ status, name: body.originalFilename }).toEqual({ status: 201, name: kept });
  });

  it.each([
    ['a PNG called .jpg', 'a.jpg', 'image/png'],
    ['a PNG called .pdf', 'a.pdf', 'image/png'],
    ['a PNG without an ending', 'README', 'image/png'],
  ])('[IMP-42] is judged by its content: %s', async (_what, name, mediaType) => {
    const { body } = await send(madePng(), name);
    const [row] = await house.query<{ media_type: string }>('select media_type from upload where uuid = $1', [
      body.uuid,
    ]);
    expect(row?.media_type).toBe(mediaType);
  });

  it('[IMP-57] stays visible to its sender alone until a record has it', async () => {
    const sender = await house.person('default', 'ROLE_CCC');
    const stranger = await house.person('default', 'ROLE_ADMIN');
    const one = await uploaded(sender);
    const two = await uploaded(sender, { source: madePng(), name: 'second.png' });
    const own = (await sender.call(listUploads)).body;
    expect(own._embedded.uploads.map(({ uuid }) => uuid)).toEqual([two.uuid, one.uuid]);
    expect(own._embedded.uploads[0]).toMatchObject({ ...two, createdDate: expect.any(String) as string });
    expect((await stranger.call(listUploads)).body.page.totalElements).toBe(0);
    expect((await stranger.call(getUpload, { params: { uuid: one.uuid } })).status).toBe(404);
    expect((await sender.call(getUpload, { params: { uuid: one.uuid } })).status).toBe(200);
    await importedItem(sender, {}, [one]);
    expect((await sender.call(listUploads)).body.page.totalElements).toBe(1);
    expect((await sender.call(getUpload, { params: { uuid: one.uuid } })).status).toBe(404);
  });
});

describe.skipIf(samplesAreAbsent)('the sample images (skipped where ../shared/data is absent)', () => {
  const files = samplesAreAbsent ? [] : readdirSync(samples);

  it.each(files)('[IMP-24] %s is taken, byte by byte', async (name) => {
    const bytes = await readFile(join(samples, name));
    const { status, body } = await send(join(samples, name), name);
    expect(status).toBe(201);
    expect(body).toMatchObject({ originalFilename: name, size_bytes: bytes.length, sha256: sha256(bytes) });
    const { bytes: stored, sha256: sum } = await kept(body.uuid);
    expect({ isSame: stored.equals(bytes), sum }).toEqual({ isSame: true, sum: sha256(bytes) });
  });
});

describe('what is no image that can be taken in', async () => {
  const jpeg = await sharp(madePng(800, 600)).jpeg().toBuffer();
  const tiff = await sharp(madePng(300, 200)).tiff({ compression: 'lzw' }).toBuffer();
  it.each<[string, Uint8Array, string, string]>([
    ['an empty file', Buffer.alloc(0), 'empty.png', 'empty-file'],
    ['a text called .png', Buffer.from('This is not a picture.'), 'text.png', 'unsupported-format'],
    [
      'a page of HTML',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'a.jpg',
      'unsupported-format',
    ],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 'unsupported-format'],
    ['a PDF', Buffer.from('%PDF-1.4\n1 0 obj\n'), 'a.pdf', 'unsupported-format'],
    ['a zip', Buffer.from('PK\u0003\u0004aaaaaaaaaaaaaaaaaa'), 'a.tif', 'unsupported-format'],
    ['a PNG of its signature alone', madePng().subarray(0, 8), 'a.png', 'truncated'],
    ['a TIFF without its directory', tiff.subarray(0, 100), 'a.tif', 'truncated'],
    ['a JPEG of its first bytes', jpeg.subarray(0, 12), 'a.jpg', 'truncated'],
    ['a PNG over the pixel limit', madePng(6000, 5000), 'bomb.png', 'too-many-pixels'],
  ])(
    '[IMP-42, IMP-43, IMP-44, IMP-50] %s: 422 with its cause, and nothing stays',
    async (_what, bytes, name, code) => {
      const { status, body } = await refused(bytes, name);
      expect(status).toBe(422);
      expect(body.code).toBe('file-refused');
      expect(body.fields).toEqual([
        { name: 'file', code, message: expect.stringMatching(/^[A-Z].+\. .+\.$/) as string },
      ]);
      expect(body.detail).toBe(body.fields[0]?.message);
    },
  );

  it('[ERR-18] a file over the limit is 413, and nothing stays', async () => {
    const { status, body } = await refused(Buffer.alloc(uploadMax_bytes + 1, 'x'), 'large.tif');
    expect(status).toBe(413);
    expect(body.code).toBe('too-large');
    expect(body.detail).toContain(String(uploadMax_bytes));
  });
});

describe('a body that is no upload', () => {
  const part = (name: string, filename?: string) =>
    `--edge\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ''}\r\n\r\nx\r\n--edge--\r\n`;
  it.each<[string, number, string, string | Buffer]>([
    ['JSON', 422, 'application/json', '{}'],
    ['an image without its wrapping', 415, 'image/png', madePng()],
    ['a form', 415, 'application/x-www-form-urlencoded', 'file=x'],
    ['no part', 400, 'multipart/form-data; boundary=edge', '--edge--\r\n'],
    ['a part of another name', 400, 'multipart/form-data; boundary=edge', part('image', 'a.png')],
    ['a field in place of a file', 400, 'multipart/form-data; boundary=edge', part('file')],
    ['no boundary', 400, 'multipart/form-data', part('file', 'a.png')],
    ['another boundary', 400, 'multipart/form-data; boundary=other', part('file', 'a.png')],
    ['an empty body', 400, 'multipart/form-data; boundary=edge', ''],
    [
      'a part that never ends',
      400,
      'multipart/form-data; boundary=edge',
      Buffer.concat([Buffer.from(part('file', 'a.png').slice(0, 70)), madePng()]),
    ],
  ])('[ERR-13, ERR-19] %s: %i', async (_what, expected, contentType, body) => {
    const { status, body: problem } = await sendRaw(contentType, body);
    expect(problem).toMatchObject({ status: expected });
    expect(status).toBe(expected);
  });
});

describe('a connection that ends in the middle', () => {
  const partial = async () => (await house.storedFiles()).filter((file) => file.startsWith('.partial'));

  it.each([
    ['in the file', 3 * 1024 * 1024],
    ['right after its first bytes', 200],
  ])('[IMP-50] %s leaves no file and no row, and the server goes on', async (_what, size_bytes) => {
    const before = await state();
    const { headers } = await house.visitor().signIn(account.username, account.password);
    const cookies = (headers['set-cookie'] ?? []).map((line) => line.split(';')[0]);
    const token = cookies.find((cookie) => cookie?.startsWith('XSRF'))?.split('=')[1] ?? '';
    const outgoing = request(`${house.origin}${uploadFile.path}`, {
      method: 'POST',
      headers: {
        cookie: cookies.join('; '),
        'x-xsrf-token': decodeURIComponent(token),
        'content-type': 'multipart/form-data; boundary=edge',
        'content-length': 5 * 1024 * 1024,
      },
    });
    outgoing.on('error', () => undefined);
    outgoing.write('--edge\r\nContent-Disposition: form-data; name="file"; filename="half.png"\r\n\r\n');
    outgoing.write(Buffer.concat([madePng(), Buffer.alloc(size_bytes)]));
    await until('a half file is being written', async () => (await partial())[0]);
    outgoing.destroy();
    await eventually(partial).toEqual([]);
    expect(await state()).toEqual(before);
    expect((await send(madePng(), 'next.png')).status).toBe(201);
  });
});

describe('a file of another server', () => {
  const served: RequestListener = ({ url }, response) => {
    if (url === '/loop') response.writeHead(302, { location: 'http://127.0.0.2/' }).end();
    else if (url === '/huge') response.end(Buffer.alloc(uploadMax_bytes + 1));
    else if (url === '/stuck') response.writeHead(200).write('x');
    else if (url === '/text.png') response.end('only words');
    else response.end(madePng(40, 30));
  };
  const other = createServer(served).listen(0, '127.0.0.1');
  afterAll(() => {
    other.closeAllConnections();
    other.close();
  });
  const fetched = async (path: string) => {
    if (!other.listening) await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}${path}`;
    return client.call(uploadFile, { body: { url } });
  };

  it('[API-178] is fetched where its address is given instead', async () => {
    const { status, body } = await fetched('/c%C3%A0rta%201.png');
    expect(status).toBe(201);
    expect(body).toMatchObject({ originalFilename: 'càrta 1.png', sha256: sha256(madePng(40, 30)) });
    expect((await client.call(getUpload, { params: { uuid: body.uuid } })).status).toBe(200);
  });

  it.each([
    ['/loop', 'file-refused', 'url-not-allowed'],
    ['/text.png', 'file-refused', 'unsupported-format'],
    ['/stuck', 'file-refused', 'url-timeout'],
    ['/huge', 'too-large', undefined],
  ])('[IMP-52, IMP-53, IMP-54] leaves nothing where it is refused: %s', async (path, code, field) => {
    const before = await state();
    const answer = await fetched(path);
    expect((answer.body as unknown as Problem).code).toBe(code);
    expect((answer.body as unknown as Problem).fields[0]?.code).toBe(field);
    expect(await state()).toEqual(before);
  });

  it('is asked for by a whole address alone', async () => {
    for (const body of [{}, { url: 7 }, { url: 'x', more: 1 }, { url: '' }]) {
      const { status } = await client.call(uploadFile, { body: body as { url: string } });
      expect(status).toBe(422);
    }
    expect((await client.call(uploadFile, { body: { url: 'file:///etc/passwd' } })).status).toBe(422);
  });
});
