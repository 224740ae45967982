import { link, mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchContext } from './bench-context.ts';
import { BenchServer } from './bench-server.ts';
import { commandBeside } from './command-beside.ts';
import { noisyImage } from './noisy-image.ts';
import { memoryOf } from './processors.ts';

/** 150 MB each, uncompressed. */
const TIFF_px = { width: 8000, height: 6250 };
const TIFFS = 500;
/** Different pictures among them; the others are the same files under other names. */
const DRAWN = 10;
/** What a TIFF of that size needs of the disk once it is in: itself, its pyramid and its thumbnail. */
const STORED_bytes = 190e6;
const LOOK_EVERY_MS = 500;
const WITHIN_MS = 60 * 60_000;

export interface FolderResult {
  readonly files: number;
  readonly file_bytes: number;
  readonly megapixels: number;
  /** From the start of the command to the last image that is ready, the kill and the new start in it. */
  readonly took_s: number;
  /** How long the command itself ran, all of its runs together. */
  readonly command_s: number;
  readonly commandRuns: number;
  /** Images that were ready when the server was killed, and how long it was away. */
  readonly readyAtKill: number;
  readonly away_s: number;
  readonly peak: { readonly server_bytes: number; readonly command_bytes: number };
}

/**
 * A folder of large TIFFs by the archivist's command beside the running program, which is killed when a third of them
 * are ready and started again. As many as there should be, or as the disk has room for.
 * @throws Error where an image is missing, twice, or not ready at the end
 */
export async function folderBench({ folder, profile, isQuick, say }: BenchContext): Promise<FolderResult> {
  const { bavail, bsize } = await statfs(folder);
  const files = isQuick ? DRAWN : Math.min(TIFFS, Math.floor((bavail * bsize * 0.8) / STORED_bytes) - DRAWN);
  say(`drawing, then ${files} files`);
  const scans = join(folder, 'scans');
  await mkdir(scans);
  const drawn: string[] = [];
  for (let number = 1; number <= Math.min(DRAWN, files); number += 1) {
    const file = join(folder, `drawn-${number}.tif`);
    const { width, height } = TIFF_px;
    await noisyImage(width, height, number).tiff({ compression: 'none' }).toFile(file);
    drawn.push(file);
  }
  for (let number = 1; number <= files; number += 1) {
    await link(drawn[number % drawn.length] ?? '', join(scans, `leaf ${number}_1.tif`));
  }

  const server = await BenchServer.start(profile);
  try {
    const records = join(folder, 'leaves.jsonl');
    const lines = Array.from({ length: files }, (_, index) =>
      JSON.stringify({ pressmark: `leaf ${index + 1}`, sgtt: 'A leaf' }),
    );
    await writeFile(records, `${lines.join('\n')}\n`);
    await commandBeside(server, ['import', 'records', records, '--report', join(folder, 'records.csv')]);
    return { files, ...(await ingest(server, folder, scans, files, say)) };
  } finally {
    await server.close();
    await rm(scans, { recursive: true });
  }
}

async function ingest(
  server: BenchServer,
  folder: string,
  scans: string,
  files: number,
  say: (what: string) => void,
): Promise<Omit<FolderResult, 'files'>> {
  let pool = server.openPool(1);
  const peak = { server_bytes: 0, command_bytes: 0 };
  let commandPid: number | undefined;
  let command_s = 0;
  let commandRuns = 0;
  const ready = async (): Promise<number> => {
    const { rows } = await pool.query<{ ready: string }>(
      'select count(*) as ready from asset_version where pyramid is not null',
    );
    return Number(rows[0]?.ready);
  };
  const look = () => {
    const peakOf = (pid: number) => memoryOf(pid).peak_bytes ?? 0;
    try {
      peak.server_bytes = Math.max(peak.server_bytes, peakOf(server.pid));
      if (commandPid !== undefined) peak.command_bytes = Math.max(peak.command_bytes, peakOf(commandPid));
    } catch {
      // One of them has just ended.
    }
  };
  const args = ['import', 'files', scans, '--pattern', '{pressmark}_{seq}.tif'];
  /** Again where it was broken off with the server: what is in is known by its content. */
  const runCommand = async (): Promise<void> => {
    for (let left = 3; ; left -= 1) {
      commandRuns += 1;
      const began_ms = performance.now();
      try {
        await commandBeside(
          server,
          [...args, '--report', join(folder, `report-${commandRuns}.csv`)],
          (pid) => {
            commandPid = pid;
          },
        );
        return;
      } catch (error) {
        if (left === 1) throw error;
        say(String(error).slice(0, 300));
        await sleep(2_000);
      } finally {
        commandPid = undefined;
        command_s += (performance.now() - began_ms) / 1000;
      }
    }
  };
  try {
    const began_ms = performance.now();
    let isThrough = false;
    const command = runCommand().then(() => {
      isThrough = true;
    });
    // Awaited below; what it throws meanwhile is not lost.
    command.catch(() => undefined);
    let readyAtKill = 0;
    let away_s = 0;
    for (const until_ms = began_ms + WITHIN_MS; ; await sleep(LOOK_EVERY_MS)) {
      if (performance.now() > until_ms) throw new Error('The folder was not in within an hour.');
      look();
      const done = await ready();
      if (away_s === 0 && done * 3 >= files) {
        readyAtKill = done;
        say(`killed when ${done} were ready`);
        await pool.end();
        const killed_ms = performance.now();
        await server.armarium.kill9();
        await server.restart();
        pool = server.openPool(1);
        away_s = (performance.now() - killed_ms) / 1000;
      }
      if (isThrough && done >= files) break;
    }
    await command;
    const took_s = (performance.now() - began_ms) / 1000;
    const { rows } = await pool.query<{ items: string; images: string; wrong: string }>(
      `select count(distinct item_uuid) as items, count(*) as images,
         count(*) filter (where version.pyramid is null) as wrong
       from asset join asset_version version on version.asset_uuid = asset.uuid and version.number = current_version`,
    );
    const found = rows[0];
    if (Number(found?.items) !== files || Number(found?.images) !== files || Number(found?.wrong) > 0) {
      throw new Error(`Not each file once: ${JSON.stringify(found)} of ${files}.`);
    }
    const megapixels = (files * TIFF_px.width * TIFF_px.height) / 1e6;
    const file_bytes = TIFF_px.width * TIFF_px.height * 3;
    return { file_bytes, megapixels, took_s, command_s, commandRuns, readyAtKill, away_s, peak };
  } finally {
    await pool.end();
  }
}
