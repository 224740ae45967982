import sharp from 'sharp';
import { configureSharp } from './configure-sharp.ts';
import { probeImage } from './probe-image.ts';

const maxPixels = 100_000_000;
/** Room for a wide name on a screen of double density. */
const box = { width: 480, height: 96 } as const;

/**
 * Redraws an organisation's logo from a file: a PNG in sRGB of at most 480 × 96 px that takes nothing from
 * the file but the picture.
 * @throws ImageRefused where the file is not an accepted image
 */
export async function drawLogo(path: string): Promise<Buffer> {
  configureSharp();
  await probeImage(path, { maxPixels });
  return sharp(path, { limitInputPixels: maxPixels })
    .autoOrient()
    .resize({ ...box, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer();
}
