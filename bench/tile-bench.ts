import { changeImageDelivery, getImageDelivery, setWatermark } from '@armarium/contract/image-delivery';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { levelsOf } from '../apps/server/src/modules/media/image/pyramid-file.ts';
import { BenchServer, successful } from './bench-server.ts';
import type { BenchContext } from './bench-context.ts';
import { Child } from './child-process.ts';
import { httpLoad, type LoadSample } from './http-load.ts';
import { generator, noisyImage } from './noisy-image.ts';
import { memoryOf, pin, startedOn } from './processors.ts';
import { inRounds, median, medianRate, ratioOf, type Ratio } from './rounds.ts';
import type { TileFloorAnswer, TileFloorQuestion } from './tile-floor.ts';
import { startTilePeers } from './tile-peers.ts';

const IMAGE_px = { width: 7744, height: 5184 };
const TILE_px = 256;
const CONCURRENCIES = [1, 8, 32] as const;
/** Enough for all rounds: what was decoded once is kept, and would be what is measured. */
const OFF_GRID_REQUESTS = 40_000;
const OFF_GRID_AT_ONCE = 1_000;
const WATERMARKED_WITHIN_MS = 60_000;
const MANY_REQUESTS = 100_000;

/** A square of one level, in that level's pixels. */
interface Part {
  readonly level: number;
  readonly left_px: number;
  readonly top_px: number;
}

export interface TileRow {
  readonly connections: number;
  readonly name: string;
  readonly rate: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly generatorShare: number;
}

export interface TileResult {
  readonly image_megapixels: number;
  readonly rows: readonly TileRow[];
  readonly ratios: readonly { connections: number; name: string; ratio: Ratio }[];
  readonly memory: {
    readonly idle_bytes: number;
    readonly loaded_bytes: number;
    readonly peak_bytes: number | null;
    /** After so many requests more. */
    readonly later: { readonly requests: number; readonly bytes: number };
  };
  /** The first tile of a file that the process has not opened yet, median over new starts. */
  readonly firstTile_ms: number;
  /** Tiles while images are imported, against none imported, nobody pinned. */
  readonly whileImporting: Ratio;
}

export const ours = {
  grid: 'Armarium, on the grid, signed in',
  public: 'Armarium, on the grid, public',
  off: 'Armarium, off the grid, signed in',
  edge: 'Armarium, info.json, signed in',
  watermarked: 'Armarium, on the grid, watermarked',
} as const;
export const floors = {
  grid: 'plain sharp, on the grid',
  off: 'plain sharp, off the grid',
  fixed: 'Fastify, one fixed buffer',
} as const;
export const peers = {
  nginx: 'nginx, the tiles as files',
  iip: 'iipsrv behind nginx, JTL',
} as const;

/**
 * Tiles of one imported image from the real server, against a bare sharp endpoint, the bare framework, and the
 * machine's own nginx and iipsrv where they are installed.
 */
export async function tileBench(context: BenchContext): Promise<TileResult> {
  const { processors, folder, profile, isQuick, say } = context;
  const source = join(folder, 'tile-source.jpg');
  await noisyImage(IMAGE_px.width, IMAGE_px.height).jpeg({ quality: 92 }).toFile(source);

  const server = await BenchServer.start(profile);
  const floor = Child.start('tile-floor', startedOn(processors, [processors.measured]));
  let others: Awaited<ReturnType<typeof startTilePeers>>;
  try {
    say('importing');
    const shut = await server.importImage(source, 'image/jpeg', 'BENCH 1');
    const open = await server.importImage(source, 'image/jpeg', 'BENCH 2');
    const pyramid = await publish(server, open);
    await server.restart();
    if (processors.isPinned) {
      pin(server.pid, [processors.measured]);
      pin(process.pid, [processors.load]);
    }
    const idle_bytes = memoryOf(server.pid).now_bytes;
    const { port } = await floor.ask<TileFloorAnswer>({
      pyramid,
      side_px: TILE_px,
    } satisfies TileFloorQuestion);

    const onGrid = gridParts();
    const offGrid = freeParts();
    const ask = (parts: readonly Part[], asset: string, connections: number) => ({
      port: server.armarium.port,
      pid: server.pid,
      paths: parts.map((part) => imagePath(asset, part)),
      connections,
    });
    const signedIn = { headers: { cookie: server.cookie } };
    others = await startTilePeers(folder, dirname(pyramid), startedOn(processors, [processors.measured]));
    const levels = await levelsOf(pyramid);
    const iipPath = ({ level, left_px, top_px }: Part) => {
      const columns = Math.ceil((levels[level]?.width_px ?? NaN) / TILE_px);
      const tile = (top_px / TILE_px) * columns + left_px / TILE_px;
      return `/iip?FIF=${basename(pyramid)}&JTL=${levels.length - 1 - level},${tile}`;
    };
    if (others) {
      await writeTiles(server, shut.asset, onGrid, folder);
      const { port: peerPort, hasIip } = others;
      const checked = [...onGrid.slice(0, 3)];
      await checkSameWork(server, peerPort, shut.asset, checked, filePath);
      if (hasIip) await checkSameWork(server, peerPort, shut.asset, checked, iipPath);
    }
    await checkSameWork(server, port, shut.asset, [...onGrid.slice(0, 3), ...offGrid.slice(-3)], floorPath);

    const duration_ms = isQuick ? 250 : 400;
    const rounds = isQuick ? 2 : 5;
    let taken = 0;
    /** Others in each round. */
    const freshParts = () => {
      const from = taken % offGrid.length;
      taken += OFF_GRID_AT_ONCE;
      return offGrid.slice(from, from + OFF_GRID_AT_ONCE);
    };
    const rows: TileRow[] = [];
    const ratios: TileResult['ratios'][number][] = [];
    for (const connections of CONCURRENCIES) {
      say(`${connections} at once`);
      const timed = { connections, duration_ms, pid: floor.pid };
      const plain = (parts: readonly Part[]) => httpLoad({ ...timed, port, paths: parts.map(floorPath) });
      const peer = (pid: number, paths: readonly string[]) => () =>
        httpLoad({ connections, duration_ms, pid, port: others?.port ?? NaN, paths });
      const samples = await inRounds<string, LoadSample>(rounds, {
        [ours.grid]: () => httpLoad({ ...ask(onGrid, shut.asset, connections), ...signedIn, duration_ms }),
        [floors.grid]: () => plain(onGrid),
        [ours.off]: () =>
          httpLoad({ ...ask(freshParts(), shut.asset, connections), ...signedIn, duration_ms }),
        [floors.off]: () => plain(freshParts()),
        [ours.public]: () => httpLoad({ ...ask(onGrid, open.asset, connections), duration_ms }),
        [ours.edge]: () =>
          httpLoad({
            ...ask([], shut.asset, connections),
            ...signedIn,
            duration_ms,
            paths: [`/iiif/3/${shut.asset}/info.json`],
          }),
        [floors.fixed]: () => httpLoad({ ...timed, port, paths: ['/fixed'] }),
        ...(others && { [peers.nginx]: peer(others.nginxPid, onGrid.map(filePath)) }),
        ...(others?.iipPid !== undefined && { [peers.iip]: peer(others.iipPid, onGrid.map(iipPath)) }),
      });
      for (const [name, taken] of Object.entries(samples)) rows.push(rowOf(connections, name, taken));
      const compare = (one: string, other: string) => {
        const ratio = ratioOf(samples[one] ?? [], samples[other] ?? []);
        ratios.push({ connections, name: `${one} / ${other}`, ratio });
      };
      compare(ours.grid, floors.grid);
      compare(ours.off, floors.off);
      compare(ours.grid, ours.public);
      compare(ours.grid, floors.fixed);
      compare(ours.edge, floors.fixed);
      for (const name of Object.values(peers)) if (samples[name]) compare(ours.grid, name);
    }
    const { now_bytes, peak_bytes } = memoryOf(server.pid);
    say('many requests');
    const load = { ...ask(onGrid, shut.asset, 8), ...signedIn };
    let requests = 0;
    while (requests < (isQuick ? MANY_REQUESTS / 20 : MANY_REQUESTS)) {
      const { rate } = await httpLoad({ ...load, duration_ms: 1_000 });
      requests += Math.round(rate);
    }
    const later = { requests, bytes: memoryOf(server.pid).now_bytes };
    if (processors.isPinned) {
      pin(server.pid, processors.all);
      pin(process.pid, processors.all);
    }
    say('while images are imported');
    const whileImporting = await importingRounds(server, load, source, isQuick ? 1 : 3);
    say('first tiles');
    const first_ms: number[] = [];
    for (let left = isQuick ? 1 : 5; left > 0; left -= 1) {
      await server.restart();
      const path = imagePath(shut.asset, onGrid[left] ?? { level: 0, left_px: 0, top_px: 0 });
      const began_ms = performance.now();
      await get(server.armarium.port, path, server.cookie);
      first_ms.push(performance.now() - began_ms);
    }
    const watermarked = await watermarkedRounds(context, server, open.asset, onGrid, shut.asset);
    rows.push(...watermarked.rows);
    ratios.push(watermarked.ratio);
    return {
      image_megapixels: (IMAGE_px.width * IMAGE_px.height) / 1e6,
      rows,
      ratios,
      memory: { idle_bytes, loaded_bytes: now_bytes, peak_bytes, later },
      firstTile_ms: median(first_ms),
      whileImporting,
    };
  } finally {
    if (processors.isPinned) pin(process.pid, processors.all);
    await others?.end();
    await floor.end();
    await server.close();
  }
}

/** Tiles with a large image on its way in, against tiles alone; each import takes longer than its round. */
async function importingRounds(
  server: BenchServer,
  load: Omit<Parameters<typeof httpLoad>[0], 'duration_ms'>,
  source: string,
  rounds: number,
): Promise<Ratio> {
  const alone: LoadSample[] = [];
  const beside: LoadSample[] = [];
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await httpLoad({ ...load, duration_ms: 600 }));
    const imported = server.importImage(source, 'image/jpeg', `BENCH import ${round}`);
    beside.push(await httpLoad({ ...load, duration_ms: 600 }));
    await imported;
  }
  return ratioOf(beside, alone);
}

/** What a visitor gets of a public image once there is a watermark, against the clean image of somebody signed in. */
async function watermarkedRounds(
  { processors, isQuick, say }: BenchContext,
  server: BenchServer,
  open: string,
  parts: readonly Part[],
  shut: string,
): Promise<{ rows: TileRow[]; ratio: TileResult['ratios'][number] }> {
  say('with a watermark');
  if (processors.isPinned) pin(server.pid, processors.all);
  const mark = join(dirname(server.armarium.dataDir), `mark-${server.pid}.png`);
  await sharp({ create: { width: 200, height: 80, channels: 4, background: '#c0303080' } }).toFile(mark);
  successful(await server.client.upload(setWatermark, { source: mark, name: 'mark.png', type: 'image/png' }));
  successful(
    await server.client.call(changeImageDelivery, {
      body: { watermark: { place: 'repeated', opacity: 60 } },
    }),
  );
  for (const until_ms = performance.now() + WATERMARKED_WITHIN_MS; ; await sleep(100)) {
    const { images } = successful(await server.client.call(getImageDelivery, {}));
    if (images.ready === images.watermarked) break;
    if (performance.now() > until_ms) throw new Error('The images were not given their watermark in time.');
  }
  await server.restart();
  if (processors.isPinned) pin(server.pid, [processors.measured]);
  const connections = 8;
  const ask = (asset: string, headers?: Record<string, string>) => () =>
    httpLoad({
      port: server.armarium.port,
      pid: server.pid,
      paths: parts.map((part) => imagePath(asset, part)),
      connections,
      duration_ms: isQuick ? 250 : 400,
      ...(headers && { headers }),
    });
  const clean = `${ours.grid}, once there is a watermark`;
  const samples = await inRounds<string, LoadSample>(isQuick ? 2 : 5, {
    [ours.watermarked]: ask(open),
    [clean]: ask(shut, { cookie: server.cookie }),
  });
  const taken = samples[ours.watermarked] ?? [];
  return {
    rows: Object.entries(samples).map(([name, of]) => rowOf(connections, name, of)),
    ratio: {
      connections,
      name: `${ours.watermarked} / ${ours.grid}`,
      ratio: ratioOf(taken, samples[clean] ?? []),
    },
  };
}

/** The tiles as our server gives them, as files for one that knows nothing but files. */
async function writeTiles(
  server: BenchServer,
  asset: string,
  parts: readonly Part[],
  folder: string,
): Promise<void> {
  for (const part of parts) {
    const file = join(folder, filePath(part));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await get(server.armarium.port, imagePath(asset, part), server.cookie));
  }
}

function filePath({ level, left_px, top_px }: Part): string {
  return `/tiles/${level}/${left_px}-${top_px}.jpg`;
}

function rowOf(connections: number, name: string, samples: readonly LoadSample[]): TileRow {
  return {
    connections,
    name,
    rate: medianRate(samples),
    p50_ms: median(samples.map((sample) => sample.p50_ms)),
    p95_ms: median(samples.map((sample) => sample.p95_ms)),
    generatorShare: median(samples.map((sample) => sample.generatorShare)),
  };
}

/** Makes an item public, which has no call yet, and tells where the pyramid of its image is. */
async function publish(
  server: BenchServer,
  { item, asset }: { item: string; asset: string },
): Promise<string> {
  const pool = server.openPool(1);
  try {
    await pool.query("update item set visibility = 'public', ever_public = true where uuid = $1", [item]);
    const { rows } = await pool.query<{ key: string }>(
      "select pyramid->>'key' as key from asset_version where asset_uuid = $1",
      [asset],
    );
    return join(server.armarium.dataDir, 'files', rows[0]?.key ?? '');
  } finally {
    await pool.end();
  }
}

/** The whole tiles of the first four levels, in an order that no cache can guess. */
function gridParts(): Part[] {
  const parts: Part[] = [];
  for (let level = 0; level < 4; level += 1) {
    const { width_px, height_px } = levelSize(level);
    for (let top_px = 0; top_px + TILE_px <= height_px; top_px += TILE_px) {
      for (let left_px = 0; left_px + TILE_px <= width_px; left_px += TILE_px) {
        parts.push({ level, left_px, top_px });
      }
    }
  }
  const next = generator(7);
  return parts
    .map((part) => ({ part, key: next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ part }) => part);
}

/** Squares of the same size that touch four tiles each. */
function freeParts(): Part[] {
  const next = generator(11);
  return Array.from({ length: OFF_GRID_REQUESTS }, () => {
    const level = next() % 3;
    const { width_px, height_px } = levelSize(level);
    const place = (size_px: number) =>
      (next() % (Math.floor(size_px / TILE_px) - 1)) * TILE_px + 1 + (next() % (TILE_px - 1));
    return { level, left_px: place(width_px), top_px: place(height_px) };
  });
}

function levelSize(level: number) {
  return { width_px: IMAGE_px.width >> level, height_px: IMAGE_px.height >> level };
}

function imagePath(asset: string, { level, left_px, top_px }: Part): string {
  const region = [left_px, top_px, TILE_px, TILE_px].map((length_px) => length_px << level).join(',');
  return `/iiif/3/${asset}/${region}/${TILE_px},${TILE_px}/0/default.jpg`;
}

function floorPath({ level, left_px, top_px }: Part): string {
  return `/sharp/${level}/${left_px}/${top_px}`;
}

/** Both sides must make the same picture, or the comparison compares nothing. */
async function checkSameWork(
  server: BenchServer,
  floorPort: number,
  asset: string,
  parts: readonly Part[],
  theirPath: (part: Part) => string,
): Promise<void> {
  for (const part of parts) {
    const path = imagePath(asset, part);
    const theirs = await get(floorPort, theirPath(part), '');
    const mine = await get(server.armarium.port, path, server.cookie);
    const [one, other] = await Promise.all([pixelsOf(mine), pixelsOf(theirs)]);
    if (one.length !== TILE_px * TILE_px * 3 || one.length !== other.length) {
      throw new Error(`${path}: not a tile of ${TILE_px} pixels, as the floor’s is.`);
    }
    let difference = 0;
    for (let at = 0; at < one.length; at += 1) difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
    // A tile that is handed through was coded once less than the floor’s: a few levels, never another place.
    if (difference / one.length > 6) throw new Error(`${path}: another picture than the floor’s.`);
  }
}

async function pixelsOf(jpeg: Buffer): Promise<Buffer> {
  return sharp(jpeg).raw().toBuffer();
}

function get(port: number, path: string, cookie: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers: { cookie } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const body = Buffer.concat(chunks);
        if (answer.statusCode === 200) resolve(body);
        else
          reject(new Error(`${path}: ${String(answer.statusCode)} ${body.toString('utf8').slice(0, 300)}`));
      });
    })
      .on('error', reject)
      .end();
  });
}
