import { randomUUID } from 'node:crypto';
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../../../../../../tests/harness/waiting.ts';
import { startS3Server } from '../../../../../../tests/harness/s3-server.ts';
import { begunUpload } from '../../../../../../tests/http/begun-upload.ts';
import { madePng } from '../../../../../../tests/http/made-png.ts';
import {
  importedItem,
  openInstallation,
  settledImport,
  uploaded,
  type TestInstallation,
} from '../../../../../../tests/http/test-installation.ts';
import { CommandRefused, UsageError } from '../../../commands/command.ts';
import { verifyCommand } from '../../../commands/verify.ts';
import { readConfig } from '../../../config.ts';
import { makeLogger } from '../../../observe/log.ts';
import { mediaModule } from '../public.ts';
import { lotOf } from './check-originals.job.ts';
import { jobContext } from '../../../../../../tests/harness/job-context.ts';

const DAY_MS = 86_400_000;
const bucket = await startS3Server();
afterAll(() => bucket.close());
const lines: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
const houses = {
  folder: await openInstallation({ worker: true, log }),
  bucket: await openInstallation({ worker: true, log, environment: { STORAGE_URL: bucket.url } }),
};
type Door = keyof typeof houses;
const doors = Object.keys(houses) as Door[];

const goRound = (house: TestInstallation) =>
  mediaModule(house.program.media).jobs['check-originals']({}, jobContext);

/** Puts bytes under a key. */
async function put(house: TestInstallation, key: string, bytes: Buffer): Promise<void> {
  const { storage } = house.program.media;
  const stage = await storage.stage();
  await storage.receive(join(stage.path, 'file'), Readable.from([bytes]));
  await storage.adopt(join(stage.path, 'file'), key);
  await stage.remove();
}

/** Runs verify as main.ts does. @returns its lines, and why it ended with status 1 */
async function verify(door: Door, ...args: string[]) {
  const house = houses[door];
  const said: string[] = [];
  const config = readConfig({
    DATABASE_URL: house.databaseUrl,
    DATA_DIR: join(house.storageFolder, '..', 'beside'),
    STORAGE_URL: door === 'bucket' ? bucket.url : `file://${house.storageFolder}`,
  });
  const refused = await verifyCommand
    .run(args, {
      config,
      access: house.access,
      log: makeLogger('silent'),
      migrations: '',
      signal: jobContext.signal,
      say: (text) => said.push(text),
      installation: () => Promise.reject(new Error('Not asked for.')),
    })
    .then(() => undefined)
    .catch((error: unknown) => {
      if (error instanceof CommandRefused || error instanceof UsageError) return error.message;
      throw error;
    });
  return { said, refused };
}

/** Lets all files look as if they had been written so long ago. */
async function age(door: Door, by_ms: number): Promise<void> {
  if (door === 'bucket') {
    await bucket.age(by_ms);
    return;
  }
  const { storageFolder } = houses.folder;
  const written = new Date(Date.now() - by_ms);
  for (const entry of await readdir(storageFolder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), written, written);
}

async function keys(house: TestInstallation): Promise<string[]> {
  const found = [];
  for await (const { key } of house.program.media.storage.list()) found.push(key);
  return found.sort();
}

interface Checked {
  readonly uuid: string;
  readonly storage_key: string;
  readonly checked_at: Date | null;
  readonly check_fault: string | null;
}
const checked = (house: TestInstallation) =>
  house.query<Checked>(
    'select uuid, storage_key, checked_at, check_fault from upload order by uploaded_at, uuid',
  );

describe.each(doors)('originals in a %s', (door) => {
  const house = houses[door];

  it('are compared with their SHA-256 when their turn comes, once, and what is wrong is told', async () => {
    const client = await house.administrator();
    for (let sent = 0; sent < 5; sent += 1)
      await uploaded(client, { source: madePng(8 + sent), name: `${sent}.png` });
    await goRound(house);
    const jobs = () =>
      house.query(`select from graphile_worker._private_jobs where key like '%:check-original:%'`);
    expect(await jobs()).toEqual([]);

    const all = await checked(house);
    const [sound, damaged, missing, young, late] = all as [Checked, Checked, Checked, Checked, Checked];
    await house.query(`update upload set uploaded_at = now() - interval '91 days' where uuid <> all($1)`, [
      [young.uuid, late.uuid],
    ]);
    await house.query(
      `update upload set uploaded_at = now() - interval '200 days', checked_at = now() - interval '89 days'
       where uuid = $1`,
      [late.uuid],
    );
    const { storage } = house.program.media;
    const bytes = await buffer(storage.read(damaged.storage_key));
    const flipped = Buffer.from(bytes);
    flipped[40] = (flipped[40] ?? 0) ^ 1;
    await put(house, damaged.storage_key, flipped);
    const lost = await buffer(storage.read(missing.storage_key));
    await storage.remove(missing.storage_key);

    // Several workers whose hour has come at once.
    await Promise.all([goRound(house), goRound(house), goRound(house)]);
    const after = await until('all of them were read', async () => {
      if ((await jobs()).length > 0) return undefined;
      return new Map((await checked(house)).map((row) => [row.uuid, row]));
    });
    expect([...after.values()].map(({ uuid, check_fault }) => [uuid, check_fault])).toEqual(
      expect.arrayContaining([
        [sound.uuid, null],
        [damaged.uuid, 'damaged'],
        [missing.uuid, 'missing'],
        [young.uuid, null],
        [late.uuid, null],
      ]),
    );
    expect(after.get(sound.uuid)?.checked_at).not.toBeNull();
    expect(after.get(young.uuid)?.checked_at).toBeNull();
    expect(after.get(late.uuid)?.checked_at?.getTime()).toBeLessThan(Date.now() - 80 * DAY_MS);

    // In the log once each, by the metrics, and by verify.
    for (const [{ uuid }, fault] of [
      [damaged, 'damaged, SHA-256 '],
      [missing, 'missing'],
    ] as const) {
      const told = lines.filter((line) => line.includes(uuid));
      expect(told).toHaveLength(1);
      expect(JSON.parse(told[0] ?? '')).toMatchObject({ level: 50, fault: expect.stringContaining(fault) });
    }
    const metrics = await until('the metrics tell', async () => {
      const { bytes: text } = await house.visitor().send('GET', '/metrics');
      return text.includes('armarium_originals_faulty{fault="missing"} 1') ? text.toString() : undefined;
    });
    expect(metrics).toContain('armarium_originals_faulty{fault="damaged"} 1');
    expect(metrics).toContain('armarium_originals_faulty{fault="unreadable"} 0');
    const { said, refused } = await verify(door);
    expect(said[0]).toBe(
      'Scheduled checks: 5 of 5 originals were read or sent in the last 90 days. Wrong when last read: 1 missing, 1 damaged.',
    );
    expect(refused).toContain('2 of what was checked');

    // What somebody puts back is noticed a day later, not in 90.
    await put(house, damaged.storage_key, bytes);
    await put(house, missing.storage_key, lost);
    await goRound(house);
    expect(await jobs()).toEqual([]);
    await house.query(
      `update upload set checked_at = now() - interval '25 hours' where check_fault is not null`,
    );
    await goRound(house);
    await until('both are as they were', async () =>
      (await checked(house)).every(({ check_fault }) => check_fault === null) ? true : undefined,
    );
  });

  it('what several workers read at once is told of once', async () => {
    const { uuid } = await uploaded(await house.administrator(), { source: madePng(20), name: 'a.png' });
    const [row] = (await checked(house)).filter((one) => one.uuid === uuid);
    await house.query(`update upload set uploaded_at = now() - interval '91 days' where uuid = $1`, [uuid]);
    const { storage } = house.program.media;
    const bytes = await buffer(storage.read(row!.storage_key));
    await storage.remove(row!.storage_key);
    const told: unknown[] = [];
    const noting = { ...jobContext, log: { ...jobContext.log, error: (what: unknown) => told.push(what) } };
    const check = mediaModule(house.program.media).jobs['check-original'];
    const payload = { tenantId: house.tenantIds.default, upload: uuid };
    await Promise.all([1, 2, 3, 4].map(() => check(payload, noting)));
    expect(told).toHaveLength(1);
    await put(house, row!.storage_key, bytes);
    await house.query(`update upload set check_fault = null where uuid = $1`, [uuid]);
  });

  it('no file that a row names, or is about to, is removed with those that none does', async () => {
    const client = await house.administrator();
    const item = await importedItem(client, {}, [await uploaded(client)]);
    await settledImport(client, item.uuid);
    await begunUpload(client);
    const named = await keys(house);
    const [open] = await house.query<{ tenant_id: number; uuid: string; asset: string; resumable: string }>(
      `select tenant_id, uuid, (select asset_uuid from asset_import limit 1) as asset,
         (select uuid from resumable_upload limit 1) as resumable from upload limit 1`,
    );
    const { tenant_id = 0, asset = '', resumable = '' } = open ?? {};
    const own = `tenants/${tenant_id}`;
    const sharded = (uuid: string = randomUUID()) => `${uuid.slice(-2)}/${uuid}`;
    const orphans = [
      `${own}/parts/${sharded()}/${randomUUID()}`,
      `${own}/derivatives/${sharded()}/1/pyramid.tif`,
      `${own}/archives/${sharded()}.zip`,
    ];
    const foreign = [
      'backups/2026-01-01.tar',
      `${own}/originals/letter.pdf`,
      `${own}/derivatives/zz/${randomUUID()}/1/pyramid.tif`,
      `${own}/papers/${sharded()}`,
      `tenants/999/originals/${sharded()}`,
      `own/${own}/originals/${sharded()}`,
    ];
    // A dump from before it was sent was put into the database, and is consistent in itself.
    const before = new Set(await keys(house));
    const late = await uploaded(client);
    const sent = (await keys(house)).filter((key) => !before.has(key));
    expect(await house.query('delete from upload where uuid = $1 returning uuid', [late.uuid])).toHaveLength(
      1,
    );
    expect(sent).toHaveLength(1);
    const anew = `${own}/derivatives/${sharded()}/1/thumbnail.jpg`;
    const beingMade = [
      `${own}/derivatives/${asset.slice(-2)}/${asset}/2/pyramid.tif`,
      `${own}/parts/${sharded(resumable)}/${randomUUID()}`,
      `${own}/watermark/${'0'.repeat(64)}.png`,
    ];
    const others = [...orphans, ...beingMade, anew];
    for (const key of [...others, ...foreign]) await put(house, key, Buffer.from('x'));
    // One that failed may be tried again.
    await house.query(
      `with failed as (
         update asset_import set overall_state = 'ERROR' where asset_uuid = $1 returning item_uuid)
       update item set failed_images_count = 1 where uuid in (select item_uuid from failed)`,
      [asset],
    );

    await age(door, 6 * DAY_MS);
    // Dry without the word, and too young for it.
    const { said: listed } = await verify(door);
    for (const [words, of] of [
      ['in no record: ', [...others, ...sent]],
      ['not ours: ', foreign],
    ] as const) {
      expect(listed.filter((line) => line.startsWith(words)).toSorted()).toEqual(
        of.map((key) => words + key).toSorted(),
      );
    }
    expect(listed.at(-1)).toMatch(/ as they should be\. 8 files are in no record\. 6 files are not ours\.$/);
    expect((await verify(door, '--remove-unknown')).said.at(-1)).toBe('0 files, 0 bytes, were removed.');
    for (const days of ['1', '0', '-1', 'x', '1.5']) {
      expect((await verify(door, '--remove-unknown', `--older-than=${days}`)).refused).toContain(
        'at least 2',
      );
    }
    expect((await verify(door, '--older-than=9')).refused).toContain('--remove-unknown');
    expect((await verify(door, '--originals-too')).refused).toContain('--remove-unknown');

    // Not while a backup reads, nor where anything else is wrong: rows may be what is missing.
    const backup = await house.access.migrator.connect();
    await backup.query('select pg_advisory_lock_shared(4207313)');
    expect((await verify(door, '--remove-unknown', '--older-than=5')).refused).toMatch(
      /^A backup or another verification .* 0 files/,
    );
    await backup.query('select pg_advisory_unlock_all()');
    backup.release();
    await house.query('update item set images_count = images_count + 1');
    expect((await verify(door, '--remove-unknown', '--older-than=5')).refused).toContain(
      'not as it should be',
    );
    await house.query('update item set images_count = images_count - 1');
    expect(await keys(house)).toEqual([...named, ...others, ...foreign, ...sent].toSorted());

    // Between the list and the removal, which waits for another one, somebody makes a file of the list anew.
    const remover = await house.access.migrator.connect();
    // Shared, so that the verification itself need not wait for it.
    await remover.query('select pg_advisory_lock_shared(4207316)');
    const removal = verify(door, '--remove-unknown', '--older-than=5');
    await until('the removal waits', async () => {
      const { rows } = await remover.query(
        `select from pg_locks where locktype = 'advisory' and objid = 4207316 and not granted`,
      );
      return rows.length > 0 ? true : undefined;
    });
    await put(house, anew, Buffer.from('new'));
    await remover.query('select pg_advisory_unlock_all()');
    remover.release();
    const { said, refused } = await removal;
    expect(refused).toBeUndefined();
    expect(said.filter((line) => line.startsWith('removed: ')).toSorted()).toEqual(
      orphans.map((key) => `removed: ${key}`).toSorted(),
    );
    expect(said.at(-2)).toBe('3 files, 3 bytes, were removed.');
    expect(said.at(-1)).toMatch(/^1 files that people sent stay\. .* --originals-too removes them/);
    const left = [...named, ...beingMade, ...foreign, anew];
    expect(await keys(house)).toEqual([...left, ...sent].toSorted());
    const last = await verify(door, '--remove-unknown', '--older-than=5', '--originals-too');
    expect(last.refused).toBeUndefined();
    expect(last.said).toContain(`removed: ${sent[0]}`);
    expect(await keys(house)).toEqual(left.toSorted());
  });
});

it('all originals have their turn in time, a lot an hour, however many there are', () => {
  for (const originals of [0, 1, 1_000, 100_000, 5_000_000]) {
    for (const days of [1, 90, 365]) {
      const lot = lotOf(originals, days * DAY_MS);
      expect(lot * 24 * days).toBeGreaterThanOrEqual(originals);
      expect(lot).toBeLessThanOrEqual(Math.max(20, Math.ceil((2 * originals) / (24 * days))));
    }
  }
});
