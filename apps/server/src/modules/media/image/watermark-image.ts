import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import type { WatermarkPlace } from '@armarium/contract/image-delivery';
import { levelsOf, makeThumbnail, writePyramid } from './pyramid-file.ts';

/** A watermark, with its picture as a file. */
export interface WatermarkPicture {
  readonly path: string;
  readonly place: WatermarkPlace;
  /** Percent of the picture's own opacity. */
  readonly opacity: number;
  /** Percent of the width of the image. */
  readonly width: number;
}

/** The watermarked derivatives of an image; of the same sizes as the clean ones. */
export interface Watermarked {
  readonly pyramid: { readonly path: string; readonly size_bytes: number };
  readonly thumbnail: { readonly path: string; readonly width_px: number; readonly height_px: number };
}

/** It takes four bytes a pixel: no more than 64 MB, however large the image is. */
const overlayMax_px = 16_000_000;
/** Around the picture, as a fraction of its sides. */
const margin = { repeated: 0.25, once: 0.04 } as const;

/** The fractions of the free width and height that are to its left and above it. */
const places = {
  centre: [0.5, 0.5],
  'north-west': [0, 0],
  'north-east': [1, 0],
  'south-west': [0, 1],
  'south-east': [1, 1],
} as const satisfies Record<Exclude<WatermarkPlace, 'repeated'>, readonly [number, number]>;

/**
 * Makes the watermarked pyramid from the clean one, in one pass, and the thumbnail from it, so that both have
 * exactly the sizes of the clean ones. Memory does not depend on the image's size, except for the watermark's
 * own.
 *
 * Writes `watermarked.tif` and `watermarked.jpg` into the folder, over the files of an earlier run; after a
 * failure neither exists. Not fsynced.
 *
 * @param pyramid a clean pyramid of ours
 * @param into an existing folder, for this call alone
 */
export async function watermarkImage(
  pyramid: string,
  mark: WatermarkPicture,
  into: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Watermarked> {
  const paths = { pyramid: join(into, 'watermarked.tif'), thumbnail: join(into, 'watermarked.jpg') };
  try {
    signal?.throwIfAborted();
    const clean = sharp(pyramid, { page: 0, sequentialRead: true, limitInputPixels: false });
    const { width, height, channels } = await clean.metadata();
    const marked = clean.composite([await overlay(mark, width, height)]).removeAlpha();
    await writePyramid(channels < 3 ? marked.toColourspace('b-w') : marked, width, height, paths.pyramid);
    signal?.throwIfAborted();
    const thumbnail = await makeThumbnail(paths.pyramid, await levelsOf(paths.pyramid), paths.thumbnail);
    return {
      pyramid: { path: paths.pyramid, size_bytes: (await stat(paths.pyramid)).size },
      thumbnail: { path: paths.thumbnail, ...thumbnail },
    };
  } catch (error) {
    await rm(paths.pyramid, { force: true });
    await rm(paths.thumbnail, { force: true });
    throw error;
  }
}

/** The picture at its size on this image, with its margin, never larger than the image. */
async function overlay(
  { path, place, opacity, width: percent }: WatermarkPicture,
  width_px: number,
  height_px: number,
): Promise<OverlayOptions> {
  const around = 1 + 2 * (place === 'repeated' ? margin.repeated : margin.once);
  const own = await sharp(path).metadata();
  const scale = Math.min(
    (width_px * percent) / 100 / own.width,
    width_px / around / own.width,
    height_px / around / own.height,
    Math.sqrt(overlayMax_px / (around * around * own.width * own.height)),
  );
  const width = Math.max(1, Math.floor(own.width * scale));
  const height = Math.max(1, Math.floor(own.height * scale));
  const aside = Math.floor((width * (around - 1)) / 2);
  const above = Math.floor((height * (around - 1)) / 2);
  const { data, info } = await sharp(path)
    .resize({ width, height, fit: 'fill' })
    .extend({
      left: aside,
      right: aside,
      top: above,
      bottom: above,
      background: { r: 0, g: 0, b: 0, alpha: 0 },
    })
    // Its own transparency times the requested opacity.
    .composite([
      {
        input: Buffer.from([255, 255, 255, Math.round((opacity / 100) * 255)]),
        raw: { width: 1, height: 1, channels: 4 },
        tile: true,
        blend: 'dest-in',
      },
    ])
    .raw()
    .toBuffer({ resolveWithObject: true });
  return {
    input: data,
    raw: { width: info.width, height: info.height, channels: 4 },
    // By numbers: the image is padded to whole tiles before this, which must not move the watermark.
    ...(place === 'repeated'
      ? { tile: true }
      : {
          left: Math.floor((width_px - info.width) * places[place][0]),
          top: Math.floor((height_px - info.height) * places[place][1]),
        }),
  };
}
