import sharp from 'sharp';
import { inTurn } from '../../../in-turn.ts';
import { configureSharp } from './configure-sharp.ts';
import { probeImage, refusalOfFile } from './probe-image.ts';

/** The size of photographs from telephones, as for avatars: it is decoded in the serving process. */
const maxPixels = 25_000_000;
/** Room for a wide name on a screen of double density. */
const box = { width: 480, height: 96 } as const;

/**
 * Redraws an organisation's logo from a file, one at a time: a PNG in sRGB of at most 480 × 96 px that takes nothing
 * from the file but the picture.
 * @throws MediaRefused where the file is not an accepted image
 */
export function drawLogo(path: string): Promise<Buffer> {
  configureSharp();
  return inTurn(async () => {
    const { format } = await probeImage(path, { maxPixels });
    return sharp(path, { limitInputPixels: maxPixels })
      .autoOrient()
      .resize({ ...box, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer()
      .catch(async (error: unknown) => {
        throw await refusalOfFile(path, format, error);
      });
  });
}
