import { link, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BenchServer } from './bench-server.ts';
import type { BenchContext } from './bench-context.ts';
import { Child } from './child-process.ts';
import { commandBeside } from './command-beside.ts';
import type { IngestAnswer, IngestQuestion } from './ingest-work.ts';
import { generator, noisyImage } from './noisy-image.ts';
import { inRounds, medianRate, ratioOf, type Ratio, type Sample } from './rounds.ts';

const RECORDS = 20_000;
const IMAGES = 24;
const IMAGE_px = { width: 2400, height: 3200 };

export interface ImportResult {
  readonly rows: readonly { name: string; rate: number; floor: string; floorRate: number; ratio: Ratio }[];
}

/**
 * The import by command of an archivist, whole: from the start of the process to its end. Records against
 * PostgreSQL copying the finished rows of items from table to table with all their indexes; images, until the
 * last is ready, against making the same derivatives two at once and nothing else.
 */
export async function importBench({ folder, profile, isQuick, say }: BenchContext): Promise<ImportResult> {
  const rounds = isQuick ? 1 : 3;
  const records = isQuick ? RECORDS / 10 : RECORDS;
  say('drawing');
  const images: string[] = [];
  for (let number = 1; number <= IMAGES; number += 1) {
    const file = join(folder, `leaf-${number}.jpg`);
    await noisyImage(IMAGE_px.width, IMAGE_px.height, number).jpeg({ quality: 90 }).toFile(file);
    images.push(file);
  }
  const small = join(folder, 'small.jpg');
  await noisyImage(600, 400, 99).jpeg().toFile(small);

  say('records');
  const ofRecords = await inRounds<string, Sample>(rounds, {
    command: () => withServer(profile, async (server) => importRecords(server, folder, records)),
    copy: () => withServer(profile, async (server) => copyRows(server, folder, records)),
  });
  say('images');
  const ofImages = await inRounds<string, Sample>(rounds, {
    command: () => withServer(profile, (server) => importFiles(server, folder, images)),
    derive: () => deriveAlone(folder, images, small),
  });
  const row = (name: string, floor: string, ours: Sample[], theirs: Sample[]) => ({
    name,
    rate: medianRate(ours),
    floor,
    floorRate: medianRate(theirs),
    ratio: ratioOf(ours, theirs),
  });
  return {
    rows: [
      row(
        `records of ten fields (${records}, 200 collections)`,
        'rows of items copied with their indexes',
        ofRecords['command'] ?? [],
        ofRecords['copy'] ?? [],
      ),
      row(
        `images of ${((IMAGE_px.width * IMAGE_px.height) / 1e6).toFixed(1)} megapixels (${IMAGES})`,
        'derivatives alone, two at once',
        ofImages['command'] ?? [],
        ofImages['derive'] ?? [],
      ),
    ],
  };
}

async function withServer<T>(
  profile: string | undefined,
  work: (server: BenchServer) => Promise<T>,
): Promise<T> {
  const server = await BenchServer.start(profile);
  try {
    return await work(server);
  } finally {
    await server.close();
  }
}

async function importRecords(server: BenchServer, folder: string, count: number): Promise<Sample> {
  const file = join(folder, 'records.jsonl');
  const next = generator(11);
  const lines = Array.from({ length: count }, (_, index) =>
    JSON.stringify({
      pressmark: `BENCH ${index + 1}`,
      sgtt: `Registro delle acque ${next() % 900}`,
      autn: `Notaio ${next() % 400}`,
      sgti: `Cart., in folio, ${next() % 300} cc. Legatura coeva in pergamena.`,
      year: 1300 + (next() % 500),
      type: ['book', 'map', 'charter'][next() % 3],
      collectionPath: ['Bench', `Fondo ${next() % 20}`, `Serie ${next() % 10}`],
      extra: {
        place: `Luogo ${next() % 200}`,
        language: ['lat', 'ita'][next() % 2],
        note: 'Guasto nel margine.',
      },
    }),
  );
  await writeFile(file, `${lines.join('\n')}\n`);
  const report = join(folder, 'records-report.csv');
  const took_s = await commandBeside(server, ['import', 'records', file, '--report', report]);
  return { rate: count / took_s };
}

async function copyRows(server: BenchServer, folder: string, count: number): Promise<Sample> {
  await importRecords(server, folder, count);
  const pool = server.openPool(1);
  try {
    await pool.query('create table copied (like item including all)');
    const began_ms = performance.now();
    const { rowCount } = await pool.query('insert into copied select * from item');
    const took_s = (performance.now() - began_ms) / 1000;
    if (rowCount !== count) throw new Error(`${String(rowCount)} rows were copied.`);
    return { rate: count / took_s };
  } finally {
    await pool.end();
  }
}

async function importFiles(server: BenchServer, folder: string, images: readonly string[]): Promise<Sample> {
  const file = join(folder, 'leaves.jsonl');
  const lines = images.map((_, index) => JSON.stringify({ pressmark: `leaf ${index + 1}`, sgtt: 'A leaf' }));
  await writeFile(file, `${lines.join('\n')}\n`);
  await commandBeside(server, ['import', 'records', file, '--report', join(folder, 'leaves-report.csv')]);
  const scans = join(folder, `scans-${performance.now()}`);
  await mkdir(scans);
  for (const [index, image] of images.entries()) await link(image, join(scans, `leaf ${index + 1}_1.jpg`));
  const args = ['import', 'files', scans, '--pattern', '{pressmark}_{seq}.jpg'];
  const took_s = await commandBeside(server, [...args, '--report', join(folder, 'scans-report.csv')]);
  return { rate: images.length / took_s };
}

async function deriveAlone(folder: string, images: readonly string[], small: string): Promise<Sample> {
  const child = Child.start('ingest-work');
  try {
    const place = join(folder, 'alone');
    await mkdir(place, { recursive: true });
    const question: IngestQuestion = { way: 'derive', files: images, atOnce: 2, first: small, folder: place };
    const { took_ms } = await child.ask<IngestAnswer>(question);
    return { rate: images.length / (took_ms / 1000) };
  } finally {
    await child.end();
  }
}
