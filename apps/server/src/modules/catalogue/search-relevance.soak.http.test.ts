import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, it } from 'vitest';
import { searchCollections } from '@armarium/contract/collection-calls';
import { deleteItem } from '@armarium/contract/deletions';
import { exportItems } from '@armarium/contract/exchange';
import { searchItems } from '@armarium/contract/item-calls';
import type { QueryOf } from '@armarium/contract/operation';
import {
  correctPressmark,
  createCollection,
  updateCollection,
  updateItem,
} from '@armarium/contract/record-edits';
import { importedItem, openInstallation, rootOf } from '../../../../../tests/http/test-installation.ts';

const house = await openInstallation();
const manager = await house.account('default', ['ROLE_TENANT_ADMIN']);
const client = await house.signedIn(manager);
/** Who sees no restricted items. */
const researcher = await house.person('default', 'ROLE_RESEARCHER');
const root = (await rootOf(client)).uuid;
const shelf = await house.collection('default', 'Shelf', [root]);

const uuids: Record<string, string> = {};
async function make(sgtt: string, pressmark: string, more: Parameters<typeof importedItem>[1] = {}) {
  uuids[pressmark] = (await importedItem(client, { sgtt, pressmark, ...more })).uuid;
}
async function correct(from: string, to: string) {
  const uuid = (uuids[to] = uuids[from] ?? '');
  const body = { pressmark: to, reason: 'Misread' };
  expect((await client.call(correctPressmark, { params: { uuid }, body })).status).toBe(200);
}
async function change(pressmark: string, body: { sgtt: string } | { visibility: 'restricted' }) {
  const { status } = await client.call(updateItem, { params: { uuid: uuids[pressmark] ?? '' }, body });
  expect(status).toBe(200);
}

const records: [sgtt: string, pressmark: string, more?: Parameters<typeof importedItem>[1]][] = [
  ['Zoo', 'MS 7', { parents: [shelf] }],
  ['Yak', 'M.S.7'],
  ['Xylograph', 'MS-7'],
  ['MS. 7!', 'R 1', { parents: [shelf] }],
  ['MS 70', 'R 2', { parents: [shelf] }],
  ['MS 7 bis', 'R 3'],
  ['Copy of MS 7', 'R 4', { parents: [shelf] }],
  ['A copy of MS 7', 'R 5'],
  ['7 leaves', 'R 6', { autn: 'Ms. Smith', parents: [shelf] }],
  ['10 leaves', 'R 7', { sgti: 'After MS 7', parents: [shelf] }],
  ['12 leaves', 'R 8', { autn: 'Ms. Smith', sgti: '7 are lost' }],
  ['2 leaves', 'MS 71'],
  ['MS 7', 'GONE 1'],
  ['MS 7', 'SECRET 1'],
  ['Grande vista sul mare', 'G 1'],
  ['Grande *vista', 'G 2'],
  ['Gran *vista grande', 'G 3'],
  ['Twin', 'T 1'],
  ['Twin', 'T 2'],
  ['Vault', 'Vault 1'],
];
for (const [sgtt, pressmark, more] of records) await make(sgtt, pressmark, more);
await correct('MS-7', 'R 9');
await correct('Vault 1', 'V 2');
await make('Under lock', 'Vault 1');
await make('An arch', 'Vault-1');
expect((await client.call(deleteItem, { params: { uuid: uuids['GONE 1'] ?? '' } })).status).toBe(204);
for (const pressmark of ['SECRET 1', 'Vault 1']) await change(pressmark, { visibility: 'restricted' });

type Wanted = Partial<QueryOf<typeof searchItems>>;

/** The pressmarks of what a text finds, in their order. */
async function found(text: string, wanted: Wanted = {}, who = client): Promise<string[]> {
  const { status, body } = await who.call(searchItems, { query: { text, size: 100, ...wanted } });
  expect(status).toBe(200);
  return body._embedded.culturalItems.map(({ pressmark }) => pressmark);
}

const samePressmark = ['R 9', 'M.S.7'];
const equalTitle = ['R 1', 'SECRET 1'];
const beginningTitle = ['R 3', 'R 2'];
const inTitle = ['R 5', 'R 4'];
const inTitleOrAuthor = ['R 6'];
const elsewhere = ['MS 71', 'R 7', 'R 8'];
const byRelevance = [
  'MS 7',
  samePressmark,
  equalTitle,
  beginningTitle,
  inTitle,
  inTitleOrAuthor,
  elsewhere,
].flat();
const byTitle = [
  'MS 7',
  'MS 71',
  'R 6',
  'R 7',
  'R 8',
  'R 5',
  'R 4',
  'R 1',
  'SECRET 1',
  'R 3',
  'R 2',
  'R 9',
  'M.S.7',
];

describe('the order of relevance', () => {
  it('is pressmark, equal title, beginning of the title, title, title and author, elsewhere; then title', async () => {
    expect(await found('MS 7')).toEqual(byRelevance);
    expect(await found('ms-7')).toEqual(['R 9', 'M.S.7', 'MS 7', ...byRelevance.slice(3)]);
  });

  it('puts the title as a whole before the beginning of one, wherever both are filed', async () => {
    expect(await found('grande vista')).toEqual(['G 2', 'G 1', 'G 3']);
    expect(await found('grande vista', { sort: ['sgtt'] })).toEqual(['G 1', 'G 2', 'G 3']);
    // The title as it is filed counts too.
    expect(await found('vista')).toEqual(['G 2', 'G 3', 'G 1']);
  });

  it('is that of the uuids where two titles are the same', async () => {
    const twins = ['T 1', 'T 2'].toSorted((one, other) =>
      (uuids[one] ?? '') < (uuids[other] ?? '') ? -1 : 1,
    );
    expect(await found('twin')).toEqual(twins);
    expect(await found('twin', { sort: ['sgtt,desc'] })).toEqual(twins.toReversed());
  });

  it.each<[text: string, pressmarks: string[]]>([
    ['"ms 7" bis', ['R 3']],
    ['title:"ms 7"', [...equalTitle, 'R 3', ...inTitle]],
    ['ms 7 -leaves', [...samePressmark, 'MS 7', ...equalTitle, ...beginningTitle, ...inTitle]],
    ['bis OR zoo', ['R 3', 'MS 7']],
    ['author:smith', ['R 6', 'R 8']],
    ['leaves author:smith', ['R 6', 'R 8']],
    ['!', ['R 1']],
  ])('of what %s asks', async (text, pressmarks) => {
    expect(await found(text)).toEqual(pressmarks);
  });

  it('of a search of one field', async () => {
    expect(await found('ms 7', { findBy: 'sgtt' })).toEqual([...equalTitle, ...beginningTitle, ...inTitle]);
    expect(await found('ms 7', { findBy: 'pressmark' })).toEqual(['MS 7', 'R 9', 'M.S.7', 'MS 71']);
  });

  it('stands without what is in the trash, and what the person may not see', async () => {
    expect(await found('MS 7', {}, researcher)).toEqual(byRelevance.filter((name) => name !== 'SECRET 1'));
    expect(await found('Vault 1')).toEqual(['Vault 1', 'Vault-1', 'V 2']);
    // Of what they see, the other had exactly this pressmark.
    expect(await found('Vault 1', {}, researcher)).toEqual(['V 2', 'Vault-1']);
  });

  it.each([
    ['a person who sees all', client, byRelevance],
    ['a person who does not', researcher, byRelevance.filter((name) => name !== 'SECRET 1')],
  ])('is the same over pages, for %s', async (_who, who, all) => {
    for (const size of [1, 2, 3, 5]) {
      const seen: string[] = [];
      for (let page = 0; page * size <= all.length; page += 1)
        seen.push(...(await found('MS 7', { page, size }, who)));
      expect(seen, String(size)).toEqual(all);
    }
  });

  it('is the same with a filter', async () => {
    const onShelf = ['MS 7', 'R 1', 'R 2', 'R 4', 'R 6', 'R 7'];
    for (const filter of [{ belowUuid: shelf }, { belowUuid: shelf, state: ['Default'] }]) {
      expect(await found('MS 7', filter)).toEqual(onShelf);
      expect([
        ...(await found('MS 7', { ...filter, size: 4 })),
        ...(await found('MS 7', { ...filter, size: 4, page: 1 })),
      ]).toEqual(onShelf);
    }
    for (const filter of [
      { belowUuid: root },
      { state: ['Default', 'Other'] },
      { media: ['none' as const] },
      { changedBy: [manager.uuid] },
      { createdFrom: '2000-01-01T00:00:00Z', modifiedTo: '2100-01-01T00:00:00Z' },
    ])
      expect(await found('MS 7', filter), JSON.stringify(filter)).toEqual(byRelevance);
    for (const filter of [{ state: ['Other'] }, { field: ['language=lat'] }, { date: ['made=1480'] }])
      expect(await found('MS 7', filter)).toEqual([]);
  });
});

describe('the wish for an order', () => {
  it('of relevance is what there is without a wish', async () => {
    expect(await found('MS 7', { sort: ['relevance'] })).toEqual(byRelevance);
  });

  it('of titles is that order, up and down, but for the exact pressmark', async () => {
    const [first, ...others] = byTitle;
    expect(await found('MS 7', { sort: ['sgtt'] })).toEqual(byTitle);
    expect(await found('MS 7', { sort: ['sgtt,desc'] })).toEqual([first, ...others.toReversed()]);
    for (const [page, sort] of [
      [1, 'sgtt'],
      [2, 'sgtt,desc'],
    ] as const)
      expect(await found('MS 7', { sort: [sort], page, size: 4 })).toEqual(
        (await found('MS 7', { sort: [sort] })).slice(4 * page, 4 * page + 4),
      );
  });

  it('of relevance is by title where nothing is asked: without a text, or with exclusions alone', async () => {
    const titles = await found('', { sort: ['sgtt'] });
    expect(titles.length).toBeGreaterThan(byRelevance.length);
    for (const sort of [[], ['relevance']]) {
      expect(await found('', { sort })).toEqual(titles);
      expect(await found('-leaves -twin', { sort })).toEqual(
        titles.filter((pressmark) => !['R 6', 'R 7', 'R 8', 'MS 71', 'T 1', 'T 2'].includes(pressmark)),
      );
    }
  });

  it.each(
    [['relevance,desc'], ['relevance,asc'], ['relevance', 'sgtt'], ['sgtt', 'relevance']].map((sort) => [
      sort,
    ]),
  )('is refused where it has no meaning: %j', async (sort) => {
    const answer = await client.call(searchItems, { query: { text: 'MS 7', sort } });
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed' } });
  });
});

it.each([[['relevance']], [[]]])('a table is exported in the order of relevance: sort %j', async (sort) => {
  const table = { column: ['pressmark'], heading: ['Pressmark'], sort };
  const { bytes } = await client.call(exportItems, { query: { format: 'csv', text: 'MS 7', ...table } });
  expect(parse(bytes, { bom: true }).flat()).toEqual(['Pressmark', ...byRelevance]);
});

it('a title that was edited has the place of the new one', async () => {
  for (const [sgtt, pressmark] of [
    ['Concord', 'E 1'],
    ['Con-corde', 'E 2'],
    ['An *ode to concorde', 'E 3'],
    ['Beyond concorde', 'E 4'],
  ] as const)
    await make(sgtt, pressmark);
  expect(await found('concorde')).toEqual(['E 4', 'E 3']);
  await change('E 1', { sgtt: 'Concorde in flight' });
  expect(await found('concorde')).toEqual(['E 1', 'E 4', 'E 3']);
  await change('E 2', { sgtt: 'Concorde' });
  expect(await found('concorde')).toEqual(['E 2', 'E 1', 'E 4', 'E 3']);
  await change('E 3', { sgtt: '*An ode to concorde' });
  expect(await found('concorde')).toEqual(['E 2', 'E 1', 'E 3', 'E 4']);
});

describe('collections', () => {
  const made: Record<string, string> = {};
  beforeAll(async () => {
    for (const [sgtt, sgti] of [
      ['Dell’*arco', ''],
      ['Dell’arco e della porta', ''],
      ['Porta dell’arco', ''],
      ['Carte', 'Dell’arco'],
      ['Bozze', ''],
    ] as const) {
      const body = { sgtt, sgti, parentCollectionsUuids: root };
      made[sgtt] = (await client.call(createCollection, { body })).body.uuid;
    }
  });
  const titles = async (query: QueryOf<typeof searchCollections>) => {
    const { status, body } = await client.call(searchCollections, { query });
    return status === 200 ? body._embedded.culturalItemCollections.map(({ sgtt }) => sgtt) : status;
  };
  const ranked = ['Dell’*arco', 'Dell’arco e della porta', 'Porta dell’arco', 'Carte'];

  it('are found by relevance: equal title, beginning of the title, title, elsewhere', async () => {
    expect(await titles({ text: 'dell’arco' })).toEqual(ranked);
    expect(await titles({ text: 'dell’arco', sort: ['relevance'] })).toEqual(ranked);
    expect([
      await titles({ text: 'dell’arco', size: 3 }),
      await titles({ text: 'dell’arco', size: 3, page: 1 }),
    ]).toEqual([ranked.slice(0, 3), ranked.slice(3)]);
  });

  it('are found by title where that is wanted, or where nothing is asked', async () => {
    const sorted = ['Dell’*arco', 'Carte', 'Dell’arco e della porta', 'Porta dell’arco'];
    expect(await titles({ text: 'dell’arco', sort: ['sgtt'] })).toEqual(sorted);
    for (const sort of [[], ['relevance'], ['sgtt']])
      expect(await titles({ text: '-bozze -armarium -shelf', sort })).toEqual(sorted);
    expect(await titles({ text: '', size: 3 })).toEqual(['Dell’*arco', 'Armarium', 'Bozze']);
  });

  it('have the place of a title that was edited', async () => {
    const params = { uuid: made['Bozze'] ?? '' };
    for (const [sgtt, place] of [
      ['Dell’arco', 1],
      ['Zelo dell’arco', 3],
      ['Zelo *dell’arco', 1],
    ] as const) {
      expect((await client.call(updateCollection, { params, body: { sgtt } })).status).toBe(200);
      expect(await titles({ text: 'dell’arco' })).toEqual(ranked.toSpliced(place, 0, sgtt));
    }
  });
});

describe('of more than 10,000 items', () => {
  const size = 20;
  interface Row {
    readonly uuid: string;
    readonly sgtt: string;
    readonly number: number;
    readonly state: string;
    readonly isRestricted: boolean;
  }
  /** What is not in the trash, in the order of titles and uuids. */
  let rows: readonly Row[] = [];
  let carta: readonly Row[] = [];
  let folio: readonly Row[] = [];
  const exact = 1_608;

  beforeAll(async () => {
    const { uuid: elsewhere } = await rootOf(await house.person('altra', 'ROLE_TENANT_ADMIN'));
    // Three of each title.
    for (const [tenant, collection, count] of [
      [house.tenantIds.default, shelf, 42_400],
      [house.tenantIds.altra, elsewhere, 60],
    ] as const)
      await house.query(
        `with numbered as (select n, lpad((n / 3)::text, 5, '0') as number from generate_series(1, $3) as n),
         given as (
           select gen_random_uuid() as uuid, n,
             case when n = $4 then 'carta' else 'bulk ' || n end as pressmark,
             case when n = 40001 then 'undecim zeta'
               when n > 20400 then 'busta ' || number || ' carta' || case n when 30400 then ' undecim decem' else '' end
               when n > 60 then 'atto ' || number || case when n % 8 = 0 then ' carta' else '' end
               else 'carta ' || number end as title,
             case when n > 20400 then 'folio ' when n between 61 and 120 then 'busta ' else '' end
               || case when n between 20401 and 30399 then 'undecim decem ' else '' end as description
           from numbered),
         made as (
           insert into item (tenant_id, uuid, sgtt, pressmark, pressmark_norm, sort_title, sort_pressmark, import_uuid,
             state, visibility, trashed_at)
           select $1, uuid, title, pressmark, pressmark, title, 'bulk ' || n, gen_random_uuid(),
             case when n % 50 = 0 then 'Other' else 'Default' end,
             case when n % 45 = 0 then 'restricted' else 'private' end,
             case when n % 40 = 0 and (n <= 60 or n > 30400) then now() end
           from given),
         linked as (
           insert into item_link (tenant_id, collection_uuid, item_uuid, sort_title)
           select $1, $2, uuid, title from given)
         insert into item_text (tenant_id, item_uuid, near_pressmark, words, title, sort_title)
         select $1, uuid, '', title_words(title) || to_tsvector('simple', description), title, title from given`,
        [tenant, collection, count, exact],
      );
    await house.query('analyze item, item_text, item_link');
    rows = await house.query<Row>(
      `select uuid, sgtt, substr(sort_pressmark, 6)::integer as number, state, visibility = 'restricted' as "isRestricted"
       from item where tenant_id = $1 and sort_pressmark like 'bulk %' and trashed_at is null order by sort_title, uuid`,
      [house.tenantIds.default],
    );
    carta = rows.filter(({ sgtt }) => sgtt.includes('carta'));
    folio = rows.filter(({ number }) => number > 20_400);
    expect(Math.min(carta.length, folio.length)).toBeGreaterThan(20_000);
  });

  const parted = (list: readonly Row[], isFirst: (row: Row) => boolean) => [
    ...list.filter(isFirst),
    ...list.filter((row) => !isFirst(row)),
  ];
  const exactFirst = (list: readonly Row[]) => parted(list, ({ number }) => number === exact);
  const ranked = (list: readonly Row[]) => exactFirst(parted(list, ({ number }) => number <= 60));
  const lastOf = (list: readonly Row[]) => Math.floor((list.length - 1) / size);

  /** Compares pages of a search with their parts of a list. */
  async function expectPages(
    text: string,
    list: readonly Row[],
    pages: readonly number[],
    wanted: Wanted = {},
    who = client,
  ) {
    const shown = ({ sgtt, uuid }: Pick<Row, 'sgtt' | 'uuid'>) => `${sgtt} ${uuid}`;
    for (const page of pages) {
      const { body } = await who.call(searchItems, { query: { text, page, size, ...wanted } });
      const expected = list.slice(size * page, size * (page + 1)).map(shown);
      expect(body._embedded.culturalItems.map(shown), `page ${page}`).toEqual(expected);
      expect(body.page.totalElements).toBe(list.length);
    }
  }

  it('the exact pressmark is first, then titles that begin with the text, then the others by title', async () => {
    const list = ranked(carta);
    expect(list[0]?.sgtt).toBe('atto 00536 carta');
    expect(list.slice(1, 60).every(({ sgtt }) => sgtt.startsWith('carta'))).toBe(true);
    expect(list[60]?.sgtt).toBe('atto 00021 carta');
    await expectPages('carta', list, [0, 2, 60, 127, 600, lastOf(list), lastOf(list) + 1]);
  });

  it('the order by title has only the exact pressmark before it, up and down', async () => {
    const up = exactFirst(carta);
    const down = exactFirst(carta.toReversed());
    await expectPages('carta', up, [0, 127, lastOf(up)], { sort: ['sgtt'] });
    await expectPages('carta', down, [0, 2, lastOf(down)], { sort: ['sgtt,desc'] });
  });

  it('the order is the same with a filter', async () => {
    const filtered = ranked(carta.filter(({ state }) => state === 'Default'));
    await expectPages('carta', filtered, [2, 60, lastOf(filtered)], { state: ['Default'] });
    await expectPages('carta', ranked(carta), [600], { belowUuid: shelf });
  });

  it('the order is the same for whoever does not see all of them, and in each organisation', async () => {
    const seen = ranked(carta.filter(({ isRestricted }) => !isRestricted));
    await expectPages('carta', seen, [2, 60, lastOf(seen)], {}, researcher);
    const stranger = await house.person('altra', 'ROLE_TENANT_ADMIN');
    const { body } = await stranger.call(searchItems, { query: { text: 'carta', size: 1 } });
    expect(body.page.totalElements).toBe(59);
  });

  it('those that stand together far behind in the order of titles are found as well', async () => {
    await expectPages('folio', folio, [0, 500, lastOf(folio)]);
    await expectPages('folio', folio.toReversed(), [0, lastOf(folio)], { sort: ['sgtt,desc'] });
  });

  it('more titles that begin with the text than a walk reads come before the others', async () => {
    const list = parted(
      rows.filter(({ sgtt, number }) => sgtt.startsWith('busta') || (number > 60 && number <= 120)),
      ({ sgtt }) => sgtt.startsWith('busta'),
    );
    await expectPages('busta', list, [0, 1000, lastOf(list)]);
  });

  it('words in titles have no better place, as they have among 10,000', async () => {
    const list = rows.filter(({ number }) => number > 20_400 && number <= 30_400);
    expect(list).toHaveLength(10_000);
    const decem = parted(list, ({ number }) => number === 30_400);
    await expectPages('decem', decem, [0, lastOf(decem)]);
    const undecim = [...rows.filter(({ number }) => number === 40_001), ...list];
    await expectPages('undecim', undecim, [0, lastOf(undecim)]);
  });

  // The walk reads the titles of the items, the other way those beside the words: a title that differs tells them apart.
  it('a page near the beginning is met on a walk along the titles, one far behind takes all that is found', async () => {
    const fileLast = async ({ uuid = '' }: Partial<Row> = {}) => {
      await house.query(`update item_text set sort_title = 'zz' where item_uuid = $1`, [uuid]);
    };
    for (const wanted of [{}, { state: ['Default'] }]) {
      const list = ranked(carta).filter(({ state }) => (wanted.state ?? [state]).includes(state));
      const [first, second, ...others] = list;
      await fileLast(second);
      await expectPages('carta', list, [0], wanted);
      await expectPages(
        'carta',
        [first, ...others, second].flatMap((row) => row ?? []),
        [lastOf(list)],
        wanted,
      );
    }
    await fileLast(folio[0]);
    await expectPages('folio', [...folio.slice(1), ...folio.slice(0, 1)], [0]);
    await expectPages('folio', folio.toReversed(), [0], { sort: ['sgtt,desc'] });
  });
});
