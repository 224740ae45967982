import { intersection, visibleBox, type Box, type Size, type View } from './geometry.ts';
import type { TileStore } from './tile-store.ts';
import { coarsestLevel, sharpLevel, tilesOf, type Tile, type TiledImage } from './tiles.ts';

/** How much of a picture was there when it was drawn. */
export interface Drawn {
  /** Whether nothing of the image could be drawn. */
  readonly isBlank: boolean;
  /** Whether a tile of the level that the screen needs was missing somewhere. */
  readonly isSharp: boolean;
}

/** While the camera moves, each tile reaches this far under its neighbour, in pixels of the screen: no seam shows. */
const OVERLAP_px = 0.6;

/** Draws an image as a view sees it: the tiles that the screen needs, and below those that are missing, coarser ones. */
export function paint(
  context: CanvasRenderingContext2D,
  store: TileStore,
  { image, view, stage, density, isMoving }: Scene,
): Drawn {
  const visible = intersection(visibleBox(view, stage), {
    x: 0,
    y: 0,
    width: image.width,
    height: image.height,
  });
  if (!visible) return { isBlank: false, isSharp: true };
  const sharp = sharpLevel(image, view, density);
  const tiles = tilesOf(image, sharp, visible);
  const isSharp = tiles.every((tile) => store.has(tile));
  const place = placer(view, stage, density);
  let drawn = 0;
  const draw = (tile: Tile) => {
    const picture = store.get(tile);
    if (!picture) return;
    drawn += 1;
    const { x, y, width, height } = place(tile.box);
    if (isMoving) {
      context.drawImage(picture, x, y, width + OVERLAP_px, height + OVERLAP_px);
      return;
    }
    // At rest, edges lie between pixels of the screen: a tile of the screen's resolution is drawn pixel for pixel.
    const [left, top] = [Math.round(x), Math.round(y)];
    context.drawImage(picture, left, top, Math.round(x + width) - left, Math.round(y + height) - top);
  };
  context.save();
  // No overlap beyond the edge of the image.
  const whole = place({ x: 0, y: 0, width: image.width, height: image.height });
  const [left, top] = [Math.round(whole.x), Math.round(whole.y)];
  context.beginPath();
  context.rect(left, top, Math.round(whole.x + whole.width) - left, Math.round(whole.y + whole.height) - top);
  context.clip();
  if (!isSharp)
    for (let level = coarsestLevel(image); level > sharp; level -= 1)
      tilesOf(image, level, visible).forEach(draw);
  tiles.forEach(draw);
  context.restore();
  return { isBlank: drawn === 0, isSharp };
}

/** An image and how it is seen. */
export interface Scene {
  readonly image: TiledImage;
  readonly view: View;
  /** CSS pixels. */
  readonly stage: Size;
  /** Pixels of the screen for each CSS pixel. */
  readonly density: number;
  readonly isMoving: boolean;
}

/** Says where a part of an image lies on the screen, in its pixels. */
function placer(view: View, stage: Size, density: number): (box: Box) => Box {
  const scale = view.scale * density;
  const left = view.x * scale - (stage.width * density) / 2;
  const top = view.y * scale - (stage.height * density) / 2;
  return ({ x, y, width, height }) => ({
    x: x * scale - left,
    y: y * scale - top,
    width: width * scale,
    height: height * scale,
  });
}
