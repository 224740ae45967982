import sharp from 'sharp';
import { inTurn } from '../../../in-turn.ts';
import { configureSharp } from '../image/configure-sharp.ts';
import { probeImage, refusalOfFile } from '../image/probe-image.ts';

const maxPixels = 50_000_000;
/** It is scaled to each image; a larger one would only take longer. */
const side_px = 2048;

/**
 * Redraws a watermark from a file, one at a time: a PNG in sRGB with its transparency, at most 2048 px a side, that takes
 * nothing from the file but the picture.
 * @throws MediaRefused where the file is not an accepted image
 */
export function drawWatermark(path: string): Promise<Buffer> {
  configureSharp();
  return inTurn(async () => {
    const { format } = await probeImage(path, { maxPixels });
    return sharp(path, { limitInputPixels: maxPixels })
      .autoOrient()
      .resize({ width: side_px, height: side_px, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .png({ compressionLevel: 9 })
      .toBuffer()
      .catch(async (error: unknown) => {
        throw await refusalOfFile(path, format, error);
      });
  });
}
