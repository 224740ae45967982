import sharp, { type Sharp } from 'sharp';
import { rm } from 'node:fs/promises';
import { fillStoredTiles, fillTiles, withRoomToFill, writeTrueSizes } from './whole-tiles.ts';

export interface Size {
  readonly width_px: number;
  readonly height_px: number;
}

const tile_px = 256;
const thumbnail_px = 480;
/** Above 89 libvips stores RGB at 4:4:4, three times as large (design/performance.md §1). */
const pyramidQuality = 85;
const thumbnailQuality = 82;
/** A classic TIFF ends at 4 GiB. JPEG tiles need far less than a byte per sample; noise needs the most. */
const bigTiffFrom_bytes = 3 * 2 ** 30;
/** Larger images are padded on the disk: in memory each pixel would take three bytes. */
const filledInMemory_px = 16_000_000;

/**
 * Writes a pyramid. The size of each level is half of the one before, rounded up; tiles at the edges are
 * padded with the last pixels. A large image is stored uncompressed beside the pyramid meanwhile, so that
 * memory does not grow with it.
 */
export async function writePyramid(
  image: Sharp,
  width_px: number,
  height_px: number,
  path: string,
): Promise<void> {
  const encode = (filled: Sharp) =>
    asTiles(filled, 'jpeg', width_px + tile_px, height_px + tile_px).toFile(path);
  if (width_px * height_px <= filledInMemory_px) {
    await encode(fillTiles(image, width_px, height_px, tile_px));
  } else {
    const whole = `${path}.whole`;
    try {
      const { channels } = await asTiles(
        withRoomToFill(image, width_px, height_px, tile_px),
        'none',
        width_px,
        height_px,
      ).toFile(whole);
      await fillStoredTiles(whole, width_px, height_px, tile_px);
      const filled = sharp(whole, { limitInputPixels: false });
      await encode(channels < 3 ? filled.toColourspace('b-w') : filled);
    } finally {
      await rm(whole, { force: true });
    }
  }
  await writeTrueSizes(path, width_px, height_px);
}

/** The options for a tiled TIFF; with JPEG tiles it is a pyramid. */
export function asTiles(
  image: Sharp,
  compression: 'jpeg' | 'none',
  width_px: number,
  height_px: number,
): Sharp {
  return image.tiff({
    compression,
    quality: pyramidQuality,
    tile: true,
    tileWidth: tile_px,
    tileHeight: tile_px,
    pyramid: compression === 'jpeg',
    bigtiff: width_px * height_px * 3 * (4 / 3) > bigTiffFrom_bytes,
    predictor: 'none',
  });
}

/** The levels of a stored pyramid, finest first. */
export async function levelsOf(pyramid: string): Promise<Size[]> {
  const { pages = 1 } = await sharp(pyramid, { limitInputPixels: false }).metadata();
  const levels = [];
  for (let page = 0; page < pages; page++) {
    const { width, height } = await sharp(pyramid, { page, limitInputPixels: false }).metadata();
    levels.push({ width_px: width, height_px: height });
  }
  return levels;
}

/** The index of the coarsest level that has so many pixels at its longest side; the finest where none has. */
export function coarsestLevel(levels: readonly Size[], longest_px: number): number {
  return Math.max(
    0,
    levels.findLastIndex(({ width_px, height_px }) => Math.max(width_px, height_px) >= longest_px),
  );
}

/** Writes the thumbnail from the coarsest level that has enough pixels for it. */
export async function makeThumbnail(
  pyramid: string,
  levels: readonly Size[],
  path: string,
): Promise<{ width_px: number; height_px: number }> {
  const page = coarsestLevel(levels, thumbnail_px);
  const { width_px, height_px } = levels[page] ?? { width_px: 0, height_px: 0 };
  const shrinks = Math.max(width_px, height_px) >= thumbnail_px;
  const resized = sharp(pyramid, { page, limitInputPixels: false }).resize({
    width: thumbnail_px,
    height: thumbnail_px,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const made = await (shrinks ? resized.sharpen() : resized).jpeg({ quality: thumbnailQuality }).toFile(path);
  return { width_px: made.width, height_px: made.height };
}
