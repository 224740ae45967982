import { audioCalls, uploadCalls, videoCalls } from '@armarium/contract/media';
import { getItem } from '@armarium/contract/records';
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

it('[IMP-32] [IMP-33] [IMP-34] [API-072] a WAV becomes a sound of an item that can be played, with peaks and its length', async () => {
  const { uuid: item } = await importedItem(client, {});
  const { body: record } = await client.call(getItem, { params: { uuid: item } });
  expect(pathOf(record._links.audios)).toBe(`/meta/culturalItems/${item}/audios`);
  expect(pathOf(record._links.videos)).toBe(`/meta/culturalItems/${item}/videos`);
  const file = { source: madeWave(1), name: 'voce.wav', type: 'audio/wav' };
  const sent = await client.upload(uploadCalls.audio, file);
  expect(sent).toMatchObject({ status: 201, body: { originalFilename: 'voce.wav' } });
  const body = { culturalItemUuid: item, uuid: sent.body.uuid, sgtt: 'Voce' };
  expect(await client.call(audioCalls.import, { body })).toMatchObject({ status: 202 });
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
});

it('[IMP-35] [IMP-36] a film becomes a video of an item that can be played, with a poster', async () => {
  const { uuid: item } = await importedItem(client, {});
  const file = { source: await madeFilm(), name: 'festa.mp4', type: 'video/mp4' };
  const sent = await client.upload(uploadCalls.video, file);
  expect(sent).toMatchObject({ status: 201 });
  const body = { culturalItemUuid: item, uuid: sent.body.uuid };
  expect(await client.call(videoCalls.import, { body })).toMatchObject({ status: 202 });
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

it('[IMP-49] what is neither sound nor film leaves nothing', async () => {
  const files = await house.storedFiles();
  const text = Buffer.from('Nothing that sounds.');
  for (const upload of [uploadCalls.audio, uploadCalls.video]) {
    const answer = await client.upload(upload, { source: text, name: 'a.wav', type: 'audio/wav' });
    expect(answer).toMatchObject({ status: 422, body: { code: 'file-refused', fields: [{ name: 'file' }] } });
  }
  expect(await house.storedFiles()).toEqual(files);
});
