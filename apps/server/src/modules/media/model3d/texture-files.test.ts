import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTexture } from './texture-files.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'texture-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A grey Targa, packed: each two bytes are 128 pixels (Truevision TGA 2.0, image type 11). */
async function targa(side_px: number): Promise<string> {
  const head = Buffer.alloc(18);
  head[2] = 11;
  head.writeUInt16LE(side_px, 12);
  head.writeUInt16LE(side_px, 14);
  head[16] = 8;
  const path = join(folder, `${side_px}.tga`);
  await writeFile(
    path,
    Buffer.concat([head, Buffer.alloc((side_px * side_px) / 64, Buffer.from([255, 128]))]),
  );
  return path;
}

it('decodes no old format that swells beyond what fits into memory', async () => {
  expect(await readTexture(await targa(256), 'colour', 1e9)).toMatchObject({ sourceType: 'image/x-tga' });
  expect(await readTexture(await targa(8_320), 'colour', 1e9)).toBeNull();
});
