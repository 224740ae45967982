import { REGION_MIN_px } from '@armarium/contract/region-size';

/** Width and height, in pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** A rectangle of an image in whole pixels of the full image. */
export interface Region extends Extent {
  readonly x: number;
  readonly y: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The place of a rectangle where it is taken to be resized, by the points of the compass. */
export type Handle = 'nw' | 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w';
export const handles: readonly Handle[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];

/** Width divided by height; undefined where any shape may be drawn. */
export type Ratio = number | undefined;

/** The rectangle that stands at first (back office §9). */
const DEFAULT: Extent = { width: 500, height: 300 };

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The least size of a region of an image, which may be smaller than the smallest region. */
function leastOf(image: Extent): Extent {
  return { width: Math.min(REGION_MIN_px, image.width), height: Math.min(REGION_MIN_px, image.height) };
}

export const wholeImage = ({ width, height }: Extent): Region => ({ x: 0, y: 0, width, height });

export const isSameRegion = (one: Region, other: Region): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;

/** The rectangle that stands at first: 500 by 300 in the middle, no larger than the image. */
export function defaultRegion(image: Extent): Region {
  const width = Math.min(DEFAULT.width, image.width);
  const height = Math.min(DEFAULT.height, image.height);
  return {
    x: Math.floor((image.width - width) / 2),
    y: Math.floor((image.height - height) / 2),
    width,
    height,
  };
}

/**
 * Any rectangle as a region of an image: whole pixels, no smaller than the least, no larger than the image, and moved
 * into it where it reaches beyond.
 */
export function insideRegion({ x, y, width, height }: Region, image: Extent): Region {
  const least = leastOf(image);
  const size = {
    width: clamp(Math.round(width), least.width, image.width),
    height: clamp(Math.round(height), least.height, image.height),
  };
  return {
    x: clamp(Math.round(x), 0, image.width - size.width),
    y: clamp(Math.round(y), 0, image.height - size.height),
    ...size,
  };
}

/** The part of a rectangle that the image has, as a region; the least at the nearest place where it has none of it. */
export function visibleRegion({ x, y, width, height }: Region, image: Extent): Region {
  const left = clamp(x, 0, image.width);
  const top = clamp(y, 0, image.height);
  return insideRegion(
    {
      x: left,
      y: top,
      width: clamp(x + width, 0, image.width) - left,
      height: clamp(y + height, 0, image.height) - top,
    },
    image,
  );
}

/** The upright box around a rectangle that is turned around its middle. @param rotation in degrees */
export function boxAround({ x, y, width, height }: Region, rotation: number): Region {
  const angle = (rotation * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const box = { width: width * cos + height * sin, height: width * sin + height * cos };
  return { x: x + (width - box.width) / 2, y: y + (height - box.height) / 2, ...box };
}

/** A region moved by whole or broken pixels, as far as the image goes. */
export function movedRegion(region: Region, by: Point, image: Extent): Region {
  return {
    ...region,
    x: clamp(Math.round(region.x + by.x), 0, image.width - region.width),
    y: clamp(Math.round(region.y + by.y), 0, image.height - region.height),
  };
}

/**
 * The size nearest to the wanted one that fits the room and keeps the ratio. Where the least size doesn't fit the room,
 * it wins over the room; where the image is too small to keep the ratio, the image wins over the ratio.
 * @param leads the side that is kept; the other follows from the ratio
 */
function fittedSize(
  wanted: Extent,
  leads: 'width' | 'height',
  room: Extent,
  image: Extent,
  ratio: Ratio,
): Extent {
  const least = ratio === undefined ? leastOf(image) : leastOfRatio(ratio, image);
  const most = { width: Math.max(room.width, least.width), height: Math.max(room.height, least.height) };
  const size = { width: Math.round(wanted.width), height: Math.round(wanted.height) };
  if (ratio !== undefined && leads === 'width') {
    size.width = clamp(size.width, least.width, Math.min(most.width, Math.floor(most.height * ratio)));
    size.height = Math.round(size.width / ratio);
  } else if (ratio !== undefined) {
    size.height = clamp(size.height, least.height, Math.min(most.height, Math.floor(most.width / ratio)));
    size.width = Math.round(size.height * ratio);
  }
  return {
    width: clamp(size.width, least.width, most.width),
    height: clamp(size.height, least.height, most.height),
  };
}

/** The least size of a ratio, as far as the image has room for it. */
function leastOfRatio(ratio: number, image: Extent): Extent {
  const least = leastOf(image);
  return {
    width: Math.min(image.width, Math.max(least.width, Math.round(least.height * ratio))),
    height: Math.min(image.height, Math.max(least.height, Math.round(least.width / ratio))),
  };
}

/**
 * The region that is drawn from one point of the image to another. It stays inside the image and is at least the least
 * region; with a ratio it reaches as far as the longer of the two ways.
 */
export function drawnRegion(from: Point, to: Point, image: Extent, ratio: Ratio): Region {
  const start = {
    x: clamp(Math.round(from.x), 0, image.width),
    y: clamp(Math.round(from.y), 0, image.height),
  };
  return fromAnchor(start, to, image, ratio);
}

/** The region with one corner at the anchor, the other as near to a point as size and image allow. */
function fromAnchor(anchor: Point, to: Point, image: Extent, ratio: Ratio): Region {
  const isLeft = to.x < anchor.x;
  const isUp = to.y < anchor.y;
  const wanted = { width: Math.abs(to.x - anchor.x), height: Math.abs(to.y - anchor.y) };
  const room = {
    width: isLeft ? anchor.x : image.width - anchor.x,
    height: isUp ? anchor.y : image.height - anchor.y,
  };
  const leads = ratio === undefined || wanted.width >= wanted.height * ratio ? 'width' : 'height';
  const size = fittedSize(wanted, leads, room, image, ratio);
  return insideRegion(
    {
      x: isLeft ? anchor.x - size.width : anchor.x,
      y: isUp ? anchor.y - size.height : anchor.y,
      ...size,
    },
    image,
  );
}

/**
 * A region of which a handle is dragged. What lies opposite stays where it is; an edge that is dragged beyond it turns the
 * rectangle over. With a ratio, the other side of an edge's rectangle grows to both sides, as far as the image goes.
 * @param by how far the handle was moved since the region was taken, in pixels of the image
 */
export function resizedRegion(
  region: Region,
  handle: Handle,
  by: Point,
  image: Extent,
  ratio: Ratio,
): Region {
  const { x, y, width, height } = region;
  const isWest = handle.includes('w');
  const isNorth = handle.includes('n');
  const anchor = { x: isWest ? x + width : x, y: isNorth ? y + height : y };
  const to = { x: (isWest ? x : x + width) + by.x, y: (isNorth ? y : y + height) + by.y };
  if (handle.length === 2) return fromAnchor(anchor, to, image, ratio);
  if (handle === 'e' || handle === 'w') {
    const isLeft = to.x < anchor.x;
    const room = { width: isLeft ? anchor.x : image.width - anchor.x, height: image.height };
    const wanted = { width: Math.abs(to.x - anchor.x), height };
    const size = fittedSize(wanted, 'width', room, image, ratio);
    const middle = y + height / 2;
    return insideRegion(
      { x: isLeft ? anchor.x - size.width : anchor.x, y: middle - size.height / 2, ...size },
      image,
    );
  }
  const isUp = to.y < anchor.y;
  const room = { width: image.width, height: isUp ? anchor.y : image.height - anchor.y };
  const wanted = { width, height: Math.abs(to.y - anchor.y) };
  const size = fittedSize(wanted, 'height', room, image, ratio);
  const middle = x + width / 2;
  return insideRegion(
    { x: middle - size.width / 2, y: isUp ? anchor.y - size.height : anchor.y, ...size },
    image,
  );
}

/**
 * A region that grows or shrinks on its right and lower edge. Where the image ends, it grows to the other side; it never
 * turns over.
 * @param by pixels of the image; with a ratio, the side that isn't 0 leads
 */
export function grownRegion(region: Region, by: Extent, image: Extent, ratio: Ratio): Region {
  const wanted = {
    width: Math.max(1, region.width + by.width),
    height: Math.max(1, region.height + by.height),
  };
  const leads = by.height !== 0 && by.width === 0 ? 'height' : 'width';
  return insideRegion({ ...region, ...fittedSize(wanted, leads, image, image, ratio) }, image);
}

/** A region of another shape: its middle and about its area stay, as far as the image goes. */
export function reshapedRegion(region: Region, ratio: Ratio, image: Extent): Region {
  if (ratio === undefined) return region;
  const { x, y, width, height } = region;
  const wanted = { width: Math.sqrt(width * height * ratio), height: Math.sqrt((width * height) / ratio) };
  const size = fittedSize(wanted, ratio >= 1 ? 'width' : 'height', image, image, ratio);
  return insideRegion(
    { x: x + width / 2 - size.width / 2, y: y + height / 2 - size.height / 2, ...size },
    image,
  );
}

/** The numbers of a region, in the order in which they are typed. */
export const sides = ['x', 'y', 'width', 'height'] as const;
export type Side = (typeof sides)[number];

/** Least and most of what may be typed for a number of a region: `typedRegion` takes each of them as it is. */
export function sideRange(
  region: Region,
  side: Side,
  image: Extent,
  ratio: Ratio,
): readonly [least: number, most: number] {
  if (side === 'x') return [0, image.width - region.width];
  if (side === 'y') return [0, image.height - region.height];
  const least = (ratio === undefined ? leastOf(image) : leastOfRatio(ratio, image))[side];
  const room = side === 'width' ? image.width - region.x : image.height - region.y;
  // The side that follows has to have room in the image too.
  const ofOther =
    ratio === undefined ? room : Math.floor(side === 'width' ? image.height * ratio : image.width / ratio);
  return [least, Math.max(least, Math.min(room, ofOther))];
}

/** A region with one number as it was typed, which is in its range. With a ratio the other side follows. */
export function typedRegion(region: Region, side: Side, value: number, image: Extent, ratio: Ratio): Region {
  if (ratio === undefined || side === 'x' || side === 'y') return { ...region, [side]: value };
  // What follows may be moved, so that what was typed holds.
  const room = { ...image, [side]: side === 'width' ? image.width - region.x : image.height - region.y };
  return insideRegion(
    { ...region, ...fittedSize({ ...region, [side]: value }, side, room, image, ratio) },
    image,
  );
}

/**
 * What is seen of an image where a region fills a frame of some shape: all of the region in the middle, and what is beside
 * it. It is moved into the image where the image is large enough; else the image is in its middle.
 * @returns pixels of the image, not whole, and perhaps beyond it
 */
export function framedView(region: Region, ratio: number, image: Extent): Region {
  const width = Math.max(region.width, region.height * ratio);
  const height = Math.max(region.height, region.width / ratio);
  const along = (start: number, length: number, seen: number, whole: number) => {
    const from = start + length / 2 - seen / 2;
    return seen <= whole ? clamp(from, 0, whole - seen) : (whole - seen) / 2;
  };
  return {
    x: along(region.x, region.width, width, image.width),
    y: along(region.y, region.height, height, image.height),
    width,
    height,
  };
}

/** Where a point takes a rectangle: at a handle, inside to move it, or nowhere. */
export type Grip = Handle | 'inside';

/**
 * Where a point of the screen takes a rectangle on it. Near an edge it takes the edge; of a small rectangle at least the
 * middle third moves it.
 * @param reach pixels of the screen on both sides of an edge
 */
export function gripAt({ x, y }: Point, rectangle: Region, reach: number): Grip | undefined {
  const column = zoneOf(x - rectangle.x, rectangle.width, reach);
  const row = zoneOf(y - rectangle.y, rectangle.height, reach);
  if (column === undefined || row === undefined) return undefined;
  const vertical = { start: 'n', middle: '', end: 's' } as const;
  const horizontal = { start: 'w', middle: '', end: 'e' } as const;
  const grip = `${vertical[row]}${horizontal[column]}` as const;
  return grip === '' ? 'inside' : grip;
}

/** Which part of a side a place is at. @param place from the side's beginning */
function zoneOf(place: number, length: number, reach: number): 'start' | 'middle' | 'end' | undefined {
  if (place < -reach || place > length + reach) return undefined;
  const within = Math.min(reach, length / 3);
  if (place <= within) return 'start';
  return place >= length - within ? 'end' : 'middle';
}

/** Whether a region is all that is seen of its image, so that no other could be drawn if what is inside moved it. */
export function coversAll(region: Region, seen: Region, image: Extent): boolean {
  const right = Math.min(seen.x + seen.width, image.width);
  const bottom = Math.min(seen.y + seen.height, image.height);
  return (
    region.x <= Math.max(seen.x, 0) &&
    region.y <= Math.max(seen.y, 0) &&
    region.x + region.width >= right &&
    region.y + region.height >= bottom
  );
}

/** The room that is left between an edge and that of the stage: a part of what is seen. */
const SEEN_MARGIN = 0.05;

/**
 * How far what is seen has to move so that what changed of a region is in it: an edge that moved alone, or the whole region,
 * as far as it has room. @returns pixels of the image
 */
export function shiftToSee(before: Region, after: Region, seen: Region): Point {
  const along = (at: 'x' | 'y', size: Side & ('width' | 'height')): number => {
    const [start, end] = [after[at], after[at] + after[size]];
    const hasStartMoved = start !== before[at];
    const hasEndMoved = end !== before[at] + before[size];
    const [from, to] = [seen[at], seen[at] + seen[size]];
    const margin = seen[size] * SEEN_MARGIN;
    const isBeyond = end <= from || start >= to;
    if (hasEndMoved && !hasStartMoved)
      return end < from || end > to ? shiftOf(end, end, from, to, margin) : 0;
    if (hasStartMoved && !hasEndMoved)
      return start < from || start > to ? shiftOf(start, start, from, to, margin) : 0;
    if (!hasStartMoved && !isBeyond) return 0;
    if (after[size] > seen[size] - 2 * margin)
      // It has no room: its middle is seen.
      return isBeyond || (start + end) / 2 < from || (start + end) / 2 > to
        ? (start + end - from - to) / 2
        : 0;
    return start < from || end > to ? shiftOf(start, end, from, to, margin) : 0;
  };
  return { x: along('x', 'width'), y: along('y', 'height') };
}

/** How far a window has to move until a part is in it, with a margin. */
function shiftOf(start: number, end: number, from: number, to: number, margin: number): number {
  return start < from + margin ? start - margin - from : Math.max(0, end + margin - to);
}
