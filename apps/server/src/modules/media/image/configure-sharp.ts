import sharp from 'sharp';

/** The decoders we stand behind. What is not named here is not reachable, whatever a file claims to be. */
const acceptedLoaders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadTiff',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadWebp',
  // From memory only, for drawings of our own (the sample catalogue's pages): uploads are opened by path.
  'VipsForeignLoadSvgBuffer',
];

/**
 * Sets what sharp keeps for the whole process. Call it once at start, in each process that opens images.
 *
 * One thread per image (many images at once fill the cores better than many threads in one), no cache of
 * operations, and for files no decoder but JPEG, PNG, TIFF, GIF and WebP: SVG is code, and the rest is attack
 * surface.
 * Source: design/performance.md §2.
 */
export function configureSharp(): void {
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: acceptedLoaders });
}
