import { PRINT_dpi } from '@armarium/contract/downloads';

/** Width and height of an image or of a frame, in pixels. */
export interface Extent {
  readonly width: number;
  readonly height: number;
}

/** The frames that are offered, in the order of catalogue §9. */
const frames = {
  square: { width: 1080, height: 1080 },
  horizontal: { width: 1920, height: 1080 },
  vertical: { width: 1080, height: 1920 },
  a4Horizontal: { width: 3508, height: 2480 },
  a4Vertical: { width: 2480, height: 3508 },
  a3Horizontal: { width: 4961, height: 3508 },
  a3Vertical: { width: 3508, height: 4961 },
} as const satisfies Record<string, Extent>;

export type FrameName = keyof typeof frames;
export type SizeName = FrameName | 'full' | 'half';
export const sizeNames = [...(Object.keys(frames) as FrameName[]), 'full', 'half'] as const;

export const cropSides = ['x', 'y', 'width', 'height'] as const;
export type CropSide = (typeof cropSides)[number];
/** A part of an image in its own pixels. */
export type Crop = Readonly<Record<CropSide, number>>;
/** A part as it was typed. */
export type CropText = Readonly<Record<CropSide, string>>;

/** The frame of a size; undefined of those without one, which can't be cropped (DOWN-08). */
export function frameOf(size: SizeName): Extent | undefined {
  return size === 'full' || size === 'half' ? undefined : frames[size];
}

/** The largest part that a frame takes from an image. */
export function largestCrop(frame: Extent, image: Extent): Extent {
  return { width: Math.min(frame.width, image.width), height: Math.min(frame.height, image.height) };
}

/** The largest part, from the middle of the image. */
export function middleCrop(largest: Extent, image: Extent): Crop {
  const { width, height } = largest;
  return {
    x: Math.floor((image.width - width) / 2),
    y: Math.floor((image.height - height) / 2),
    width,
    height,
  };
}

const inRange = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** A part moved to a place, as far as the image goes. */
export function movedCrop(crop: Crop, x: number, y: number, image: Extent): Crop {
  return {
    ...crop,
    x: inRange(Math.round(x), 0, image.width - crop.width),
    y: inRange(Math.round(y), 0, image.height - crop.height),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Whether a point of an image is in a part of it, its edges included. */
export function isInside({ x, y }: Point, crop: Crop): boolean {
  return x >= crop.x && x <= crop.x + crop.width && y >= crop.y && y <= crop.y + crop.height;
}

/** The part between two points of an image, which stays within it and is no larger than `largest`. */
export function drawnCrop(from: Point, to: Point, largest: Extent, image: Extent): Crop {
  const [x, width] = drawnSide(from.x, to.x, largest.width, image.width);
  const [y, height] = drawnSide(from.y, to.y, largest.height, image.height);
  return { x, y, width, height };
}

function drawnSide(from: number, to: number, most: number, length: number): [number, number] {
  const start = inRange(Math.round(from), 0, length);
  const end = inRange(Math.round(to), 0, length);
  const size = inRange(Math.abs(end - start), 1, most);
  return [inRange(end < start ? start - size : start, 0, length - size), size];
}

/** Least and most of what may be typed for a side. */
export function cropRange(text: CropText, side: CropSide, largest: Extent, image: Extent): [number, number] {
  if (side === 'width' || side === 'height') return [1, largest[side]];
  const along = side === 'x' ? 'width' : 'height';
  return [0, image[along] - (within(text[along], 1, largest[along]) ?? 1)];
}

/** What was typed as a part of the image, or the first side that can't be so. */
export function readCrop(text: CropText, largest: Extent, image: Extent): Crop | { faulty: CropSide } {
  const crop = { x: 0, y: 0, width: 0, height: 0 };
  for (const side of cropSides) {
    const value = within(text[side], ...cropRange(text, side, largest, image));
    if (value === undefined) return { faulty: side };
    crop[side] = value;
  }
  return crop;
}

function within(text: string, least: number, most: number): number | undefined {
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : undefined;
}

export function writtenCrop({ x, y, width, height }: Crop): CropText {
  return { x: String(x), y: String(y), width: String(width), height: String(height) };
}

/** What was typed, no larger than the size that is chosen by now. */
export function fittedCrop(text: CropText, largest: Extent): CropText {
  const fitted = (side: 'width' | 'height') =>
    Number(text[side]) > largest[side] ? String(largest[side]) : text[side];
  return { ...text, width: fitted('width'), height: fitted('height') };
}

/** Of a part its size alone does not tell that it is for print. */
const isForPrint = (size: SizeName) => size.startsWith('a4') || size.startsWith('a3');

/**
 * Region and size in the address of a download (catalogue §7): a part is requested in its own pixels, and with
 * the density of the print where its size is one for print.
 */
export function variantOf(size: SizeName, crop?: Crop): { region: string; size: string; dpi?: number } {
  const frame = frameOf(size);
  if (frame === undefined) return { region: 'full', size: size === 'half' ? 'pct:50' : 'full' };
  if (!crop) return { region: 'full', size: `!${frame.width},${frame.height}` };
  const extent = `${crop.width},${crop.height}`;
  return {
    region: `${crop.x},${crop.y},${extent}`,
    size: extent,
    ...(isForPrint(size) && { dpi: PRINT_dpi }),
  };
}
