import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { getUpload, listUploads } from '@armarium/contract/uploads';
import type { Problem } from '@armarium/contract/problem';
import type { HttpClient } from '../../../../../../tests/harness/http-client.ts';
import { mediaModule } from '../public.ts';
import { openInstallation } from '../../../../../../tests/http/test-installation.ts';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { jobContext } from '../../../../../../tests/harness/job-context.ts';

const uploadPart_bytes = 50_000;
const house = await openInstallation({ limits: { uploadPart_bytes, uploadMax_bytes: 5_000_000 } });
const account = await house.account('default', ['ROLE_CCC']);
const client = await house.signedIn(account);
const colleague = await house.signedIn(await house.account('default', ['ROLE_CCC']));
const reader = await house.signedIn(await house.account('default', ['ROLE_RESEARCHER']));
const neighbour = await house.signedIn(await house.account('altra', ['ROLE_ADMIN']), 'altra');

// Noise, which no format makes smaller.
const picture = await sharp(randomBytes(200 * 200 * 3), { raw: { width: 200, height: 200, channels: 3 } })
  .png()
  .toBuffer();
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const state = async () => ({
  uploads: (await house.query<object>('select uuid from upload')).length,
  parts: (await house.query<object>('select from_byte from resumable_part')).length,
  files: await house.storedFiles(),
});

async function ask(who: HttpClient, method: string, path: string, headers = {}, body?: Readable) {
  return who.send<Problem & Record<string, unknown>>(
    method,
    path,
    { 'tus-resumable': '1.0.0', 'x-xsrf-token': await who.csrfToken(), ...headers },
    body,
  );
}

const metadataOf = (metadata: Record<string, string>) =>
  Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** @returns its address */
async function begun(size_bytes: number, metadata: Record<string, string> = {}): Promise<string> {
  const answer = await ask(client, 'POST', '/ccc/resumable', {
    'upload-length': size_bytes,
    'upload-metadata': metadataOf({ filename: 'carta 1.png', ...metadata }),
  });
  expect(answer.status).toBe(201);
  return String(answer.headers['location']);
}

const send = (path: string, from_byte: number, bytes: Buffer, who = client) =>
  ask(
    who,
    'PATCH',
    path,
    {
      'upload-offset': from_byte,
      'content-type': 'application/offset+octet-stream',
      'content-length': bytes.length,
    },
    Readable.from([bytes]),
  );

async function standing(path: string, who = client): Promise<number | undefined> {
  const { status, headers } = await ask(who, 'HEAD', path);
  return status === 200 ? Number(headers['upload-offset']) : undefined;
}

it('an upload in pieces becomes an upload like any other, and an image of an item', async () => {
  expect(picture.length).toBeGreaterThan(2 * uploadPart_bytes);
  const before = await state();
  const path = await begun(picture.length, { sha256: sha256(picture) });
  expect((await send(path, 0, picture.subarray(0, 70_000))).headers['upload-offset']).toBe('70000');
  expect(await standing(path)).toBe(70_000);
  expect(await state()).toMatchObject({ uploads: before.uploads, parts: 2 });
  const { status, body } = await send(path, 70_000, picture.subarray(70_000));
  expect(status).toBe(201);
  const uuid = path.split('/').pop() ?? '';
  const link = `${house.origin}/ccc/uploads/${uuid}`;
  expect(body).toEqual({
    uuid,
    imageLink: link,
    sameContent: [],
    originalFilename: 'carta 1.png',
    size_bytes: picture.length,
    sha256: sha256(picture),
  });
  // Of the pieces nothing stays but the file itself.
  const after = await state();
  expect(after).toMatchObject({ uploads: before.uploads + 1, parts: 0 });
  expect(after.files.length).toBe(before.files.length + 1);
  // Whoever lost the answer finds it whole, and the upload by its uuid.
  expect(await standing(path)).toBe(picture.length);
  expect((await client.call(getUpload, { params: { uuid } })).body.sha256).toBe(sha256(picture));
  expect((await client.call(listUploads)).body._embedded.uploads[0]).toMatchObject({ uuid });
});

it('what arrived before the connection broke stays', async () => {
  const path = await begun(picture.length);
  let arriving: IncomingMessage | undefined;
  house.program.app.server.once('request', (request: IncomingMessage) => {
    arriving = request;
  });
  async function* broken() {
    yield picture.subarray(0, 60_000);
    await until('it has arrived', () => ((arriving?.socket.bytesRead ?? 0) > 60_000 ? true : undefined));
    throw new Error('The cable was pulled.');
  }
  const headers = {
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': picture.length,
  };
  await expect(ask(client, 'PATCH', path, headers, Readable.from(broken()))).rejects.toThrow();
  await expect.poll(() => standing(path)).toBe(60_000);
  expect((await send(path, 60_000, picture.subarray(60_000))).status).toBe(201);
});

it('a piece that begins elsewhere than it stands is refused, and nothing of it kept', async () => {
  const path = await begun(picture.length);
  await send(path, 0, picture.subarray(0, 10_000));
  const before = await state();
  for (const from_byte of [0, 9_999, 20_000]) {
    const { status, body } = await send(path, from_byte, picture.subarray(0, 5_000));
    expect([status, body.code]).toEqual([409, 'offset-differs']);
  }
  expect(await state()).toEqual(before);
  // Two at once at the same byte: one of them moves it on.
  const both = await Promise.all([1, 2].map(() => send(path, 10_000, picture.subarray(10_000, 15_000))));
  expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await standing(path)).toBe(15_000);
});

it.each([
  ['a file that is not what was sent', { sha256: 'a'.repeat(64) }, 'checksum-differs'],
  ['a file of another kind', {}, 'unsupported-format'],
])('%s is refused at its end, and gone', async (_what, metadata, code) => {
  const before = await state();
  const bytes = code === 'checksum-differs' ? picture : Buffer.alloc(120_000, 'words ');
  const path = await begun(bytes.length, metadata);
  await send(path, 0, bytes.subarray(0, 100_000));
  const { status, body } = await send(path, 100_000, bytes.subarray(100_000));
  expect([status, body.code, body.fields[0]?.code]).toEqual([422, 'file-refused', code]);
  expect(await standing(path)).toBeUndefined();
  expect(await state()).toEqual(before);
});

it('an upload that is given up is gone with its pieces', async () => {
  const before = await state();
  const path = await begun(picture.length);
  await send(path, 0, picture.subarray(0, 60_000));
  expect((await ask(client, 'DELETE', path)).status).toBe(204);
  expect(await standing(path)).toBeUndefined();
  expect(await state()).toEqual(before);
});

it('nobody else goes on with it, looks at it or gives it up', async () => {
  const path = await begun(picture.length);
  await send(path, 0, picture.subarray(0, 10_000));
  for (const other of [colleague, neighbour]) {
    expect(await standing(path, other)).toBeUndefined();
    expect((await send(path, 10_000, picture.subarray(10_000), other)).status).toBe(404);
    expect((await ask(other, 'DELETE', path)).status).toBe(404);
  }
  expect(await standing(path)).toBe(10_000);
});

it('what can not be begun is told as any other problem', async () => {
  const create = (who: HttpClient, headers: object) => ask(who, 'POST', '/ccc/resumable', headers);
  const said = async (answer: ReturnType<typeof create>) => {
    const { status, body } = await answer;
    return [status, body.code];
  };
  expect(await said(create(reader, { 'upload-length': 5 }))).toEqual([403, 'forbidden']);
  expect(await said(create(house.visitor(), { 'upload-length': 5 }))).toEqual([401, 'not-signed-in']);
  expect(await said(create(client, { 'upload-length': 5, 'x-xsrf-token': 'x' }))).toEqual([403, 'csrf']);
  expect(await said(create(client, { 'upload-length': 5_000_001 }))).toEqual([413, 'too-large']);
  expect(await said(create(client, {}))).toEqual([400, 'malformed']);
  expect(await said(create(client, { 'upload-length': -1 }))).toEqual([400, 'malformed']);
  expect(await said(create(client, { 'upload-length': 5, 'tus-resumable': '0.2' }))).toEqual([
    400,
    'malformed',
  ]);
  expect(await said(create(client, { 'upload-length': 0 }))).toEqual([422, 'file-refused']);
  const unfit: Record<string, string>[] = [
    { kind: 'potion' },
    { kind: 'toString' },
    { sha256: 'abc' },
    { filename: 'a\0b.png' },
  ];
  for (const metadata of unfit) {
    const headers = { 'upload-length': 5, 'upload-metadata': metadataOf(metadata) };
    expect(await said(create(client, headers))).toEqual([422, 'invalid']);
  }
  for (const id of ['nothing', '-'.repeat(36)]) {
    expect((await ask(client, 'HEAD', `/ccc/resumable/${id}`)).status).toBe(404);
  }
});

it('what nobody goes on with is swept, and what somebody does is not', async () => {
  const left = await begun(picture.length);
  const live = await begun(picture.length);
  for (const path of [left, live]) await send(path, 0, picture.subarray(0, 60_000));
  const uuid = left.split('/').pop() ?? '';
  await house.query(`update resumable_upload set modified_at = now() - interval '8 days' where uuid = $1`, [
    uuid,
  ]);
  const before = await state();
  const job = mediaModule(house.program.media).jobs['sweep-uploads'];
  await job({}, jobContext);
  expect(await state()).toMatchObject({ parts: before.parts - 2 });
  expect((await state()).files.length).toBe(before.files.length - 2);
  expect([await standing(left), await standing(live)]).toEqual([undefined, 60_000]);
});

it('refuses captions that are too large before any of them is sent', async () => {
  const answer = await ask(client, 'POST', '/ccc/resumable', {
    'upload-length': 2_100_000,
    'upload-metadata': metadataOf({ filename: 'it.vtt', kind: 'captions' }),
  });
  expect(answer.status).toBe(422);
  expect(answer.body.fields?.[0]).toMatchObject({ name: 'file', code: 'captions-too-large' });
  expect(await begun(2_000_000, { kind: 'captions' })).toContain('/ccc/resumable/');
});

it.each([
  { 'upload-defer-length': '1' },
  { 'upload-concat': 'partial', 'upload-length': '10' },
  { 'upload-concat': 'final;/ccc/resumable/a /ccc/resumable/b' },
])('an extension of the protocol that is not offered is refused with its name: %j', async (headers) => {
  const { status, body } = await ask(client, 'POST', '/ccc/resumable', headers);
  expect({ status, code: body.code }).toEqual({ status: 400, code: 'malformed' });
  expect(body.detail).toContain(Object.keys(headers)[0]);
});
