import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { batchBench } from './batch-bench.ts';
import type { BenchContext } from './bench-context.ts';
import type { BenchResults } from './budgets.ts';
import { effectsBench } from './effects-bench.ts';
import { folderBench } from './folder-bench.ts';
import { graphBench } from './graph-bench.ts';
import { importBench } from './import-bench.ts';
import { ingestBench } from './ingest-bench.ts';
import { largeBench } from './large-bench.ts';
import { itemBench } from './item-bench.ts';
import { listBench } from './list-bench.ts';
import { describeMachine } from './machine.ts';
import { playerBench } from './player-bench.ts';
import { findProcessors } from './processors.ts';
import { asMarkdown, earlierReport, reportOf, writeReport } from './report.ts';
import { searchBench } from './search-bench.ts';
import { storyBench } from './story-bench.ts';
import { tileBench } from './tile-bench.ts';
import { weightBench } from './weight-bench.ts';

const benches = {
  tile: tileBench,
  ingest: ingestBench,
  list: listBench,
  search: searchBench,
  large: largeBench,
  import: importBench,
  folder: folderBench,
  batch: batchBench,
  effects: effectsBench,
  item: itemBench,
  graph: graphBench,
  story: storyBench,
  player: playerBench,
  weight: weightBench,
} as const;
type Name = keyof typeof benches;
const names = Object.keys(benches) as Name[];

interface Wanted {
  readonly names: readonly Name[];
  readonly isQuick: boolean;
  readonly profile: string | undefined;
}

/** Measures what is named, prints the tables, and records them unless the run was a short or a profiled one. */
export async function runBenches(args: readonly string[]): Promise<void> {
  const wanted = readArguments(args);
  if (wanted.profile !== undefined) mkdirSync(wanted.profile, { recursive: true });
  const began_ms = performance.now();
  const processors = findProcessors();
  const machine = describeMachine(processors);
  const measured: Partial<Record<Name, unknown>> = {};
  for (const name of wanted.names) {
    const folder = mkdtempSync(join(tmpdir(), 'armarium-bench-'));
    chmodSync(folder, 0o755);
    const say = (what: string) => {
      const seconds = ((performance.now() - began_ms) / 1000).toFixed(0);
      process.stderr.write(`${seconds.padStart(4)} s  ${name}: ${what}\n`);
    };
    const context: BenchContext = { ...wanted, processors, folder, say };
    try {
      say('begins');
      measured[name] = await benches[name](context);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const isRecorded = !wanted.isQuick && wanted.profile === undefined;
  const date = new Date().toISOString().slice(0, 10);
  const report = reportOf(
    date,
    machine,
    measured as BenchResults,
    isRecorded ? earlierReport(date) : undefined,
  );
  if (isRecorded) await writeReport(report);
  process.stdout.write(`\n${asMarkdown(report)}`);
  const where = isRecorded ? `recorded in bench/results/${date}.json and .md` : 'not recorded';
  process.stdout.write(`\n${((performance.now() - began_ms) / 1000).toFixed(0)} s, ${where}\n`);
}

function readArguments(args: readonly string[]): Wanted {
  const chosen: Name[] = [];
  let isQuick = false;
  let profile: string | undefined;
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at];
    const name = names.find((known) => known === word);
    if (name) chosen.push(name);
    else if (word === '--quick') isQuick = true;
    else if (word === '--profile' && args[at + 1] !== undefined) profile = resolve(args[(at += 1)] ?? '');
    else {
      process.stderr.write(
        `${String(word)} is not known. Use: ${names.join(', ')}, --quick, --profile folder\n`,
      );
      process.exit(2);
    }
  }
  return { names: chosen.length > 0 ? chosen : names, isQuick, profile };
}
