import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBreadcrumb } from '@armarium/contract/collection-calls';
import { findItemByPressmark } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { listTemplates } from '@armarium/contract/templates';
import { openInstallation, rootOf } from '../../../../tests/http/test-installation.ts';
import { openInstallation as openComposed } from '../compose.ts';
import { readConfig } from '../config.ts';
import { makeLogger } from '../observe/log.ts';
import { changeTenant, tenantUsage } from '../modules/tenancy/public.ts';
import { importRecords } from './import-records.ts';

const house = await openInstallation();
const client = await house.person('default', 'ROLE_TENANT_ADMIN');
const root = await rootOf(client);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'armarium-import-'));
});
afterAll(() => rm(folder, { recursive: true }));

interface Outcome {
  readonly said: string;
  /** The message with which it ended, where it did not end well. */
  readonly failed: string | undefined;
  readonly report: Record<'row' | 'pressmark' | 'result' | 'cause' | 'next step', string>[];
}

/** The first start's work, which finds everything there. */
const openInstallationOf = ({ access, storageFolder }: typeof house) =>
  openComposed({ ...readConfig({}), storageDir: storageFolder }, access, undefined);

/** Runs the command in this process, on the installation's own database. */
async function imported(
  content: string | object[],
  options: string[] = [],
  signal?: AbortSignal,
): Promise<Outcome> {
  const file = join(folder, randomUUID());
  const report = `${file}.csv`;
  await writeFile(
    file,
    typeof content === 'string' ? content : content.map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
  const said: string[] = [];
  let failed: string | undefined;
  await importRecords
    .run([file, '--report', report, ...options], {
      config: readConfig({}),
      log: makeLogger('silent'),
      access: house.access,
      migrations: '',
      signal: signal ?? new AbortController().signal,
      say: (text) => said.push(text),
      installation: () => openInstallationOf(house),
    })
    .catch((error: unknown) => {
      failed = (error as Error).message;
    });
  const text = await readFile(report).catch(() => Buffer.from(''));
  return {
    said: said.join('\n'),
    failed,
    report: parse(text, { bom: true, columns: true }),
  };
}

const results = ({ report }: Outcome) => report.map(({ row, result }) => `${row} ${result}`);

/** A line of a dry run as the run then has it. */
const asDone = (line: Outcome['report'][number]) => ({
  ...line,
  result: line.result.replace('would be created', 'created'),
});

/** Everything that the tenant's tables hold, but for who looked when. */
async function everything(): Promise<unknown> {
  const tables = await house.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'armarium' and column_name = 'tenant_id' and table_name <> 'session' order by 1`,
  );
  const all: Record<string, unknown> = {};
  for (const { name } of tables) all[name] = await house.query(`select * from ${name} t order by t::text`);
  return all;
}

async function itemOf(pressmark: string): Promise<Item> {
  const answer = await client.call(findItemByPressmark, { query: { pressmark } });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function pathOfItem(pressmark: string): Promise<string[]> {
  const [uuid = ''] = (await itemOf(pressmark)).parentCollectionsUuids;
  const { body } = await client.call(getBreadcrumb, { params: { uuid }, query: {} });
  return body._embedded.culturalItemCollections.map(({ sgtt }) => sgtt);
}

const mixed = [
  {
    pressmark: 'MIX 1',
    sgtt: 'One',
    autn: 'Ada',
    year: 1480,
    collectionPath: ['Mixed', 'Maps'],
    extra: { tags: ['a', 'b'] },
  },
  { pressmark: 'MIX 2', sgtt: '', year: 3, collectionPath: ['Mixed', 'Never made'] },
  {
    pressmark: ' MIX 3 e\u0301',
    sgtt: '  Cafe\u0301 ',
    year: -20,
    collectionPath: ['Mixed'],
    extra: { note: ' x\ny e\u0301\n' },
  },
  { pressmark: 'mix  1', sgtt: 'The same pressmark' },
  { sgtt: 'Without a pressmark' },
  { pressmark: 'MIX 6', sgtt: 'Nowhere in particular', extra: { note: 'ca' } },
  { pressmark: 'MIX 7', sgtt: 'Deep', collectionPath: ['Mixed', 'x'.repeat(4001)] },
];

test('rows that the quota leaves no room for are refused with it, and those that are there are told as such', async () => {
  const rows = [1, 2, 3, 4, 5, 6].map((number) => ({ pressmark: `QU ${number}`, sgtt: 'Row' }));
  expect(results(await imported(rows.slice(4, 5)))).toEqual(['1 created']);
  const { records } = await house.access.database.bookkeeping(house.tenantIds.default, tenantUsage);
  const setQuota = (recordsQuota: number | null) =>
    changeTenant(house.access.migrator, house.tenantIds.default, { recordsQuota });
  await setQuota(records + 2);
  try {
    const outcome = await imported(rows);
    expect(results(outcome)).toEqual([
      '1 created',
      '2 created',
      '3 refused',
      '4 refused',
      '5 unchanged',
      '6 refused',
    ]);
    expect(outcome.report[5]?.cause).toMatch(new RegExp(`would have ${records + 3} items and collections`));
    expect(outcome.report[5]?.['next step']).toMatch(/when there is room/);
  } finally {
    await setQuota(null);
  }
});

test('[API-080] a dry run says what the run then does; the second run changes nothing at all', async () => {
  const before = await everything();
  const dry = await imported(mixed, ['--dry-run']);
  expect(await everything()).toEqual(before);
  const run = await imported(mixed);
  expect(results(run)).toEqual([
    '1 created',
    '2 refused',
    '3 created',
    '4 refused',
    '5 refused',
    '6 created',
    '7 refused',
  ]);
  expect(dry.report.map(asDone)).toEqual(run.report);
  expect(run.report.map(({ cause }) => cause)).toEqual([
    '',
    'sgtt: It is required.',
    '',
    'Row 1 of this file has the same pressmark.',
    'pressmark: It is required.',
    '',
    expect.stringMatching(/^collectionPath: "xxx.*: At most 4000 characters fit\.$/),
  ]);
  expect(run.report.every(({ result, 'next step': next }) => (next !== '') === (result === 'refused'))).toBe(
    true,
  );
  const figures = (said: string) =>
    said
      .replace(/Dry run, nothing was written\. /, '')
      .replaceAll('to be made', 'made')
      .replaceAll('would be created', 'created')
      .replace(/Report: .*/, '');
  expect(figures(dry.said)).toBe(figures(run.said));
  expect(dry.said).toContain('7 rows: 3 would be created, 4 refused.');
  expect(run.said).toContain('7 rows: 3 created, 4 refused.');
  expect(run.said).toContain('Collections made: 2.');
  expect(run.said).toContain('Fields made, with priority LOW: 3 (year, tags, note).');
  expect(run.failed).toMatch(/^4 rows were refused\. The report says why/);

  const item = await itemOf('MIX 3 \u00e9');
  expect(item).toMatchObject({
    sgtt: 'Caf\u00e9',
    pressmark: 'MIX 3 \u00e9',
    sgti: '',
    visibility: 'private',
  });
  expect(item.customMetadataList).toContainEqual({ name: 'note', value: 'x\ny \u00e9' });
  expect(item.customMetadataList).toContainEqual({ name: 'year', value: -20 });
  expect(await pathOfItem('MIX 1')).toEqual([root.sgtt, 'Mixed', 'Maps']);
  expect(await pathOfItem('MIX 6')).toEqual([root.sgtt]);
  const { body } = await client.call(listTemplates, { query: { size: 1000 } });
  const made = body._embedded.customMetadataTemplates.filter(({ name }) => /^(year|tags|note)$/.test(name));
  expect(
    made.map(({ name, type, priority, repeatable, resourceType }) => [
      name,
      type,
      priority,
      repeatable,
      resourceType,
    ]),
  ).toEqual([
    ['year', 'INTEGER', 'LOW', false, 'ITEM'],
    ['tags', 'STRING', 'LOW', true, 'ITEM'],
    ['note', 'TEXT', 'LOW', false, 'ITEM'],
  ]);

  const after = await everything();
  const again = await imported(mixed);
  expect(results(again)).toEqual([
    '1 unchanged',
    '2 refused',
    '3 unchanged',
    '4 refused',
    '5 refused',
    '6 unchanged',
    '7 refused',
  ]);
  expect(await everything()).toEqual(after);
});

test('[API-155, API-182] each chunk has one change set, and each record its history', async () => {
  const account = await house.account('default', ['ROLE_CCC']);
  const rows = Array.from({ length: 620 }, (_, index) => ({
    pressmark: `SET ${index}`,
    sgtt: `Set ${index}`,
  }));
  const run = await imported(rows, ['--as', account.username]);
  expect(run.failed).toBeUndefined();
  const sets = await house.query(
    `select kind, account_uuid, account_name, count(*)::integer as records from history
     join change_set on change_set.uuid = change_set where after->'customMetadataList'->0->>'value' like 'SET %'
     group by change_set.uuid, kind, account_uuid, account_name order by 4 desc`,
  );
  const who = { kind: 'import', account_uuid: account.uuid, account_name: 'Ada Rossi' };
  expect(sets).toEqual([
    { ...who, records: 500 },
    { ...who, records: 120 },
  ]);
  const [made] = await house.query(`select distinct created_by from item where pressmark like 'SET %'`);
  expect(made).toEqual({ created_by: account.uuid });
});

test('[PERM-15] an account brings records only where it may make them, as over the API', async () => {
  const setRights = (rights: string) =>
    house.query("update tenant set user_rights = $1 where name = 'default'", [rights]);
  const user = await house.account('default', ['ROLE_USER']);
  const reader = await house.account('default', ['ROLE_RESEARCHER']);
  const rows = [{ pressmark: 'MAY 1', sgtt: 'May' }];
  try {
    await setRights('read-only');
    const before = await everything();
    expect((await imported(rows, ['--as', reader.username])).failed).toContain('may not make records');
    const refused = await imported(rows, ['--as', user.username, '--dry-run']);
    expect(refused.failed).toContain(`${user.username} may not make records`);
    expect(await everything()).toEqual(before);
  } finally {
    await setRights('all');
  }
  expect((await imported(rows, ['--as', user.username])).failed).toBeUndefined();
});

test('a control character in a pressmark or a path refuses its row, and holds back no other', async () => {
  const rows = [
    { pressmark: 'CTL\u00001', sgtt: 'x' },
    { pressmark: 'CTL\u00072', sgtt: 'x' },
    { pressmark: 'CTL 3', sgtt: 'x', collectionPath: ['Control', 'a\u0000b'] },
    { pressmark: 'CTL 4', sgtt: 'x', collectionPath: 'Control / a\u0007b' },
    { pressmark: 'CTL 5', sgtt: 'x', collectionPath: ['Control', '\ud800'] },
    { pressmark: 'CTL 6', sgtt: 'x', extra: { note: 'a\u0000b' } },
    { pressmark: 'CTL 7', sgtt: 'x', collectionPath: ['Control'] },
  ];
  const dry = await imported(rows, ['--dry-run']);
  const run = await imported(rows);
  expect(dry.report.map(asDone)).toEqual(run.report);
  expect(results(run)).toEqual([1, 2, 3, 4, 5, 6].map((row) => `${row} refused`).concat('7 created'));
  expect(run.report.slice(0, 6).every(({ cause }) => /invisible control character/.test(cause))).toBe(true);
});

test('what is there and differs is told by its fields and left', async () => {
  const first = {
    pressmark: 'DIF 1',
    sgtt: 'Title',
    autn: 'Ada',
    collectionPath: ['Differs'],
    extra: { shelf: '3' },
  };
  await imported([first]);
  const before = await everything();
  // The file says nothing of shelf, so a value there is no difference.
  expect(results(await imported([{ pressmark: 'dif 1', sgtt: 'Title' }]))).toEqual(['1 differs']);
  expect(results(await imported([{ pressmark: 'DIF 1', sgtt: 'Title' }]))).toEqual(['1 unchanged']);
  const run = await imported([
    { ...first, sgtt: 'Another', autn: null, collectionPath: ['Elsewhere'], extra: { shelf: ['3', '4'] } },
  ]);
  expect(run.report).toMatchObject([
    {
      result: 'differs',
      cause: 'The record in the catalogue differs in: sgtt, autn, shelf, collectionPath.',
    },
  ]);
  expect(run.failed).toMatch(/^1 record differs and was left/);
  expect(await everything()).toEqual(before);
});

test('what the database refuses is found row by row, and holds back no other', async () => {
  await house.query(`alter table item add constraint thirteen check (pressmark not in ('DB 13', 'DB 40'))`);
  const rows = Array.from({ length: 50 }, (_, index) => ({
    pressmark: `DB ${index}`,
    sgtt: 'x',
    collectionPath: ['DB'],
  }));
  const run = await imported(rows);
  await house.query('alter table item drop constraint thirteen');
  expect(results(run).filter((line) => !line.endsWith('created'))).toEqual(['14 refused', '41 refused']);
  expect(run.report[13]?.cause).toContain('thirteen');
  const [counted] = await house.query(
    `select items_count, (select count(*)::integer from item_link where collection_uuid = uuid) as links
     from collection where sgtt = 'DB'`,
  );
  expect(counted).toEqual({ items_count: 48, links: 48 });
});

test('two at once make each record, collection and field once', async () => {
  const rows = Array.from({ length: 1200 }, (_, index) => ({
    pressmark: `TWO ${index}`,
    sgtt: `Two ${index}`,
    collectionPath: ['Twice', `Box ${index % 40}`],
    extra: { box: index % 40 },
  }));
  const runs = await Promise.all([imported(rows), imported(rows)]);
  expect(runs.map(({ failed }) => failed)).toEqual([undefined, undefined]);
  const all = runs.flatMap(results);
  expect(all.filter((line) => line.endsWith('created'))).toHaveLength(1200);
  expect(all.filter((line) => line.endsWith('unchanged'))).toHaveLength(1200);
  const [counted] = await house.query(
    `select (select count(*)::integer from item where pressmark like 'TWO %') as items,
       (select count(*)::integer from collection where sgtt like 'Box %' or sgtt = 'Twice') as collections,
       (select count(*)::integer from metadata_template where name = 'box') as templates`,
  );
  expect(counted).toEqual({ items: 1200, collections: 41, templates: 1 });
});

test('stopped, it ends after the chunk and says how to go on; the next run does', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    pressmark: `STOP ${index}`,
    sgtt: `Stop ${index}`,
  }));
  const count = async () =>
    (
      await house.query<{ n: number }>(
        `select count(*)::integer as n from item where pressmark like 'STOP %'`,
      )
    )[0]?.n ?? 0;
  const stopping = new AbortController();
  const watch = (async () => {
    while ((await count()) === 0);
    stopping.abort();
  })();
  const run = await imported(rows, [], stopping.signal);
  await watch;
  const made = await count();
  expect(run.failed).toBe(
    `It was stopped after row ${made}. Run the same again to go on: rows that are in are passed over.`,
  );
  expect(run.report).toHaveLength(made);
  expect(made % 500).toBe(0);
  const rest = await imported(rows);
  expect(rest.failed).toBeUndefined();
  expect(rest.said).toContain(
    `${(3000 - made).toLocaleString('en')} created, ${made.toLocaleString('en')} unchanged`,
  );
});

test('[IMP-62] it may begin in a state, without becoming public by it', async () => {
  await imported([{ pressmark: 'STATE 1', sgtt: 'x' }], ['--state', 'Published']);
  expect(await itemOf('STATE 1')).toMatchObject({ state: 'Published', visibility: 'private' });
});

test('--into is a uuid or a path; an item may stand in several', async () => {
  const box = await house.collection('default', 'Into', [root.uuid]);
  await imported([{ pressmark: 'INTO 1', sgtt: 'x', collectionPath: [['A', 'B'], []] }], ['--into', box]);
  expect((await itemOf('INTO 1')).parentCollectionsUuids).toHaveLength(2);
  expect(await pathOfItem('INTO 1')).toEqual([root.sgtt, 'Into', 'A', 'B']);
  await imported('pressmark,sgtt\nINTO 2,x\n', ['--into', 'Into / A']);
  expect(await pathOfItem('INTO 2')).toEqual([root.sgtt, 'Into', 'A']);
});

test.each([
  [['--tenant', 'nobody'], /no organisation "nobody"\. Known: default, altra/],
  [['--as', 'nobody'], /no account "nobody" with a role in the organisation default/],
  [['--into', 'No / Such'], /no collection "No \/ Such"/],
  [['--into', randomUUID()], /no collection with the uuid/],
  [['--into', 'a / '], /^The collection path has an empty title\. Give each/],
  [['--into', 'a\u0007'], /^The collection path holds .*\. Type the path again/],
  [['--state', 'Lost'], /no state "Lost"\. There are: Default/],
  [['--path-separator', ' '], /must not be blank/],
  [['another-file'], /Name one file/],
  [['--colour', 'red'], /--colour/],
])('with %j it says what is wrong', async (options, message) => {
  const writes = () => house.query('select count(*) from change_set');
  const before = await writes();
  expect((await imported([{ pressmark: 'NEVER', sgtt: 'x' }], options)).failed).toMatch(message);
  expect(await writes()).toEqual(before);
});

test('another tenant keeps its own', async () => {
  const row = { pressmark: 'ALTRA 1', sgtt: 'x', collectionPath: ['Altra'], extra: { altra: 1 } };
  await imported([row], ['--tenant', 'altra']);
  const rows = await house.query<{ tenant_id: number }>(
    `select tenant_id from item where pressmark = 'ALTRA 1' union all
     select tenant_id from collection where sgtt = 'Altra' union all
     select tenant_id from metadata_template where name = 'altra'`,
  );
  expect(rows).toEqual(Array(3).fill({ tenant_id: house.tenantIds.altra }));
});

test('a file with nothing but a header is told, and leaves no report', async () => {
  const run = await imported('pressmark;sgtt\n');
  expect(run.failed).toMatch(/^There is no row in .*, only a header\. See that it is the right file\.$/);
  expect(run.report).toEqual([]);
});
