import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawLogo } from './draw-logo.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'draw-logo-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function picture(width: number, height: number): Promise<string> {
  const path = join(folder, `${width}.png`);
  await sharp({ create: { width, height, channels: 3, background: 'red' } })
    .png()
    .toFile(path);
  return path;
}

it('draws one logo at a time, in the order of the calls: a small one waits for a large one', async () => {
  const paths = [await picture(5_000, 4_000), join(folder, 'none.png'), await picture(20, 10)];
  const ended: number[] = [];
  const drawn = await Promise.allSettled(
    paths.map((path, index) => drawLogo(path).finally(() => ended.push(index))),
  );
  expect(ended).toEqual([0, 1, 2]);
  // One that fails gives its turn on.
  expect(drawn.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
