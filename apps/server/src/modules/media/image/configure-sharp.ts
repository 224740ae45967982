import sharp from 'sharp';

/** The only decoders that files can reach, whatever their content claims. */
const acceptedLoaders = [
  'VipsForeignLoadJpeg',
  'VipsForeignLoadPng',
  'VipsForeignLoadTiff',
  'VipsForeignLoadNsgif',
  'VipsForeignLoadWebp',
  // From memory only, for our own drawings (the sample catalogue's pages): uploads are opened by path.
  'VipsForeignLoadSvgBuffer',
];

let isConfigured = false;

/**
 * Sets the global options of sharp, once in each process that opens images. Between blocking all decoders and unblocking
 * some, a file that is being decoded by another thread would be refused as damaged: so never a second time.
 *
 * One thread per image: many images at once use the cores better than many threads in one. No cache of
 * operations. Files reach only the decoders of JPEG, PNG, TIFF, GIF and WebP: SVG is code, and the rest is
 * attack surface. Source: design/performance.md §2.
 */
export function configureSharp(): void {
  if (isConfigured) return;
  isConfigured = true;
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: acceptedLoaders });
}
