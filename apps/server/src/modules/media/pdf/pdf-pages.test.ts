import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyNth } from '../../../../../../tests/harness/soak.ts';
import { madePdf } from '../../../../../../tests/http/made-pdf.ts';
import { configureSharp } from '../image/configure-sharp.ts';
import { MediaRefused } from '../media-refused.ts';
import { derivePdfPage } from './derive-pdf-page.ts';
import { pagePixels } from './page-pixels.rules.ts';
import { probePdf } from './probe-pdf.ts';

const limits = { maxPixels: 500e6 };
const samples = fileURLToPath(new URL('../../../../../../../shared/data/pdf/', import.meta.url));
let folder: string;
beforeAll(async () => {
  configureSharp();
  folder = await mkdtemp(join(tmpdir(), 'pdf-pages-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function written(bytes: Buffer | string): Promise<string> {
  const path = join(folder, 'given.pdf');
  await writeFile(path, bytes);
  return path;
}

const task = (source: string, page: number) => ({
  source,
  page,
  rotation: 0 as const,
  into: folder,
  facts: {},
  parts: [],
  limits,
});

/** The code of the refusal. */
async function refusal(bytes: Buffer | string): Promise<string> {
  const error: unknown = await probePdf(await written(bytes), limits).catch((failure: unknown) => failure);
  if (!(error instanceof MediaRefused)) throw error;
  return error.cause_.code;
}

const two = madePdf([
  { width_pt: 360, height_pt: 180, text: 'Folio primo' },
  { width_pt: 144, height_pt: 288, text: 'Verso' },
]);

describe('the pages of a PDF', () => {
  it('[IMP-30] are found in order, each at 200 dpi', async () => {
    expect(await probePdf(await written(two), limits)).toEqual({
      mediaType: 'application/pdf',
      pages: [
        { index: 0, width_px: 1000, height_px: 500 },
        { index: 1, width_px: 400, height_px: 800 },
      ],
      facts: { pages: 2 },
    });
  });

  it('[IMP-30] are drawn upright and read', async () => {
    const derived = await derivePdfPage(task(await written(two), 0));
    expect(derived).toMatchObject({ width_px: 1000, height_px: 500, page_text: 'Folio primo' });
    expect(derived.technical).toMatchObject({ format: 'pdf', dpi: 200, page: 1 });
    expect(derived.warnings).toEqual([]);
    const { data } = await sharp(derived.pyramid?.path).raw().toBuffer({ resolveWithObject: true });
    const at = (x_px: number, y_px: number) => [...data.subarray((y_px * 1000 + x_px) * 3).subarray(0, 3)];
    const [red, green] = at(100, 100);
    expect(red).toBeGreaterThan(220);
    expect(green).toBeLessThan(40);
    expect(at(500, 50)).toEqual([255, 255, 255]);
    // Letters are drawn in grey, without the coloured edges of screens.
    const letters = await sharp(derived.pyramid?.path)
      .extract({ left: 220, top: 340, width: 500, height: 120 })
      .stats();
    expect(letters.channels[0]?.min).toBeLessThan(60);
    expect((await readdir(folder)).sort()).toEqual(['given.pdf', 'pyramid.tif', 'thumbnail.jpg']);
  });

  it('are drawn smaller where they would have too many pixels', () => {
    expect(pagePixels(360, 180, 125_000)).toEqual({ width_px: 500, height_px: 250, dpi: 100 });
    expect(pagePixels(14_400, 14_400, 1e12)).toMatchObject({ width_px: 10_000, height_px: 10_000 });
    expect(pagePixels(0, 200, 1e6)).toBeUndefined();
    expect(pagePixels(Number.NaN, 200, 1e6)).toBeUndefined();
  });
});

describe('what gives no pages is refused', () => {
  it.each([
    ['empty-file', ''],
    ['not-a-pdf', 'a text that is no PDF'],
    ['truncated', two.subarray(0, two.length - 40)],
    ['unreadable', `%PDF-1.4\n${'garbage '.repeat(50)}\n%%EOF`],
    ['pdf-no-pages', madePdf([])],
  ])('%s', async (code, bytes) => {
    expect(await refusal(bytes)).toBe(code);
  });

  it('[IMP-49] behind a password, with that as its cause', async () => {
    // The standard handler of revision 3: no user password opens these.
    const key = '<28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A>';
    const locked = two
      .toString('latin1')
      .replace(
        '/Root 1 0 R',
        `/Root 1 0 R /ID [<0102030405060708090A0B0C0D0E0F10> <0102030405060708090A0B0C0D0E0F10>] ` +
          `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O ${key} /U ${key} >>`,
      );
    expect(await refusal(Buffer.from(locked, 'latin1'))).toBe('pdf-password');
  });
});

describe.skipIf(!existsSync(samples))('real PDFs', () => {
  const files = [
    ['text_only_pdfa1b.pdf', 1],
    ['derived-scanned-booklet-4p.pdf', 4],
    ['veraPDFHiRes.pdf', 1],
  ] as const;
  it.each(everyNth(files, files.length, 0))('[IMP-30] %s', async (name, pages) => {
    const probe = await probePdf(join(samples, name), limits);
    expect(probe.pages.length).toBe(pages);
    const { pyramid, page_text } = await derivePdfPage(task(join(samples, name), pages - 1));
    const { width } = await sharp(pyramid?.path).metadata();
    expect(width).toBe(probe.pages[pages - 1]?.width_px);
    if (name.startsWith('text')) expect(page_text).not.toBe('');
  });
});
