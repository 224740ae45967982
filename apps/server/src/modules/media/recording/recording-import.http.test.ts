import { Readable } from 'node:stream';
import { audioCalls, modelCalls, videoCalls } from '@armarium/contract/asset-calls';
import { uploadCalls } from '@armarium/contract/uploads';
import { getItem } from '@armarium/contract/item-calls';
import { expect, it } from 'vitest';
import { madeFilm, madeWave } from '../../../../../../tests/http/made-recordings.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
} from '../../../../../../tests/http/test-installation.ts';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_CCC');
const pathOf = (link: { href: string } | undefined) => new URL(link?.href ?? '').pathname;

/** The names of the boxes at the top of an MP4, in order (ISO 14496-12 §4.2). */
function boxesOf(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at)))
    names.push(bytes.toString('latin1', at + 4, at + 8));
  return names;
}

it('[ASSET-33] [IMP-32] [IMP-33] [IMP-34] [API-072] [API-095] [API-104] a WAV becomes a sound of an item that can be played, with peaks and its length', async () => {
  const { uuid: item } = await importedItem(client, {});
  const { body: record } = await client.call(getItem, { params: { uuid: item } });
  expect(pathOf(record._links.audios)).toBe(`/meta/culturalItems/${item}/audios`);
  expect(pathOf(record._links.videos)).toBe(`/meta/culturalItems/${item}/videos`);
  const file = { source: madeWave(1), name: 'voce.wav', type: 'audio/wav' };
  const sent = await client.upload(uploadCalls.audio, file);
  expect(sent).toMatchObject({ status: 201, body: { originalFilename: 'voce.wav' } });
  const { audioLink } = sent.body as unknown as { audioLink: string };
  expect(audioLink).toBe(sent.body.imageLink);
  expect(await client.send('GET', pathOf({ href: audioLink }))).toMatchObject({ body: { kind: 'audio' } });
  const body = { culturalItemUuid: item, uuid: sent.body.uuid, sgtt: 'Voce', audioLink };
  const begun = await client.call(audioCalls.import, { body });
  expect(begun.status).toBe(202);
  const query = { importId: begun.body.importId };
  expect((await client.call(audioCalls.findImport, { query })).body.uuid).toBe(sent.body.uuid);
  expect(await settledImport(client, item)).toMatchObject({
    mediaCount: 1,
    failedMediaCount: 0,
    overall: { importState: 'DONE' },
  });
  const { body: list } = await client.call(audioCalls.list, { params: { uuid: item } });
  const [audio] = (list._embedded as unknown as { audios: (typeof list._embedded)[string] }).audios;
  expect(audio).toMatchObject({ uuid: sent.body.uuid, sgtt: 'Voce', position: 1, importState: 'DONE' });
  expect(audio?.duration_s).toBeCloseTo(1, 1);
  const played = await client.send('GET', pathOf(audio?._links.playable));
  expect(played).toMatchObject({ status: 200, headers: { 'content-type': 'audio/mp4' } });
  const boxes = boxesOf(played.bytes);
  expect(boxes).toEqual(expect.arrayContaining(['moov', 'mdat']));
  expect(boxes.indexOf('moov')).toBeLessThan(boxes.indexOf('mdat'));
  expect(await client.send('GET', pathOf(audio?._links.peaks))).toMatchObject({
    status: 200,
    body: { version: 2, sample_rate: 8_000 },
  });
  // Its picture is its waveform, and the same is not drawn again.
  const picture = await client.send('GET', `/media/${sent.body.uuid}/thumbnail`);
  expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG');
  const known = { 'if-none-match': String(picture.headers['etag']) };
  expect((await client.send('GET', `/media/${sent.body.uuid}/thumbnail`, known)).status).toBe(304);
  const { body: manifest } = await client.send<{ thumbnail: { id: string; width: number }[] }>(
    'GET',
    `/iiif/presentation/3/${item}/manifest`,
  );
  expect(manifest.thumbnail).toMatchObject([{ format: 'image/png', width: 480 }]);
  expect(pathOf({ href: manifest.thumbnail[0]?.id ?? '' })).toBe(`/media/${sent.body.uuid}/thumbnail`);
});

it('[ASSET-33] [IMP-35] [IMP-36] [API-096] [API-105] a film becomes a video of an item that can be played, with a poster', async () => {
  const { uuid: item } = await importedItem(client, {});
  const file = { source: await madeFilm(), name: 'festa.mp4', type: 'video/mp4' };
  const sent = await client.upload(uploadCalls.video, file);
  expect(sent).toMatchObject({ status: 201 });
  const { videoLink } = sent.body as unknown as { videoLink: string };
  expect(videoLink).toBe(sent.body.imageLink);
  expect(await client.send('GET', pathOf({ href: videoLink }))).toMatchObject({ body: { kind: 'video' } });
  const body = { culturalItemUuid: item, uuid: sent.body.uuid, videoLink };
  const begun = await client.call(videoCalls.import, { body });
  expect(begun.status).toBe(202);
  const query = { importId: begun.body.importId };
  expect((await client.call(videoCalls.findImport, { query })).body.uuid).toBe(sent.body.uuid);
  await settledImport(client, item);
  const { body: video } = await client.call(videoCalls.get, { params: { uuid: sent.body.uuid } });
  expect(video).toMatchObject({ sgtt: 'festa', width_px: 64, height_px: 48, importState: 'DONE' });
  const played = await client.send('GET', pathOf(video._links.playable), { range: 'bytes=0-99' });
  expect(played).toMatchObject({ status: 206, headers: { 'content-type': 'video/mp4' } });
  expect(played.bytes.toString('latin1', 4, 8)).toBe('ftyp');
  for (const picture of [video._links.poster, video._links.thumb]) {
    const { status, bytes } = await client.send('GET', pathOf(picture));
    expect([status, bytes.readUInt16BE(0)]).toEqual([200, 0xffd8]);
  }
});

/** An item with two files of a kind, in the order in which they were added. */
async function twoOf(kind: 'audio' | 'video' | 'object') {
  const calls = { audio: audioCalls, video: videoCalls, object: modelCalls }[kind];
  const { uuid: item } = await importedItem(client, {});
  const uuids: string[] = [];
  for (const length_s of [0.2, 0.4]) {
    const triangle = `v 0 0 0\nv ${length_s} 0 0\nv 0 1 0\nf 1 2 3\n`;
    const source =
      kind === 'audio' ? madeWave(length_s) : kind === 'video' ? await madeFilm() : Buffer.from(triangle);
    const name = kind === 'object' ? 'a.obj' : 'a.bin';
    const { body } = await client.upload(uploadCalls[kind], { source, name, type: 'a/b' });
    await client.call(calls.import, { body: { culturalItemUuid: item, uuid: body.uuid } });
    uuids.push(body.uuid);
  }
  return { item, uuids, calls };
}

it.each([
  ['audio', 'audios', 'audioUuids'],
  ['video', 'videos', 'videoUuids'],
  ['object', 'model3Ds', 'model3DUuids'],
] as const)('[API-035] the order of an item’s files is set by their links: %s', async (kind, many, alias) => {
  const { item, uuids, calls } = await twoOf(kind);
  const order = async () => {
    const { body } = await client.call(calls.list, { params: { uuid: item } });
    return (body._embedded as unknown as Record<string, { uuid: string; position: number }[]>)[many]?.map(
      ({ uuid }) => uuid,
    );
  };
  expect(await order()).toEqual(uuids);
  const turned = uuids.toReversed();
  const put = async (path: string, list: readonly string[]) => {
    const links = list.map((uuid) => `${house.origin}/meta/${many}/${uuid}`).join('\r\n');
    const headers = { 'content-type': 'text/uri-list', 'x-xsrf-token': await client.csrfToken() };
    return client.send('PUT', `/meta/culturalItems/${item}/${path}`, headers, Readable.from([links]));
  };
  expect(await put(many, turned)).toMatchObject({ status: 204 });
  expect(await order()).toEqual(turned);
  expect(await put(alias, uuids)).toMatchObject({ status: 204 });
  expect(await order()).toEqual(uuids);
  const lacking = await put(many, uuids.slice(1));
  expect(lacking).toMatchObject({ status: 409, body: { code: 'order-differs' } });
  await settledImport(client, item);
});

it.each(['audio', 'video'] as const)(
  '[API-108] [API-109] imports of %s that failed are taken up, and 422 says that none did',
  async (kind) => {
    const { item, uuids, calls } = await twoOf(kind);
    const admin = await house.person('default', 'ROLE_TENANT_ADMIN');
    await settledImport(client, item);
    expect(await admin.call(calls.start)).toMatchObject({ status: 422 });
    await house.query(
      `with failed as (update asset_import set overall_state = 'ERROR' where asset_uuid = $1 returning item_uuid)
     update item set failed_media_count = 1 from failed where item.uuid = failed.item_uuid`,
      [uuids[0]],
    );
    expect(await admin.call(calls.start)).toMatchObject({ status: 202, body: { started: 1 } });
    expect(await settledImport(client, item)).toMatchObject({ failedMediaCount: 0 });
    expect(await admin.call(calls.start)).toMatchObject({ status: 422 });
  },
);

it('[IMP-49] what is neither sound nor film leaves nothing', async () => {
  const files = await house.storedFiles();
  const text = Buffer.from('Nothing that sounds.');
  for (const upload of [uploadCalls.audio, uploadCalls.video]) {
    const answer = await client.upload(upload, { source: text, name: 'a.wav', type: 'audio/wav' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'file-refused', fields: [{ name: 'file' }] } });
  }
  expect(await house.storedFiles()).toEqual(files);
});
