import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPage } from './draw-page.ts';
import { readSampleCatalogue } from './sample-catalogue.ts';

const sample = fileURLToPath(new URL('../../sample', import.meta.url));
const folder = join(sample, 'pages');
const pages = (await readSampleCatalogue(sample)).items.flatMap((item) => item.pages);

describe('the drawings of the sample', () => {
  it('are those that the catalogue names, and no more', async () => {
    expect((await readdir(folder)).sort()).toEqual(pages.map(({ drawing }) => drawing).sort());
  });

  it('are several megapixels large, and need no font and no other file', async () => {
    const sizes_px: number[] = [];
    for (const { drawing } of pages) {
      const svg = gunzipSync(await readFile(join(folder, drawing))).toString();
      const wrong = /<text|<image|href|NaN|undefined|Infinity/.exec(svg);
      expect(wrong?.[0], drawing).toBeUndefined();
      const [, width, height] = /^<svg [^>]*width="(\d+)" height="(\d+)"/.exec(svg) ?? [];
      sizes_px.push(Number(width) * Number(height));
    }
    expect(Math.min(...sizes_px)).toBeGreaterThan(7e6);
    expect(sizes_px.filter((size) => size >= 12e6).length).toBeGreaterThan(2);
  });
});

describe('drawing a page', () => {
  let scratch = '';
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'sample-page-'));
  });
  afterAll(() => rm(scratch, { recursive: true }));

  it.each(['jpeg', 'png', 'tiff'] as const)(
    'writes a %s of the size of its drawing, opaque, aged',
    async (format) => {
      const page = pages.find((candidate) => candidate.format === format);
      if (!page) throw new Error(`no page in ${format}`);
      const file = join(scratch, `page.${format}`);
      const drawing = join(folder, page.drawing);
      await drawPage({ ...page, drawing, seed: page.drawing }, file);
      const [plain, found] = await Promise.all([
        sharp(gunzipSync(await readFile(drawing)), { unlimited: true }).stats(),
        sharp(file).metadata(),
      ]);
      const size_px = await sharp(gunzipSync(await readFile(drawing)), { unlimited: true }).metadata();
      expect([found.format, found.width, found.height]).toEqual([format, size_px.width, size_px.height]);
      expect([found.channels, found.hasAlpha, found.density]).toEqual([3, false, 300]);
      const aged = await sharp(file).stats();
      expect(aged.channels[0]?.mean).toBeLessThan(plain.channels[0]?.mean ?? 0);
    },
  );
});
