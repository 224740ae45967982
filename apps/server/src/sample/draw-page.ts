import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import sharp from 'sharp';
import { ageing, grain } from './aged-paper.ts';
import type { SamplePage } from './sample-catalogue.ts';

const unzip = promisify(gunzip);

export interface PageToDraw extends Pick<SamplePage, 'format' | 'fold'> {
  /** The path of the drawing. */
  readonly drawing: string;
  /** Decides how the paper has aged. */
  readonly seed: string;
}

/**
 * Draws a page into `file` in its format: the drawing, and over it the grain and the ageing of the paper.
 * The result is in sRGB without alpha, at 300 pixels an inch. The same page always gives the same pixels.
 * Rejects when the drawing can't be read or the file can't be written.
 */
export async function drawPage(page: PageToDraw, file: string): Promise<void> {
  const svg = await unzip(await readFile(page.drawing));
  const drawing = sharp(svg, { unlimited: true, density: 72 });
  const { width, height } = await drawing.metadata();
  const image = drawing
    .composite([grain(), await ageing({ width, height }, page.seed, page.fold)])
    .removeAlpha()
    .withMetadata({ density: 300 });
  const encoded = {
    jpeg: () => image.jpeg({ quality: 86, chromaSubsampling: '4:4:4' }),
    png: () => image.png({ compressionLevel: 3 }),
    tiff: () => image.tiff({ compression: 'lzw', predictor: 'horizontal', xres: 11.811, yres: 11.811 }),
  }[page.format]();
  await encoded.toFile(file);
}
