import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import type { BenchContext } from './bench-context.ts';
import { Child } from './child-process.ts';
import type { IngestAnswer, IngestQuestion } from './ingest-work.ts';
import { noisyImage } from './noisy-image.ts';
import { startedOn } from './processors.ts';
import { inRounds, medianRate, ratioOf, type Ratio, type Sample } from './rounds.ts';

type IngestSample = Sample & IngestAnswer;

export interface IngestResult {
  readonly files: number;
  readonly megapixels: number;
  readonly rows: readonly {
    readonly name: string;
    /** Megapixels a second. */
    readonly rate: number;
    readonly peak_bytes: number;
  }[];
  readonly ratios: readonly { name: string; ratio: Ratio }[];
  /** The most memory for one image of this size. */
  readonly memoryBySize: readonly { width_px: number; height_px: number; peak_bytes: number }[];
}

export const ways = {
  one: 'derivatives, one at a time, one core',
  full: 'derivatives and SHA-256, one at a time, one core',
  two: 'derivatives, two at once, two cores',
  floor: 'pyramid alone, one at a time, one core',
  vips: 'the command vips tiffsave, one at a time, one core',
} as const;

interface Source {
  readonly width_px: number;
  readonly height_px: number;
  readonly extension: string;
  readonly encode: (image: Sharp) => Sharp;
}

const jpeg = { extension: 'jpg', encode: (image: Sharp) => image.jpeg({ quality: 92 }) };
const tiff = (compression: 'none' | 'lzw' | 'deflate') => ({
  extension: 'tif',
  encode: (image: Sharp) =>
    image.tiff({ compression, predictor: compression === 'none' ? 'none' : 'horizontal' }),
});

/** Pages as scanners give them; odd sizes, since those go through other code than round ones. */
const sources: readonly Source[] = [
  { width_px: 4961, height_px: 3508, ...jpeg },
  { width_px: 3508, height_px: 4961, ...tiff('none') },
  { width_px: 4801, height_px: 3403, ...jpeg },
  { width_px: 3403, height_px: 4801, ...tiff('lzw') },
  { width_px: 5001, height_px: 3335, ...jpeg },
  { width_px: 3335, height_px: 5001, ...tiff('deflate') },
];
/** Six times the first in area and no wider: what is kept in memory must not grow with the number of rows. */
const tall: Source = { width_px: 4961, height_px: 21_048, ...jpeg };
const wide: Source = { width_px: 12_247, height_px: 8165, ...jpeg };
const smallest: Source = { width_px: 600, height_px: 400, ...jpeg };

/**
 * What an import does with images, against the pyramid alone, by the same library and by the machine's own command
 * `vips` where there is one.
 */
export async function ingestBench(context: BenchContext): Promise<IngestResult> {
  const { processors, folder, isQuick, say } = context;
  say('drawing');
  const draw = (source: Source, name: string) => drawInto(folder, source, name);
  const files: string[] = [];
  for (const [index, source] of sources.entries()) files.push(await draw(source, `page-${index + 1}`));
  const first = await draw(smallest, 'small');
  const megapixels = sources.reduce((sum, { width_px, height_px }) => sum + width_px * height_px, 0) / 1e6;

  const ratesOf = ({ took_ms, cpu_ms }: Pick<IngestAnswer, 'took_ms' | 'cpu_ms'>) => ({
    rate: megapixels / (took_ms / 1000),
    ratePerCpu: megapixels / (cpu_ms / 1000),
  });
  const run = async (way: IngestQuestion['way'], atOnce: number, some = files): Promise<IngestSample> => {
    const list = atOnce === 1 ? [processors.measured] : [processors.measured, processors.load];
    const child = Child.start('ingest-work', startedOn(processors, list));
    try {
      const place = join(folder, 'derived');
      await mkdir(place, { recursive: true });
      const question: IngestQuestion = { way, files: some, atOnce, first, folder: place };
      const answer = await child.ask<IngestAnswer>(question);
      return { ...answer, ...ratesOf(answer) };
    } finally {
      await child.end();
    }
  };

  say('measuring');
  const hashes: IngestSample[] = [];
  const samples: Record<string, IngestSample[]> = await inRounds<string, IngestSample>(isQuick ? 2 : 5, {
    [ways.one]: async () => {
      hashes.push(await run('hash', 1));
      return run('derive', 1);
    },
    [ways.floor]: () => run('tiles', 1),
    ...(hasVips() && { [ways.vips]: () => withoutCpu(run('vips', 1)) }),
    [ways.two]: () => run('derive', 2),
  });
  samples[ways.full] = (samples[ways.one] ?? []).map((sample, round) => {
    const hash = hashes[round];
    const both = {
      ...sample,
      took_ms: sample.took_ms + (hash?.took_ms ?? NaN),
      cpu_ms: sample.cpu_ms + (hash?.cpu_ms ?? NaN),
    };
    return { ...both, ...ratesOf(both) };
  });
  const memoryBySize = [];
  for (const source of [sources[0] ?? smallest, tall, wide]) {
    const { width_px, height_px } = source;
    const { peak_bytes } = await run('derive', 1, [await draw(source, 'large')]);
    memoryBySize.push({ width_px, height_px, peak_bytes });
  }
  const compare = (one: string, other: string) => ({
    name: `${one} / ${other}`,
    ratio: ratioOf(samples[one] ?? [], samples[other] ?? []),
  });
  return {
    files: files.length,
    megapixels,
    rows: Object.entries(samples).map(([name, taken]) => ({
      name,
      rate: medianRate(taken),
      peak_bytes: Math.max(...taken.map((sample) => sample.peak_bytes)),
    })),
    ratios: [ways.floor, ...(samples[ways.vips] ? [ways.vips] : [])].flatMap((floor) =>
      [ways.one, ways.full, ways.two].map((way) => compare(way, floor)),
    ),
    memoryBySize,
  };
}

function hasVips(): boolean {
  try {
    execFileSync('vips', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** What a command used is not known in the process that started it. */
async function withoutCpu(sample: Promise<IngestSample>): Promise<IngestSample> {
  return { ...(await sample), ratePerCpu: undefined };
}

async function drawInto(folder: string, source: Source, name: string): Promise<string> {
  const file = join(folder, `${name}.${source.extension}`);
  const seed = source.width_px * 31 + source.height_px;
  await source.encode(noisyImage(source.width_px, source.height_px, seed)).toFile(file);
  return file;
}
