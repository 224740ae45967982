import { execFileSync } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chmod,
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { listImportedImages } from '@armarium/contract/import-tracking';
import { listItemImages } from '@armarium/contract/image-calls';
import { findAllItems, getItem } from '@armarium/contract/item-calls';
import { deleteItem } from '@armarium/contract/deletions';
import { listTrash, restoreTrashEntry } from '@armarium/contract/trash';
import { changeImageDelivery, setWatermark } from '@armarium/contract/image-delivery';
import { uploadSpreadsheet } from '@armarium/contract/spreadsheets';
import { drawnImage } from '../../../../tests/harness/drawn-image.ts';
import { HttpClient } from '../../../../tests/harness/http-client.ts';
import { databaseCatalogue } from '../../../../tests/http/database-catalogue.ts';
import { madePng } from '../../../../tests/http/made-png.ts';
import { administrator, databaseUrl, migrations } from '../../../../tests/http/template-database.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
  type TenantName,
} from '../../../../tests/http/test-installation.ts';
import { begunUpload } from '../../../../tests/http/begun-upload.ts';
import { compose, openDatabaseAccess, type DatabaseAccess } from '../compose.ts';
import { readConfig, type Config } from '../config.ts';
import { ownKey } from '../db/own-key.ts';
import { keyColumns } from '../db/stored-files.ts';
import { openPool, type Pool } from '../db/pool.ts';
import { keepingFiles, mayRemoveFiles } from '../db/kept-files.ts';
import { markRestore, restoreBegun } from '../db/restore-mark.ts';
import { mediaModule, ReaderCopies } from '../modules/media/public.ts';
import { storeLogo } from '../modules/tenancy/logo.ts';
import { makeLogger } from '../observe/log.ts';
import type { Storage } from '../storage/storage.ts';
import type { JobContext } from '../queue/jobs.ts';
import { backupCommand } from './backup.ts';
import type { Manifest } from './backup-folder.ts';
import type { Command, CommandContext } from './command.ts';
import { Progress } from './progress.ts';
import { restoreCommand } from './restore.ts';
import { verifyCommand } from './verify.ts';
import { verifyInstallation } from './verify-installation.ts';

const house = await openInstallation();
const log = makeLogger('silent');
const scratch = await mkdtemp(join(inject('scratchFolder'), 'backup-'));
// PostgreSQL, which runs as another account where we are root, has to pass through here.
await chmod(scratch, 0o755);
let folderNumber = 0;
const newFolder = (name: string) => join(scratch, `${name} ${(folderNumber += 1)} è qui`);

const sourceConfig = readConfig({
  DATABASE_URL: house.databaseUrl,
  STORAGE_URL: `file://${house.storageFolder}`,
  DATA_DIR: scratch,
});

interface Ended {
  /** What stood on standard output. */
  readonly said: string;
  /** Why the command ended with status 1; undefined where it ended well. */
  readonly refused: string | undefined;
}

/** Runs a command as main.ts does. */
async function ended(
  command: Command,
  args: readonly string[],
  { access, config }: { access: DatabaseAccess; config: Config },
  more: Partial<CommandContext> = {},
): Promise<Ended> {
  const said: string[] = [];
  try {
    await command.before?.(config);
    await command.run(args, {
      config,
      access,
      log,
      migrations,
      signal: new AbortController().signal,
      say: (text) => said.push(text),
      installation: () => Promise.reject(new Error('An empty installation must stay empty.')),
      ...more,
    });
    return { said: said.join('\n'), refused: undefined };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'CommandRefused') throw error;
    return { said: said.join('\n'), refused: error.message };
  }
}

const source = () => ({ access: house.access, config: sourceConfig });

/** An empty installation on a server of its own, embedded. */
async function embedded() {
  const config = readConfig({ DATA_DIR: newFolder('embedded') });
  return { config, access: await openDatabaseAccess(config, log, migrations, { beside: true }) };
}

const server = openPool({ connectionString: inject('postgresUrl') }, 'migrator', 2, () => undefined);
const made: { databases: string[]; roles: string[]; opened: DatabaseAccess[] } = {
  databases: [],
  roles: [],
  opened: [],
};

/** An empty installation on the tests' server, whose migrator is no superuser, as docs/operations.md makes it. */
async function byUrl(migrationsFolder = migrations) {
  const name = `backup_test_${randomBytes(6).toString('hex')}`;
  await server.query(`create role ${name} login password '${name}' createrole`);
  made.roles.push(name);
  await server.query(`grant armarium_owner, armarium_app to ${name} with admin option`);
  await server.query(`create database ${name} owner ${name} template template0 encoding 'UTF8'`);
  made.databases.push(name);
  const url = new URL(databaseUrl(inject('postgresUrl'), name));
  url.username = name;
  url.password = name;
  const config = readConfig({ DATABASE_URL: url.href, DATA_DIR: newFolder('by-url') });
  const access = await openDatabaseAccess(config, log, migrationsFolder);
  made.opened.push(access);
  return { config, access };
}

afterAll(async () => {
  for (const access of made.opened) await access.close();
  for (const name of made.databases) await server.query(`drop database ${name} with (force)`);
  for (const name of made.roles) await server.query(`drop owned by ${name} cascade; drop role ${name}`);
  await server.end();
  await rm(scratch, { recursive: true, force: true });
});

const ofFile = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** Every file below a folder with its hash, by its path; none where the folder is absent. */
async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.sort().map(async (file) => [file.slice(folder.length + 1), await ofFile(file)])),
  ) as Record<string, string>;
}

async function tableNames(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'armarium'::regnamespace and relkind = 'r'
     and relname not in ('migration', 'session', 'handoff', 'password_link', 'account_device', 'sign_in_attempt', 'used_challenge', 'event')
     order by relname`,
  );
  return rows.map(({ name }) => name);
}

/** All rows of all tables as text, sorted. */
async function allRows(pool: Pool): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const name of await tableNames(pool)) {
    const { rows } = await pool.query<{ row: string }>(
      `select row_to_json(t)::text as row from armarium.${name} t order by row_to_json(t)::text collate "C"`,
    );
    tables[name] = rows.map(({ row }) => row);
  }
  return tables;
}

/** The tables of whose size the planner knows nothing. */
async function unanalysed(pool: Pool): Promise<unknown[]> {
  const { rows } = await pool.query(
    `select relname from pg_class where relnamespace = 'armarium'::regnamespace and relkind = 'r' and reltuples < 0
     and relname in ('item', 'asset', 'asset_version', 'upload', 'history')`,
  );
  return rows;
}

const job: JobContext = {
  attempt: 8,
  maxAttempts: 8,
  losses: 0,
  signal: new AbortController().signal,
  log: { info: () => undefined, warn: () => undefined, error: () => undefined },
};

const waitingJobs = (pool: Pool) =>
  pool
    .query<{ id: string; payload: { tenantId: number; importId: string } }>(
      `select id, payload from graphile_worker._private_jobs where key like '%derive-media%' order by id`,
    )
    .then(({ rows }) => rows);

/** Runs the waiting derivations, as a worker would. */
async function runJobs(): Promise<void> {
  const { 'derive-media': derive } = mediaModule(house.program.media).jobs;
  for (const { id, payload } of await waitingJobs(house.access.migrator)) {
    await house.query('delete from graphile_worker._private_jobs where id = $1', [id]);
    await derive(payload, job);
  }
}

const people: Record<TenantName, { username: string; password: string }> = {
  default: await house.account('default', ['ROLE_TENANT_ADMIN']),
  altra: await house.account('altra', ['ROLE_TENANT_ADMIN']),
};
const shown: { tenant: TenantName; item: string; image: string }[] = [];
let openItem: string;

/** Both tenants with images that are ready, in error and open, an unclaimed upload, and names in many scripts. */
beforeAll(async () => {
  const whole = await drawnImage('jpeg', 1500, 1100, 3);
  for (const tenant of ['default', 'altra'] as const) {
    const client = await house.signedIn(people[tenant], tenant);
    const ready = await uploaded(client, { source: whole, name: 'carta 12ª — «ὕδωρ» 手稿 \u{1F4DC}.jpg' });
    const broken = await uploaded(client, { source: whole.subarray(0, whole.length / 2), name: 'rotta.jpg' });
    const item = await importedItem(
      client,
      { sgtt: 'Codice\tdei “Salmi” \\N ʿārif', pressmark: `Vat.gr.1\u00b7β ${tenant}`, autn: 'Ἀριστοτέλης' },
      [ready, broken],
    );
    await uploaded(client, { source: whole, name: 'ohne Datensatz.jpg' });
    await client.upload(uploadSpreadsheet, {
      source: Buffer.from('pressmark;sgtt\nVat. 9;Titolo\n'),
      name: 'schede.csv',
      type: 'text/csv',
    });
    await house.query('update tenant set logo_key = $1 where id = $2', [
      await storeLogo(house.program.media.storage, house.tenantIds[tenant], madePng()),
      house.tenantIds[tenant],
    ]);
    shown.push({ tenant, item: item.uuid, image: ready.uuid });
  }
  await runJobs();
  // What kinds of media beside images have made of them is kept by its role.
  const made = await house.query<{ from: string; to: string }>(
    `insert into derivative (tenant_id, asset_uuid, version_number, role, storage_key, size_bytes, media_type)
     select tenant_id, asset_uuid, number, 'playable', replace(pyramid ->> 'key', 'pyramid.tif', 'playable.mp4'),
       (pyramid ->> 'size_bytes')::bigint, 'video/mp4'
     from asset_version where pyramid is not null
     returning replace(storage_key, 'playable.mp4', 'pyramid.tif') as from, storage_key as to`,
  );
  for (const { from, to } of made) {
    await copyFile(join(house.storageFolder, from), join(house.storageFolder, to));
  }
  const client = await house.signedIn(people.default);
  await begunUpload(client);
  await client.upload(setWatermark, { source: madePng(), name: 'mark.png', type: 'image/png' });
  await mediaModule(house.program.media).jobs['watermark-image'](
    { tenantId: house.tenantIds.default, assetUuid: shown[0]?.image, version: 1 },
    job,
  );
  // What a PDF has for readers, and what visitors get at the public size.
  const { media } = house.program;
  const copies = new ReaderCopies(
    { ...media, copyPdf: (_, into) => writeFile(into, 'A copy for readers.') },
    (work) => work(),
  );
  const [sent] = await house.query<{ uuid: string; key: string }>(
    'select uuid, storage_key as key from upload where uuid = $1',
    [shown[0]?.image],
  );
  if (sent) await copies.of(house.tenantIds.default, { ...sent, pages: 1, copy: null });
  await client.call(changeImageDelivery, { body: { publicMaxPx: 1024 } });
  await mediaModule(media).jobs['public-image'](
    { tenantId: house.tenantIds.default, assetUuid: shown[0]?.image, version: 1 },
    job,
  );
  openItem = (await importedItem(client, { pressmark: 'Open 1' }, [await uploaded(client)])).uuid;
  const states = await house.query<{ state: string }>(
    'select distinct overall_state as state from asset_import order by 1',
  );
  expect(states.map(({ state }) => state)).toEqual(['DONE', 'ERROR', 'PENDING']);
});

/** A backup of the settled installation, which tests take as it is or copy to break. */
async function someBackup(): Promise<string> {
  const folder = newFolder('backup');
  expect(await ended(backupCommand, [folder], source())).toMatchObject({ refused: undefined });
  return folder;
}

async function manifestOf(folder: string): Promise<Manifest> {
  return (JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as { manifest: Manifest })
    .manifest;
}

/** The rows of a backup's tables, sorted, as COPY writes them. */
async function copiedRows(folder: string): Promise<Record<string, string[]>> {
  const { tables } = await manifestOf(folder);
  return Object.fromEntries(
    await Promise.all(
      tables.map(async ({ name, file, rows }) => {
        const lines = gunzipSync(await readFile(join(folder, file)))
          .toString('utf8')
          .split('\n')
          .slice(0, -1);
        expect(lines).toHaveLength(rows);
        return [name, lines.sort()] as const;
      }),
    ),
  );
}

/** What a person of each tenant sees of an installation: its items, an item's images, a tile's bytes. */
async function seen(origin: string): Promise<unknown[]> {
  const port = new URL(origin).port;
  const views: unknown[] = [];
  for (const { tenant, item, image } of shown) {
    const host = tenant === 'default' ? `127.0.0.1:${port}` : `altra.localhost:${port}`;
    const client = new HttpClient(origin, { host });
    try {
      expect((await client.signIn(people[tenant].username, people[tenant].password)).status).toBe(200);
      const answers = [
        await client.call(getItem, { params: { uuid: item } }),
        await client.call(listItemImages, { params: { uuid: item } }),
        await client.call(listImportedImages, { params: { uuid: item } }),
        await client.call(findAllItems, { query: { size: 5 } }),
        await client.send('GET', `/iiif/3/${image}/256,256,256,256/256,256/0/default.jpg`),
      ];
      for (const { status, bytes } of answers) {
        expect(status).toBe(200);
        const text = bytes.toString('latin1').replaceAll(host, 'HOST');
        // An address within an address is written in another way.
        views.push(text.replaceAll(encodeURIComponent(host), 'HOST'));
      }
    } finally {
      client.close();
    }
  }
  return views;
}

describe('[RUN-08, RUN-07] backup, restore, verify', () => {
  test('a backup that is made while people write and import is one moment of database and files, in a new embedded installation too', async () => {
    const before = await allRows(house.access.migrator);
    const settled = await seen(house.origin);
    const writer = await house.signedIn(people.default);
    const parent = await house.collection('default', 'Written meanwhile', [
      (
        await house.query<{ uuid: string }>('select uuid from collection where is_root and tenant_id = $1', [
          house.tenantIds.default,
        ])
      )[0]?.uuid ?? '',
    ]);
    const begun = new AbortController();
    let isOver = false;
    let written = 0;
    const writing = (async () => {
      while (!isOver) {
        const upload = await uploaded(writer);
        written += 1;
        if (written % 3 !== 2) await importedItem(writer, { parents: [parent] }, [upload]);
        written += 1;
        begun.abort();
        if (written % 4 === 0) await runJobs();
      }
    })();
    await once(begun.signal, 'abort');
    const folder = newFolder('backup');
    const writtenBefore = written;
    const backup = await ended(backupCommand, [folder], source());
    const during = written - writtenBefore;
    isOver = true;
    await writing;
    expect(backup.refused).toBeUndefined();
    expect(during).toBeGreaterThan(0);
    const after = await allRows(house.access.migrator);

    // Closed to other accounts.
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readdir(folder)).toEqual(['files', 'files.jsonl.gz', 'manifest.json', 'tables']);

    const restored = await embedded();
    try {
      const restore = await ended(restoreCommand, [folder], restored);
      expect(restore.refused).toBeUndefined();
      expect(restore.said).toMatch(/all counters are as they should be\.$/);

      // Nothing that stood before is lost, nothing is there that never was; the writer's counters change.
      const rows = await allRows(restored.access.migrator);
      const rest = (tables: Record<string, string[]>): Record<string, string[]> => ({
        ...tables,
        collection: (tables['collection'] ?? []).filter((row) => !/"is_root":true/.test(row)),
        // People sign in meanwhile.
        account_membership: (tables['account_membership'] ?? []).map((row) =>
          row.replace(/"last_sign_in_at":"[^"]*"/, ''),
        ),
      });
      for (const [name, all] of Object.entries(rest(before))) {
        expect(rest(rows)[name], name).toEqual(expect.arrayContaining(all));
      }
      const insertedOnly = [
        'account',
        'account_role',
        'history',
        'change_set',
        'item_link',
        'tenant',
        'installation',
      ];
      for (const name of insertedOnly)
        expect(after[name], name).toEqual(expect.arrayContaining(rows[name] ?? []));
      expect(rows['item']?.length).toBeGreaterThan(before['item']?.length ?? 0);

      // Every row is the snapshot's, to the letter.
      const again = newFolder('backup of the restored');
      expect((await ended(backupCommand, [again], restored)).refused).toBeUndefined();
      expect(await copiedRows(again)).toEqual(await copiedRows(folder));
      expect(await filesBelow(join(again, 'files'))).toEqual(await filesBelow(join(folder, 'files')));
      const { sequences } = await manifestOf(folder);
      expect(sequences.length).toBeGreaterThan(0);
      expect((await manifestOf(again)).sequences).toEqual(sequences);
      expect(await databaseCatalogue(restored.access.migrator)).toEqual(
        await databaseCatalogue(house.access.migrator),
      );

      expect(await unanalysed(restored.access.migrator)).toEqual([]);

      // Every file that a row names, and no other.
      const files = await filesBelow(restored.config.storageDir);
      expect(files).toEqual(await filesBelow(join(folder, 'files')));
      expect(await filesBelow(house.storageFolder)).toMatchObject(files);

      // It serves: people sign in, see the same pages and the same pixels, and what was open goes on.
      const jobs = await waitingJobs(restored.access.migrator);
      const open = (rows['asset_import'] ?? []).filter((row) =>
        /"overall_state":"(PENDING|IN_PROGRESS)"/.test(row),
      );
      expect(jobs).toHaveLength(open.length);
      expect(open.length).toBeGreaterThan(0);
      const parts = { web: true, worker: true };
      const program = await compose(
        restored.config,
        log,
        { ...restored.access, close: async () => undefined },
        { web: scratch },
        parts,
      );
      try {
        expect(program.isFirstStart).toBe(false);
        const origin = await program.app.listen({ host: '127.0.0.1', port: 0 });
        const restoredViews = await seen(origin);
        const list = 3;
        const ofList = (_: unknown, index: number) => index % 5 !== list;
        expect(restoredViews.filter(ofList)).toEqual(settled.filter(ofList));
        const client = new HttpClient(origin);
        await client.signIn(administrator.username, administrator.password);
        const item = await settledImport(client, openItem);
        client.close();
        expect(item.overall).toMatchObject({ importState: 'DONE' });
      } finally {
        await program.stop();
      }
      expect((await restored.access.migrator.query('select from session')).rowCount).toBeGreaterThan(0);

      // And from there to a server of one's own, whose administrator is no superuser.
      const moved = await byUrl();
      expect((await ended(restoreCommand, [again], moved)).refused).toBeUndefined();
      expect(await unanalysed(moved.access.migrator)).toEqual([]);
      const last = newFolder('backup of the moved');
      expect((await ended(backupCommand, [last], moved)).refused).toBeUndefined();
      expect(await copiedRows(last)).toEqual(await copiedRows(folder));
      expect((await moved.access.migrator.query('select from session')).rowCount).toBe(0);
    } finally {
      await restored.access.close();
    }
  });

  test('what lies in the trash is in a backup with its files, and comes back out of the restored one', async () => {
    const client = await house.signedIn(people.default);
    const upload = await uploaded(client, { source: madePng(90, 70), name: 'trashed.png' });
    const { uuid } = await importedItem(client, { sgtt: 'Trashed' }, [upload]);
    await runJobs();
    const address = `/iiif/3/${upload.uuid}/full/max/0/default.png`;
    const picture = (await client.send('GET', address)).bytes;
    await client.call(deleteItem, { params: { uuid } });
    const folder = await someBackup();
    const restored = await embedded();
    try {
      const restore = await ended(restoreCommand, [folder], restored);
      expect(restore.refused).toBeUndefined();
      expect(restore.said).toMatch(/all counters are as they should be\.$/);
      const access = { ...restored.access, close: async () => undefined };
      const parts = { web: true, worker: false };
      const program = await compose(restored.config, log, access, { web: scratch }, parts);
      const there = new HttpClient(await program.app.listen({ host: '127.0.0.1', port: 0 }));
      try {
        await there.signIn(people.default.username, people.default.password);
        const { body } = await there.call(listTrash, { query: { text: 'Trashed' } });
        const entry = body._embedded.trash[0]?.uuid ?? '';
        expect(await there.call(restoreTrashEntry, { params: { uuid: entry }, body: {} })).toMatchObject({
          status: 200,
          body: { recordUuid: uuid },
        });
        expect((await there.send('GET', address)).bytes.equals(picture)).toBe(true);
      } finally {
        there.close();
        await program.stop();
      }
      expect((await ended(verifyCommand, [], restored)).refused).toBeUndefined();
    } finally {
      await restored.access.close();
    }
  });

  test('a damaged, cut or unfinished backup is refused before anything is written', async () => {
    const sound = await someBackup();
    const target = await byUrl();
    const { tables } = await manifestOf(sound);
    const original = Object.keys(await filesBelow(join(sound, 'files'))).find((file) =>
      file.includes('originals'),
    );
    const flip = (file: string) => async (folder: string) => {
      const bytes = await readFile(join(folder, file));
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      await writeFile(join(folder, file), bytes);
    };
    const table = tables.find(({ name }) => name === 'item')?.file ?? '';
    const file = `files/${original ?? ''}`;
    const cases: [string, (folder: string) => Promise<unknown>][] = [
      [table, flip(table)],
      [table, (folder) => truncate(join(folder, table), 100)],
      [table, (folder) => rm(join(folder, table))],
      [file, flip(file)],
      [file, (folder) => truncate(join(folder, file), 100)],
      [file, (folder) => rm(join(folder, file))],
      ['files.jsonl.gz', flip('files.jsonl.gz')],
      ['manifest.json', flip('manifest.json')],
      ['manifest.json', (folder) => truncate(join(folder, 'manifest.json'), 500)],
      ['manifest.json', (folder) => writeFile(join(folder, 'manifest.json'), 'null')],
      ['no manifest.json', (folder) => rm(join(folder, 'manifest.json'))],
    ];
    for (const [named, damage] of cases) {
      const folder = newFolder('damaged');
      await cp(sound, folder, { recursive: true });
      await damage(folder);
      const { refused } = await ended(restoreCommand, [folder], target);
      expect(refused).toContain(named);
      expect(refused).not.toContain('    at ');
    }
    expect((await target.access.migrator.query('select from installation')).rowCount).toBe(0);
    expect(await filesBelow(target.config.storageDir)).toEqual({});
    // The sound one goes in.
    expect((await ended(restoreCommand, [sound], target)).refused).toBeUndefined();
    // And once it is in, no other does.
    expect((await ended(restoreCommand, [sound], target)).refused).toContain(
      'it has the organisation "default"',
    );
  });

  test('a restore keeps out of a storage that holds files, and writes over none', async () => {
    const folder = await someBackup();
    const target = await byUrl();
    const before = await filesBelow(house.storageFolder);
    const { refused } = await ended(restoreCommand, [folder], {
      ...target,
      config: { ...target.config, storageDir: house.storageFolder },
    });
    expect(refused).toContain(`The file storage ${house.storageFolder} is not empty`);
    expect(await filesBelow(house.storageFolder)).toEqual(before);
  });

  test('a backup of an older version goes into a newer one, a newer one is refused', async () => {
    const folder = await someBackup();
    const newer = join(scratch, 'newer migrations');
    await mkdir(newer);
    await cp(migrations, newer, { recursive: true });
    await writeFile(
      join(newer, '9999_newer.sql'),
      `alter table item add column shouted text not null default '';
       update item set shouted = upper(sgtt);
       alter table item alter column shouted drop default;`,
    );
    const target = await byUrl(newer);
    expect((await ended(restoreCommand, [folder], target, { migrations: newer })).refused).toBeUndefined();
    const { rows } = await target.access.migrator.query<{ sgtt: string; shouted: string }>(
      'select sgtt, shouted from item',
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { sgtt, shouted } of rows) expect(shouted).toBe(sgtt.toUpperCase());

    const fromNewer = newFolder('backup');
    expect((await ended(backupCommand, [fromNewer], target)).refused).toBeUndefined();
    const { refused } = await ended(restoreCommand, [fromNewer], await byUrl());
    expect(refused).toContain('this one does not know its migration 9999_newer.sql');
  });

  test('an interrupted backup is told from a whole one, and taken up', async () => {
    const folder = newFolder('backup');
    const stopping = new AbortController();
    const running = ended(backupCommand, [folder], source(), { signal: stopping.signal });
    for (;;) {
      if (Object.keys(await filesBelow(join(folder, 'files', 'tenants', '1', 'originals'))).length > 0) break;
    }
    stopping.abort();
    expect((await running).refused).toContain(`"armarium backup ${folder}" goes on where it ended`);
    const target = await byUrl();
    expect((await ended(restoreCommand, [folder], target)).refused).toContain('was not finished');

    // What is there and whole stays as it is; what the first run knew and the second does not, goes.
    const kept = Object.keys(await filesBelow(join(folder, 'files'))).find((file) =>
      file.includes('originals'),
    );
    const inodeOf = async () => (await stat(join(folder, 'files', kept ?? ''))).ino;
    const inode = await inodeOf();
    const stray = join(folder, 'files', 'tenants', '1', 'originals', 'aa', randomUUID());
    await mkdir(join(stray, '..'), { recursive: true });
    await writeFile(stray, 'swept since');
    expect((await ended(backupCommand, [folder], source())).refused).toBeUndefined();
    expect(await inodeOf()).toBe(inode);
    await expect(stat(stray)).rejects.toThrow('ENOENT');
    expect((await ended(restoreCommand, [folder], target)).refused).toBeUndefined();

    expect((await ended(backupCommand, [folder], source())).refused).toContain('holds a finished backup');
    expect((await ended(backupCommand, [scratch], source())).refused).toContain('is not empty');
    expect((await ended(backupCommand, [join(house.storageFolder, 'here')], source())).refused).toContain(
      'is in the storage itself',
    );
    const link = join(scratch, 'a link');
    await symlink(house.storageFolder, link);
    expect((await ended(backupCommand, [join(link, 'new', 'here')], source())).refused).toContain(
      'is in the storage itself',
    );
    const file = join(scratch, 'a file');
    await writeFile(file, '');
    expect((await ended(backupCommand, [join(file, 'below')], source())).refused).toBe(
      `The backup can't be made in ${join(file, 'below')}: a part of the path is a file and no folder; see that the path is right.`,
    );
  });

  test('neither a backup goes into an embedded DATA_DIR, nor a restore into one that is somebody’s', async () => {
    const folder = await someBackup();
    const config = readConfig({ DATA_DIR: newFolder('somebody') });
    await mkdir(join(config.dataDir, 'files'), { recursive: true });
    expect(
      (await ended(backupCommand, [join(config.dataDir, 'backup')], { access: house.access, config }))
        .refused,
    ).toContain('is in DATA_DIR itself');
    await writeFile(join(config.dataDir, 'thesis.odt'), 'x');
    expect((await ended(restoreCommand, [folder], { access: house.access, config })).refused).toMatch(
      /^DATA_DIR \(.*\) is not empty: it holds thesis\.odt\. Begin with an empty one/,
    );
    expect(await readdir(config.dataDir)).toEqual(['files', 'thesis.odt']);
  });

  test('files that are missing or damaged are told by record; the backup has the rest, and verify tells them too', async () => {
    const { access, config } = await byUrl();
    const whole = await someBackup();
    expect((await ended(restoreCommand, [whole], { access, config })).refused).toBeUndefined();
    const at = { access, config };
    expect(await ended(verifyCommand, [], at)).toMatchObject({ refused: undefined });
    const { rows } = await access.migrator.query<{ original: string; pyramid: string; thumbnail: string }>(
      `select storage_key as original, pyramid ->> 'key' as pyramid, thumbnail ->> 'key' as thumbnail
       from asset_version join upload on upload.uuid = upload_uuid where original_filename like 'carta%'
       order by asset_version.tenant_id`,
    );
    const [first, second] = rows;
    if (!first || !second) throw new Error('Two images are needed.');
    const place = (key: string) => join(config.storageDir, key);
    await rm(place(first.original));
    const bytes = await readFile(place(second.original));
    bytes.writeUInt8(bytes.readUInt8(5000) ^ 1, 5000);
    await writeFile(place(second.original), bytes);
    await truncate(place(first.pyramid), 1000);
    await rm(place(second.thumbnail));
    const old = new Date(Date.now() - 2 * 60 * 60 * 1000);
    const forgotten = 'tenants/1/originals/00/01990000-0000-7000-8000-000000000000';
    await mkdir(join(place(forgotten), '..'), { recursive: true });
    await writeFile(place(forgotten), 'x');
    await utimes(place(forgotten), old, old);
    await writeFile(place('tenants/1/originals/zz-just-coming-in'), 'x');
    await access.migrator.query('update item set images_count = images_count + 1 where uuid = $1', [
      openItem,
    ]);

    const verified = await ended(verifyCommand, [], at);
    const name = '"carta 12ª — «ὕδωρ» 手稿 \u{1F4DC}.jpg"';
    expect(verified.said).toContain(`missing: ${name}, Vat.gr.1·β default, default (${first.original})`);
    expect(verified.said).toMatch(
      /^damaged, SHA-256 [0-9a-f]{64} instead of [0-9a-f]{64}: "carta.*, altra \(/m,
    );
    expect(verified.said).toMatch(/^damaged, 1000 bytes instead of \d+: made of "carta/m);
    expect(verified.said).toMatch(/^missing: made of "carta.*thumbnail\.jpg\)$/m);
    expect(verified.said).toMatch(/^miscounted, 2 images instead of 1: Open 1, default/m);
    expect(verified.said).toContain(`in no record: ${forgotten}`);
    expect(verified.said).not.toContain('zz-just-coming-in');
    expect(verified.refused).toBe(
      '5 of what was checked is not as it should be, as told above. 1 files are in no record.',
    );

    const folder = newFolder('backup');
    const updates = vi.spyOn(Progress.prototype, 'update');
    /** What each progress came to. */
    const counted = () => [
      ...new Map(updates.mock.calls.map(([done], index) => [updates.mock.contexts[index], done])).values(),
    ];
    const backup = await ended(backupCommand, [folder], at);
    // Each file once, the damaged and the missing ones too.
    const named = Object.keys(await filesBelow(join(whole, 'files'))).length;
    expect(counted()).toEqual([named]);
    updates.mockClear();
    expect(backup.refused).toContain('4 files are missing, unreadable or damaged');
    expect(backup.said).toContain(first.original);
    expect(backup.said).toContain(second.original);
    const target = await byUrl();
    const restore = await ended(restoreCommand, [folder], target);
    // Checked and brought: what the backup has. The verification counts what the rows name.
    const { count } = (await manifestOf(folder)).files;
    expect(count).toBe(named - 2);
    expect(counted()).toEqual([count, count, named]);
    updates.mockRestore();
    // What was lost before the backup is told, and the rest is there.
    expect(restore.refused).toBe('5 of what was checked is not as it should be, as told above.');
    const files = await filesBelow(config.storageDir);
    delete files[forgotten];
    delete files['tenants/1/originals/zz-just-coming-in'];
    expect(await filesBelow(target.config.storageDir)).toEqual(files);
  });

  test('a file stays while a backup or a verification may have to read it', async () => {
    const client = await house.signedIn(people.default);
    const { uuid } = await uploaded(client);
    await house.query(`update upload set uploaded_at = now() - interval '30 days' where uuid = $1`, [uuid]);
    const { 'sweep-uploads': sweep } = mediaModule(house.program.media).jobs;
    const isThere = async () =>
      (await house.query('select from upload where uuid = $1', [uuid])).length === 1;
    const seenMeanwhile = await keepingFiles(house.access.migrator, { alone: false }, async () => {
      await sweep({}, job);
      return isThere();
    });
    expect(seenMeanwhile).toBe(true);
    await sweep({}, job);
    expect(await isThere()).toBe(false);
  });

  test('those who remove files at the same time do not take each other for a backup', async () => {
    const { database } = house.program.media;
    const one = async () => {
      for (let time = 0; time < 100; time += 1)
        if (!(await database.bookkeeping(house.tenantIds.default, mayRemoveFiles))) return time;
      return 'never refused';
    };
    expect(await Promise.all([one(), one(), one()])).toEqual(Array(3).fill('never refused'));
  });

  test('of two backups at once the second is refused', async () => {
    const second = await keepingFiles(house.access.migrator, { alone: true }, () =>
      ended(backupCommand, [newFolder('backup')], source()),
    );
    expect(second?.refused).toContain('Another backup is running');
  });

  test('every column that holds keys of the storage is in the list that backups go by', async () => {
    const columns = await house.query<{ table: string; column: string }>(
      `select relname as table, attname as column from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'armarium'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
         and atttypid in ('text'::regtype, 'jsonb'::regtype, 'json'::regtype, 'varchar'::regtype)`,
    );
    const holding: string[] = [];
    for (const { table, column } of columns) {
      const found = await house.query(
        `select from armarium.${table} where ${column}::text ~ 'tenants/[0-9]+/' limit 1`,
      );
      if (found.length > 0) holding.push(`${table}.${column}`);
    }
    expect(holding.sort()).toEqual(keyColumns.map(({ column }) => column).sort());
    // By the form of its key a file is known as ours, and by the uuid in it its row is found.
    for (const { column, files } of keyColumns) {
      const [file] = await house.query<{ key: string; tenant_id: number; uuid: string | null }>(files);
      expect(ownKey(file?.key ?? ''), column).toMatchObject({
        tenantId: file?.tenant_id,
        uuid: file?.uuid ?? undefined,
      });
    }
  });

  test('an installation that is being restored is marked before the backup is read, and free again where that failed', async () => {
    const folder = await someBackup();
    const target = await byUrl();
    const { tables } = await manifestOf(folder);
    const part = join(folder, tables[0]?.file ?? '');
    const bytes = await readFile(part);
    await rm(part);
    // Whoever reads it waits until somebody writes into it.
    execFileSync('mkfifo', [part]);
    const running = ended(restoreCommand, [folder], target);
    await expect.poll(() => restoreBegun(target.access.migrator)).toBeDefined();
    await expect(
      compose(target.config, log, target.access, { web: scratch }, { web: false, worker: false }),
    ).rejects.toThrow('was begun and did not end');
    const second = await ended(restoreCommand, [await someBackup()], target);
    expect(second.refused).toContain('Another restore is running here');
    await writeFile(part, bytes.subarray(1));
    expect((await running).refused).toContain(tables[0]?.file);
    expect(await restoreBegun(target.access.migrator)).toBeUndefined();

    // Who began to work here before the mark keeps what they have.
    await target.access.migrator.query(`insert into tenant (name) values ('first')`);
    expect(await markRestore(target.access.migrator, { backup: 'x', storage: 'y' })).toBe(false);
    expect(await restoreBegun(target.access.migrator)).toBeUndefined();
  });

  test('an empty installation is not backed up', async () => {
    const folder = newFolder('backup');
    expect((await ended(backupCommand, [folder], await byUrl())).refused).toContain(
      'This installation is empty',
    );
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });

  test('a verification holds no snapshot while it reads, and tells what is wrong though it does not come to its end', async () => {
    const client = await house.signedIn(people.default);
    const uploads: string[] = [];
    while (uploads.length < 6) uploads.push((await uploaded(client)).uuid);
    const { storage } = house.program.media;
    const keys = (
      await house.query<{ key: string }>(
        'select storage_key as key from upload where uuid = any($1) order by storage_key collate "C"',
        [uploads],
      )
    ).map(({ key }) => key);
    await storage.remove(keys[0] ?? '');
    const seenMeanwhile: unknown[] = [];
    const said: string[] = [];
    const watched: Storage = {
      ...storage,
      async *list() {
        const { rows } = await house.access.migrator.query(
          `select state, query from pg_stat_activity where datname = current_database() and backend_xmin is not null
             and pid <> pg_backend_pid() and backend_type = 'client backend'`,
        );
        seenMeanwhile.push(...(rows as unknown[]));
        for await (const file of storage.list()) {
          if (file.key === keys.at(-1)) throw new Error('The storage went away.');
          yield file;
        }
      },
    };
    await expect(
      verifyInstallation(house.access, watched, new AbortController().signal, (text) => said.push(text)),
    ).rejects.toThrow('The storage went away.');
    expect(seenMeanwhile).toEqual([]);
    expect(said).toEqual([expect.stringMatching(/^missing: /)]);
    await house.query('delete from upload where uuid = any($1)', [uploads]);
    for (const key of keys.slice(1)) await storage.remove(key);
  });

  test('a program does not start on an installation whose restore did not end', async () => {
    const folder = await someBackup();
    const target = await byUrl();
    const stopping = new AbortController();
    const running = ended(restoreCommand, [folder], target, { signal: stopping.signal });
    for (;;) {
      if (Object.keys(await filesBelow(join(target.config.storageDir, 'tenants'))).length > 0) break;
    }
    stopping.abort();
    expect((await running).refused).toContain(`"armarium restore ${folder}" goes on`);
    await expect(
      compose(target.config, log, target.access, { web: scratch }, { web: false, worker: false }),
    ).rejects.toThrow('was begun and did not end');
    await expect(ended(backupCommand, [newFolder('backup')], target)).rejects.toThrow(
      'was begun and did not end',
    );
    const other = await someBackup();
    expect((await ended(restoreCommand, [other], target)).refused).toContain(
      'A restore of another backup was begun',
    );
    expect((await ended(restoreCommand, [folder], target)).refused).toBeUndefined();
    await rename(folder, `${folder} gone`);
    const stopped = await compose(
      target.config,
      log,
      { ...target.access, close: async () => undefined },
      { web: scratch },
      { web: false, worker: false },
    );
    await stopped.stop();
  });
});
