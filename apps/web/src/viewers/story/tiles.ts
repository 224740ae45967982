import { intersection, type Box, type Size, type View } from './geometry.ts';

/** The side of the tiles of every level, pixels: that of the server's pyramids, whose tiles it hands through unchanged. */
const TILE_px = 256;

/** An image as it is asked for: its address in the image API, without a slash at its end, and its size. */
export interface TiledImage extends Size {
  readonly address: string;
}

export interface Tile {
  /** In pixels of the full image. */
  readonly box: Box;
  /** In the image API (3.0 §4). */
  readonly address: string;
}

/**
 * The level that has the whole image in one tile. Levels are counted from the full image, 0, each half as large as the one
 * before.
 */
export function coarsestLevel({ width, height }: Size): number {
  return Math.max(0, Math.ceil(Math.log2(Math.max(width, height) / TILE_px)));
}

/**
 * The coarsest level that still has a pixel for each pixel of the screen.
 * @param density pixels of the screen for each CSS pixel
 */
export function sharpLevel(image: Size, { scale }: Pick<View, 'scale'>, density: number): number {
  return levelWithin(image, Math.floor(Math.log2(1 / (scale * density)) + ROUNDING));
}

/** The level that is enlarged by less than 2 : 1: enough while the camera moves. */
export function movingLevel(image: Size, { scale }: Pick<View, 'scale'>, density: number): number {
  return levelWithin(image, Math.ceil(Math.log2(1 / (scale * density)) - ROUNDING));
}

/** A scale that was made to fit a level exactly must not miss it by a rounding error. */
const ROUNDING = 1e-6;

const levelWithin = (image: Size, level: number) => Math.min(coarsestLevel(image), Math.max(0, level));

/** The tiles of a level that a part of the image needs, row by row. @param part in pixels of the full image */
export function tilesOf(image: TiledImage, level: number, part: Box): Tile[] {
  const inside = intersection(part, { x: 0, y: 0, width: image.width, height: image.height });
  if (!inside) return [];
  const side = TILE_px * 2 ** level;
  const tiles: Tile[] = [];
  for (let row = Math.floor(inside.y / side); row * side < inside.y + inside.height; row += 1)
    for (let column = Math.floor(inside.x / side); column * side < inside.x + inside.width; column += 1)
      tiles.push(tileAt(image, level, column, row));
  return tiles;
}

function tileAt(image: TiledImage, level: number, column: number, row: number): Tile {
  const factor = 2 ** level;
  const side = TILE_px * factor;
  const [x, y] = [column * side, row * side];
  const [width, height] = [Math.min(side, image.width - x), Math.min(side, image.height - y)];
  const size = `${Math.ceil(width / factor)},${Math.ceil(height / factor)}`;
  const address = `${image.address}/${x},${y},${width},${height}/${size}/0/default.jpg`;
  return { box: { x, y, width, height }, address };
}
