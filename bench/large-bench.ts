import {
  findCollectionTotals,
  getCollectionSummary,
  listCollectionItems,
} from '@armarium/contract/collection-calls';
import { findAllItems, searchItems } from '@armarium/contract/item-calls';
import { findAlternatives, getSuggestions } from '@armarium/contract/suggestions';
import {
  findFieldValues,
  findFileValues,
  findValuesInUse,
  getItemFacets,
} from '@armarium/contract/item-facets';
import { BenchServer } from './bench-server.ts';
import type { BenchContext } from './bench-context.ts';
import { httpLoad } from './http-load.ts';
import { addTenant, fillTenant, withoutSlowIndexes, type LargeTenant } from './large-catalogue.ts';
import { generator } from './noisy-image.ts';
import { median, quantile } from './rounds.ts';

const SMALL = 10_000;
const LARGE = 1_000_000;
const QUICK = 60_000;
const OTHER_TENANTS = 10;
const CLIENTS = 16;
const SIZE = 20;

/** What is asked for, by the names that the budgets have. */
export const asked = {
  pages: 'any page of a collection of half of the items',
  all: 'any page of all items',
  search: 'search by one word, its number remembered',
  words: 'search by two and three words, in fields, by phrases and exclusions, its number remembered',
  fresh: 'search, its number counted',
  short: 'search of one and two characters, its number remembered',
  filtered: 'a page by state and language',
  dated: 'a page by a date',
  ranged: 'search by years beside words, and items with or without a value',
  suggested: 'suggestions while one, two and three words are typed',
  offered: 'values that a field has already, while one is typed',
  others: 'other searches for one that finds nothing, their numbers remembered',
  summary: 'what stands below a section of 10,000 items, remembered',
  facets: 'the counts of all filters, remembered',
} as const;
type Asked = keyof typeof asked;

export interface LargeResult {
  readonly items: number;
  readonly clients: number;
  readonly load_s: number;
  readonly rows: readonly {
    readonly asked: Asked;
    readonly items: number;
    readonly clients: number;
    readonly p50_ms: number;
    readonly p95_ms: number;
  }[];
  /** The first counts of all filters, which nobody has asked for before. */
  readonly facets_ms: number;
  /** The same with a date that every third item has, larger than the memory of one step. */
  readonly dated_facets_ms?: number;
  /** The values of one field of all items, and those of them that a beginning finds, the first time. */
  readonly values_ms?: readonly [all: number, found: number];
  /**
   * Lists filtered by files, the first time: one that two items of three pass, one of few, two conditions on the same
   * file; the counts of all filters beside the first; the values of one property.
   */
  readonly files_ms?: Readonly<Record<'many' | 'few' | 'two' | 'facets' | 'values', number>>;
  /** What stands below a section, the first time. */
  readonly summary_ms: number;
  /** How much stands below the root and one of its sections, the first time. */
  readonly totals_ms?: number;
  /** A page of the collection by the role that the policies bind, against one that no policy applies to. */
  readonly isolation: number;
}

/** The catalogue at ten thousand and at a million items, with ten smaller tenants beside it. */
export async function largeBench({ profile, isQuick, say }: BenchContext): Promise<LargeResult> {
  const server = await BenchServer.start(profile);
  const pool = server.openPool(1);
  try {
    const rows: LargeResult['rows'][number][] = [];
    const measure = async (items: number, tenant: LargeTenant) => {
      for (const [name, paths] of Object.entries(pathsIn(tenant, items)) as [Asked, string[]][]) {
        say(`${items} items: ${asked[name]}`);
        // What is counted anew each time is not asked for twice.
        const parts = name === 'fresh' ? halves(paths) : [paths, paths];
        if (name !== 'fresh') await warmUp(server, paths.slice(0, 40));
        for (const [index, clients] of [1, CLIENTS].entries()) {
          const { p50_ms, p95_ms } = await load(server, parts[index] ?? [], clients, isQuick ? 500 : 2_000);
          rows.push({ asked: name, items, clients, p50_ms, p95_ms });
        }
      }
    };
    const root = await server.rootCollection();
    const { rows: own } = await pool.query<{ tenant_id: number }>(
      'select tenant_id from collection where uuid = $1',
      [root],
    );
    const tenantId = own[0]?.tenant_id ?? NaN;
    say(`loading ${SMALL}`);
    let tenant: LargeTenant | undefined;
    await withoutSlowIndexes(pool, async () => {
      tenant = await fillTenant(pool, tenantId, root, SMALL);
    });
    if (tenant) await measure(SMALL, tenant);
    const items = isQuick ? QUICK : LARGE;
    say(`loading ${items}, and ${OTHER_TENANTS} tenants beside them`);
    const began_ms = performance.now();
    await withoutSlowIndexes(pool, async () => {
      tenant = await fillTenant(pool, tenantId, root, items - SMALL, SMALL);
      for (let number = 1; number <= OTHER_TENANTS; number += 1) {
        const other = await addTenant(pool, `other-${number}`);
        await fillTenant(pool, other.tenantId, other.root, isQuick ? 500 : 5_000);
      }
    });
    const load_s = (performance.now() - began_ms) / 1000;
    if (!tenant) throw new Error('Nothing was loaded.');
    // Without triggers nobody has heard of the rows.
    await pool.query('insert into catalogue_change (tenant_id) values ($1)', [tenantId]);
    const facets_ms = await timeOf(() => server.client.call(getItemFacets, { query: {} }));
    const dated_facets_ms = await timeOf(() =>
      server.client.call(getItemFacets, { query: { date: ['made=1500/1665'] } }),
    );
    const valuesOf = (valueText?: string) =>
      timeOf(() =>
        server.client.call(findFieldValues, { query: { name: 'autn', ...(valueText && { valueText }) } }),
      );
    const values_ms = [await valuesOf(), await valuesOf('quil')] as const;
    const filesOf = (file: string[]) =>
      timeOf(() => server.client.call(searchItems, { query: { text: '', file } }));
    const files_ms = {
      many: await filesOf(['format=jpeg']),
      few: await filesOf(['dpi=..299']),
      two: await filesOf(['format=tiff', 'cameraModel=Camera 3']),
      facets: await timeOf(() => server.client.call(getItemFacets, { query: { file: ['format=jpeg'] } })),
      values: await timeOf(() => server.client.call(findFileValues, { query: { name: 'cameraModel' } })),
    };
    const params = { uuid: tenant.section };
    const totals_ms = await timeOf(() =>
      server.client.call(findCollectionTotals, { query: { uuid: [root, params.uuid] } }),
    );
    const summary_ms = await timeOf(() => server.client.call(getCollectionSummary, { params }));
    await measure(items, tenant);
    const isolation = await isolationOf(server, tenant);
    return {
      items,
      clients: CLIENTS,
      load_s,
      rows,
      facets_ms,
      dated_facets_ms,
      values_ms,
      files_ms,
      summary_ms,
      totals_ms,
      isolation,
    };
  } finally {
    await pool.end();
    await server.close();
  }
}

/** Milliseconds that a call takes. @throws Error where it isn't answered 200 */
async function timeOf(call: () => Promise<{ status: number }>): Promise<number> {
  const began_ms = performance.now();
  const { status } = await call();
  if (status !== 200) throw new Error(`What is asked for the first time is answered ${status}.`);
  return performance.now() - began_ms;
}

/**
 * Asks for each path once, so that numbers are remembered, then by all clients: the first time that a connection of the
 * database touches a page of its shared memory costs up to 25 µs on a virtual machine.
 */
async function warmUp(server: BenchServer, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const answer = await fetch(server.armarium.origin + path, { headers: { cookie: server.cookie } });
    await answer.arrayBuffer();
  }
  await load(server, paths, CLIENTS, 2_000);
}

function load(server: BenchServer, paths: readonly string[], connections: number, duration_ms: number) {
  return httpLoad({
    port: server.armarium.port,
    pid: server.pid,
    paths,
    headers: { cookie: server.cookie },
    connections,
    duration_ms,
  });
}

function halves(paths: readonly string[]): [string[], string[]] {
  return [paths.filter((_, index) => index % 2 === 0), paths.filter((_, index) => index % 2 === 1)];
}

/** The addresses of each question, enough of them that no answer is asked for over and over. */
function pathsIn({ large, section }: LargeTenant, items: number): Record<Asked, string[]> {
  const next = generator(11);
  const many = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => make(index));
  const address = (path: string, query: Record<string, string | number>) =>
    `${path}?${new URLSearchParams(Object.entries({ size: SIZE, ...query }).map(([name, value]) => [name, String(value)]))}`;
  const search = (text: string) => address(searchItems.path, { text });
  const syllables = 'ba ce do fri gu la mo ne pra qui ro sta te va zo chi gne sco tru lem'.split(' ');
  const syllable = () => syllables[next() % syllables.length] ?? '';
  const words = [
    'Herbarium',
    'Venezia',
    'bellini',
    'Lat. 12',
    'registro',
    'Ὅμηρος',
    'quilaro',
    '源氏物語',
    'Müller, ',
  ];
  const pageOf = (count: number) => next() % Math.max(1, Math.floor(count / SIZE));
  const collection = listCollectionItems.path.replace(':uuid', large);
  return {
    pages: many(400, () => address(collection, { page: pageOf(items / 2 - SMALL) })),
    all: many(400, () => address(findAllItems.path, { page: pageOf(items) })),
    search: words.map(search),
    words: [
      'herbarium venezia',
      'venezia registro contarini',
      'padova 1480',
      'quilaro bellini',
      'müller quilaro corfu',
      'Ms. Lat 1234',
      'ms-lat-1',
      'author:bellini title:mappa',
      'title:venezia',
      '"anna bellini"',
      '"paris 1480"',
      'registro -venezia',
      'herbarium OR mappa basel',
    ].map(search),
    fresh: many(4_000, (index) => search(`${syllable()}${syllable()}${index % 7 === 0 ? '' : syllable()}`)),
    short: ['q', 've', 'de', 're ve', 'zx', 'w', '源', '源氏', '歌', 'ο', 'מ', 'كت', '%'].map(search),
    filtered: ['lat', 'vec'].map((value) =>
      address(findAllItems.path, { state: 'Approved', field: `language=${value}` }),
    ),
    dated: ['1480', '1500/1665', 'sec. XV ex.'].map((date) =>
      address(findAllItems.path, { date: `made=${date}` }),
    ),
    ranged: [
      ...[
        'year:1480',
        'year:1500..1665',
        'year:1480..1495 venezia',
        'mappa -year:1400..',
        'padova year:1480 OR year:1620..',
      ].map(search),
      address(findAllItems.path, { filled: 'language' }),
      address(findAllItems.path, { empty: 'sgti', date: 'made=1480' }),
    ],
    suggested: [
      ...['ve', 'ven', 'her', 'quil', 'bell', 'de', 'q', 'Ms. Lat', 'ms 12', 'müller qu', 'registro pad'],
      ...['herbarium venezia re', 'author:bel', 'title:map', 'padova 14', 'quilaro bellini ma', 'veneza'],
    ].map((text) => `${getSuggestions.path}?${new URLSearchParams({ text })}`),
    offered: [
      ...['an', 'anna', 'bell', 'anna be', 'mü', 'de', 'igno', '紫式', 'zxzx'].map((text) => ({
        name: 'autn',
        text,
      })),
      ...['la', 've'].map((text) => ({ name: 'language', text })),
    ].map((typed) => `${findValuesInUse.path}?${new URLSearchParams(typed)}`),
    others: ['herbarim venezia', 'quilaroo', 'zxzx venezia', 'title:herbarim bellini'].map(
      (text) => `${findAlternatives.path}?${new URLSearchParams({ text })}`,
    ),
    summary: [getCollectionSummary.path.replace(':uuid', section)],
    facets: [getItemFacets.path],
  };
}

/** How much longer a page takes behind the policies: medians of alternating statements on one connection each. */
async function isolationOf(server: BenchServer, { tenantId, large }: LargeTenant): Promise<number> {
  const bound = server.openPool(1);
  const free = server.openPool(1);
  try {
    await bound.query(`set role armarium_app`);
    await bound.query(`select set_config('app.tenant', $1, false)`, [String(tenantId)]);
    const page = (tenant: string) =>
      `select item.* from item join (select item_uuid from item_link where ${tenant} collection_uuid = $1
         order by sort_title, item_uuid limit 20) as link on item.uuid = link.item_uuid ${tenant && 'where item.tenant_id = ' + tenantId}`;
    const took = { bound: [] as number[], free: [] as number[] };
    for (let round = 0; round < 600; round += 1) {
      for (const [name, from, text] of [
        ['bound', bound, page('')],
        ['free', free, page(`tenant_id = ${tenantId} and`)],
      ] as const) {
        const began_ms = performance.now();
        await from.query({ name: 'page', text, values: [large] });
        took[name].push(performance.now() - began_ms);
      }
    }
    return median(took.bound) / median(took.free);
  } finally {
    await bound.end();
    await free.end();
  }
}

/** The p95 of a question, by clients and items. */
export function p95Of(result: LargeResult, name: Asked, clients: number, items = result.items): number {
  return quantile(
    result.rows
      .filter((row) => row.asked === name && row.clients === clients && row.items === items)
      .map((row) => row.p95_ms),
    0.5,
  );
}
