import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { deriveImage } from '../apps/server/src/modules/media/image/derive-image.ts';
import { configureSharp } from '../apps/server/src/modules/media/image/configure-sharp.ts';
import { answerQuestions } from './child-process.ts';
import { memoryOf } from './processors.ts';

/**
 * One run over a set of images, in a process of its own so that its peak memory is its own.
 *
 * `derive` is what the job of an import does, and `hash` what the upload does while it streams; both together
 * are the full ingest. `tiles` is the tiled pyramid alone, by the library that we use, and `vips` the same by the
 * machine's own command.
 */
export interface IngestQuestion {
  readonly way: 'derive' | 'hash' | 'tiles' | 'vips';
  readonly files: readonly string[];
  readonly atOnce: number;
  /** A small image that is worked on first, uncounted. */
  readonly first: string;
  readonly folder: string;
}

export interface IngestAnswer {
  readonly took_ms: number;
  /** Processor time of all its threads; of commands that it starts, nothing. */
  readonly cpu_ms: number;
  readonly peak_bytes: number;
}

answerQuestions<IngestQuestion, IngestAnswer>(async ({ way, files, atOnce, first, folder }) => {
  configureSharp();
  const work = async (file: string, place: string): Promise<void> => {
    await mkdir(place, { recursive: true });
    switch (way) {
      case 'derive':
        await deriveImage(file, 0, place, { maxPixels: 1e9 });
        break;
      case 'hash':
        await pipeline(createReadStream(file), createHash('sha256'));
        break;
      case 'vips':
        await promisify(execFile)('vips', ['tiffsave', file, join(place, 'pyramid.tif'), ...asOurs], {
          env: { PATH: process.env['PATH'], VIPS_CONCURRENCY: '1' },
        });
        break;
      case 'tiles':
        await plainPyramid(file, join(place, 'pyramid.tif'));
        break;
    }
    await rm(place, { recursive: true });
  };
  await work(first, join(folder, 'first'));

  const waiting = [...files.entries()];
  const cpu = process.cpuUsage();
  const began_ms = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        await work(next[1], join(folder, String(next[0])));
      }
    }),
  );
  const took_ms = performance.now() - began_ms;
  const used = process.cpuUsage(cpu);
  const cpu_ms = (used.user + used.system) / 1000;
  return { took_ms, cpu_ms, peak_bytes: peakMemory_bytes() };
});

/** Not `maxRSS` where there is better: on Linux that begins with the memory of the process that started this one. */
function peakMemory_bytes(): number {
  return memoryOf(process.pid).peak_bytes ?? process.resourceUsage().maxRSS * 1024;
}

const asOurs = [
  ...['--tile', '--tile-width', '256', '--tile-height', '256', '--pyramid'],
  ...['--compression', 'jpeg', '--Q', '85'],
];

async function plainPyramid(file: string, into: string): Promise<void> {
  await sharp(file, { sequentialRead: true, limitInputPixels: false })
    .tiff({ tile: true, tileWidth: 256, tileHeight: 256, pyramid: true, compression: 'jpeg', quality: 85 })
    .toFile(into);
}
