import { pino } from 'pino';
import sharp from 'sharp';
import { addCaptions } from '@armarium/contract/captions';
import { changeImageDelivery } from '@armarium/contract/image-delivery';
import { videoCalls } from '@armarium/contract/asset-calls';
import { importPdf } from '@armarium/contract/imports';
import { uploadCalls } from '@armarium/contract/uploads';
import { updateItem } from '@armarium/contract/record-edits';
import { getItem } from '@armarium/contract/item-calls';
import {
  createShareLink,
  getPublicView,
  listShareLinks,
  revokeShareLink,
  SHARE_LINKS_MAX,
} from '@armarium/contract/sharing';
import { deleteItem } from '@armarium/contract/deletions';
import { getItemHistory } from '@armarium/contract/history';
import { describe, expect, it } from 'vitest';
import { madePdf } from '../../../../../tests/http/made-pdf.ts';
import { madeFilm } from '../../../../../tests/http/made-recordings.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import type { HttpClient } from '../../../../../tests/harness/http-client.ts';
import { eventually } from '../../../../../tests/harness/waiting.ts';
import { later, meanwhile } from '../../../../../tests/harness/moved-clock.ts';

/** All paths that were logged. */
const logged: string[] = [];
const house = await openInstallation({
  worker: true,
  log: pino({}, { write: (line: string) => void logged.push(line) }),
});
const administrator = await house.person('default', 'ROLE_TENANT_ADMIN');
const publisher = await house.person('default', 'ROLE_PUBLISHER');
const reader = await house.person('default', 'ROLE_RESEARCHER');
const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
const visitor = house.visitor();

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const page = await sharp({ create: { width: 1500, height: 1100, channels: 3, background: '#7a6a5a' } })
  .png()
  .toBuffer();

/** An item with an image of several tiles, a video with captions, and an image made of a PDF. */
async function fullItem(sgtt: string) {
  const image = (await uploaded(administrator, { source: page, name: 'page.png' })).uuid;
  const { uuid: item } = await importedItem(administrator, { sgtt }, [{ uuid: image }]);
  const film = { source: await madeFilm(), name: 'festa.mp4', type: 'video/mp4' };
  const video = (await administrator.upload(uploadCalls.video, film)).body.uuid;
  const ofItem = { culturalItemUuid: item };
  expect((await administrator.call(videoCalls.import, { body: { ...ofItem, uuid: video } })).status).toBe(
    202,
  );
  const source = madePdf([{ width_pt: 144, height_pt: 72, text: 'una' }]);
  const sent = { source, name: 'una.pdf', type: 'application/pdf' };
  const pdf = (await administrator.upload(uploadCalls.pdf, sent)).body.uuid;
  expect((await administrator.call(importPdf, { body: { ...ofItem, uuid: pdf, sgtt: 'Una' } })).status).toBe(
    202,
  );
  expect(await settledImport(administrator, item)).toMatchObject({
    overall: { importState: 'DONE' },
  });
  const words = { source: Buffer.from('WEBVTT\n\n00:00.000 --> 00:00.200\nPronto\n'), name: 'a.vtt' };
  const upload = await administrator.upload(uploadCalls.captions, { ...words, type: 'text/vtt' });
  const captions = await administrator.call(addCaptions, {
    params: { uuid: video },
    body: { uploadUuid: upload.body.uuid, language: 'it', label: 'Italiano' },
  });
  expect(captions.status).toBe(201);
  return { item, image, video, pdf, captions: captions.body.uuid };
}
type Full = Awaited<ReturnType<typeof fullItem>>;

const one = await fullItem('Carta segreta');
const other = await fullItem('Altra carta');

/** Every route of bytes and of pages by which an item is seen; the token behind each uuid. */
const routes = ({ item, image, video, pdf, captions }: Full, token: string): string[] => [
  ...[2, 3].flatMap((version) => [
    `/iiif/presentation/${version}/${item}~${token}/manifest`,
    `/iiif/${version}/${image}~${token}/info.json`,
    // Two stored tiles, the second answered before the framework where the first was not.
    `/iiif/${version}/${image}~${token}/0,0,256,256/256,256/0/default.jpg`,
    `/iiif/${version}/${image}~${token}/256,0,256,256/256,256/0/default.jpg`,
    `/iiif/${version}/${image}~${token}/full/480,352/0/default.jpg`,
  ]),
  ...['playable', 'poster', 'thumbnail'].map((part) => `/media/${video}~${token}/${part}`),
  `/media/${captions}~${token}/captions`,
  `/media/${pdf}~${token}/pdf`,
  `/images/viewers/dzi/?uuid=${item}&token=${token}`,
  `/images/viewers/dzi/?uuid=${image}~${token}`,
  `/images/players/video/?uuid=${item}&token=${token}`,
  `/images/viewers/iiif/?manifest=/iiif/presentation/3/${item}~${token}/manifest`,
];

/** The statuses that all of the routes answer with, each once. */
async function statuses(of: Full, token: string, who: HttpClient = visitor): Promise<number[]> {
  const all = new Set<number>();
  for (const path of routes(of, token)) all.add((await who.send('GET', path)).status);
  return [...all].sort();
}

async function shared(recordUuid: string, days = 7, note = '') {
  const answer = await publisher.call(createShareLink, {
    body: { recordUuid, expiresAt: inDays(days), note },
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

const see = (item: string, visibility: string) =>
  house.query('update item set visibility = $2 where uuid = $1', [item, visibility]);

describe('the token of a share link', () => {
  it('[SHARE-14] is unguessable, told once, and kept as its SHA-256 alone', async () => {
    const links = await Promise.all([1, 2, 3].map(() => shared(one.item)));
    expect(new Set(links.map(({ token }) => token)).size).toBe(3);
    for (const { token } of links) expect(token).toMatch(/^[0-9a-f]{32}$/);
    const kept = JSON.stringify(await house.query('select * from share_link, history'));
    const listed = await publisher.send('GET', `${listShareLinks.path}?recordUuid=${one.item}`);
    for (const { token } of links) {
      expect(kept).not.toContain(token);
      expect(JSON.stringify(listed.body)).not.toContain(token);
    }
  });

  it('[SHARE-17] [SHARE-26] opens every route of its record behind the uuid, and nothing is kept by caches', async () => {
    const { token } = await shared(one.item);
    for (const path of routes(one, token)) {
      const answer = await visitor.send('GET', path);
      expect([path, answer.status, answer.headers['cache-control']]).toEqual([
        path,
        200,
        'private, no-store',
      ]);
    }
    expect(await statuses(one, '')).not.toContain(200);
  });

  it('[SHARE-26] stands behind all ids of its manifests, and all of them open', async () => {
    const { token } = await shared(one.item);
    for (const version of [2, 3]) {
      const { bytes } = await visitor.send(
        'GET',
        `/iiif/presentation/${version}/${one.item}~${token}/manifest`,
      );
      const text = bytes.toString();
      const own = [one.item, one.image, one.video, one.captions].join('|');
      expect(text).not.toMatch(new RegExp(`(${own})(?!~${token})`));
      const addresses = [...new Set(text.match(/http[^"]+/g))].filter(
        (address) => address.startsWith(house.origin) && !address.includes('/canvas/'),
      );
      const files = addresses.filter((address) =>
        /\/(manifest|default\.jpg|playable|poster|thumbnail|captions|pdf)$/.test(address),
      );
      expect(files.length).toBeGreaterThan(5);
      for (const address of files) {
        const answer = await visitor.send('GET', new URL(address).pathname);
        expect([address, answer.status]).toEqual([address, 200]);
      }
    }
  });

  it('[SHARE-17] [SHARE-20] [SHARE-11] opens images as the public would get them, whatever session comes along', async () => {
    const { token } = await shared(one.item);
    const info = async (who: HttpClient, path = `${one.image}~${token}`) =>
      (await who.send<{ width: number }>('GET', `/iiif/3/${path}/info.json`)).body.width;
    expect((await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1024 } })).status).toBe(200);
    expect([await info(visitor), await info(administrator), await info(administrator, one.image)]).toEqual([
      1024, 1024, 1500,
    ]);
    // The file with all its pixels is an original then.
    const statusOf = async (part: string) => (await visitor.send('GET', `/media/${part}`)).status;
    expect(await statusOf(`${one.pdf}~${token}/pdf`)).toBe(404);
    expect(await statusOf(`${one.video}~${token}/original`)).toBe(404);
    expect((await administrator.call(changeImageDelivery, { body: { publicMaxPx: null } })).status).toBe(200);
    expect(await statusOf(`${one.pdf}~${token}/pdf`)).toBe(200);
  });

  it.each([
    ['before anything was asked for', false],
    ['after all of it was kept', true],
  ])('[SHARE-15] refuses at once when it is withdrawn %s', async (_, isWarm) => {
    const { token, uuid } = await shared(one.item);
    for (let turn = 0; isWarm && turn < 2; turn += 1)
      expect(await statuses(one, token, administrator)).toEqual([200]);
    expect((await publisher.call(revokeShareLink, { params: { uuid } })).status).toBe(204);
    expect(await statuses(one, token)).toEqual([404]);
    expect(await statuses(one, token, administrator)).toEqual([404]);
    expect((await visitor.send('GET', `/iiif/3/${one.image}/info.json`)).status).toBe(404);
    expect((await administrator.send('GET', `/iiif/3/${one.image}/info.json`)).status).toBe(200);
  });

  it('[SHARE-15] is refused soon where another process withdrew it, also of a tile that is kept', async () => {
    const { token, uuid } = await shared(one.item);
    const tile = `/iiif/3/${one.image}~${token}/0,0,256,256/256,256/0/default.jpg`;
    for (let turn = 0; turn < 3; turn += 1) expect((await visitor.send('GET', tile)).status).toBe(200);
    await house.query(
      "update share_link set revoked_at = now(), revoked_by_name = 'Another process' where uuid = $1",
      [uuid],
    );
    // It is told: no hour has to come in which it would be forgotten by itself.
    await meanwhile(async () => eventually(async () => (await visitor.send('GET', tile)).status).toBe(404));
    expect(await statuses(one, token)).toEqual([404]);
  });

  it.each([
    ['before anything was asked for', false],
    ['after all of it was kept', true],
  ])('[SHARE-16] is refused once its time is over, %s', async (_, isWarm) => {
    const { token, uuid } = await shared(one.item);
    const hour_ms = 3_600_000;
    if (!isWarm) {
      await house.query('update share_link set expires_at = now() where uuid = $1', [uuid]);
      expect(await statuses(one, token)).toEqual([404]);
      return;
    }
    const expiresAt = new Date(Date.now() + hour_ms);
    await house.query('update share_link set expires_at = $2 where uuid = $1', [uuid, expiresAt]);
    await eventually(() => statuses(one, token)).toEqual([200]);
    expect(await later(hour_ms, () => statuses(one, token))).toEqual([404]);
  });

  it('[SHARE-18] opens no other record than its own', async () => {
    const { token } = await shared(one.item);
    expect(await statuses(one, token)).toEqual([200]);
    expect(await statuses(other, token)).toEqual([404]);
    expect(await statuses(other, token, administrator)).toEqual([404]);
    const collection = (await rootOf(administrator)).uuid;
    const path = (named: string) => `/iiif/presentation/3/collection/${named}`;
    expect((await visitor.send('GET', path(`${collection}~${token}`))).status).toBe(404);
    // Of a collection it opens the list, and of what stands in it what is public anyway.
    const list = await shared(collection);
    const { body } = await visitor.send<{ id: string; items: { id: string }[] }>(
      'GET',
      path(`${collection}~${list.token}`),
    );
    expect(body.id).toContain(`${collection}~${list.token}`);
    expect(body.items).toEqual([]);
    expect(await statuses(one, list.token)).toEqual([404]);
  });

  it.each([
    ['a letter', 'x'],
    ['of the right form', 'a'.repeat(32)],
    ['SQL', "'; drop table share_link"],
    ['endless', 'A'.repeat(5_000)],
    ['a NUL', '%00'],
    ['a token of a token', '~'],
  ])('[SHARE-17] is refused where it is none: %s', async (_, token) => {
    const sent = token.startsWith('%') ? token : encodeURIComponent(token);
    for (const path of routes(one, sent)) {
      const { status } = await visitor.send('GET', path);
      expect([400, 404, 414, 431]).toContain(status);
    }
  });

  it('opens nothing while its record is restricted or in the trash, and another organisation’s never', async () => {
    const { token } = await shared(other.item);
    expect(await statuses(other, token)).toEqual([200]);
    await see(other.item, 'restricted');
    await expect.poll(async () => statuses(other, token)).toEqual([404]);
    await see(other.item, 'private');
    await expect.poll(async () => statuses(other, token)).toEqual([200]);
    expect(await statuses(other, token, stranger)).toEqual([404]);
    const { uuid } = await importedItem(administrator, {}, [await uploaded(administrator)]);
    const own = await shared(uuid);
    const path = `/iiif/presentation/3/${uuid}~${own.token}/manifest`;
    expect((await administrator.call(deleteItem, { params: { uuid } })).status).toBeLessThan(300);
    expect((await visitor.send('GET', path)).status).toBe(404);
  });

  it('[SHARE-17] of a public record counts too: its address ends with it', async () => {
    const { token, uuid } = await shared(other.item);
    await see(other.item, 'public');
    await expect.poll(async () => statuses(other, '')).toEqual([200]);
    expect(await statuses(other, token)).toEqual([200]);
    await publisher.call(revokeShareLink, { params: { uuid } });
    expect(await statuses(other, token)).toEqual([404]);
    await see(other.item, 'private');
    await expect.poll(async () => statuses(other, '')).not.toContain(200);
  });

  it('(V16.2.5) stands in no line of the log', async () => {
    const { token } = await shared(one.item);
    await statuses(one, token);
    await visitor.send('GET', '/healthz');
    await expect.poll(() => logged.join('').includes('/healthz')).toBe(true);
    expect(logged.join('')).toContain(`${one.item}~…/manifest`);
    expect(logged.join('')).not.toContain(token);
  });
});

describe('a page for frames', () => {
  const at = (item: string, token = '') => `/images/viewers/dzi/?uuid=${item}${token}`;
  const framed = (site: string) => ({ 'sec-fetch-dest': 'iframe', 'sec-fetch-site': site });

  it('[SHARE-17] may stand anywhere by a token, and says so there when it has ended', async () => {
    const { token, uuid } = await shared(one.item);
    const open = await visitor.send('GET', at(one.item, `&token=${token}`));
    for (const { headers } of [open]) {
      expect(headers['content-security-policy']).toContain('frame-ancestors *');
      expect(headers['x-frame-options']).toBeUndefined();
      expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
    }
    await publisher.call(revokeShareLink, { params: { uuid } });
    const ended = await visitor.send('GET', at(one.item, `&token=${token}`));
    expect(ended.status).toBe(404);
    expect(ended.bytes.toString()).toContain('This link is no longer valid');
    expect(ended.headers['content-security-policy']).toContain('frame-ancestors *');
    const closed = await administrator.send('GET', at(one.item));
    expect(closed.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });

  it('[SHARE-28] in a frame of another origin is a visitor’s, whatever session the browser sends', async () => {
    expect((await administrator.send('GET', at(one.item), framed('same-origin'))).status).toBe(200);
    for (const site of ['same-site', 'cross-site']) {
      const answer = await administrator.send('GET', at(one.item), framed(site));
      expect([site, answer.status]).toEqual([site, 404]);
    }
    await see(one.item, 'public');
    const own = await administrator.send('GET', at(one.item));
    const foreign = await administrator.send('GET', at(one.item), framed('same-site'));
    expect(own.bytes.toString()).toContain('"suffix":""');
    expect(foreign.bytes.toString()).toContain('"suffix":"~"');
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1024 } });
    const width = async (id: string) =>
      (await administrator.send<{ width: number }>('GET', `/iiif/3/${id}/info.json`)).body.width;
    expect([await width(one.image), await width(`${one.image}~`)]).toEqual([1500, 1024]);
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: null } });
    await see(one.item, 'private');
  });
});

describe('share links', () => {
  it('are made, listed and withdrawn by those who may publish, with a line in the history', async () => {
    const { item } = other;
    const made = await shared(item, 30, 'For the catalogue of the exhibition');
    const list = async (who = publisher) => who.call(listShareLinks, { query: { recordUuid: item } });
    const [first] = (await list()).body._embedded.shareLinks;
    expect(first).toMatchObject({ uuid: made.uuid, state: 'open', note: made.note, revokedDate: null });
    for (const [who, status] of [
      [reader, 403],
      [visitor, 401],
      [stranger, 404],
    ] as const) {
      expect((await list(who)).status).toBe(status);
      expect((await who.call(revokeShareLink, { params: { uuid: made.uuid } })).status).toBe(status);
      const body = { recordUuid: item, expiresAt: inDays(1) };
      expect((await who.call(createShareLink, { body })).status).toBe(status);
    }
    for (let turn = 0; turn < 2; turn += 1)
      expect((await publisher.call(revokeShareLink, { params: { uuid: made.uuid } })).status).toBe(204);
    const revoked = (await list()).body._embedded.shareLinks.find(({ uuid }) => uuid === made.uuid);
    expect(revoked).toMatchObject({ state: 'revoked', revokedBy: 'Ada Rossi' });
    const history = await administrator.call(getItemHistory, { params: { uuid: item } });
    const lines = history.body._embedded.history.filter(({ before, after }) =>
      JSON.stringify([before, after]).includes('For the catalogue'),
    );
    expect(lines).toHaveLength(2);
  });

  it.each([
    ['a moment that is over', { expiresAt: inDays(-1) }, 'expiresAt'],
    ['too long', { expiresAt: inDays(367) }, 'expiresAt'],
    ['no moment', { expiresAt: 'soon' }, 'expiresAt'],
    ['a note without end', { note: 'x'.repeat(201) }, 'note'],
    ['a note that grows when it is composed', { note: '\ufb2c'.repeat(100) }, 'note'],
  ])('are refused with the field named: %s', async (_, wrong, field) => {
    const body = { recordUuid: one.item, expiresAt: inDays(1), ...wrong };
    const answer = await publisher.send<{ fields: { name: string }[] }>(
      'POST',
      createShareLink.path,
      { 'content-type': 'application/json', 'x-xsrf-token': await publisher.csrfToken() },
      [Buffer.from(JSON.stringify(body))] as never,
    );
    expect([answer.status, answer.body.fields.map(({ name }) => name)]).toEqual([422, [field]]);
  });

  it('are at most a hundred open ones, and none of a restricted record', async () => {
    const { uuid } = await importedItem(administrator, {});
    const body = { recordUuid: uuid, expiresAt: inDays(1) };
    await house.query(
      `insert into share_link (tenant_id, uuid, item_uuid, token_digest, note, created_by_name, expires_at)
       select $1, gen_random_uuid(), $2, sha256(n::text::bytea), '', 'Ada', now() + interval '1 day'
       from generate_series(1, $3) as n`,
      [house.tenantIds.default, uuid, SHARE_LINKS_MAX],
    );
    expect((await publisher.call(createShareLink, { body })).status).toBe(422);
    await house.query('delete from share_link where item_uuid = $1', [uuid]);
    await see(uuid, 'restricted');
    expect((await publisher.call(createShareLink, { body })).status).toBe(422);
  });
});

describe('what the public sees', () => {
  it('is told before it is shown: sizes, files, parents', async () => {
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: 1024 } });
    const { body } = await publisher.call(getPublicView, { params: { uuid: one.item } });
    await administrator.call(changeImageDelivery, { body: { publicMaxPx: null } });
    expect(body).toMatchObject({
      visibility: 'private',
      publicMaxPx: 1024,
      hasWatermark: false,
      images: { total: 2, ready: 2 },
      videosCount: 1,
      documentsCount: 0,
      parents: [{ visibility: 'private' }],
    });
    expect(body.images.first[0]).toMatchObject({
      whole: { width_px: 1500, height_px: 1100 },
      given: { width_px: 1024, height_px: 751 },
    });
    const open = await publisher.call(getPublicView, { params: { uuid: one.item } });
    expect(open.body.documentsCount).toBe(1);
  });

  it('[SHARE-08] is nothing of a new record, which is private', async () => {
    const { uuid } = await importedItem(administrator, {});
    const item = await administrator.call(getItem, { params: { uuid } });
    expect(item.body.visibility).toBe('private');
    expect((await rootOf(administrator)).visibility).toBe('private');
  });

  it('[SHARE-09] [SHARE-10] [SHARE-28] is everything of a public record for anybody, of a private one for members', async () => {
    const statusesOf = async () =>
      Promise.all(
        [visitor, reader, stranger].map(async (who) => {
          const answer = await who.send('GET', `/iiif/presentation/3/${one.item}/manifest`);
          return [answer.status, answer.headers['cache-control']];
        }),
      );
    expect(await statusesOf()).toEqual([
      [404, 'no-store'],
      [200, 'private, no-store'],
      [404, 'no-store'],
    ]);
    const tag = (await administrator.call(getItem, { params: { uuid: one.item } })).headers.etag;
    const changed = await publisher.call(updateItem, {
      params: { uuid: one.item },
      body: { visibility: 'public' },
      ifMatch: tag ?? '',
    });
    expect(changed.status).toBe(200);
    expect((await statusesOf())[0]).toEqual([200, 'public, max-age=60']);
    await see(one.item, 'private');
  });

  it('[SHARE-21] [SHARE-22] is of parents and members the public ones alone, by a token too', async () => {
    const root = (await rootOf(administrator)).uuid;
    const open = await house.collection('default', 'Aperta', [root]);
    const closed = await house.collection('default', 'Chiusa', [root]);
    const { uuid } = await importedItem(administrator, { parents: [open, closed] }, [
      await uploaded(administrator),
    ]);
    const { uuid: hidden } = await importedItem(administrator, { parents: [open] }, [
      await uploaded(administrator),
    ]);
    await Promise.all([uuid, hidden].map((item) => settledImport(administrator, item)));
    await house.query("update collection set visibility = 'public' where uuid = $1", [open]);
    const { token } = await shared(uuid);
    const manifest = async (id: string) =>
      (await visitor.send('GET', `/iiif/presentation/3/${id}/manifest`)).bytes.toString();
    const told = await manifest(`${uuid}~${token}`);
    expect(told).toContain(`collection/${open}~"`);
    expect(told).not.toContain(closed);
    await see(uuid, 'public');
    const list = async (id: string) =>
      (await visitor.send('GET', `/iiif/presentation/3/collection/${id}`)).bytes.toString();
    await expect.poll(async () => manifest(uuid)).toContain(`collection/${open}"`);
    expect(await manifest(uuid)).not.toContain(closed);
    const members = await list(open);
    expect([members.includes(uuid), members.includes(hidden)]).toEqual([true, false]);
  });
});
