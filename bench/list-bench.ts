import { listCollectionItems } from '@armarium/contract/collection-calls';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { BenchServer, successful, type Socket } from './bench-server.ts';
import type { BenchContext } from './bench-context.ts';
import { Child } from './child-process.ts';
import { httpLoad, type LoadSample } from './http-load.ts';
import type { ListFloorQuestion } from './list-floor.ts';
import { pgbenchScript } from './list-statements.ts';
import { fillCollection } from './many-items.ts';
import { inRounds, median, medianRate, ratioOf, type Ratio, type Sample } from './rounds.ts';

const ITEMS = 20_000;
const SIZE = 20;
const CLIENTS = 16;
/** Counted from 1, as people do. */
const PAGES = [1, 500] as const;

export interface ListResult {
  readonly items: number;
  readonly clients: number;
  readonly rows: readonly {
    readonly page: number;
    readonly name: string;
    readonly rate: number;
    /** Processor time for one page of the process that asks the database, which itself isn't counted. */
    readonly cpu_ms: number | null;
  }[];
  readonly ratios: readonly { page: number; name: string; ratio: Ratio }[];
  /** The time of one answer of ours, for one client and for all. */
  readonly latency: readonly { page: number; clients: number; p50_ms: number; p95_ms: number }[];
}

export const sides = {
  ours: 'Armarium, GET …/culturalItems?size=20',
  driver: 'node-postgres, the two statements',
  pgbench: 'pgbench, the two statements',
} as const;

/** A page of a collection through the API, against the database alone. */
export async function listBench(context: BenchContext): Promise<ListResult> {
  const { folder, profile, isQuick, say } = context;
  const server = await BenchServer.start(profile);
  const floor = Child.start('list-floor');
  try {
    say('loading');
    const collection = await server.rootCollection();
    const tenantId = await fillCollection(server, collection, ITEMS);
    const pgbench = findPgbench();
    const duration_ms = isQuick ? 400 : 1000;
    const rows: ListResult['rows'][number][] = [];
    const ratios: ListResult['ratios'][number][] = [];
    const latency: ListResult['latency'][number][] = [];
    for (const page of PAGES) {
      say(`page ${page}`);
      await checkPage(server, collection, page);
      const offset = (page - 1) * SIZE;
      const place = { tenantId, collection, size: SIZE, offset };
      const load = (connections: number) =>
        httpLoad({
          port: server.armarium.port,
          pid: server.pid,
          paths: [`${listCollectionItems.path.replace(':uuid', collection)}?size=${SIZE}&page=${page - 1}`],
          headers: { cookie: server.cookie },
          connections,
          duration_ms,
        });
      const question: ListFloorQuestion = { socket: server.socket, clients: CLIENTS, duration_ms, ...place };
      const script = join(folder, `page-${page}.sql`);
      writeFileSync(script, pgbenchScript(place));

      // The code is warm, and the processors as fast as they get, before anything counts.
      await load(CLIENTS);
      await floor.ask<Sample>(question);
      const mine: LoadSample[] = [];
      const samples = await inRounds<string, Sample>(isQuick ? 2 : 5, {
        [sides.ours]: async () => {
          const sample = await load(CLIENTS);
          mine.push(sample);
          return sample;
        },
        [sides.driver]: () => floor.ask<Sample>(question),
        ...(pgbench && { [sides.pgbench]: () => runPgbench(pgbench, script, server.socket) }),
      });
      for (const [name, taken] of Object.entries(samples)) {
        const perCpu = taken.flatMap(({ ratePerCpu }) => ratePerCpu ?? []);
        const cpu_ms = perCpu.length === taken.length ? 1000 / median(perCpu) : null;
        rows.push({ page, name, rate: medianRate(taken), cpu_ms });
      }
      for (const name of [sides.driver, sides.pgbench]) {
        const taken = samples[name];
        if (taken) {
          const ratio = ratioOf(samples[sides.ours] ?? [], taken);
          ratios.push({ page, name: `${sides.ours} / ${name}`, ratio });
        }
      }
      const alone = await load(1);
      latency.push({ page, clients: 1, p50_ms: alone.p50_ms, p95_ms: alone.p95_ms });
      latency.push({
        page,
        clients: CLIENTS,
        p50_ms: median(mine.map((sample) => sample.p50_ms)),
        p95_ms: median(mine.map((sample) => sample.p95_ms)),
      });
    }
    return { items: ITEMS, clients: CLIENTS, rows, ratios, latency };
  } finally {
    await floor.end();
    await server.close();
  }
}

/** What is measured must be the page that was asked for. */
async function checkPage(server: BenchServer, collection: string, page: number): Promise<void> {
  const answer = successful(
    await server.client.call(listCollectionItems, {
      params: { uuid: collection },
      query: { size: SIZE, page: page - 1 },
    }),
  );
  const titles = answer._embedded.culturalItems.map((item) => item.sgtt);
  if (titles.length !== SIZE || answer.page.totalElements !== ITEMS) {
    throw new Error(`Page ${page}: ${titles.length} of ${answer.page.totalElements} items.`);
  }
}

/** The newest that is installed; undefined where there is none. */
function findPgbench(): string | undefined {
  const places = (process.env['PATH'] ?? '').split(':').map((place) => join(place, 'pgbench'));
  const debian = '/usr/lib/postgresql';
  if (existsSync(debian)) {
    const versions = readdirSync(debian).sort((one, other) => Number(other) - Number(one));
    places.unshift(...versions.map((version) => join(debian, version, 'bin', 'pgbench')));
  }
  return places.find((place) => existsSync(place));
}

async function runPgbench(pgbench: string, script: string, socket: Socket): Promise<Sample> {
  const measured = ['--protocol=prepared', `--client=${CLIENTS}`, '--jobs=2', '--time=1'];
  const where = ['--host', socket.host, '--port', String(socket.port), '--username', socket.user];
  const { stdout } = await promisify(execFile)(
    pgbench,
    ['--no-vacuum', ...measured, '--file', script, ...where, socket.database],
    { env: { PGOPTIONS: '-c search_path=armarium,public', LC_ALL: 'C' } },
  );
  const rate = Number(/^tps = ([\d.]+) \(without/m.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench said no rate:\n${stdout}`);
  return { rate };
}
