import type { MeasuredRow } from './measured-row.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { figure, judge, type BenchResults, type Judgement } from './budgets.ts';
import { asked } from './large-bench.ts';
import type { Machine } from './machine.ts';
import type { Ratio } from './rounds.ts';

const results = fileURLToPath(new URL('../results', import.meta.url));

export interface Report {
  readonly date: string;
  /** Each bench with the machine it ran on, since one of them alone may be run again on the same day. */
  readonly machines: Partial<Record<keyof BenchResults, Machine>>;
  readonly benches: BenchResults;
  readonly budgets: readonly Judgement[];
}

/** Adds what was measured to what this day has already; a bench that was run again replaces itself. */
export function reportOf(date: string, machine: Machine, measured: BenchResults, earlier?: Report): Report {
  const benches = { ...earlier?.benches, ...measured };
  const machines = { ...earlier?.machines };
  for (const name of Object.keys(measured) as (keyof BenchResults)[]) machines[name] = machine;
  return { date, machines, benches, budgets: judge(benches) };
}

/** What this day has already. */
export function earlierReport(date: string): Report | undefined {
  const file = join(results, `${date}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined;
}

/** Writes the day's two files, formatted as everything in the repository is. */
export async function writeReport(report: Report): Promise<void> {
  mkdirSync(results, { recursive: true });
  const rounded = JSON.stringify(report, (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value,
  );
  for (const [extension, text] of [
    ['json', rounded],
    ['md', asMarkdown(report)],
  ] as const) {
    const filepath = join(results, `${report.date}.${extension}`);
    writeFileSync(filepath, await format(text, { ...(await resolveConfig(filepath)), filepath }));
  }
}

/** The tables, for the file and the terminal alike. */
export function asMarkdown(report: Report): string {
  const {
    tile,
    ingest,
    list,
    search,
    large,
    import: imported,
    folder,
    batch,
    effects,
    item,
    graph,
    story,
    player,
    weight,
  } = report.benches;
  const parts = [`# Measured on ${report.date}`, machinesAsText(report)];
  if (tile) parts.push(...tilesAsText(tile));
  if (ingest) parts.push(...ingestAsText(ingest));
  if (list) parts.push(...listAsText(list));
  if (search) parts.push(...searchAsText(search));
  if (large) parts.push(...largeAsText(large));
  if (imported) parts.push(...importAsText(imported));
  if (folder) parts.push(...folderAsText(folder));
  if (batch) parts.push(...batchAsText(batch));
  if (effects) parts.push(...effectsAsText(effects));
  if (item) parts.push(...itemAsText(item));
  if (graph) parts.push(...graphAsText(graph));
  if (story) parts.push(...storyAsText(story));
  if (player) parts.push(...playerAsText(player));
  if (weight) parts.push(...weightAsText(weight));
  parts.push(
    '## Budgets',
    table(
      ['', 'budget', 'measured', 'why not yet'],
      report.budgets.map(({ verdict, budget, measured, reason }) => [verdict, budget, measured, reason]),
    ),
  );
  return `${parts.join('\n\n')}\n`;
}

function machinesAsText({ machines }: Report): string {
  const byText = new Map<string, string[]>();
  for (const [bench, machine] of Object.entries(machines)) {
    const { processor, cores, memory_gib, system, node, sharp, libvips, isPinned, loadBefore } = machine;
    const text =
      `${processor}, ${cores} cores, ${memory_gib} GiB, ${system}, Node ${node}, sharp ${sharp} with libvips ` +
      `${libvips}${isPinned ? '' : ', nothing could be pinned'}; load before ${loadBefore.toFixed(2)}`;
    byText.set(text, [...(byText.get(text) ?? []), bench]);
  }
  return [...byText].map(([text, benches]) => `${benches.join(', ')}: ${text}.`).join('\n\n');
}

function tilesAsText(tile: NonNullable<BenchResults['tile']>): string[] {
  const { idle_bytes, loaded_bytes, peak_bytes, later } = tile.memory;
  const at = [...new Set(tile.rows.map(({ connections }) => connections))];
  const heads = at.map((connections) => `c=${connections}`);
  const across = <Row extends { name: string; connections: number }>(
    rows: readonly Row[],
    show: (row: Row) => string,
  ) =>
    [...new Set(rows.map(({ name }) => name))].map((name) => [
      name,
      ...at.map((connections) => {
        const row = rows.find((one) => one.name === name && one.connections === connections);
        return row ? show(row) : '';
      }),
    ]);
  return [
    `## Tiles (256 px of an image of ${tile.image_megapixels.toFixed(0)} megapixels)`,
    table(
      ['requests a second (p95, ms)', ...heads],
      across(tile.rows, ({ rate, p95_ms }) => `${rate.toFixed(0)} (${p95_ms.toFixed(1)})`),
    ),
    table(
      ['ratio (lowest to highest round)', ...heads],
      across(tile.ratios, ({ ratio }) => spread(ratio)),
    ),
    `Resident memory of the server: ${mb(idle_bytes)} after its start, ${mb(loaded_bytes)} after the load, ` +
      `${peak_bytes === null ? 'its peak unknown' : `${mb(peak_bytes)} at its peak`}. The load generator used at ` +
      `most ${(Math.max(...tile.rows.map((row) => row.generatorShare)) * 100).toFixed(0)} % of its core.`,
    `After ${later.requests} requests more it had ${mb(later.bytes)}. The first tile of a file that is not open yet took ` +
      `${tile.firstTile_ms.toFixed(1)} ms. While a large image was imported, tiles came at ` +
      `${spread(tile.whileImporting)} of their rate without.`,
  ];
}

function ingestAsText(ingest: NonNullable<BenchResults['ingest']>): string[] {
  return [
    `## Ingest (${ingest.files} images, ${ingest.megapixels.toFixed(0)} megapixels)`,
    table(
      ['', 'megapixels a second', 'peak memory'],
      ingest.rows.map(({ name, rate, peak_bytes }) => [name, rate.toFixed(1), mb(peak_bytes)]),
    ),
    table(
      ['', 'ratio (lowest to highest round)'],
      ingest.ratios.map(({ name, ratio }) => [name, spread(ratio)]),
    ),
  ];
}

function weightAsText({ pages }: NonNullable<BenchResults['weight']>): string[] {
  return [
    '## Weight of the entry pages',
    table(
      ['page', 'script, gzipped', 'budget', 'files'],
      pages.map(({ name, gzip_bytes, budget_bytes, scripts }) => [
        name,
        `${(gzip_bytes / 1000).toFixed(1)} kB`,
        `${budget_bytes / 1000} kB`,
        String(scripts),
      ]),
    ),
  ];
}

function listAsText(list: NonNullable<BenchResults['list']>): string[] {
  return [
    `## List (20 of ${list.items} items, ${list.clients} clients)`,
    table(
      ['', 'page', 'pages a second', 'processor time a page, ms'],
      list.rows.map(({ name, page, rate, cpu_ms }) => [
        name,
        String(page),
        rate.toFixed(0),
        cpu_ms === null ? '' : cpu_ms.toFixed(2),
      ]),
    ),
    table(
      ['', 'page', 'ratio (lowest to highest round)'],
      list.ratios.map(({ name, page, ratio }) => [name, String(page), spread(ratio)]),
    ),
    table(
      ['one answer', 'page', 'p50, ms', 'p95, ms'],
      list.latency.map(({ page, clients, p50_ms, p95_ms }) => [
        `${clients} ${clients === 1 ? 'client' : 'clients'}`,
        String(page),
        p50_ms.toFixed(1),
        p95_ms.toFixed(1),
      ]),
    ),
  ];
}

function searchAsText(search: NonNullable<BenchResults['search']>): string[] {
  return [
    `## Search (the first 20 and their number, of ${search.items} items, ${search.clients} clients)`,
    table(
      ['term', 'found', 'answers a second', 'against page 1 of the list'],
      search.rows.map(({ term, found, rate, ratio }) => [
        term,
        String(found),
        rate.toFixed(0),
        spread(ratio),
      ]),
    ),
    table(
      ['one answer', 'term', 'p50, ms', 'p95, ms'],
      search.latency.map(({ clients, term, p50_ms, p95_ms }) => [
        `${clients} ${clients === 1 ? 'client' : 'clients'}`,
        term,
        p50_ms.toFixed(1),
        p95_ms.toFixed(1),
      ]),
    ),
  ];
}

function largeAsText(large: NonNullable<BenchResults['large']>): string[] {
  // A record of the same day may be older than this figure.
  const dated =
    large.dated_facets_ms === undefined ? '' : `beside a date ${large.dated_facets_ms.toFixed(0)} ms, `;
  const values = large.values_ms
    ? `the values of a field ${large.values_ms.map((ms) => ms.toFixed(0)).join(' ms, those that begin so ')} ms, `
    : '';
  const files = large.files_ms
    ? `lists filtered by files, ${Object.entries(large.files_ms)
        .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
        .join(', ')}, `
    : '';
  const totals =
    large.totals_ms === undefined
      ? ''
      : `how much stands below the root and a section ${large.totals_ms.toFixed(0)} ms, `;
  return [
    `## A large catalogue (${large.items} items, loaded in ${large.load_s.toFixed(0)} s, ten tenants beside it)`,
    table(
      ['', 'items', 'clients', 'p50, ms', 'p95, ms'],
      large.rows.map((row) => [
        asked[row.asked],
        String(row.items),
        String(row.clients),
        row.p50_ms.toFixed(1),
        row.p95_ms.toFixed(1),
      ]),
    ),
    `Asked for the first time: the counts of all filters ${large.facets_ms.toFixed(0)} ms, ${dated}${values}${files}${totals}` +
      `what stands below the section ${large.summary_ms.toFixed(0)} ms. A page behind the ` +
      `policies against one without: ${large.isolation.toFixed(2)} ×.`,
  ];
}

function importAsText(imported: NonNullable<BenchResults['import']>): string[] {
  return [
    '## Import by command, beside a running program',
    table(
      ['', 'a second', 'floor', 'the floor a second', 'ratio (lowest to highest round)'],
      imported.rows.map(({ name, rate, floor, floorRate, ratio }) => [
        name,
        rate.toFixed(1),
        floor,
        floorRate.toFixed(1),
        spread(ratio),
      ]),
    ),
  ];
}

function folderAsText(folder: NonNullable<BenchResults['folder']>): string[] {
  const { files, file_bytes, megapixels, took_s, command_s, commandRuns, readyAtKill, away_s, peak } = folder;
  return [
    `## A folder of ${files} TIFFs of ${mb(file_bytes)}`,
    `All in and ready after ${took_s.toFixed(0)} s: ${(megapixels / took_s).toFixed(1)} megapixels and ` +
      `${mb((files * file_bytes) / took_s)} a second. The server was killed when ${readyAtKill} were ready and was ` +
      `back after ${away_s.toFixed(1)} s; the command ran ${commandRuns === 1 ? 'once' : `${commandRuns} times`}, ` +
      `${command_s.toFixed(0)} s. At its peak the server had ${mb(peak.server_bytes)}, the command ` +
      `${mb(peak.command_bytes)}. Each file is there once.`,
  ];
}

function batchAsText({ items, rows }: NonNullable<BenchResults['batch']>): string[] {
  return [
    `## Batches (of a tenant with ${items} items in one collection)`,
    table(
      ['', 'records', 'seconds', 'records a second'],
      rows.map(({ name, items, took_s, rate }) => [name, String(items), took_s.toFixed(2), rate.toFixed(0)]),
    ),
  ];
}

function effectsAsText({
  records,
  rounds,
  rows,
  calls,
  mails,
}: NonNullable<BenchResults['effects']>): string[] {
  return [
    `## A transition of ${records} records with two changes and two effects, by one call (${rounds} rounds)`,
    rowsAsTable(rows),
    `After ${rounds} calls there arrived ${calls} at the webhook, and ${mails} by mail.`,
  ];
}

function itemAsText(item: NonNullable<BenchResults['item']>): string[] {
  return [
    `## The page of an item with ${item.images} images, in a browser (${item.rounds} rounds)`,
    rowsAsTable(item.rows),
    `Script of the advanced viewer, not compressed: ${item.advancedBefore_bytes} bytes before it is asked for, ` +
      `${mb(item.advancedAfter_bytes)} after.`,
  ];
}

function graphAsText({ states, transitions, rounds, rows }: NonNullable<BenchResults['graph']>): string[] {
  return [
    `## The graph of a workflow of ${states} states and ${transitions} transitions, in a browser (${rounds} rounds)`,
    rowsAsTable(rows),
  ];
}

function storyAsText({
  stories,
  clients,
  rows,
  latency,
  editor,
}: NonNullable<BenchResults['story']>): string[] {
  return [
    `## The Stories Lab (24 of ${stories} stories, ${clients} clients)`,
    table(
      ['', 'found', 'pages a second', 'against the first page of a collection of items'],
      rows.map(({ name, found, rate, ratio }) => [name, String(found), rate.toFixed(0), spread(ratio)]),
    ),
    table(
      ['one answer', '', 'p50, ms', 'p95, ms'],
      latency.map(({ name, clients: at, p50_ms, p95_ms }) => [
        `${at} ${at === 1 ? 'client' : 'clients'}`,
        name,
        p50_ms.toFixed(1),
        p95_ms.toFixed(1),
      ]),
    ),
    `### The editor of a story of ${editor.steps} steps, in a browser (${editor.rounds} rounds)`,
    rowsAsTable(editor.rows),
  ];
}

function playerAsText({ steps, rounds, rows }: NonNullable<BenchResults['player']>): string[] {
  return [
    `## The player of a story of ${steps} steps over 100 megapixels, in a browser (${rounds} rounds)`,
    rowsAsTable(rows),
  ];
}

function rowsAsTable(rows: readonly MeasuredRow[]): string {
  return table(
    ['', 'median', 'worst', 'budget'],
    rows.map(({ name, median, worst, budget }) => [
      name,
      figure(median),
      figure(worst),
      budget === null ? '' : String(budget),
    ]),
  );
}

function spread({ median, lowest, highest, byCpu }: Ratio): string {
  const cpu = byCpu === null ? '' : `; ${byCpu.toFixed(2)} by processor time`;
  return `${median.toFixed(2)} (${lowest.toFixed(2)} to ${highest.toFixed(2)}${cpu})`;
}

function mb(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** Padded, so that it can be read in a terminal as well. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => (line[column] ?? '').length)));
  const asLine = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [first = '', ...rest] = lines.map(asLine);
  return [first, asLine(widths.map((width) => '-'.repeat(width))), ...rest].join('\n');
}
