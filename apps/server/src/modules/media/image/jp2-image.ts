import { ImageRefused } from './image-refused.ts';
import type { Jp2Header } from './jp2-header.ts';
import { MagickRefused, tiffOf } from './magick.ts';

/**
 * Decodes a JPEG 2000 to its end into an 8-bit TIFF that the image library opens. Delivery needs no more
 * bits, and the original is kept. The colour profile of its boxes is copied; sYCC and palettes are converted
 * to colours.
 * @throws ImageRefused
 */
export async function decodeJp2(source: string, header: Jp2Header): Promise<Buffer> {
  const { container, width_px, height_px } = header;
  try {
    return await tiffOf(source, container);
  } catch (error) {
    if (!(error instanceof MagickRefused)) throw error;
    if (/memory allocation|resources ?exhausted/i.test(error.message))
      throw ImageRefused.for(
        'too-many-pixels',
        { width_px, height_px, maxPixels: width_px * height_px },
        error.message,
      );
    const isCut = /inconsistent with stream length|stream too short|unexpected end/i.test(error.message);
    throw ImageRefused.for(isCut ? 'truncated' : 'unreadable', {}, error.message.replaceAll('\n', '; '));
  }
}
