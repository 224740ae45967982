import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { configureSharp } from './configure-sharp.ts';

it('lets SVG be drawn from memory, and never opened as a file', async () => {
  configureSharp();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="7"/>');
  const folder = await mkdtemp(join(tmpdir(), 'configure-sharp-'));
  try {
    await writeFile(join(folder, 'drawing.svg'), svg);
    await expect(sharp(join(folder, 'drawing.svg')).metadata()).rejects.toThrow('unsupported image format');
    expect(await sharp(svg).metadata()).toMatchObject({ width: 9, height: 7 });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('never blocks the decoders again, under which other threads may be decoding', () => {
  configureSharp();
  const block = vi.spyOn(sharp, 'block');
  configureSharp();
  expect(block).not.toHaveBeenCalled();
});
