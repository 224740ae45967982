import { listCollectionItems } from '@armarium/contract/collection-calls';
import { searchItems } from '@armarium/contract/item-calls';
import { BenchServer, successful } from './bench-server.ts';
import type { BenchContext } from './bench-context.ts';
import { httpLoad, type LoadSample } from './http-load.ts';
import { fillCollection } from './many-items.ts';
import { inRounds, median, medianRate, ratioOf, type Ratio } from './rounds.ts';

const ITEMS = 20_000;
const CLIENTS = 16;

/** A word that an eighth of the titles has, one that few have, and one that nothing has. */
const terms = ['Herbarium', 'BENCH Cod. 12', 'nowhere to be found'] as const;
const list = 'the first page of the list';

export interface SearchResult {
  readonly items: number;
  readonly clients: number;
  readonly rows: readonly { term: string; found: number; rate: number; ratio: Ratio }[];
  readonly latency: readonly { term: string; clients: number; p50_ms: number; p95_ms: number }[];
}

/** Page and count of a search through the API, against a page of a list, which finds by a plain index. */
export async function searchBench({ profile, isQuick, say }: BenchContext): Promise<SearchResult> {
  const server = await BenchServer.start(profile);
  try {
    say('loading');
    const collection = await server.rootCollection();
    await fillCollection(server, collection, ITEMS);
    const load = (path: string, connections: number) =>
      httpLoad({
        port: server.armarium.port,
        pid: server.pid,
        paths: [path],
        headers: { cookie: server.cookie },
        connections,
        duration_ms: isQuick ? 400 : 1000,
      });
    const paths = new Map<string, string>([
      [list, `${listCollectionItems.path.replace(':uuid', collection)}?size=20`],
      ...terms.map(
        (term) => [term, `${searchItems.path}?${new URLSearchParams({ text: term, size: '20' })}`] as const,
      ),
    ]);
    const found = new Map<string, number>();
    for (const term of terms) {
      const answer = successful(await server.client.call(searchItems, { query: { text: term, size: 20 } }));
      found.set(term, answer.page.totalElements);
    }
    if (found.get(terms[2]) !== 0 || !found.get(terms[0]))
      throw new Error(`Found ${JSON.stringify([...found])}.`);
    for (const path of paths.values()) await load(path, CLIENTS);
    say('measuring');
    const samples = await inRounds<string, LoadSample>(
      isQuick ? 2 : 5,
      Object.fromEntries([...paths].map(([name, path]) => [name, () => load(path, CLIENTS)])),
    );
    const latency: SearchResult['latency'][number][] = [];
    for (const term of terms) {
      const alone = await load(paths.get(term) ?? '', 1);
      latency.push({ term, clients: 1, p50_ms: alone.p50_ms, p95_ms: alone.p95_ms });
      const taken = samples[term] ?? [];
      latency.push({
        term,
        clients: CLIENTS,
        p50_ms: median(taken.map(({ p50_ms }) => p50_ms)),
        p95_ms: median(taken.map(({ p95_ms }) => p95_ms)),
      });
    }
    const rows = terms.map((term) => ({
      term,
      found: found.get(term) ?? 0,
      rate: medianRate(samples[term] ?? []),
      ratio: ratioOf(samples[term] ?? [], samples[list] ?? []),
    }));
    return { items: ITEMS, clients: CLIENTS, rows, latency };
  } finally {
    await server.close();
  }
}
