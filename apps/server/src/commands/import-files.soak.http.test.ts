import { execFileSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getImportedItem } from '@armarium/contract/import-tracking';
import { importItem } from '@armarium/contract/imports';
import { uploadFile } from '@armarium/contract/uploads';
import { listItemImages } from '@armarium/contract/image-calls';
import { getImageHistory } from '@armarium/contract/history';
import { drawnImage } from '../../../../tests/harness/drawn-image.ts';
import { everyNth } from '../../../../tests/harness/soak.ts';
import { openInstallation, rootOf } from '../../../../tests/http/test-installation.ts';
import { openInstallation as openComposed } from '../compose.ts';
import { readConfig } from '../config.ts';
import { makeLogger } from '../observe/log.ts';
import { importFiles } from './import-files.ts';

/** No workers run beside: the command has to bring its own, unless a test starts some. */
const house = await openInstallation({ worker: false });
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const { uuid: root } = await rootOf(client);

let folders: string;
let folder: string;
beforeAll(async () => {
  folders = await mkdtemp(join(tmpdir(), 'armarium-import-'));
});
beforeEach(async () => {
  folder = join(folders, randomUUID());
  await mkdir(folder);
});
afterAll(() => rm(folders, { recursive: true }));

interface Outcome {
  readonly said: string;
  /** The message with which it ended, where it did not end well. */
  readonly failed: string | undefined;
  readonly report: Record<'file' | 'pressmark' | 'result' | 'cause' | 'next step', string>[];
}

/** Runs the command in this process, on the installation's own database. */
async function imported(options: string[] = [], signal = new AbortController().signal): Promise<Outcome> {
  const reportFile = `${folder}-${randomUUID()}.csv`;
  const said: string[] = [];
  const config = { ...readConfig({ WORKERS: '2' }), storageDir: house.storageFolder };
  const failed = await importFiles
    .run([folder, '--report', reportFile, ...options], {
      config,
      log: makeLogger('silent'),
      access: house.access,
      migrations: '',
      signal,
      say: (text) => said.push(text),
      installation: () => openComposed(config, house.access, undefined),
    })
    .then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
  const text = await readFile(reportFile).catch(() => '');
  return { said: said.join('\n'), failed, report: parse(text, { bom: true, columns: true }) };
}

const results = ({ report }: Outcome) => report.map(({ file, result }) => `${file} ${result}`).sort();
const causeOf = ({ report }: Outcome, file: string) => report.find((line) => line.file === file)?.cause;

async function put(name: string, content: Buffer | string): Promise<void> {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
}

let drawn = 0;
/** A picture that no other file has. */
const picture = (format: 'jpeg' | 'png' | 'tiff' = 'jpeg') => {
  drawn += 1;
  return drawnImage(format, 120, 80 + (drawn % 40), 1000 + drawn);
};

/** A TIFF with pages of its own kind each: sharp joins equal pages only, and takes them below each other. */
async function tiffOfPages(count: number): Promise<Buffer> {
  const pages = await Promise.all(
    Array.from({ length: count }, () => drawnImage('png', 100, 90, (drawn += 1))),
  );
  return sharp(pages, { join: { animated: true } })
    .tiff()
    .toBuffer();
}

/** Makes an item. @returns its uuid */
async function item(pressmark: string, images: { uuid: string }[] = []): Promise<string> {
  const body = { pressmark, sgtt: `Item ${pressmark}`, parentCollectionsUuids: [root], images };
  const answer = await client.call(importItem, { body });
  expect(answer.status).toBe(201);
  return answer.body.uuid;
}

async function titlesOf(uuid: string): Promise<string[]> {
  const { body } = await client.call(listItemImages, { params: { uuid }, query: { size: 1000 } });
  return body._embedded.images.map(({ position, sgtt, importState }) => `${position} ${sgtt} ${importState}`);
}

/** Everything that the tenant's tables hold, the files of the storage, and the jobs without those of timers. */
async function everything(): Promise<unknown> {
  const tables = await house.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'armarium' and column_name = 'tenant_id' and table_name <> 'session' order by 1`,
  );
  const all: Record<string, unknown> = { files: await house.storedFiles() };
  for (const { name } of tables) all[name] = await house.query(`select * from ${name} t order by t::text`);
  all['jobs'] = await house.query(
    `select id, key, attempts from graphile_worker.jobs where key not like 'timer:%' order by id`,
  );
  return all;
}

test('[IMP-24] a folder of scans becomes images in the order of their numbers; a second run changes nothing', async () => {
  const [first, second] = [await item('MS 12'), await item('Cod. Lat. 3/a')];
  await put('ms-12_002_1v.JPG', await picture());
  await put('MS-12_001_1r.tif', await picture('tiff'));
  await put('MS-12_010_back.png', await picture('png'));
  for (let seq = 3; seq < 10; seq += 1) await put(`more/MS 12_${seq}.jpg`, await picture());
  await put('cod lat 3a_1.jpg', await picture());
  const run = await imported();
  expect(run.failed).toBeUndefined();
  expect(run.said).toContain('Files: 11 ready.');
  expect(await titlesOf(first)).toEqual([
    '1 1r DONE',
    '2 1v DONE',
    ...[3, 4, 5, 6, 7, 8, 9].map((seq) => `${seq} MS 12_${seq} DONE`),
    '10 back DONE',
  ]);
  expect(await titlesOf(second)).toEqual(['1 cod lat 3a_1 DONE']);
  const stored = await house.query<{ key: string; sha256: string; account_name: string; kind: string }>(
    `select storage_key as key, sha256, account_name, change_set.kind from upload
     join history on record_uuid = upload.uuid join change_set on change_set.uuid = change_set
     where original_filename = 'MS-12_001_1r.tif'`,
  );
  const bytes = await readFile(join(folder, 'MS-12_001_1r.tif'));
  expect(stored).toEqual([
    {
      key: expect.any(String) as string,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      account_name: 'Armarium',
      kind: 'import',
    },
  ]);

  expect(await readFile(join(house.storageFolder, stored[0]?.key ?? ''))).toEqual(bytes);

  const before = await everything();
  const again = await imported();
  expect(again.failed).toBeUndefined();
  expect(again.said).toContain('Files: 11 unchanged.');
  expect(await everything()).toEqual(before);
});

test('every trouble of a folder is told in a dry run, which writes nothing, and whole items go in', async () => {
  const whole = await item('Whole 1');
  await item('Gap 1');
  await item('Twice 1');
  await item('Copy 1');
  await item('Bad 1');
  await item('Listed 1');
  await item('Listed 2');
  await item('S. 1, 2');
  await item('S. 12');
  const copy = await picture();
  const files: [string, Buffer | string][] = [
    ['Whole 1_1.jpg', await picture()],
    ['Whole 1_2.jpg', await picture()],
    ['Gap 1_1.jpg', await picture()],
    ['Gap 1_4.jpg', await picture()],
    ['Twice 1_1.jpg', await picture()],
    ['Twice 1_1.png', await picture('png')],
    ['Copy 1_1.jpg', copy],
    ['Copy 1_2.jpg', copy],
    ['Bad 1_1.jpg', await picture()],
    ['Bad 1_2.heic', Buffer.from('\0\0\0\x18ftypheic and so on', 'latin1')],
    ['Bad 1_3.jpg', ''],
    ['s12_1.jpg', await picture()],
    ['Whole 2_1.jpg', await picture()],
    ['Zzqx 77_1.jpg', await picture()],
    ['Whole 1-3.jpg', await picture()],
    ['Whole 1_1.xml', '<alto/>'],
    ['.DS_Store', 'x'],
    ['Listed 1_1.jpg', await picture()],
    ['Listed 1_2.jpg', await picture()],
    ['Listed 2_1.jpg', await picture()],
  ];
  for (const [name, content] of files) await put(name, content);
  const md5 = (content: string | Buffer) => createHash('md5').update(content).digest('hex');
  const contents = new Map(files);
  await put(
    'MD5SUMS',
    [
      `${md5(contents.get('Whole 1_1.jpg') ?? '')} *./Whole 1_1.jpg`,
      `${md5('something else')}  Listed 2_1.jpg`,
      `${md5('absent')}  Listed 1_3.jpg`,
      `${md5('absent')}  notes/readme.txt`,
      'no checksum',
    ].join('\r\n'),
  );
  await symlink('/etc/hostname', join(folder, 'Whole 1_7.jpg'));
  execFileSync('mkfifo', [join(folder, 'Whole 1_8.jpg')]);
  await writeFile(
    Buffer.concat([Buffer.from(`${folder}/Whole 1_9`), Buffer.from([0xff]), Buffer.from('.jpg')]),
    'x',
  );
  await put('Whole 1_10\n.jpg', 'x');

  const before = await everything();
  const dry = await imported(['--dry-run']);
  expect(await everything()).toEqual(before);
  const troubles = [
    'Bad 1_1.jpg held back',
    'Bad 1_2.heic refused',
    'Bad 1_3.jpg refused',
    'Copy 1_1.jpg held back',
    'Copy 1_2.jpg duplicate',
    'Gap 1_1.jpg held back',
    'Gap 1_4.jpg held back',
    'Listed 1_1.jpg held back',
    'Listed 2_1.jpg checksum mismatch',
    'Listed 1_2.jpg held back',
    'Listed 1_3.jpg absent',
    'MD5SUMS, line 5 broken list',
    'Twice 1_1.jpg duplicate',
    'Twice 1_1.png duplicate',
    'Whole 1-3.jpg no match',
    'Whole 1_1.xml ignored',
    'Whole 1_10\\n.jpg refused',
    'Whole 1_7.jpg refused',
    'Whole 1_8.jpg refused',
    'Whole 1_9\u{FFFD}.jpg refused',
    'Whole 2_1.jpg unknown pressmark',
    'Zzqx 77_1.jpg unknown pressmark',
    'notes/readme.txt absent',
    's12_1.jpg ambiguous pressmark',
  ];
  const sorted = (outcome: Outcome) => results(outcome).filter((line) => !/^Whole 1_[12]\.jpg/.test(line));
  expect(sorted(dry)).toEqual(troubles.sort());
  expect(results(dry)).toContain('Whole 1_1.jpg would be imported');
  expect(causeOf(dry, 'Whole 1_1.jpg')).toBe('');
  expect(causeOf(dry, 'Whole 1_2.jpg')).toBe('No checksum list names it.');
  expect(causeOf(dry, 'Gap 1_1.jpg')).toContain('there is no number 2–3');
  expect(causeOf(dry, 'Whole 2_1.jpg')).toContain('the nearest is Whole 1.');
  expect(causeOf(dry, 'Zzqx 77_1.jpg')).toBe('There is no item with the pressmark Zzqx 77.');
  expect(causeOf(dry, 's12_1.jpg')).toContain('S. 1, 2 | S. 12');
  expect(causeOf(dry, 'Bad 1_2.heic')).toContain('HEIC');
  expect(causeOf(dry, 'Whole 1_7.jpg')).toContain('a link');
  expect(causeOf(dry, 'Whole 1_8.jpg')).toContain('a pipe');
  expect(causeOf(dry, 'Whole 1_9\u{FFFD}.jpg')).toContain('not UTF-8');
  expect(causeOf(dry, 'Whole 1_10\\n.jpg')).toContain('a line break');
  expect(dry.failed).toContain('1 checksum mismatch, 2 absent');

  const uploads = () => house.query('select uuid from upload');
  const uploadsBefore = await uploads();
  const run = await imported();
  expect(sorted(run)).toEqual(troubles);
  expect(await titlesOf(whole)).toEqual(['1 Whole 1_1 DONE', '2 Whole 1_2 DONE']);
  // What is held back is not even stored.
  expect((await uploads()).length - uploadsBefore.length).toBe(2);

  const gaps = await imported(['--allow-gaps']);
  expect(results(gaps)).toEqual(
    expect.arrayContaining([
      'Gap 1_1.jpg ready',
      'Gap 1_4.jpg ready',
      'Bad 1_1.jpg ready',
      'Bad 1_3.jpg refused',
      'Copy 1_1.jpg ready',
      'Copy 1_2.jpg duplicate',
      'Listed 1_1.jpg ready',
      'Listed 2_1.jpg checksum mismatch',
      'Listed 1_2.jpg ready',
      'Twice 1_1.jpg duplicate',
      'Whole 1_1.jpg unchanged',
    ]),
  );
});

test('a checksum list that is none is told line by line, whatever its bytes', async () => {
  await item('Bytes 1');
  await put('Bytes 1_1.jpg', await picture());
  const md5 = createHash('md5').update('x').digest('hex');
  await put('MD5SUMS', Buffer.from(`${md5}  a\0b.tif\n${'x'.repeat(70_000)}\n\0\0\n`));
  const run = await imported(['--dry-run']);
  expect(results(run)).toEqual([
    'Bytes 1_1.jpg would be imported',
    'MD5SUMS, line 1 broken list',
    'MD5SUMS, line 2 broken list',
    'MD5SUMS, line 3 broken list',
  ]);
  expect(causeOf(run, 'MD5SUMS, line 1')).toContain('NUL');
  expect(causeOf(run, 'MD5SUMS, line 2')).toContain('longer than 64 KiB');
});

test('a page that arrives later goes to its place; a taken place is told and left', async () => {
  const uuid = await item('Late 1');
  for (const seq of [1, 2, 4]) await put(`Late 1_${seq}.jpg`, await picture());
  await imported(['--allow-gaps']);
  await put('Late 1_3.jpg', await picture());
  expect((await imported()).failed).toBeUndefined();
  const titles = [1, 2, 3, 4].map((seq) => `${seq} Late 1_${seq} DONE`);
  expect(await titlesOf(uuid)).toEqual(titles);
  await put('Late 1_2.jpg', await picture());
  const again = await imported(['--allow-gaps']);
  expect(results(again)).toContain('Late 1_2.jpg place taken');
  expect(causeOf(again, 'Late 1_2.jpg')).toContain('Late 1_2.jpg');
  expect(await titlesOf(uuid)).toEqual(titles);
});

test('a TIFF of several pages takes as many places, and what comes behind it follows', async () => {
  const uuid = await item('Pages 1');
  await put('Pages 1/3.jpg', await picture());
  await put('Pages 1/1.jpg', await picture());
  await put('Pages 1/2.tif', await tiffOfPages(3));
  expect((await imported(['--pattern', '{pressmark}/{seq}'])).failed).toBeUndefined();
  expect(await titlesOf(uuid)).toEqual(['1 1 DONE', '2 2 DONE', '3 2 (2) DONE', '4 2 (3) DONE', '5 3 DONE']);
  const again = await imported(['--pattern', '{pressmark}/{seq}']);
  expect(again.said).toContain('Files: 3 unchanged.');
});

test('files stored by an account and not attached are taken up by content, and are its own', async () => {
  const account = await house.account('default', ['ROLE_USER']);
  const sender = await house.signedIn(account);
  await item('Another’s');
  const own = await sender.call(importItem, {
    body: { pressmark: 'Own 1', sgtt: 'Own', parentCollectionsUuids: [root] },
  });
  expect(own.status).toBe(201);
  const page = await picture();
  await put('Own 1_1.jpg', page);
  await put('Own 1_2.jpg', await picture());
  const sent = await sender.upload(uploadFile, { source: page, name: 'Own 1_1.jpg', type: 'image/jpeg' });
  expect(sent.status).toBe(201);
  const run = await imported(['--as', account.username.toUpperCase()]);
  expect(run.failed).toBeUndefined();
  const rows = await house.query<{ upload_uuid: string; account_name: string }>(
    `select upload_uuid, account_name from asset join asset_version on asset_uuid = asset.uuid
     join history on record_uuid = asset.uuid join change_set on change_set.uuid = history.change_set
     where item_uuid = $1 and asset.created_by = $2 order by position`,
    [own.body.uuid, account.uuid],
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toEqual({ upload_uuid: sent.body.uuid, account_name: 'Ada Rossi' });
  const unclaimed = await house.query(
    'select uuid from upload where claimed_at is null and account_uuid = $1',
    [account.uuid],
  );
  expect(unclaimed).toEqual([]);
});

test('[PERM-08] an account brings files only where it may upload them', async () => {
  const { username } = await house.account('default', ['ROLE_USER']);
  await item('Locked 1');
  await put('Locked 1_1.jpg', await picture());
  const setRights = (rights: string) =>
    house.query("update tenant set user_rights = $1 where name = 'default'", [rights]);
  try {
    await setRights('own');
    const run = await imported(['--as', username]);
    expect(results(run)).toEqual(['Locked 1_1.jpg held back']);
    expect(causeOf(run, 'Locked 1_1.jpg')).toContain('own records only');
    await setRights('read-only');
    expect((await imported(['--as', username])).failed).toContain('may not upload');
  } finally {
    await setRights('all');
  }
  expect((await imported(['--as', 'nobody-of-this-name'])).failed).toContain('no account');
});

test("another organisation's pressmarks are unknown", async () => {
  await item('Only here 1');
  await put('Only here 1_1.jpg', await picture());
  const run = await imported(['--tenant', 'altra']);
  expect(results(run)).toEqual(['Only here 1_1.jpg unknown pressmark']);
  expect(causeOf(run, 'Only here 1_1.jpg')).not.toContain('nearest');
  expect((await imported(['--tenant', 'nowhere'])).failed).toContain('There is no organisation "nowhere"');
});

test('an image that can not be prepared is told with its cause, again by the next run', async () => {
  await item('Cut 1');
  const whole = await drawnImage('jpeg', 800, 600, 77);
  await put('Cut 1_1.jpg', whole.subarray(0, whole.length / 2));
  await put('Cut 1_2.jpg', await picture());
  for (const other of ['ready', 'unchanged']) {
    const run = await imported();
    expect(results(run)).toEqual(['Cut 1_1.jpg failed', `Cut 1_2.jpg ${other}`]);
    expect(causeOf(run, 'Cut 1_1.jpg')).toMatch(/damaged|incomplete/);
    expect(run.failed).toContain('1 failed');
  }
});

test('a whole file takes the place of a damaged one: the same image, its newest version', async () => {
  const uuid = await item('Mended 1');
  const whole = await drawnImage('jpeg', 800, 600, 78);
  const cut = whole.subarray(0, whole.length / 2);
  await put('Mended 1_1.jpg', await picture());
  await put('Mended 1_2_verso.jpg', cut);
  await put('Mended 1_3.jpg', await picture());
  const dry = await imported(['--dry-run']);
  const real = await imported();
  expect(results(dry)).toContain('Mended 1_2_verso.jpg refused');
  expect(results(dry)).toContain('Mended 1_3.jpg would be imported');
  expect(results(real)).toContain('Mended 1_2_verso.jpg failed');
  // Here both are decoded in this process, where the library mixes up what it says of two images at once.
  for (const run of [dry, real]) expect(causeOf(run, 'Mended 1_2_verso.jpg')).toMatch(/damaged|incomplete/);
  const images = () =>
    client.call(listItemImages, { params: { uuid } }).then(({ body }) => body._embedded.images);
  const counters = async () => {
    const { body } = await client.call(getImportedItem, { params: { uuid } });
    return [body.imagesCount, body.notReadyImagesCount, body.failedImagesCount, body.overall.importState];
  };
  const before = await images();
  expect(await counters()).toEqual([3, 0, 1, 'ERROR']);

  await put('Mended 1_2_verso.jpg', whole);
  expect(results(await imported(['--dry-run']))).toContain('Mended 1_2_verso.jpg would replace');
  expect(await counters()).toEqual([3, 0, 1, 'ERROR']);
  expect(results(await imported(['--no-wait']))).toContain('Mended 1_2_verso.jpg stored');
  expect(await counters()).toEqual([3, 1, 0, 'IN_PROGRESS']);
  const run = await imported();
  expect(run.failed).toBeUndefined();
  expect(results(run)).toContain('Mended 1_2_verso.jpg unchanged');
  expect(await counters()).toEqual([3, 0, 0, 'DONE']);
  const after = await images();
  const sha256 = createHash('sha256').update(whole).digest('hex');
  expect(after[1]).toMatchObject({ sha256, importState: 'DONE', sgtt: 'verso', position: 2 });
  expect(after.map((image) => image.uuid)).toEqual(before.map((image) => image.uuid));
  const { body } = await client.call(getImageHistory, { params: { uuid: after[1]?.uuid ?? '' } });
  expect(body._embedded.history.map(({ action }) => action)).toEqual(['update', 'create']);
  expect(body._embedded.history[0]).toMatchObject({
    before: { sha256: before[1]?.sha256 },
    after: { sha256 },
  });
  const versions = await house.query(
    'select number, upload.sha256 from asset_version join upload on upload.uuid = upload_uuid where asset_uuid = $1 order by number',
    [after[1]?.uuid],
  );
  expect(versions).toEqual([
    { number: 1, sha256: before[1]?.sha256 },
    { number: 2, sha256 },
  ]);
  // What is ready keeps its place.
  await put('Mended 1_2_verso.jpg', cut);
  expect(results(await imported())).toContain('Mended 1_2_verso.jpg place taken');
});

test('a file that takes the place of a damaged one and is damaged too can be replaced again', async () => {
  await item('Mended 2');
  const whole = await drawnImage('jpeg', 800, 600, 79);
  for (const [length, result] of [
    [whole.length / 2, 'failed'],
    [whole.length / 3, 'failed'],
    [whole.length, 'replaced'],
    [whole.length, 'unchanged'],
  ] as const) {
    await put('Mended 2_1.jpg', whole.subarray(0, length));
    const run = await imported();
    expect(results(run)).toEqual([`Mended 2_1.jpg ${result}`]);
  }
  const found = await house.query(
    "select failed_images_count, not_ready_images_count, thumbnail from item where pressmark = 'Mended 2'",
  );
  expect(found).toMatchObject([
    { failed_images_count: 0, not_ready_images_count: 0, thumbnail: { width_px: 480 } },
  ]);
});

test('of a file of several pages all are replaced when one could not be prepared, by as many', async () => {
  const uuid = await item('Mended 3');
  await put('Mended 3_1.tif', await tiffOfPages(3));
  await imported();
  const before = await titlesOf(uuid);
  await house.query(
    `update asset_import set overall_state = 'ERROR', cause = '{"title": "x", "nextStep": "y"}'
    where asset_uuid = (select uuid from asset where item_uuid = $1 and position = 2)`,
    [uuid],
  );
  await house.query('update item set failed_images_count = 1 where uuid = $1', [uuid]);
  await put('Mended 3_1.tif', await tiffOfPages(2));
  const fewer = await imported();
  expect(results(fewer)).toEqual(['Mended 3_1.tif place taken']);
  expect(causeOf(fewer, 'Mended 3_1.tif')).toContain('gives 3 images; this file gives 2.');
  await put('Mended 3_1.tif', await tiffOfPages(3));
  expect(results(await imported())).toEqual(['Mended 3_1.tif replaced']);
  expect(await titlesOf(uuid)).toEqual(before);
  const counted = await house.query(
    'select images_count, not_ready_images_count, failed_images_count from item where uuid = $1',
    [uuid],
  );
  expect(counted).toEqual([{ images_count: 3, not_ready_images_count: 0, failed_images_count: 0 }]);
});

test('images of a folder are prepared after those that somebody uploads later', async () => {
  const fromFolder = await item('Bulk 1');
  await put('Bulk 1_1.jpg', await picture());
  await put('Bulk 1_2.jpg', await picture());
  expect((await imported(['--no-wait'])).failed).toBeUndefined();
  const image = { source: await picture(), name: 'photograph.jpg', type: 'image/jpeg' };
  const { uuid } = (await client.upload(uploadFile, image)).body;
  const uploaded = await item('Person 1', [{ uuid }]);
  // As graphile-worker takes jobs.
  const waiting = await house.query<{ item_uuid: string }>(
    `select import.item_uuid from graphile_worker._private_jobs job
     join asset_import import on job.key like '%derive-media:' || import.uuid
     where import.item_uuid in ('${fromFolder}', '${uploaded}') order by job.priority, job.run_at, job.id`,
  );
  expect(waiting.map(({ item_uuid }) => item_uuid)).toEqual([uploaded, fromFolder, fromFolder]);
});

test('without waiting the images are left to a server, which then has them', async () => {
  const uuid = await item('Wait 1');
  await put('Wait 1_1.jpg', await picture());
  const run = await imported(['--no-wait']);
  expect(results(run)).toEqual(['Wait 1_1.jpg stored']);
  expect(run.failed).toBeUndefined();
  await house.restart({ worker: true });
  const beside = await imported();
  expect(results(beside)).toEqual(['Wait 1_1.jpg unchanged']);
  expect(await titlesOf(uuid)).toEqual(['1 Wait 1_1 DONE']);
  await put('Wait 1_2.jpg', await picture());
  expect(results(await imported())).toEqual(['Wait 1_1.jpg unchanged', 'Wait 1_2.jpg ready']);
});

test('one content in two items is taken in twice, and told', async () => {
  const page = await picture();
  for (const name of ['Shared 1', 'Shared 2']) {
    await item(name);
    await put(`${name}_1.jpg`, page);
  }
  const run = await imported(['--dry-run']);
  expect(results(run)).toEqual([
    'Shared 1_1.jpg would be imported',
    'Shared 2_1.jpg same content',
    'Shared 2_1.jpg would be imported',
  ]);
  expect(run.failed).toBeUndefined();
});

test('a folder without an image that could go in is told, with what to look at', async () => {
  const none = await imported();
  expect(none.failed).toBe(
    `There is no image in ${folder} that the pattern takes. See that it is the right folder.`,
  );
  await put('list.xml', '<list/>');
  await put('Elsewhere 1_1.jpg', await picture());
  expect((await imported(['--pattern', '{pressmark}_{seq}.tif', '--dry-run'])).failed).toContain(
    'There is no image in',
  );
  // One that leads nowhere is told as that.
  expect((await imported()).failed).toContain('1 unknown pressmark');
});

test('what can not begin says why', async () => {
  expect((await imported(['--pattern', '{seq}.tif'])).failed).toContain('lacks {pressmark}');
  expect((await imported(['--checksums', 'nowhere.md5'])).failed).toMatch(
    /nowhere\.md5 can't be read: there is no such file or folder; see that the path is right\./,
  );
  await rm(folder, { recursive: true });
  expect((await imported()).failed).toContain("can't be read");
  await writeFile(folder, 'a file');
  expect((await imported()).failed).toContain('is no folder');
});

/** Real scans and photographs, which are no part of the repository. */
const real = fileURLToPath(new URL('../../../../../shared/data/images', import.meta.url));

test('real images of every kind go in', async (context) => {
  context.skip(!existsSync(real), 'The real images (../shared/data/images) are not on this machine.');
  const uuid = await item('Real 1');
  const names = everyNth((await readdir(real)).sort(), 3, 0);
  for (const [index, name] of names.entries())
    await copyFile(join(real, name), join(folder, `Real-1_${index + 1}_n ${index + 1}${extname(name)}`));
  const run = await imported(['--allow-gaps']);
  expect(results(run)).toEqual(
    names.map((name, index) => `Real-1_${index + 1}_n ${index + 1}${extname(name)} ready`).sort(),
  );
  // Three pages of one of them, and one image of the pyramid.
  const titles = names.flatMap((name, index) => {
    const title = `n ${index + 1}`;
    return name.includes('multipage') ? [title, `${title} (2)`, `${title} (3)`] : [title];
  });
  expect(await titlesOf(uuid)).toEqual(titles.map((title, index) => `${index + 1} ${title} DONE`));
});
