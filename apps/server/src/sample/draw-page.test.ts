import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawPage, pageAsSvg } from './draw-page.ts';
import type { PageSpec } from './page-spec.ts';
import { sampleCatalogue } from './sample-catalogue.ts';
import { isSoak } from '../../../../tests/harness/soak.ts';

const pages = sampleCatalogue.items.flatMap((item) => item.pages);
const kinds = [...new Set(pages.map(({ kind }) => kind))];

const tenth = (page: PageSpec): PageSpec => ({
  ...page,
  width_px: page.width_px / 10,
  height_px: page.height_px / 10,
});

/** The first page of a kind, small enough that a test of it takes a moment. */
function small(kind: string, format: PageSpec['format'] = 'jpeg'): PageSpec {
  const page = pages.find((candidate) => candidate.kind === kind);
  if (!page) throw new Error(`no page of kind ${kind}`);
  return { ...tenth(page), format };
}

describe('drawing a page', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sample-page-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function pixels(page: PageSpec, name: string): Promise<string> {
    const file = join(folder, name);
    await drawPage(page, file);
    return createHash('sha256')
      .update(await sharp(file).raw().toBuffer())
      .digest('hex');
  }

  it.each(kinds)(
    '%s: the same spec gives the same pixels, another seed gives others, in ink',
    async (kind) => {
      const page = small(kind);
      const first = await pixels(page, `${kind}-1.jpg`);
      expect(await pixels(page, `${kind}-2.jpg`)).toBe(first);
      expect(await pixels({ ...page, seed: `${page.seed} again` }, `${kind}-3.jpg`)).not.toBe(first);
      const { channels } = await sharp(join(folder, `${kind}-1.jpg`))
        .greyscale()
        .stats();
      expect(channels[0]?.stdev).toBeGreaterThan(12);
    },
  );

  it('writes the format and the size that were asked for, opaque, in full', async () => {
    for (const format of ['jpeg', 'png', 'tiff'] as const) {
      const large = pages.find((candidate) => candidate.format === format);
      if (!large) throw new Error(`no page in ${format}`);
      const page = isSoak
        ? large
        : { ...large, width_px: large.width_px / 2, height_px: large.height_px / 2 };
      const file = join(folder, `whole.${format}`);
      await drawPage(page, file);
      const found = await sharp(file).metadata();
      expect([found.format, found.width, found.height]).toEqual([format, page.width_px, page.height_px]);
      expect([found.channels, found.hasAlpha, found.density]).toEqual([3, false, 300]);
    }
  });

  it('sets no text in a font and draws every number', async () => {
    for (const page of isSoak ? pages.map(tenth) : kinds.map((kind) => small(kind))) {
      const svg = await pageAsSvg(page);
      const wrong = /<text|NaN|undefined|Infinity/.exec(svg.replace(/data:[^"]*/g, ''));
      expect(wrong?.[0], page.seed).toBeUndefined();
    }
  });
});
