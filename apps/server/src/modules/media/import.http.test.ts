import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  findImageImport,
  findImportsByUuids,
  findItemImport,
  getImportedImage,
  listImportedImages,
  retryImageImport,
} from '@armarium/contract/import-tracking';
import { importImage, importItem, type FileToImport } from '@armarium/contract/imports';
import { listUploads } from '@armarium/contract/uploads';
import { imageCalls } from '@armarium/contract/asset-calls';
import type { Problem } from '@armarium/contract/problem';
import { getImage, listItemImages } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { madePng } from '../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  rootOf,
  settledImport,
  uploaded,
} from '../../../../../tests/http/test-installation.ts';
import type { JobContext } from '../../queue/jobs.ts';
import { mediaModule } from './public.ts';

/** Jobs wait here until a test runs them: what lies between the call and the job can be looked at. */
const house = await openInstallation();
const account = await house.account('default', ['ROLE_TENANT_ADMIN']);
const client = await house.signedIn(account);
const root = (await rootOf(client)).uuid;
const samples = resolve(import.meta.dirname, '../../../../../../shared/data/images');
const samplesAreAbsent = !existsSync(samples);

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const context = (more: Partial<JobContext> = {}): JobContext => ({
  attempt: 1,
  maxAttempts: 8,
  losses: 0,
  signal: new AbortController().signal,
  log: quiet,
  ...more,
});

const jobs = () =>
  house.query<{ id: string; key: string; payload: { tenantId: number; importId: string } }>(
    `select id, key, payload from graphile_worker._private_jobs where key not like 'timer:%' order by id`,
  );

/** Runs every waiting job once, as a worker would, and takes it off the queue. */
async function runJobs(more: Partial<JobContext> = {}): Promise<void> {
  const { 'derive-media': derive } = mediaModule(house.program.media).jobs;
  for (const job of await jobs()) {
    await house.query('delete from graphile_worker._private_jobs where id = $1', [job.id]);
    await derive(job.payload, context(more));
  }
}

/** Everything that an import may touch, for comparing. */
async function everything() {
  const tables = [
    'item',
    'item_link',
    'collection',
    'upload',
    'asset',
    'asset_version',
    'asset_import',
    'history',
  ];
  const rows = await Promise.all(
    [...tables, 'change_set'].map((table) =>
      house.query<object>(`select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`),
    ),
  );
  return { rows, jobs: await jobs(), files: await house.storedFiles() };
}

const imageImport = async (uuid: string) => (await client.call(getImportedImage, { params: { uuid } })).body;
const itemOf = async (uuid: string) => (await client.call(getItem, { params: { uuid } })).body;
const imagesOf = async (uuid: string) =>
  (await client.call(listItemImages, { params: { uuid } })).body._embedded.images;
const positions = async (uuid: string) =>
  (await imagesOf(uuid)).map(({ sgtt, position }) => `${position} ${sgtt}`);

describe('an item with images', () => {
  it('[IMP-63, IMP-64, API-038, API-174] is there when the call answers, with its images counted', async () => {
    const [one, two] = [
      await uploaded(client),
      await uploaded(client, { source: madePng(), name: 'recto.tif' }),
    ];
    const answer = await client.call(importItem, {
      body: {
        pressmark: `PM ${randomUUID()}`,
        sgtt: 'Two pages',
        parentCollectionsUuids: [root],
        images: [
          { uuid: one.uuid, sgtt: 'Cover', autn: 'Ada', imageLink: one.imageLink, originalFilename: 'x.png' },
          { uuid: two.uuid },
        ],
        audios: [],
        videos: [],
        model3Ds: [],
      },
    });
    expect(answer.status).toBe(201);
    const { body } = answer;
    expect(body.images.map(({ uuid }) => uuid)).toEqual([one.uuid, two.uuid]);
    expect(await itemOf(body.uuid)).toMatchObject({
      mediaTypeInfo: { imagesCount: 2, hasImage: true },
      notReadyImagesCount: 2,
      failedImagesCount: 0,
      thumbnail: null,
      isLinkedToDziImage: false,
    });
    expect(await positions(body.uuid)).toEqual(['1 Cover', '2 recto']);
    const [first] = await imagesOf(body.uuid);
    expect(first).toMatchObject({
      uuid: one.uuid,
      autn: 'Ada',
      originalFilename: 'page.png',
      size_bytes: one.size_bytes,
      sha256: one.sha256,
      importState: 'PENDING',
    });
    expect(Object.keys(first?._links ?? {}).toSorted()).toEqual([
      'culturalItem',
      'history',
      'import',
      'original',
      'self',
    ]);
    const waiting = (await jobs()).map(({ payload }) => payload.importId);
    expect(waiting).toEqual(expect.arrayContaining(body.images.map(({ importId }) => importId)));
    await runJobs();
  });

  it('[IMP-17, IMP-18, API-045, API-046, API-036, API-122] goes through its stages, metadata first, overall last', async () => {
    const upload = await uploaded(client);
    const made = await importedItem(client, { sgtt: 'Staged' }, [upload]);
    const before = await imageImport(upload.uuid);
    expect(before).toMatchObject({
      uuid: upload.uuid,
      importId: made.images[0]?.importId,
      metadata: { importState: 'DONE' },
      upload: { importState: 'PENDING' },
      processing: { importState: 'PENDING' },
      indexing: { importState: 'PENDING' },
      overall: { importState: 'PENDING', cause: null, warnings: [] },
    });
    expect(before._links.retry).toBeUndefined();
    const summed = async () =>
      (await client.call(findImportsByUuids, { query: { uuid: [made.uuid, randomUUID()] } })).body;
    expect((await summed())._embedded.culturalItems).toMatchObject([
      {
        uuid: made.uuid,
        importId: made.importId,
        sgtt: 'Staged',
        parentCollectionsUuids: [root],
        imagesCount: 1,
        notReadyImagesCount: 1,
        overall: { importState: 'IN_PROGRESS', cause: null },
      },
    ]);
    await runJobs();
    const after = await imageImport(upload.uuid);
    for (const stage of ['metadata', 'upload', 'processing', 'indexing', 'overall'] as const) {
      expect(after[stage].importState).toBe('DONE');
    }
    expect((await summed())._embedded.culturalItems[0]).toMatchObject({
      notReadyImagesCount: 0,
      failedImagesCount: 0,
      overall: { importState: 'DONE', cause: null },
    });
    const byItem = await client.call(findItemImport, { query: { importId: made.importId } });
    expect(byItem.body).toEqual((await summed())._embedded.culturalItems[0]);
    const byImage = await client.call(findImageImport, { query: { importId: after.importId } });
    expect(byImage.body).toEqual(after);
    const listed = await client.call(listImportedImages, { params: { uuid: made.uuid } });
    expect(listed.body._embedded.images).toEqual([after]);
  });

  it('[IMP-25, IMP-26, IMP-27, API-075, API-160] has, when ready, a pyramid, a thumbnail and its measures', async () => {
    const source = await sharp(madePng(900, 600)).jpeg().toBuffer();
    const upload = await uploaded(client, { source, name: 'a.jpg' });
    const made = await importedItem(client, {}, [upload]);
    await runJobs();
    const [version] = await house.query<{
      pyramid: { key: string };
      thumbnail: { key: string };
      technical: object;
    }>('select pyramid, thumbnail, technical from asset_version where asset_uuid = $1', [upload.uuid]);
    const prefix = `tenants/${house.tenantIds.default}/derivatives/`;
    expect(version?.pyramid.key.startsWith(prefix)).toBe(true);
    const pyramid = await sharp(join(house.storageFolder, version?.pyramid.key ?? '')).metadata();
    expect(pyramid).toMatchObject({ format: 'tiff', width: 900, height: 600 });
    expect(pyramid.pages).toBeGreaterThan(1);
    const thumbnail = await sharp(join(house.storageFolder, version?.thumbnail.key ?? '')).metadata();
    expect(Math.max(thumbnail.width, thumbnail.height)).toBe(480);
    expect(version?.technical).toMatchObject({ colourSpace: 'srgb' });
    const image = (await client.call(getImage, { params: { uuid: upload.uuid } })).body;
    expect(image).toMatchObject({ width_px: 900, height_px: 600, importState: 'DONE', position: 1 });
    const item = await itemOf(made.uuid);
    expect(item.thumbnail).toBe(image._links.thumb?.href);
    expect(item).toMatchObject({ isLinkedToDziImage: true, notReadyImagesCount: 0 });
    expect(item._links.thumb).toEqual(item._links.thumbnail);
    for (const href of [item.thumbnail, image._links.iiif?.href]) {
      const answer = await client.send('GET', (href ?? '').replace(house.origin, ''));
      expect(answer.status).toBe(200);
    }
  });

  it('[API-171] changes no version by being processed', async () => {
    const upload = await uploaded(client);
    const made = await importedItem(client, {}, [upload]);
    const tags = async () => [
      (await client.call(getItem, { params: { uuid: made.uuid } })).headers.etag,
      (await client.call(getImage, { params: { uuid: upload.uuid } })).headers.etag,
    ];
    const before = await tags();
    await runJobs();
    expect(await tags()).toEqual(before);
  });

  it('[IMP-55] carries warnings with its stage where there are any', async () => {
    const upload = await uploaded(client);
    await importedItem(client, {}, [upload]);
    await runJobs();
    const { overall } = await imageImport(upload.uuid);
    expect(overall.warnings.map(({ code }) => code)).toEqual(['no-icc-profile', 'low-resolution']);
    for (const { title } of overall.warnings) expect(title).toMatch(/^[A-Z]/);
  });
});

describe('an import is all or nothing', () => {
  it('[IMP-16] one unknown upload among good ones leaves no item, no claim, no job', async () => {
    const good = await uploaded(client);
    const before = await everything();
    const answer = await client.call(importItem, {
      body: {
        pressmark: `PM ${randomUUID()}`,
        sgtt: 'Refused',
        parentCollectionsUuids: [root],
        images: [{ uuid: good.uuid }, { uuid: randomUUID() }],
      },
    });
    expect(answer.status).toBe(422);
    expect((answer.body as unknown as Problem).fields).toMatchObject([
      { name: 'images[1].uuid', code: 'unknown-upload' },
    ]);
    expect(await everything()).toEqual(before);
    await importedItem(client, {}, [good]);
    await runJobs();
  });

  it.each([
    ['the rows of the images', 'armarium.asset_import'],
    ['the history', 'armarium.history'],
    ['the job', 'graphile_worker._private_jobs'],
  ])('[IMP-16] a failure while writing %s takes all of it back', async (_what, table) => {
    const upload = await uploaded(client);
    await house.query(`create or replace function armarium.refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no more today'; end $$`);
    await house.query(`create trigger refuse before insert on ${table} execute function armarium.refuse()`);
    const before = await everything();
    const body = {
      pressmark: `PM ${randomUUID()}`,
      sgtt: 'Not today',
      parentCollectionsUuids: [root],
      images: [{ uuid: upload.uuid }],
    };
    const answer = await client.call(importItem, { body });
    await house.query(`drop trigger refuse on ${table}`);
    expect(answer.status).toBe(500);
    const problem = answer.body as unknown as Problem;
    expect(problem.code).toBe('internal');
    expect(problem.detail).not.toContain('no more today');
    expect(await everything()).toEqual(before);
    // The upload is still its sender's, and the same call goes through.
    expect((await client.call(importItem, { body })).status).toBe(201);
    await runJobs();
  });

  it('an upload is claimed once, also by two imports at the same moment', async () => {
    const upload = await uploaded(client);
    const body = () => ({
      pressmark: `PM ${randomUUID()}`,
      sgtt: 'Race',
      parentCollectionsUuids: [root],
      images: [{ uuid: upload.uuid }],
    });
    const answers = await Promise.all([1, 2, 3].map(() => client.call(importItem, { body: body() })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422]);
    await runJobs();
  });

  it.each([
    ['stands twice in the list', (uuid: string) => [uuid, uuid], 'duplicate'],
    ['stands twice, once in capitals', (uuid: string) => [uuid, uuid.toUpperCase()], 'duplicate'],
  ])('an upload that %s is 422', async (_what, uuids, code) => {
    const upload = await uploaded(client);
    const before = await everything();
    const answer = await client.call(importItem, {
      body: {
        pressmark: `PM ${randomUUID()}`,
        sgtt: 'Twice',
        parentCollectionsUuids: [root],
        images: uuids(upload.uuid).map((uuid) => ({ uuid })),
      },
    });
    expect(answer.status).toBe(422);
    expect((answer.body as unknown as Problem).fields.map((field) => field.code)).toContain(code);
    expect(await everything()).toEqual(before);
  });

  it('an upload of another account is refused as if it were none', async () => {
    const stranger = await house.person('default', 'ROLE_ADMIN');
    const upload = await uploaded(client);
    const before = await everything();
    const made = await stranger.call(importItem, {
      body: {
        pressmark: `PM ${randomUUID()}`,
        sgtt: 'Stolen',
        parentCollectionsUuids: [root],
        images: [{ uuid: upload.uuid }],
      },
    });
    expect(made.status).toBe(422);
    expect(await everything()).toEqual(before);
    expect((await client.call(listUploads)).body._embedded.uploads[0]?.uuid).toBe(upload.uuid);
  });

  it('[PERM-16] who may create but not upload makes items without files only', async () => {
    const editor = await house.person('default', 'ROLE_METADATA_EDITOR');
    await importedItem(editor, {});
    const upload = await uploaded(client);
    const answer = await editor.call(importItem, {
      body: {
        pressmark: `PM ${randomUUID()}`,
        sgtt: 'x',
        parentCollectionsUuids: [root],
        images: [{ uuid: upload.uuid }],
      },
    });
    expect(answer.status).toBe(403);
  });
});

it('[API-101] each file may say its kind, which is that of its list', async () => {
  const make = async (assetType: string) => {
    const { uuid } = await uploaded(client);
    const body = { pressmark: randomUUID(), sgtt: 'Of a kind', parentCollectionsUuids: [root] };
    return client.call(importItem, {
      body: { ...body, images: [{ uuid, assetType } as FileToImport] },
    });
  };
  expect((await make('images')).status).toBe(201);
  expect(await make('audios')).toMatchObject({
    status: 422,
    body: { fields: [{ name: 'images[0].assetType', code: 'not-a-value' }] },
  });
});

describe('adding an image', () => {
  const add = (item: string, uuid: string, more: { position?: number; sgtt?: string } = {}, by = client) =>
    by.call(importImage, { body: { culturalItemUuid: item, uuid, ...more } });

  it('[API-107, API-176] goes last, or to its position with the others moved', async () => {
    const made = await importedItem(client, {}, [
      { ...(await uploaded(client)), sgtt: 'a' },
      { ...(await uploaded(client)), sgtt: 'b' },
    ]);
    for (const [sgtt, position] of [
      ['last', undefined],
      ['first', 1],
      ['third', 3],
      ['beyond', 99],
    ] as const) {
      const { uuid } = await uploaded(client);
      const answer = await add(made.uuid, uuid, { sgtt, ...(position !== undefined && { position }) });
      expect(answer.status).toBe(202);
      expect(answer.body).toEqual({ uuid, importId: expect.any(String) as string });
    }
    expect(await positions(made.uuid)).toEqual(['1 first', '2 a', '3 third', '4 b', '5 last', '6 beyond']);
    expect(await itemOf(made.uuid)).toMatchObject({
      mediaTypeInfo: { imagesCount: 6 },
      notReadyImagesCount: 6,
    });
    await runJobs();
    expect((await itemOf(made.uuid)).notReadyImagesCount).toBe(0);
    // The card shows the first image, whichever came first.
    const [first] = await imagesOf(made.uuid);
    expect((await itemOf(made.uuid)).thumbnail).toContain(first?.uuid);
  });

  it('sent twice gives the same answer and one image; for another item it is 409', async () => {
    const made = await importedItem(client, {});
    const other = await importedItem(client, {});
    const { uuid } = await uploaded(client);
    const first = await add(made.uuid, uuid);
    const before = await everything();
    const second = await add(made.uuid, uuid);
    expect(second.status).toBe(202);
    expect(second.body).toEqual(first.body);
    const after = await everything();
    expect({ ...after, rows: after.rows.slice(0, -1) }).toEqual({
      ...before,
      rows: before.rows.slice(0, -1),
    });
    const elsewhere = await add(other.uuid, uuid);
    expect(elsewhere.status).toBe(409);
    expect((elsewhere.body as unknown as Problem).code).toBe('upload-claimed');
    await runJobs();
    expect((await add(made.uuid, uuid)).body).toEqual(first.body);
  });

  it('sent twice at once gives one image', async () => {
    const made = await importedItem(client, {});
    const { uuid } = await uploaded(client);
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(made.uuid, uuid)));
    expect(await positions(made.uuid)).toHaveLength(1);
    for (const { status } of answers) expect([202, 422]).toContain(status);
    expect(answers.filter(({ status }) => status === 202).length).toBeGreaterThan(0);
    await runJobs();
  });

  it('many at once all find their places', async () => {
    const made = await importedItem(client, {});
    const uploads = await Promise.all(Array.from({ length: 6 }, () => uploaded(client)));
    const answers = await Promise.all(
      uploads.map(({ uuid }, index) => add(made.uuid, uuid, index % 2 === 0 ? { position: 1 } : {})),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(6).fill(202));
    const images = await imagesOf(made.uuid);
    expect(images.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await itemOf(made.uuid)).mediaTypeInfo.imagesCount).toBe(6);
    const [stored] = await house.query<{ places: number[] }>(
      'select array_agg(position order by position) as places from asset where item_uuid = $1',
      [made.uuid],
    );
    expect(stored?.places).toEqual([1, 2, 3, 4, 5, 6]);
    await runJobs();
  });

  it.each([
    ['0', 0],
    ['a negative one', -1],
    ['half a place', 1.5],
    ['words', 'first'],
  ])('at a position that is none (%s) is 422', async (_what, position) => {
    const made = await importedItem(client, {});
    const { uuid } = await uploaded(client);
    const answer = await add(made.uuid, uuid, { position: position as number });
    expect(answer.status).toBe(422);
    expect((answer.body as unknown as Problem).fields[0]?.name).toBe('position');
  });

  it('[PERM-08, PERM-41] with the setting own is for one’s own items only', async () => {
    await house.query(`update tenant set user_rights = 'own' where name = 'default'`);
    await house.restart();
    const user = await house.person('default', 'ROLE_USER');
    const own = await importedItem(user, {});
    const others = await importedItem(client, {});
    expect((await add(own.uuid, (await uploaded(user)).uuid, {}, user)).status).toBe(202);
    const upload = await uploaded(user);
    const foreign = await add(others.uuid, upload.uuid, {}, user);
    expect(foreign.status).toBe(403);
    expect((await user.call(getItem, { params: { uuid: others.uuid } })).body.allowedActions).toEqual([]);
    expect((await user.call(getItem, { params: { uuid: own.uuid } })).body.allowedActions).toContain(
      'upload',
    );
    await house.query(`update tenant set user_rights = 'all'`);
    await house.restart();
    await runJobs();
  });

  it('[PERM-42] with the setting read-only is for no ROLE_USER, nor is anything else that changes', async () => {
    await house.query(`update tenant set user_rights = 'read-only' where name = 'default'`);
    await house.restart();
    const user = await house.person('default', 'ROLE_USER');
    const item = await importedItem(client, {});
    const upload = await uploaded(client);
    for (const answer of [
      await add(item.uuid, upload.uuid, {}, user),
      await user.call(importItem, { body: { sgtt: 'x', pressmark: 'x', parentCollectionsUuids: [root] } }),
      await user.call(retryImageImport, { params: { uuid: upload.uuid } }),
      await user.call(listUploads),
    ]) {
      expect(answer.status).toBe(403);
    }
    await house.query(`update tenant set user_rights = 'all'`);
    await house.restart();
  });
});

describe('a job', () => {
  it('[IMP-22] that runs twice, one after the other or at once, changes nothing the second time', async () => {
    const upload = await uploaded(client);
    const made = await importedItem(client, {}, [upload]);
    const [{ payload } = { payload: {} }] = await jobs();
    await house.query('delete from graphile_worker._private_jobs');
    const { 'derive-media': derive } = mediaModule(house.program.media).jobs;
    await Promise.all([derive(payload, context()), derive(payload, context())]);
    const once = await everything();
    expect((await itemOf(made.uuid)).notReadyImagesCount).toBe(0);
    await derive(payload, context({ attempt: 2 }));
    expect(await everything()).toEqual(once);
    expect(once.files.filter((file) => file.startsWith('.partial'))).toEqual([]);
  });

  it('for what is gone does nothing', async () => {
    const before = await everything();
    const { 'derive-media': derive } = mediaModule(house.program.media).jobs;
    await derive({ tenantId: house.tenantIds.default, importId: randomUUID() }, context());
    expect(await everything()).toEqual(before);
  });

  it('[IMP-18, IMP-19, IMP-20, IMP-43, IMP-50, IMP-56] that finds a broken file says why, holds nobody back, and can be run again', async () => {
    const whole = await sharp(madePng(700, 500)).tiff({ compression: 'lzw', tile: true }).toBuffer();
    // The directories stand in front of the pixels here, so that only decoding can find out.
    const jpeg = await sharp(madePng(1500, 1500)).jpeg({ quality: 100 }).toBuffer();
    const broken = await uploaded(client, {
      source: jpeg.subarray(0, jpeg.length - 2_000),
      name: 'broken.jpg',
    });
    const good = await uploaded(client, { source: whole, name: 'good.tif' });
    const made = await importedItem(client, {}, [broken, good]);
    await runJobs();
    const item = await itemOf(made.uuid);
    expect(item).toMatchObject({ notReadyImagesCount: 0, failedImagesCount: 1 });
    expect(item.thumbnail).toContain(good.uuid);
    expect((await imageImport(good.uuid)).overall.importState).toBe('DONE');
    const failed = await imageImport(broken.uuid);
    expect(failed).toMatchObject({
      upload: { importState: 'DONE' },
      processing: { importState: 'ERROR' },
      indexing: { importState: 'PENDING' },
      overall: { importState: 'ERROR', cause: { code: 'truncated' } },
    });
    expect(failed.overall.cause?.title).toMatch(/^[A-Z].+\.$/);
    expect(failed.overall.cause?.nextStep).toMatch(/^[A-Z].+\.$/);
    expect(failed._links.retry?.href).toBe(`${house.origin}/import-manager/images/${broken.uuid}/retry`);
    const summed = (await client.call(findItemImport, { query: { importId: made.importId } })).body;
    expect(summed.overall).toMatchObject({ importState: 'ERROR', cause: { code: 'images-failed' } });
    expect((await house.storedFiles()).filter((file) => file.includes(`/${broken.uuid}/`))).toEqual([]);

    const again = await client.call(retryImageImport, { params: { uuid: broken.uuid } });
    expect(again.status).toBe(202);
    expect(again.body.overall).toMatchObject({ importState: 'PENDING', cause: null });
    expect(await itemOf(made.uuid)).toMatchObject({ notReadyImagesCount: 1, failedImagesCount: 0 });
    expect(await jobs()).toHaveLength(1);
    const twice = await client.call(retryImageImport, { params: { uuid: broken.uuid } });
    expect(twice.status).toBe(409);
    await runJobs();
    expect(await itemOf(made.uuid)).toMatchObject({ notReadyImagesCount: 0, failedImagesCount: 1 });
  });

  it('[IMP-20] that lost its original says so, and a retry after it came back makes it whole', async () => {
    const upload = await uploaded(client);
    const made = await importedItem(client, {}, [upload]);
    const [row] = await house.query<{ key: string }>(
      'select storage_key as key from upload where uuid = $1',
      [upload.uuid],
    );
    const file = join(house.storageFolder, row?.key ?? '');
    await rm(file);
    await runJobs();
    expect(await imageImport(upload.uuid)).toMatchObject({
      upload: { importState: 'ERROR' },
      processing: { importState: 'PENDING' },
      overall: { importState: 'ERROR', cause: { code: 'original-missing' } },
    });
    // The operator learns of it at once, not when its regular check is due.
    const fault = await house.query('select check_fault from upload where uuid = $1', [upload.uuid]);
    expect(fault).toEqual([{ check_fault: 'missing' }]);
    await writeFile(file, madePng());
    expect((await client.call(retryImageImport, { params: { uuid: upload.uuid } })).status).toBe(202);
    await runJobs();
    expect((await imageImport(upload.uuid)).overall.importState).toBe('DONE');
    expect(await itemOf(made.uuid)).toMatchObject({ failedImagesCount: 0, notReadyImagesCount: 0 });
  });

  it('whose process died over it too often is given up with a word', async () => {
    const upload = await uploaded(client);
    await importedItem(client, {}, [upload]);
    await runJobs({ losses: 12 });
    expect((await imageImport(upload.uuid)).overall.cause?.code).toBe('processing-crashed');
  });

  it('that is told to end leaves the import open for whoever takes it next', async () => {
    const upload = await uploaded(client);
    await importedItem(client, {}, [upload]);
    const waiting = await jobs();
    await expect(runJobs({ signal: AbortSignal.abort() })).rejects.toThrow();
    expect(['PENDING', 'IN_PROGRESS']).toContain((await imageImport(upload.uuid)).overall.importState);
    const { 'derive-media': derive } = mediaModule(house.program.media).jobs;
    await derive(waiting[0]?.payload, context());
    expect((await imageImport(upload.uuid)).overall.importState).toBe('DONE');
  });

  it('a retry of what is ready is 409, of nothing 404', async () => {
    const upload = await uploaded(client);
    await importedItem(client, {}, [upload]);
    await runJobs();
    const answer = await client.call(retryImageImport, { params: { uuid: upload.uuid } });
    expect(answer.status).toBe(409);
    expect((answer.body as unknown as Problem).code).toBe('not-retryable');
    expect((await client.call(retryImageImport, { params: { uuid: randomUUID() } })).status).toBe(404);
  });
});

describe('the sweep', () => {
  it('[IMP-23] removes what nobody claimed in seven days, rows and files, and nothing else', async () => {
    const [old, young, claimed] = [await uploaded(client), await uploaded(client), await uploaded(client)];
    await importedItem(client, {}, [claimed]);
    const altra = await house.person('altra', 'ROLE_CCC');
    const theirs = await uploaded(altra);
    const age = (uuids: string[], days: number) =>
      house.query(`update upload set uploaded_at = now() - $1 * interval '1 day' where uuid = any($2)`, [
        days,
        uuids,
      ]);
    await age([old.uuid, theirs.uuid, claimed.uuid], 7.1);
    await age([young.uuid], 6.9);
    const { 'sweep-uploads': sweep } = mediaModule(house.program.media).jobs;
    await sweep({}, context());
    const left = (await house.query<{ uuid: string }>('select uuid from upload')).map(({ uuid }) => uuid);
    const files = (await house.storedFiles()).join('\n');
    for (const [upload, stays] of [
      [old, false],
      [theirs, false],
      [young, true],
      [claimed, true],
    ] as const) {
      expect(left.includes(upload.uuid)).toBe(stays);
      expect(files.includes(upload.uuid)).toBe(stays);
    }
    await runJobs();
  });
});

describe('an import whose job is gone', () => {
  it('is taken up again by the sweep once nobody can be at work on it any more', async () => {
    const [lost, young] = [await uploaded(client), await uploaded(client)];
    const made = await importedItem(client, {}, [lost]);
    await importedItem(client, {}, [young]);
    await house.query('delete from graphile_worker._private_jobs');
    await house.query(
      `update asset_import set created_at = now() - interval '7 hours' where asset_uuid = $1`,
      [lost.uuid],
    );
    const { 'sweep-uploads': sweep } = mediaModule(house.program.media).jobs;
    await sweep({}, context());
    await sweep({}, context());
    expect((await jobs()).map(({ payload }) => payload)).toMatchObject([
      { tenantId: house.tenantIds.default, importId: made.images[0]?.importId },
    ]);
    await runJobs();
    expect((await itemOf(made.uuid)).notReadyImagesCount).toBe(0);
  });
});

describe('starting the imports of a kind', () => {
  it('leaves a job alone that is at work, gives a lost one another, and begins a failed one again', async () => {
    await runJobs();
    const files = [await uploaded(client), await uploaded(client), await uploaded(client)];
    const made = await importedItem(client, {}, files);
    const [busy = '', lost = '', failed = ''] = made.images.map(({ importId }) => importId);
    const ofImport = `payload ->> 'importId' = $1`;
    const queue = 'graphile_worker._private_jobs';
    await house.query(`update ${queue} set locked_at = now(), locked_by = 'another' where ${ofImport}`, [
      busy,
    ]);
    await house.query(`delete from ${queue} where payload ->> 'importId' = any($1)`, [[lost, failed]]);
    await house.query(`update asset_import set overall_state = 'ERROR' where uuid = $1`, [failed]);
    await house.query('update item set not_ready_images_count = 2, failed_images_count = 1 where uuid = $1', [
      made.uuid,
    ]);
    for (let call = 0; call < 2; call += 1)
      expect(await client.call(imageCalls.start)).toMatchObject({ status: 202 });
    const ofThese = (await jobs()).filter(({ payload }) => [busy, lost, failed].includes(payload.importId));
    expect(ofThese.map(({ payload }) => payload.importId).toSorted()).toEqual(
      [busy, lost, failed].toSorted(),
    );
    await runJobs();
    expect(await itemOf(made.uuid)).toMatchObject({ notReadyImagesCount: 0, failedImagesCount: 0 });
  });
});

describe('with a worker', () => {
  it('[IMP-17] an import comes to its end by itself', async () => {
    await house.restart({ worker: true });
    const uploads = await Promise.all([uploaded(client), uploaded(client), uploaded(client)]);
    const made = await importedItem(client, {}, uploads);
    const settled = await settledImport(client, made.uuid);
    expect(settled).toMatchObject({ imagesCount: 3, overall: { importState: 'DONE' } });
    await expect.poll(jobs).toEqual([]);
    await house.restart();
  });
});

describe.skipIf(samplesAreAbsent)('real files (skipped where ../shared/data is absent)', () => {
  const sample = (name: string) => ({ source: join(samples, name), name });

  it('[IMP-58] a TIFF of several pages gives an asset a page, in order, the first with the upload’s uuid', async () => {
    const upload = await uploaded(client, sample('derived-balloon-multipage-lzw.tif'));
    const single = await uploaded(client);
    const made = await importedItem(client, {}, [
      { uuid: upload.uuid, sgtt: 'Balloon' },
      { uuid: single.uuid, sgtt: 'After' },
    ]);
    expect(made.images.map(({ uuid }) => uuid)).toEqual([upload.uuid, single.uuid]);
    expect(await positions(made.uuid)).toEqual(['1 Balloon', '2 Balloon (2)', '3 Balloon (3)', '4 After']);
    expect((await itemOf(made.uuid)).mediaTypeInfo.imagesCount).toBe(4);
    const pages = await house.query<{ page_index: number }>(
      `select page_index from asset join asset_version on asset_uuid = asset.uuid where item_uuid = $1 order by position`,
      [made.uuid],
    );
    expect(pages.map(({ page_index }) => page_index)).toEqual([0, 1, 2, 0]);
    await runJobs();
    const images = await imagesOf(made.uuid);
    expect(images.map(({ importState }) => importState)).toEqual(Array<string>(4).fill('DONE'));
    expect(new Set(images.map(({ uuid }) => uuid)).size).toBe(4);
  });

  it('[IMP-59] the levels of a pyramid give no pages', async () => {
    const upload = await uploaded(client, sample('derived-balloon-10mp-pyramid-jpeg.tif'));
    const made = await importedItem(client, {}, [upload]);
    expect(await positions(made.uuid)).toHaveLength(1);
    await house.query('delete from graphile_worker._private_jobs');
  });

  it('[IMP-24] the original stays as it was sent, whatever is made of it', async () => {
    const name = 'derived-balloon-exif-orientation-6.jpg';
    const upload = await uploaded(client, sample(name));
    await importedItem(client, {}, [upload]);
    await runJobs();
    const [row] = await house.query<{ key: string; sha256: string }>(
      'select storage_key as key, sha256 from upload where uuid = $1',
      [upload.uuid],
    );
    const kept = await readFile(join(house.storageFolder, row?.key ?? ''));
    expect(kept.equals(await readFile(join(samples, name)))).toBe(true);
    expect(row?.sha256).toBe(createHash('sha256').update(kept).digest('hex'));
  });
});
