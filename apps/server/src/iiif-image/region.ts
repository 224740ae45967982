import type { Box, Size } from './geometry.ts';
import { DECIMAL, INTEGER } from './number-grammar.ts';
import { ImageRequestError } from './request-error.ts';

/** The region as asked, not yet held against an image. `percent` is of the full image's sides, 0 to 100. */
export type RegionRequest =
  | { kind: 'full' }
  | { kind: 'square' }
  | ({ kind: 'pixels' } & Box)
  | { kind: 'percent'; left: number; top: number; width: number; height: number };

const PIXELS = new RegExp(`^${INTEGER},${INTEGER},${INTEGER},${INTEGER}$`);
const PERCENT = new RegExp(`^pct:${DECIMAL},${DECIMAL},${DECIMAL},${DECIMAL}$`);

/**
 * Reads a region, decoded: `full`, `square`, `x,y,w,h` or `pct:x,y,w,h` (§4.1 of both versions).
 *
 * @throws ImageRequestError 400 for any other form.
 */
export function parseRegion(text: string): RegionRequest {
  if (text === 'full') return { kind: 'full' };
  if (text === 'square') return { kind: 'square' };
  const percent = PERCENT.exec(text);
  if (percent !== null) {
    const [left, top, width, height] = fourNumbers(percent);
    return { kind: 'percent', left, top, width, height };
  }
  const pixels = PIXELS.exec(text);
  if (pixels !== null) {
    const [left_px, top_px, width_px, height_px] = fourNumbers(pixels);
    return { kind: 'pixels', left_px, top_px, width_px, height_px };
  }
  throw new ImageRequestError(
    'region',
    `“${text}” is none of full, square, x,y,w,h (whole pixels) and pct:x,y,w,h`,
  );
}

/**
 * The region in pixels of the full image, cut at its edges. Percentages are rounded to the nearest pixel;
 * `square` is taken from the middle.
 *
 * @throws ImageRequestError 400 for a region without pixels or wholly outside the image.
 */
export function resolveRegion(request: RegionRequest, image: Size): Box {
  const asked = inPixels(request, image);
  if (asked.width_px === 0 || asked.height_px === 0) {
    throw new ImageRequestError('region', 'its width or height is zero pixels');
  }
  if (asked.left_px >= image.width_px || asked.top_px >= image.height_px) {
    throw new ImageRequestError(
      'region',
      `it lies wholly outside the image of ${image.width_px} × ${image.height_px} pixels`,
    );
  }
  return {
    left_px: asked.left_px,
    top_px: asked.top_px,
    width_px: Math.min(asked.width_px, image.width_px - asked.left_px),
    height_px: Math.min(asked.height_px, image.height_px - asked.top_px),
  };
}

/** The canonical form of a resolved region: `full` for the whole image, else `x,y,w,h` (3.0 §4.8, 2.1.1 §4.7). */
export function canonicalRegion(region: Box, image: Size): string {
  return region.width_px === image.width_px && region.height_px === image.height_px
    ? 'full'
    : `${region.left_px},${region.top_px},${region.width_px},${region.height_px}`;
}

function inPixels(request: RegionRequest, image: Size): Box {
  switch (request.kind) {
    case 'full':
      return { left_px: 0, top_px: 0, ...onlySize(image) };
    case 'square': {
      const side_px = Math.min(image.width_px, image.height_px);
      return {
        left_px: Math.floor((image.width_px - side_px) / 2),
        top_px: Math.floor((image.height_px - side_px) / 2),
        width_px: side_px,
        height_px: side_px,
      };
    }
    case 'pixels':
      return request;
    case 'percent':
      return {
        left_px: Math.round((image.width_px * request.left) / 100),
        top_px: Math.round((image.height_px * request.top) / 100),
        width_px: Math.round((image.width_px * request.width) / 100),
        height_px: Math.round((image.height_px * request.height) / 100),
      };
  }
}

// A caller may hand in a whole SourceInfo as the size; its other fields must not leak into the plan.
function onlySize({ width_px, height_px }: Size): Size {
  return { width_px, height_px };
}

function fourNumbers(match: RegExpExecArray): [number, number, number, number] {
  return [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[4])];
}
