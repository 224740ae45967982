import type { Box, Size, View } from './geometry.ts';
import { coarsestLevel, sharpLevel, tilesOf, type TiledImage } from './tiles.ts';

/** Where the card with the text stands: beside the region or below it. */
export type Side = 'left' | 'right' | 'below';

/** A place for the card, and the room that it leaves to the region. CSS pixels of the stage. */
export interface Layout {
  readonly side: Side;
  readonly card: Box;
  readonly room: Box;
}

const GAP_px = 16;
/** Below this width or height of the stage there is less air. */
const SMALL_px = 500;
const SMALL_GAP_px = 8;
const CARD = {
  side: { share: 0.3, least_px: 200, most_px: 400 },
  below: { share: 0.4, least_px: 132, most_px: 320, widest_px: 760 },
} as const;
/** How much larger the region must be shown elsewhere for the card to leave its side. */
const WORTH_MOVING = 1.15;
const PREFERRED: readonly Side[] = ['right', 'left', 'below'];
/** On a stage narrower than this, as on a phone held upright, nothing has room beside the picture. */
const NARROW_px = 420;
/** More than the tiles of a region on a common screen; with more, the step would be late. */
const REGION_TILES_MAX = 32;
/** A region is shown at no less than this share of the size that has room. */
const LEAST_SHARE = Math.SQRT1_2;

/**
 * Places the card where the region is shown largest, and never over it.
 * @param before where the card is by now: it stays there unless it gains much by moving
 */
export function placeCard(stage: Size, region: Size, before?: Side): Layout {
  const sides = stage.width < NARROW_px ? (['below'] as const) : PREFERRED;
  const layouts = sides
    .map((side) => layoutAt(side, stage))
    .sort((one, other) => Number(other.side === before) - Number(one.side === before));
  const [first, ...others] = layouts as [Layout, ...Layout[]];
  return others.reduce(
    (best, other) => (fit(region, other.room) > fit(region, best.room) * WORTH_MOVING ? other : best),
    first,
  );
}

/** The largest scale at which a region has room. */
const fit = (region: Size, room: Size) =>
  Math.max(0, Math.min(room.width / region.width, room.height / region.height));

const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

function layoutAt(side: Side, stage: Size): Layout {
  const gap = Math.min(stage.width, stage.height) < SMALL_px ? SMALL_GAP_px : GAP_px;
  if (side === 'below') {
    const { share, least_px, most_px, widest_px } = CARD.below;
    const height = Math.round(Math.min(stage.height / 2, within(stage.height * share, least_px, most_px)));
    const width = Math.min(widest_px, stage.width - 2 * gap);
    return {
      side,
      card: { x: (stage.width - width) / 2, y: stage.height - gap - height, width, height },
      room: roomOf(gap, gap, stage.width - 2 * gap, stage.height - height - 3 * gap),
    };
  }
  const { share, least_px, most_px } = CARD.side;
  const width = Math.round(within(stage.width * share, least_px, most_px));
  const isLeft = side === 'left';
  return {
    side,
    card: {
      x: isLeft ? gap : stage.width - gap - width,
      y: gap,
      width,
      height: stage.height - 2 * gap,
    },
    room: roomOf(isLeft ? width + 2 * gap : gap, gap, stage.width - width - 3 * gap, stage.height - 2 * gap),
  };
}

/** A frame may be lower than its card; the region has a pixel then. */
const roomOf = (x: number, y: number, width: number, height: number): Box => ({
  x,
  y,
  width: Math.max(1, width),
  height: Math.max(1, height),
});

/**
 * The view in which a region lies in the middle of a room: as large as it has room, at most one pixel of the image for each
 * pixel of the screen. Where it would need more tiles than come in time, it is shown a little smaller, at which the next
 * coarser level fits the screen pixel for pixel.
 * @param density pixels of the screen for each CSS pixel
 */
export function restView(
  image: TiledImage,
  region: Box,
  { room, stage, density }: { readonly room: Box; readonly stage: Size; readonly density: number },
): View {
  const largest = Math.min(fit(region, room), 1 / density);
  const scale = lighterScale(image, region, largest, density);
  const x = region.x + region.width / 2 + (stage.width / 2 - room.x - room.width / 2) / scale;
  const y = region.y + region.height / 2 + (stage.height / 2 - room.y - room.height / 2) / scale;
  return { x: onPixel(x, stage.width, scale, density), y: onPixel(y, stage.height, scale, density), scale };
}

function lighterScale(image: TiledImage, region: Box, scale: number, density: number): number {
  const level = sharpLevel(image, { scale }, density);
  if (level >= coarsestLevel(image) || tilesOf(image, level, region).length <= REGION_TILES_MAX) return scale;
  const lighter = 1 / (density * 2 ** (level + 1));
  return lighter >= scale * LEAST_SHARE ? lighter : scale;
}

/** Moves the middle of the stage so that its edge falls between two pixels of the screen. */
function onPixel(middle: number, length_px: number, scale: number, density: number): number {
  const dense = scale * density;
  const edge = middle - length_px / 2 / scale;
  return Math.round(edge * dense) / dense + length_px / 2 / scale;
}
