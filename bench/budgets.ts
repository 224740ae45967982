import type { BatchResult } from './batch-bench.ts';
import type { EffectsResult } from './effects-bench.ts';
import type { ImportResult } from './import-bench.ts';
import type { FolderResult } from './folder-bench.ts';
import type { GraphResult } from './graph-bench.ts';
import { ways, type IngestResult } from './ingest-bench.ts';
import type { ItemResult } from './item-bench.ts';
import { p95Of, type LargeResult } from './large-bench.ts';
import { sides, type ListResult } from './list-bench.ts';
import type { SearchResult } from './search-bench.ts';
import type { PlayerResult } from './player-bench.ts';
import type { StoryResult } from './story-bench.ts';
import { floors, ours, peers, type TileResult } from './tile-bench.ts';
import type { WeightResult } from './weight-bench.ts';

export interface BenchResults {
  readonly tile?: TileResult;
  readonly ingest?: IngestResult;
  readonly list?: ListResult;
  readonly weight?: WeightResult;
  readonly search?: SearchResult;
  readonly large?: LargeResult;
  readonly import?: ImportResult;
  readonly folder?: FolderResult;
  readonly batch?: BatchResult;
  readonly effects?: EffectsResult;
  readonly item?: ItemResult;
  readonly graph?: GraphResult;
  readonly story?: StoryResult;
  readonly player?: PlayerResult;
}

export interface Judgement {
  readonly budget: string;
  /** What was measured, in words; empty where nothing was. */
  readonly measured: string;
  /** `not yet`: what the budget is about isn't there, or isn't measured here, for the reason given. */
  readonly verdict: 'met' | 'not met' | 'not yet';
  readonly reason: string;
}

const MEGABYTE = 1e6;
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const megabytes = (bytes: number) => `${(bytes / MEGABYTE).toFixed(0)} MB`;

/** The budgets of the performance design, sections 1 to 4, in its order; only those of the benches that ran. */
export function judge({
  tile,
  ingest,
  list,
  large,
  effects,
  item,
  graph,
  story,
  player,
  weight,
}: BenchResults): Judgement[] {
  return [
    ...(tile ? judgeTiles(tile) : []),
    ...(ingest ? judgeIngest(ingest) : []),
    ...(list ? judgeList(list) : []),
    ...(large ? judgeLarge(large) : []),
    ...(effects ? judgeEffects(effects) : []),
    ...(item ? judgeItem(item) : []),
    ...(graph ? judgeGraph(graph) : []),
    ...(story ? judgeStory(story) : []),
    ...(player ? judgePlayer(player) : []),
    ...(weight ? judgeWeight(weight) : []),
  ];
}

function held(budget: string, measured: string, isMet: boolean): Judgement {
  return { budget, measured, verdict: isMet ? 'met' : 'not met', reason: '' };
}

function notYet(budget: string, measured: string, reason: string): Judgement {
  return { budget, measured, verdict: 'not yet', reason };
}

function judgeTiles(tile: TileResult): Judgement[] {
  const ratio = (connections: number, one: string, other: string) =>
    tile.ratios.find((row) => row.connections === connections && row.name === `${one} / ${other}`)?.ratio
      .median ?? NaN;
  const off = [1, 8, 32].map((connections) => ratio(connections, ours.off, floors.off));
  const againstPeer = (
    budget: string,
    peer: string,
    least: number,
    say: (ratio: number) => string,
    at: readonly number[] = [1, 8, 32],
  ) => {
    const shares = at.map((connections) => ratio(connections, ours.grid, peer));
    if (shares.some(Number.isNaN)) return notYet(budget, '', 'it is not installed on this machine');
    const measured = `c=${at.join(', ')}: ${shares.map(say).join(', ')}`;
    return held(
      budget,
      measured,
      shares.every((share) => share >= least),
    );
  };
  const ofFramework = ratio(8, ours.grid, floors.fixed);
  const { loaded_bytes, peak_bytes } = tile.memory;
  return [
    againstPeer('tiles: 6 × Debian’s IIPImage 1.1', peers.iip, 6, (times) => `${times.toFixed(1)} ×`),
    held('tiles: 80 % of the framework’s limit at c=8', percent(ofFramework), ofFramework >= 0.8),
    againstPeer('tiles: 35 % of nginx at c=32', peers.nginx, 0.35, percent, [32]),
    held(
      'tiles: the watermarked pyramid as fast as the clean one',
      percent(ratio(8, ours.watermarked, ours.grid)),
      ratio(8, ours.watermarked, ours.grid) >= 0.95,
    ),
    held(
      'tiles: resident memory at most 150 MB',
      `${megabytes(loaded_bytes)}, at its peak ${peak_bytes === null ? 'unknown' : megabytes(peak_bytes)}`,
      (peak_bytes ?? loaded_bytes) <= 150 * MEGABYTE,
    ),
    held(
      'tiles: off the grid 95 % of a plain sharp endpoint',
      `c=1, 8, 32: ${off.map(percent).join(', ')}`,
      off.every((share) => share >= 0.95),
    ),
  ];
}

function judgeIngest(ingest: IngestResult): Judgement[] {
  const ratio = (one: string, other: string) =>
    ingest.ratios.find((row) => row.name === `${one} / ${other}`)?.ratio.median ?? NaN;
  // The library's own pyramid stands for the command where that is not installed.
  const floor = ingest.rows.some(({ name }) => name === ways.vips) ? ways.vips : ways.floor;
  const one = ratio(ways.one, floor);
  const full = ratio(ways.full, floor);
  const two = ratio(ways.two, floor);
  const most_bytes = Math.max(
    ...ingest.rows
      .filter(({ name }) => name !== ways.floor && name !== ways.vips)
      .map(({ peak_bytes }) => peak_bytes),
    ...ingest.memoryBySize.map(({ peak_bytes }) => peak_bytes),
  );
  // As many pixels in six pages and in one: an allocator also grows with what went through it before.
  const inPages_bytes = ingest.rows.find(({ name }) => name === ways.one)?.peak_bytes ?? NaN;
  const inOne_bytes = ingest.memoryBySize[1]?.peak_bytes ?? NaN;
  const isConstant = inOne_bytes <= 1.25 * inPages_bytes;
  return [
    held(
      'ingest: one core 95 % of the vips command',
      `${percent(one)}, with the hash of the upload ${percent(full)}`,
      one >= 0.95,
    ),
    held('ingest: two cores 1.6 × the vips command', `${two.toFixed(2)} ×`, two >= 1.6),
    held('ingest: at most 250 MB', megabytes(most_bytes), most_bytes <= 250 * MEGABYTE),
    held(
      'ingest: memory constant in the image’s size (one of six times the rows, against six pages)',
      `six pages: ${megabytes(inPages_bytes)}; alone, ${ingest.memoryBySize
        .map(({ width_px, height_px, peak_bytes }) => `${width_px} × ${height_px}: ${megabytes(peak_bytes)}`)
        .join(', ')}`,
      isConstant,
    ),
  ];
}

function judgeList(list: ListResult): Judgement[] {
  const budget = 'list: 20 % of pgbench’s rate (goal 35 %)';
  const shares = list.ratios.filter(({ name }) => name.endsWith(sides.pgbench));
  const measured = shares.map(({ page, ratio }) => `page ${page}: ${percent(ratio.median)}`).join(', ');
  return [
    shares.length === 0
      ? notYet(budget, '', 'no pgbench on this machine')
      : held(
          budget,
          measured,
          shares.every(({ ratio }) => ratio.median >= 0.2),
        ),
  ];
}

function judgeWeight({ pages }: WeightResult): Judgement[] {
  return pages.map(({ name, gzip_bytes, budget_bytes }) =>
    held(
      `weight: script of the ${name} page at most ${budget_bytes / 1000} kB gzipped`,
      `${(gzip_bytes / 1000).toFixed(1)} kB`,
      gzip_bytes <= budget_bytes,
    ),
  );
}

function judgeEffects({ records, rows }: EffectsResult): Judgement[] {
  return rows.flatMap(({ name, median, worst, budget }) =>
    budget === null
      ? []
      : [
          held(
            `a transition of ${records} records: ${name}, at most ${budget}`,
            spreadOf(median, worst),
            median <= budget,
          ),
        ],
  );
}

function judgeItem({ images, rows, advancedBefore_bytes, advancedAfter_bytes }: ItemResult): Judgement[] {
  const budgets = rows.flatMap(({ name, median, worst, budget }) =>
    budget === null
      ? []
      : [
          held(
            `item of ${images} images: ${name}, at most ${budget}`,
            spreadOf(median, worst),
            median <= budget,
          ),
        ],
  );
  return [
    ...budgets,
    held(
      'item: nothing of the advanced viewer before it is asked for',
      `${advancedBefore_bytes} bytes before, ${megabytes(advancedAfter_bytes)} after`,
      advancedBefore_bytes === 0,
    ),
  ];
}

function judgeGraph({ states, transitions, rows }: GraphResult): Judgement[] {
  return rows.map(({ name, median, worst, budget }) =>
    held(
      `graph of ${states} states and ${transitions} transitions: ${name}, at most ${budget}`,
      spreadOf(median, worst),
      median <= budget,
    ),
  );
}

function judgeStory({ stories, rows, latency, editor }: StoryResult): Judgement[] {
  const alone = rows.map(({ name, isSearch }) => {
    const found = latency.find((row) => row.name === name && row.clients === 1);
    return { name, isSearch, p50_ms: found?.p50_ms ?? NaN, p95_ms: found?.p95_ms ?? NaN };
  });
  const pages = alone.filter(({ isSearch }) => !isSearch);
  return [
    held(
      `lab with ${stories} stories: a page p50 at most 10 ms for one client`,
      pages.map(({ name, p50_ms }) => `${name}: ${p50_ms.toFixed(1)} ms`).join(', '),
      pages.every(({ p50_ms }) => p50_ms <= 10),
    ),
    ...alone
      .filter(({ isSearch }) => isSearch)
      .map(({ name, p95_ms }) =>
        held(`${name}: a page p95 at most 60 ms for one client`, `${p95_ms.toFixed(1)} ms`, p95_ms <= 60),
      ),
    ...editor.rows.flatMap(({ name, median, worst, budget }) =>
      budget === null
        ? []
        : [
            held(
              `editor of a story of ${editor.steps} steps: ${name}, at most ${budget}`,
              spreadOf(median, worst),
              median <= budget,
            ),
          ],
    ),
  ];
}

function judgePlayer({ steps, rows }: PlayerResult): Judgement[] {
  return rows.flatMap(({ name, median, worst, budget }) =>
    budget === null
      ? []
      : [
          held(
            `player of a story of ${steps} steps: ${name}, at most ${budget}`,
            spreadOf(median, worst),
            // Of what is counted, each time; of times, which vary with the machine, the median.
            (name.endsWith(', ms') ? median : worst) <= budget,
          ),
        ],
  );
}

function spreadOf(median: number, worst: number): string {
  return `${figure(median)} (worst ${figure(worst)})`;
}

/** A number with the digits that say something. */
export function figure(value: number): string {
  return Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function judgeLarge(large: LargeResult): Judgement[] {
  const said = (name: Parameters<typeof p95Of>[1]) =>
    `${p95Of(large, name, 1).toFixed(1)} ms for one client, ${p95Of(large, name, large.clients).toFixed(0)} ms for ${large.clients}, at ${large.items} items`;
  const within = (name: Parameters<typeof p95Of>[1], one_ms: number, many_ms = Infinity) =>
    p95Of(large, name, 1) <= one_ms && p95Of(large, name, large.clients) <= many_ms;
  const budgets = [
    ['search: page p95 at most 60 ms for one client and 400 ms for 16', 'search', 60, 400],
    ['search: page by several words, fields, phrases: at most 60 ms and 400 ms', 'words', 60, 400],
    ['search: page and count p95 at most 310 ms for one client and 2.4 s for 16', 'fresh', 310, 2_400],
    ['search: suggestions p95 at most 50 ms', 'suggested', 50],
    ['search: values in use p95 at most 100 ms', 'offered', 100],
    ['search: page by one and two characters: at most 60 ms and 400 ms', 'short', 60, 400],
    ['list: any page of a collection p95 at most 10 ms', 'pages', 10],
    ['list: any page of all items p95 at most 10 ms', 'all', 10],
  ] as const;
  const judged = budgets.map(([budget, name, one_ms, many_ms]) =>
    large.items < 1_000_000
      ? notYet(budget, said(name), 'fewer than a million items')
      : held(budget, said(name), within(name, one_ms, many_ms)),
  );
  return [
    ...judged,
    held('isolation costs at most 1.2 ×', `${large.isolation.toFixed(2)} ×`, large.isolation <= 1.2),
  ];
}
