import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInstallation, rootOf } from '../../../../tests/http/test-installation.ts';
import { openInstallation as openComposed } from '../compose.ts';
import { readConfig } from '../config.ts';
import { makeLogger } from '../observe/log.ts';
import type { CommandContext } from './command.ts';
import { exportCommand } from './export.ts';
import { importRecords } from './import-records.ts';

const house = await openInstallation();
const root = await rootOf(await house.person('default', 'ROLE_TENANT_ADMIN'));

let folder: string;
let said: string[] = [];
const context: CommandContext = {
  config: { ...readConfig({}), storageDir: house.storageFolder },
  log: makeLogger('silent'),
  access: house.access,
  migrations: '',
  signal: new AbortController().signal,
  say: (text) => said.push(text),
  installation: () => openComposed(context.config, house.access, undefined),
};

const records = [
  {
    pressmark: 'MS 10',
    sgtt: 'Ten',
    collectionPath: ['Vaults', 'A / B'],
    extra: { 'date.text': '=1+1', tags: ['-x', '+y', 'z'] },
  },
  {
    pressmark: 'MS 2',
    sgtt: '"Quoted"; title, with\ttab',
    autn: '@home',
    sgti: 'Line one\n\nline "three"; end',
    collectionPath: [['Vaults', '/'], []],
    extra: {
      year: -20,
      ratio: 1.5,
      loaned: true,
      uuid: 'kept',
      collectionPath: ['kept too'],
      'extra.x': "'=y",
      inventory: '0051',
    },
  },
  { pressmark: '写本 一', sgtt: 'Κώδιξ', extra: { year: 1480, loaned: false, lines: 'one\ntwo' } },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-export-'));
  await house.collection('default', 'Empty', [root.uuid]);
  await writeFile(join(folder, 'in.jsonl'), records.map((record) => JSON.stringify(record)).join('\n'));
  await importRecords.run([join(folder, 'in.jsonl'), '--report', join(folder, 'in.csv')], context);
  // An archived field: its values stay, and go out.
  await house.query(`update metadata_template set archived_at = now() where name = 'ratio'`);
});
afterAll(() => rm(folder, { recursive: true }));

async function exported(name: string, ...options: string[]): Promise<string> {
  said = [];
  const file = join(folder, name);
  await exportCommand.run([file, ...options], context);
  const bytes = await readFile(file);
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

const numbers = () =>
  house.query(
    'select (select count(*) from change_set) as sets, (select count(*) from metadata_template) as fields',
  );

/** What a file says of a field, by pressmark; blank where a record has none of it. */
function valuesIn(name: string, text: string, field: string): Record<string, string> {
  const rows: Record<string, string | number | undefined>[] = name.includes('.csv')
    ? parse(text, { bom: true, columns: true })
    : text
        .trim()
        .split('\n')
        .map((line) => {
          const { extra, ...own } = JSON.parse(line) as { extra?: Record<string, string | number> };
          return { ...own, ...extra };
        });
  return Object.fromEntries(rows.map((row) => [String(row['pressmark']), String(row[field] ?? '')]));
}

test.each(['all.jsonl', 'all.jsonl.gz', 'all.csv', 'all.csv.gz'])(
  '[META-62] what is exported as %s is read back as unchanged, archived fields too',
  async (name) => {
    const text = await exported(name);
    expect(said).toEqual([`3 records in ${join(folder, name)}`]);
    expect(valuesIn(name, text, 'ratio')).toEqual({ 'MS 2': '1.5', 'MS 10': '', '写本 一': '' });
    const before = await numbers();
    said = [];
    await importRecords.run([join(folder, name), '--report', join(folder, 'report.csv')], context);
    expect(said[0]).toBe('3 rows: 3 unchanged.');
    expect(await numbers()).toEqual(before);
  },
);

test('another organisation gets the same from it, values, places and all', async () => {
  const first = await exported('there.jsonl');
  for (const name of ['there.jsonl', 'there.csv']) {
    await exported(name, '--overwrite');
    await importRecords.run(
      [join(folder, name), '--tenant', 'altra', '--report', join(folder, 'altra.csv')],
      context,
    );
    const again = await exported('again.jsonl', '--overwrite', '--tenant', 'altra');
    const bare = (text: string) =>
      text
        .trim()
        .split('\n')
        .map((line) => ({ ...(JSON.parse(line) as object), uuid: '' }));
    expect(bare(again)).toEqual(bare(first));
    await house.query(`delete from item_link where tenant_id = $1`, [house.tenantIds.altra]);
    await house.query(`delete from item where tenant_id = $1`, [house.tenantIds.altra]);
  }
});

test('records go out in the natural order of their pressmarks, with the paths of their collections', async () => {
  const lines = (await exported('order.jsonl')).trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    {
      pressmark: 'MS 2',
      autn: '@home',
      collectionPath: [['Vaults', '/'], []],
      extra: { year: -20, loaned: true, uuid: 'kept', collectionPath: 'kept too', 'extra.x': "'=y" },
    },
    { pressmark: 'MS 10', collectionPath: ['Vaults', 'A / B'], extra: { tags: ['-x', '+y', 'z'] } },
    { pressmark: '写本 一', sgtt: 'Κώδιξ', collectionPath: [] },
  ]);
});

test('in CSV no cell is a formula, and what is no metadata can be told', async () => {
  const [header = '', ...lines] = (await exported('cells.csv')).split('\r\n');
  expect(header).toBe(
    '\u{FEFF}"uuid","recordVersion","pressmark","sgtt","autn","sgti","date.text","tags","tags","tags","year","loaned","extra.uuid",' +
      '"extra.collectionPath","extra.extra.x","inventory","lines","ratio","collectionPath","collectionPath"',
  );
  expect(lines[0]).toContain(
    `,'@home,"Line one\n\nline ""three""; end",,,,,-20,true,kept,kept too,''=y,0051,,1.5,`,
  );
  expect(lines[1]).toMatch(/,MS 10,Ten,,,'=1\+1,'-x,'\+y,z,,,,,,,,,Vaults \/ A \\\/ B,$/);
});

test('--collection gives what lies in it and below; an empty one gives nothing', async () => {
  const marks = async (...options: string[]) =>
    [...(await exported('some.jsonl', '--overwrite', ...options)).matchAll(/"pressmark":"([^"]+)"/g)].map(
      ([, mark]) => mark,
    );
  expect(await marks('--collection', 'Vaults')).toEqual(['MS 2', 'MS 10']);
  expect(await marks('--collection', 'Vaults / A \\/ B')).toEqual(['MS 10']);
  expect(await marks('--collection', root.uuid)).toHaveLength(3);
  expect(await marks('--collection', 'Empty')).toEqual([]);
  expect(await marks('--tenant', 'altra')).toEqual([]);
  await expect(exported('lost.jsonl', '--collection', 'Lost')).rejects.toThrow(/no collection "Lost"/);
});

test('a file that can not be written says so, and nothing half is left', async () => {
  await expect(exported(join('no', 'folder.jsonl'))).rejects.toThrow(
    /can't be written: there is no such file or folder/,
  );
  await expect(exported(join('in.jsonl', 'below.jsonl'))).rejects.toThrow(
    /can't be written: a part of the path is a file and no folder/,
  );
  expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
});

test('what stands at the place is left, unless it may be overwritten', async () => {
  const file = join(folder, 'mine.csv');
  await writeFile(file, 'my own list');
  await expect(exported('mine.csv')).rejects.toThrow(
    `${file} is there already. Nothing was written; name another file, or add --overwrite.`,
  );
  expect(await readFile(file, 'utf8')).toBe('my own list');
  expect(await exported('mine.csv', '--overwrite')).toContain('MS 10');
});
