import { mkdtemp, rm } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { standardAgreement } from '@armarium/contract/downloads';
import { changeOrganisation } from '@armarium/contract/organisation';
import { getItem } from '@armarium/contract/item-calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importedItem, openInstallation } from '../../../../../../tests/http/test-installation.ts';
import { system } from '../../../db/database.ts';
import { makeFilm } from '../../media/recording/made-recording.ts';
import { addMedia, storeUpload } from '../../media/public.ts';
import { until } from '../../../../../../tests/harness/waiting.ts';

const house = await openInstallation({ worker: true });
const people = {
  visitor: house.visitor(),
  reader: await house.person('default', 'ROLE_USER'),
  downloader: await house.person('default', 'ROLE_IMAGE_DOWNLOAD', 'ROLE_NO_WATERMARK'),
  stranger: await house.person('altra', 'ROLE_TENANT_ADMIN'),
};

const prism = [
  'v 0 0 0',
  'v 1 0 0',
  'v 0 1 0',
  'v 0 0 1',
  'f 1 2 3',
  'f 1 2 4',
  'f 1 3 4',
  'f 2 3 4',
  '',
].join('\n');

let folder: string;
let item: string;
let video: string;
let model: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-recording-'));
  const path = join(folder, 'film.mp4');
  await makeFilm(path, 'size=160x90:rate=10:duration=2');
  const administrator = await house.administrator();
  ({ uuid: item } = await importedItem(administrator, { sgtt: 'A film' }, []));
  const { media } = house.program;
  const tenantId = house.tenantIds.default;
  const log = house.program.app.log as never;
  const imported = async (
    sent: 'video' | 'object',
    kind: 'video' | 'model3d',
    name: string,
    source: Readable,
  ) => {
    const { uuid } = await storeUpload(media, sent, tenantId, system.accountUuid, name, source, log);
    await media.database
      .tenant(tenantId, system)
      .write('import', (tx) => addMedia(tx, item, kind, [{ uuid }], { path: () => '' }));
    return uuid;
  };
  video = await imported('video', 'video', 'Città.mp4', createReadStream(path));
  model = await imported('object', 'model3d', 'prism.obj', Readable.from([Buffer.from(prism)]));
  await until('both are prepared', async () => {
    const rows = await house.query<{ overall_state: string; cause: unknown }>(
      'select overall_state, cause from asset_import where asset_uuid = any($1)',
      [[video, model]],
    );
    if (rows.some(({ overall_state }) => overall_state === 'ERROR')) throw new Error(JSON.stringify(rows));
    return rows.every(({ overall_state }) => overall_state === 'DONE') ? rows : undefined;
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const get = (person: keyof typeof people, part: string, headers = {}, method = 'GET') =>
  people[person].send(method, `/media/${video}/${part}`, headers);

async function mustBe(visibility: string): Promise<void> {
  await house.query('update item set visibility = $2 where uuid = $1', [item, visibility]);
}

describe('the files of a video', () => {
  it('[IMP-35] [IMP-36] are what a player needs, each of its kind', async () => {
    await mustBe('private');
    const types = {
      playable: 'video/mp4',
      peaks: 'application/json',
      poster: 'image/jpeg',
      thumbnail: 'image/jpeg',
    };
    for (const [part, type] of Object.entries(types)) {
      const answer = await get('reader', part);
      expect(answer.status, part).toBe(200);
      expect(answer.headers['content-type'], part).toContain(type);
      expect(answer.headers['cache-control'], part).toBe('private, no-store');
    }
  });

  it('are sent in part, so that a player can leap', async () => {
    const whole = await get('reader', 'playable');
    const tag = whole.headers['etag'] ?? '';
    const size = Number(whole.headers['content-length']);
    expect(whole.headers['accept-ranges']).toBe('bytes');
    const some = await get('reader', 'playable', { range: 'bytes=100-199' });
    expect(some.status).toBe(206);
    expect(some.headers['content-range']).toBe(`bytes 100-199/${size}`);
    expect(some.headers['content-length']).toBe('100');
    const last = await get('reader', 'playable', { range: 'bytes=-5', 'if-range': tag });
    expect(last.headers['content-range']).toBe(`bytes ${size - 5}-${size - 1}/${size}`);
    expect((await get('reader', 'playable', { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    const behind = await get('reader', 'playable', { range: `bytes=${size}-` });
    expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${size}`]);
    expect((await get('reader', 'playable', { 'if-none-match': tag })).status).toBe(304);
    const head = await get('reader', 'playable', {}, 'HEAD');
    expect([head.status, head.headers['content-length']]).toEqual([200, String(size)]);
    expect((await get('reader', 'playable', { range: 'bytes=0-9' }, 'HEAD')).status).toBe(200);
    for (const known of [`W/${tag}`, `"other", ${tag}`, '*'])
      expect((await get('reader', 'playable', { 'if-none-match': known })).status).toBe(304);
  });

  it('[DOWN-24] are logged where the original is sent, and not where none of it is', async () => {
    const entries = () =>
      house.query('select kind, item_uuid, agreement from download where asset_uuid = $1', [video]);
    const before = (await entries()).length;
    const whole = await get('downloader', 'original');
    await get('downloader', 'original', { 'if-none-match': String(whole.headers['etag']) });
    await get('downloader', 'original', { range: 'bytes=99999999-' });
    await get('downloader', 'original', {}, 'HEAD');
    await get('downloader', 'playable');
    expect((await entries()).slice(before)).toEqual([
      { kind: 'original', item_uuid: item, agreement: standardAgreement },
    ]);
  });

  it('[DOWN-24] are logged with the version of the agreement that was accepted, and not sent with any other than the one in force', async () => {
    const manager = await house.person('default', 'ROLE_TENANT_ADMIN');
    for (const text of ['Cite us.', 'Cite us, please.'])
      await manager.call(changeOrganisation, { body: { agreement: { text, language: 'en' } } });
    const agreements = async () =>
      (
        await house.query<{ agreement: string }>(
          'select agreement from download where asset_uuid = $1 order by id',
          [video],
        )
      ).map(({ agreement }) => agreement);
    const before = (await agreements()).length;
    for (const accepted of ['original?agreement=2', 'original'])
      expect((await get('downloader', accepted)).status).toBe(200);
    for (const other of ['original?agreement=1', 'original?agreement=2&agreement=2']) {
      const answer = await get('downloader', other);
      expect({ other, status: answer.status, body: answer.body }).toMatchObject({
        other,
        status: 409,
        body: { code: 'agreement-changed' },
      });
    }
    expect((await agreements()).slice(before)).toEqual(['2', '2']);
    await manager.call(changeOrganisation, { body: { agreement: null } });
  });

  it('go to those who may see the item, and the original to those who may download it', async () => {
    const statuses = async (part: string) =>
      Object.fromEntries(
        await Promise.all(
          (Object.keys(people) as (keyof typeof people)[]).map(
            async (person) => [person, (await get(person, part)).status] as const,
          ),
        ),
      );
    await mustBe('private');
    expect(await statuses('playable')).toEqual({ visitor: 404, reader: 200, downloader: 200, stranger: 404 });
    expect(await statuses('original')).toEqual({ visitor: 404, reader: 403, downloader: 200, stranger: 404 });
    await mustBe('public');
    expect(await statuses('playable')).toMatchObject({ visitor: 200, reader: 200 });
    expect(await statuses('original')).toMatchObject({ visitor: 404, reader: 403 });
    const open = await get('visitor', 'poster', { origin: 'https://elsewhere.example' });
    expect(open.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300',
    });
    const saved = await get('downloader', 'original');
    expect(saved.headers['content-disposition']).toBe(
      `attachment; filename="Citta.mp4"; filename*=UTF-8''Citt%C3%A0.mp4`,
    );
    expect((await get('reader', 'anything')).status).toBe(404);
  });
});

describe('a model', () => {
  const ask = (person: keyof typeof people, headers = {}) =>
    people[person].send('GET', `/media/${model}/model`, headers);

  it('is a GLB, in parts too, for whoever may see its item, and open to other sites when public', async () => {
    await mustBe('private');
    const whole = await ask('reader');
    expect([whole.status, whole.headers['content-type']]).toEqual([200, 'model/gltf-binary']);
    expect(whole.bytes.subarray(0, 4).toString()).toBe('glTF');
    const some = await ask('reader', { range: 'bytes=0-3' });
    expect([some.status, some.bytes.toString()]).toEqual([206, 'glTF']);
    expect((await ask('reader', { 'if-none-match': whole.headers['etag'] })).status).toBe(304);
    expect([(await ask('visitor')).status, (await ask('stranger')).status]).toEqual([404, 404]);
    await mustBe('public');
    expect((await ask('visitor', { origin: 'https://elsewhere.example' })).headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    // Neither file is the other's.
    expect((await get('reader', 'model')).status).toBe(404);
  });

  it('[API-073] and a video have pages of their own, where the item says; a sound that is not there has none', async () => {
    await mustBe('private');
    const { body } = await people.reader.call(getItem, { params: { uuid: item } });
    const { viewer_3d, player_video, player_audio } = body._links;
    expect(player_audio).toBeUndefined();
    const open = async (address: string) => {
      const { pathname, search } = new URL(address, 'http://localhost');
      const answer = await people.reader.send('GET', pathname + search);
      const data = /<script type="application\/json" id="shown">(.*?)<\/script>/.exec(
        answer.bytes.toString(),
      )?.[1];
      const shown = JSON.parse(data ?? 'null') as { media: unknown[] } | null;
      return { ...answer, media: shown?.media, policy: String(answer.headers['content-security-policy']) };
    };
    const film = await open(player_video?.href ?? '');
    expect(film.media).toEqual([
      { uuid: video, captions: [], label: expect.any(String), duration_s: 2, hasPeaks: true },
    ]);
    expect(film.policy).not.toContain('wasm-unsafe-eval');
    const shape = await open(viewer_3d?.href ?? '');
    expect(shape.media).toEqual([{ uuid: model, label: expect.any(String) }]);
    expect(shape.policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect((await open(`/images/players/audio/?uuid=${item}`)).status).toBe(404);
    expect((await open(`/images/players/video/?uuid=${model}`)).status).toBe(404);
  });
});
