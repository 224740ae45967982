import {
  addCaptions,
  getCaptions,
  listCaptions,
  removeCaptions,
  replaceCaptions,
} from '@armarium/contract/captions';
import { videoCalls } from '@armarium/contract/asset-calls';
import { uploadCalls } from '@armarium/contract/uploads';
import { deleteItem } from '@armarium/contract/deletions';
import { purgeTrashEntry, listTrash } from '@armarium/contract/trash';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { madeFilm } from '../../../../../../tests/http/made-recordings.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
} from '../../../../../../tests/http/test-installation.ts';
import { importImage } from '@armarium/contract/imports';

const house = await openInstallation({ worker: true });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const reader = await house.person('default', 'ROLE_RESEARCHER');
const visitor = house.visitor();
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');

const said = (text: string) => `WEBVTT\n\n00:00.100 --> 00:00.400\n${text}\n`;
async function sent(text: string, who = client) {
  const file = { source: Buffer.from(text), name: 'sottotitoli.vtt', type: 'text/vtt' };
  return who.upload(uploadCalls.captions, file);
}
const sentUuid = async (text: string) => {
  const answer = await sent(said(text));
  expect(answer).toMatchObject({ status: 201, body: { originalFilename: 'sottotitoli.vtt' } });
  return answer.body.uuid;
};

async function video() {
  const { uuid: item } = await importedItem(client, { sgtt: 'A film' }, []);
  const file = { source: await madeFilm(), name: 'festa.mp4', type: 'video/mp4' };
  const { uuid } = (await client.upload(uploadCalls.video, file)).body;
  const body = { culturalItemUuid: item, uuid };
  expect((await client.call(videoCalls.import, { body })).status).toBe(202);
  await settledImport(client, item);
  return { item, uuid };
}
const film = await video();
const params = { uuid: film.uuid };
async function added(text: string, language: string, label: string, to = film.uuid) {
  const body = { uploadUuid: await sentUuid(text), language, label };
  const answer = await client.call(addCaptions, { params: { uuid: to }, body });
  expect(answer.status).toBe(201);
  return answer.body;
}
const names = async () => {
  const { body } = await client.call(listCaptions, { params, query: {} });
  return body._embedded.captions.map(({ language, label }) => [language, label]);
};
const pathOf = (link: { href: string } | undefined) => new URL(link?.href ?? '', 'http://localhost').pathname;
const see = (visibility: string) =>
  house.query('update item set visibility = $2 where uuid = $1', [film.item, visibility]);

describe('captions', () => {
  it('are a file of a recording, sent as it was uploaded, told by the manifest and to the player', async () => {
    const italian = await added('Buongiorno', 'IT', ' Italiano ');
    expect(italian).toMatchObject({ language: 'it', label: 'Italiano', originalFilename: 'sottotitoli.vtt' });
    expect(pathOf(italian._links.recording)).toBe(`/meta/videos/${film.uuid}`);
    await added('Good morning', 'en-gb', 'English');
    expect(await names()).toEqual([
      ['en-GB', 'English'],
      ['it', 'Italiano'],
    ]);
    const { body } = await client.call(videoCalls.get, { params });
    expect(pathOf(body._links.captions)).toBe(`/meta/recordings/${film.uuid}/captions`);
    const file = pathOf(italian._links.file);
    const answer = await reader.send('GET', file);
    expect([answer.status, answer.bytes.toString()]).toEqual([200, said('Buongiorno')]);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/vtt; charset=utf-8',
      'access-control-allow-origin': '*',
      'cache-control': 'private, no-store',
      etag: `"${italian.sha256}"`,
    });
    const part = await reader.send('GET', file, { range: 'bytes=0-5' });
    expect([part.status, part.bytes.toString()]).toEqual([206, 'WEBVTT']);

    interface Told {
      items: { annotations: { items: { motivation: string; target: string; body: { id: string } }[] }[] }[];
    }
    const manifest = await client.send<Told>('GET', `/iiif/presentation/3/${film.item}/manifest`);
    const annotations = manifest.body.items[0]?.annotations[0]?.items ?? [];
    expect(annotations).toMatchObject(
      [
        { language: 'en-GB', label: 'English' },
        { language: 'it', label: 'Italiano' },
      ].map(({ language, label }) => ({
        type: 'Annotation',
        motivation: 'supplementing',
        body: { type: 'Text', format: 'text/vtt', language, label: { [language]: [label] } },
      })),
    );
    expect(pathOf({ href: annotations[1]?.body.id ?? '' })).toBe(file);
    const page = await client.send('GET', `/images/players/video/?uuid=${film.item}`);
    expect(page.bytes.toString()).toContain(`"captions":[{"uuid":"`);
  });

  it('go to those who may see the item, and are changed by those who may change its files', async () => {
    const { uuid } = await added('Hallo', 'de', 'Deutsch');
    const statuses = async () =>
      Promise.all(
        [client, reader, visitor, stranger].map(
          async (who) => (await who.send('GET', `/media/${uuid}/captions`)).status,
        ),
      );
    expect(await statuses()).toEqual([200, 200, 404, 404]);
    await see('restricted');
    expect(await statuses()).toEqual([200, 404, 404, 404]);
    expect((await reader.call(getCaptions, { params: { uuid } })).status).toBe(404);
    expect((await reader.call(listCaptions, { params, query: {} })).status).toBe(404);
    await see('public');
    expect(await statuses()).toEqual([200, 200, 200, 404]);
    await see('private');
    expect((await reader.call(removeCaptions, { params: { uuid } })).status).toBe(403);
    expect((await stranger.call(removeCaptions, { params: { uuid } })).status).toBe(404);
    expect((await client.call(removeCaptions, { params: { uuid } })).status).toBe(204);
    expect(await statuses()).toEqual([404, 404, 404, 404]);
    expect((await client.call(getCaptions, { params: { uuid } })).status).toBe(404);
  });

  it('are given another file, language or label, and the history tells it', async () => {
    const { uuid } = await added('Ola', 'pt', 'Português');
    const before = (await client.send('GET', `/iiif/presentation/3/${film.item}/manifest`)).headers.etag;
    const body = { uploadUuid: await sentUuid('Olá') };
    const answer = await client.call(replaceCaptions, { params: { uuid }, body });
    expect(answer).toMatchObject({ status: 200, body: { uuid, language: 'pt', label: 'Português' } });
    expect((await client.send('GET', `/media/${uuid}/captions`)).bytes.toString()).toBe(said('Olá'));
    const renamed = await client.call(replaceCaptions, { params: { uuid }, body: { language: 'pt-BR' } });
    expect(renamed.body.language).toBe('pt-BR');
    expect((await client.send('GET', `/iiif/presentation/3/${film.item}/manifest`)).headers.etag).not.toBe(
      before,
    );
    const { body: history } = await client.call(videoCalls.history, { params, query: {} });
    const [last, replaced] = history._embedded.history;
    expect([last?.before, last?.after]).toMatchObject([
      { captions: { language: 'pt' } },
      { captions: { language: 'pt-BR' } },
    ]);
    expect(replaced?.before).not.toEqual(replaced?.after);
    const same = await client.call(replaceCaptions, { params: { uuid }, body: { label: 'Português' } });
    expect(same.status).toBe(200);
    const again = await client.call(videoCalls.history, { params, query: {} });
    expect(again.body.page.totalElements).toBe(history.page.totalElements);
  });

  it('bear the version of their recording, and honour it', async () => {
    const path = (uuid: string) => `/meta/captions/${uuid}`;
    const send = async (method: string, at: string, tag: string, body?: object) =>
      client.send<{ code?: string; uuid: string }>(
        method,
        at,
        {
          'if-match': tag,
          'x-xsrf-token': await client.csrfToken(),
          ...(body && { 'content-type': 'application/json' }),
        },
        body && Readable.from([JSON.stringify(body)]),
      );
    const { headers } = await client.call(videoCalls.get, { params });
    const add = { uploadUuid: await sentUuid('Hej'), language: 'sv', label: 'Svenska' };
    const all = `/meta/recordings/${film.uuid}/captions`;
    expect(await send('POST', all, '"0"', add)).toMatchObject({ status: 412, body: { code: 'stale' } });
    const made = await send('POST', all, String(headers['etag']), add);
    expect(made.status).toBe(201);
    const first = String(made.headers['etag']);
    expect((await client.send('GET', path(made.body.uuid))).headers['etag']).toBe(first);
    const renamed = await send('PATCH', path(made.body.uuid), first, { label: 'På svenska' });
    const second = String(renamed.headers['etag']);
    expect([renamed.status, second === first]).toEqual([200, false]);
    expect((await send('PATCH', path(made.body.uuid), first, { label: 'Sv' })).status).toBe(412);
    expect((await send('DELETE', path(made.body.uuid), first)).status).toBe(412);
    expect((await send('DELETE', path(made.body.uuid), second)).status).toBe(204);
  });

  it.each([
    ['no language', { language: 'italiano vero', label: 'x' }, 'language', 'not-a-language'],
    ['no label', { language: 'it', label: '  ' }, 'label', 'required'],
    ['a label that is taken', { language: 'it', label: 'Italiano' }, 'label', 'duplicate'],
  ])('with %s are refused, and their file stays the sender’s', async (_, name, field, code) => {
    const uploadUuid = await sentUuid('Ciao');
    const refused = await client.call(addCaptions, { params, body: { uploadUuid, ...name } });
    expect(refused).toMatchObject({ status: 422, body: { fields: [{ name: field, code }] } });
    const body = { uploadUuid, language: 'fr', label: `Français ${field} ${code}` };
    expect((await client.call(addCaptions, { params, body })).status).toBe(201);
    expect(await client.call(addCaptions, { params, body: { ...body, label: 'other' } })).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'uploadUuid', code: 'unknown-upload' }] },
    });
  });

  it('are of a recording alone', async () => {
    const { uuid } = await uploaded(client);
    const body = { culturalItemUuid: film.item, uuid };
    expect((await client.call(importImage, { body })).status).toBe(202);
    const captions = { uploadUuid: await sentUuid('Ciao'), language: 'it', label: 'x' };
    expect((await client.call(addCaptions, { params: { uuid }, body: captions })).status).toBe(404);
    const image = { uploadUuid: (await uploaded(client)).uuid, language: 'it', label: 'x' };
    expect(await client.call(addCaptions, { params, body: image })).toMatchObject({
      status: 422,
      body: { fields: [{ name: 'uploadUuid', code: 'other-kind' }] },
    });
    // Its files come before the next test counts them.
    await settledImport(client, film.item);
  });

  it.each([
    ['1\n00:00:01,000 --> 00:00:02,000\nCiao\n', 'subrip', 'Line 1: This is SubRip'],
    [`${said('Ciao')}\n00:03 --> 00:04\nmondo\n`, 'cue-time', 'Line 6: A caption needs its times'],
    ['\xff\xfe', 'captions-coding', 'The text is not in UTF-8'],
    [`WEBVTT\n\n${'NOTE x\n\n'.repeat(300_000)}`, 'captions-too-large', 'The file is larger'],
  ])('[IMP-49] that no player would show leave nothing: %#', async (text, code, words) => {
    const files = await house.storedFiles();
    const file = { source: Buffer.from(text, 'latin1'), name: 'a.vtt', type: 'text/vtt' };
    const answer = await client.upload(uploadCalls.captions, file);
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'file-refused',
        fields: [{ name: 'file', code, message: expect.stringContaining(words) as unknown }],
      },
    });
    expect(await house.storedFiles()).toEqual(files);
  });

  it('go for ever with their recording, those that were replaced as well', async () => {
    const files = await house.storedFiles();
    const other = await video();
    const { uuid } = await added('Prima', 'it', 'Italiano', other.uuid);
    const body = { uploadUuid: await sentUuid('Dopo') };
    expect((await client.call(replaceCaptions, { params: { uuid }, body })).status).toBe(200);
    expect(await house.storedFiles()).not.toEqual(files);
    const sent = await house.query<{ sha256: string }>(
      `select sha256 from caption join upload on upload.uuid = upload_uuid where asset_uuid = $1`,
      [other.uuid],
    );
    expect((await client.call(deleteItem, { params: { uuid: other.item }, query: {} })).status).toBe(204);
    expect((await client.send('GET', `/media/${uuid}/captions`)).status).toBe(404);
    const { body: trash } = await client.call(listTrash, { query: {} });
    const entry = trash._embedded.trash[0]?.uuid ?? '';
    expect((await client.call(purgeTrashEntry, { params: { uuid: entry }, query: {} })).status).toBe(204);
    expect(await house.storedFiles()).toEqual(files);
    const [left] = await house.query<{ checksums: { sha256: string }[] }>(
      'select checksums from tombstone where record_uuid = $1',
      [other.item],
    );
    expect(left?.checksums.map(({ sha256 }) => sha256)).toEqual(
      expect.arrayContaining(sent.map(({ sha256 }) => sha256)) as unknown,
    );
    expect([sent.length, left?.checksums.length]).toEqual([2, 3]);
  });
});
