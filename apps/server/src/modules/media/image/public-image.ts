import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { confinedSize } from '../../../iiif-image/confined-source.ts';
import { coarsestLevel, levelsOf, writePyramid } from './pyramid-file.ts';

/** The pyramid of an image at the public size. */
export interface PublicImage {
  readonly path: string;
  readonly size_bytes: number;
}

/**
 * Makes a pyramid whose longer side has just so many pixels, from the coarsest level of another that has as many.
 *
 * Writes `public.tif` into the folder, over the file of an earlier run; after a failure there is none. Not fsynced.
 * @param pyramid one of ours, of a larger image
 * @param into an existing folder, for this call alone
 */
export async function makePublicImage(
  pyramid: string,
  longest_px: number,
  into: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<PublicImage> {
  const path = join(into, 'public.tif');
  try {
    signal?.throwIfAborted();
    const levels = await levelsOf(pyramid);
    const [whole = { width_px: 0, height_px: 0 }] = levels;
    const { width_px, height_px } = confinedSize(whole, longest_px);
    const page = coarsestLevel(levels, longest_px);
    const image = sharp(pyramid, { page, limitInputPixels: false });
    const { channels } = await image.metadata();
    image.resize({ width: width_px, height: height_px, fit: 'fill' });
    await writePyramid(channels < 3 ? image.toColourspace('b-w') : image, width_px, height_px, path);
    return { path, size_bytes: (await stat(path)).size };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
