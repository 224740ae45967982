import sharp from 'sharp';

/** The decoders we stand behind. What is not named here is not reachable, whatever a file claims to be. */
const acceptedLoaders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadTiff',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadWebp',
];

/**
 * Sets what sharp keeps for the whole process. Call it once at start, in each process that opens images.
 *
 * One thread per image (many images at once fill the cores better than many threads in one), no cache of
 * operations, and no decoder but JPEG, PNG, TIFF, GIF and WebP: SVG is code, and the rest is attack surface.
 * Source: design/performance.md §2.
 */
export function configureSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: acceptedLoaders });
}
