import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { PREVIEW_MAX_PX, type WatermarkPlace } from '@armarium/contract/image-delivery';
import { coarsestLevel, levelsOf, makeThumbnail, type Size, writePyramid } from './pyramid-file.ts';

/** Where and how a watermark stands in an image. */
export interface WatermarkStanding {
  readonly place: WatermarkPlace;
  /** Percent of the picture's own opacity. */
  readonly opacity: number;
  /** Percent of the width of the image. */
  readonly width: number;
}

/** A watermark, with its picture as a file. */
export interface WatermarkPicture extends WatermarkStanding {
  readonly path: string;
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
    const drawn = await overlay(mark.path, mark, { width_px: width, height_px: height });
    await writePyramid(marked(clean, channels, drawn), width, height, paths.pyramid);
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

/** What a preview is drawn into where an organisation has no image: grey, so that light and dark marks show. */
const plain = { width: PREVIEW_MAX_PX, height: (PREVIEW_MAX_PX * 3) / 4, background: '#a8a6a2' } as const;

/**
 * Draws the watermark into a small copy of an image, where and as large as `watermarkImage` would draw it. Of the
 * pyramid only the level that is just large enough is decoded.
 *
 * @param pyramid a clean pyramid of ours; null for a plain picture
 * @param picture the mark's own: the path or the bytes of what `drawWatermark` made
 * @returns a JPEG of at most `PREVIEW_MAX_PX` a side
 */
export async function watermarkPreview(
  pyramid: string | null,
  picture: string | Buffer,
  standing: WatermarkStanding,
): Promise<Buffer> {
  const levels = pyramid === null ? [] : await levelsOf(pyramid);
  const [full = { width_px: plain.width, height_px: plain.height }] = levels;
  const shrink = Math.min(1, PREVIEW_MAX_PX / Math.max(full.width_px, full.height_px));
  const shown = {
    width_px: Math.max(1, Math.round(full.width_px * shrink)),
    height_px: Math.max(1, Math.round(full.height_px * shrink)),
  };
  const image =
    pyramid === null
      ? sharp({ create: { ...plain, channels: 3 } })
      : sharp(pyramid, { page: coarsestLevel(levels, PREVIEW_MAX_PX), limitInputPixels: false });
  const { channels } = await image.metadata();
  image.resize({ width: shown.width_px, height: shown.height_px, fit: 'fill' });
  return marked(image, channels, await overlay(picture, standing, full, shown))
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** The image with the mark in it, still grey if it was. */
function marked(image: Sharp, channels: number, mark: OverlayOptions): Sharp {
  const both = image.composite([mark]).removeAlpha();
  return channels < 3 ? both.toColourspace('b-w') : both;
}

/**
 * The picture at its size on this image, with its margin, never larger than the image.
 * @param full the image's own size, from which the size of the mark follows
 * @param shown the size at which the image is drawn
 */
async function overlay(
  picture: string | Buffer,
  { place, opacity, width: percent }: WatermarkStanding,
  full: Size,
  shown = full,
): Promise<OverlayOptions> {
  const around = 1 + 2 * (place === 'repeated' ? margin.repeated : margin.once);
  const own = await sharp(picture).metadata();
  const scaleInFull = Math.min(
    (full.width_px * percent) / 100 / own.width,
    full.width_px / around / own.width,
    full.height_px / around / own.height,
    Math.sqrt(overlayMax_px / (around * around * own.width * own.height)),
  );
  const { width_px, height_px } = shown;
  const scale = scaleInFull * Math.min(width_px / full.width_px, height_px / full.height_px);
  const width = Math.max(1, Math.floor(own.width * scale));
  const height = Math.max(1, Math.floor(own.height * scale));
  const aside = Math.floor((width * (around - 1)) / 2);
  const above = Math.floor((height * (around - 1)) / 2);
  const { data, info } = await sharp(picture)
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
