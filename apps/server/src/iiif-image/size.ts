import { area_px, type Size } from './geometry.ts';
import { DECIMAL, INTEGER } from './number-grammar.ts';
import { ImageRequestError } from './request-error.ts';

/** A form that scales by numbers; both versions write these alike. */
export type ScaledSize =
  | { kind: 'width'; width_px: number }
  | { kind: 'height'; height_px: number }
  | { kind: 'percent'; percent: number }
  | { kind: 'exact'; width_px: number; height_px: number }
  | { kind: 'confined'; width_px: number; height_px: number };

/**
 * The size as asked, with the versions' spellings removed. `unscaled` is the region's own size or an error
 * (2.1.1 `full`); `max` is the most the limits allow. `enlarge` says whether the result may have more
 * pixels than the region.
 */
export type SizeRequest = { enlarge: boolean } & ({ kind: 'unscaled' } | { kind: 'max' } | ScaledSize);

const WIDTH = new RegExp(`^${INTEGER},$`);
const HEIGHT = new RegExp(`^,${INTEGER}$`);
const EXACT = new RegExp(`^(!?)${INTEGER},${INTEGER}$`);
const PERCENT = new RegExp(`^pct:${DECIMAL}$`);

/** Reads `w,` · `,h` · `w,h` · `!w,h` · `pct:n`; null for any other form. */
export function parseScaledSize(text: string): ScaledSize | null {
  const width = WIDTH.exec(text);
  if (width !== null) return { kind: 'width', width_px: Number(width[1]) };
  const height = HEIGHT.exec(text);
  if (height !== null) return { kind: 'height', height_px: Number(height[1]) };
  const percent = PERCENT.exec(text);
  if (percent !== null) return { kind: 'percent', percent: Number(percent[1]) };
  const exact = EXACT.exec(text);
  if (exact !== null) {
    const kind = exact[1] === '!' ? 'confined' : 'exact';
    return { kind, width_px: Number(exact[2]), height_px: Number(exact[3]) };
  }
  return null;
}

/** How one version and one source bound a size. */
export interface SizeLimits {
  /** See SourceInfo. */
  maxArea_px: number | undefined;
  /** The status of an enlargement asked for where the source allows none. */
  enlargementRefused: 400 | 501;
}

/**
 * The exact size of the answer before rotation (Image API 3.0 §4.2, 2.1.1 §4.2).
 *
 * A side that follows from the other one is rounded to the nearest pixel but never below one, so that the
 * thinnest tiles at an edge, which viewers of version 2 ask for as `w,`, still have an answer. `max` and
 * `!w,h` shrink to the limit; any other size beyond it is an error.
 *
 * @throws ImageRequestError 400 for a side of zero, a size above the limit, or an enlargement not asked for
 *   as such; `limits.enlargementRefused` for one asked of a source without a limit.
 */
export function resolveSize(request: SizeRequest, region: Size, limits: SizeLimits): Size {
  const size = scaled(request, region, limits.maxArea_px);
  if (size.width_px === 0 || size.height_px === 0) {
    throw new ImageRequestError('size', 'its width or height is zero pixels');
  }
  const larger =
    size.width_px > region.width_px ||
    size.height_px > region.height_px ||
    (request.kind === 'percent' && request.percent > 100);
  if (larger && !request.enlarge) {
    throw new ImageRequestError(
      'size',
      `it is larger than the region of ${region.width_px} × ${region.height_px} pixels; ` +
        'an enlargement is asked for with ^',
    );
  }
  if (larger && limits.maxArea_px === undefined) {
    throw new ImageRequestError('size', 'this image is not enlarged', limits.enlargementRefused);
  }
  if (limits.maxArea_px !== undefined && area_px(size) > limits.maxArea_px) {
    throw new ImageRequestError(
      'size',
      `it has more than the ${limits.maxArea_px} pixels one answer may have; ask for max`,
    );
  }
  return size;
}

/** The largest size of a region within the limit, enlarged or not; the region's own where nothing limits it. */
export function maxSize(region: Size, maxArea_px: number | undefined, enlarge: boolean): Size {
  const { width_px, height_px } = region;
  if (maxArea_px === undefined || (!enlarge && area_px(region) <= maxArea_px)) return { width_px, height_px };
  const scale = Math.sqrt(maxArea_px / area_px(region));
  // Rounded down, the product can't exceed the limit; a side that would vanish stays at one pixel.
  return {
    width_px: clamp(Math.floor(width_px * scale), 1, maxArea_px),
    height_px: clamp(Math.floor(height_px * scale), 1, maxArea_px),
  };
}

/** The height that keeps a region's shape at a width. */
export function heightFor(width_px: number, region: Size): number {
  return besides(width_px, region.height_px, region.width_px);
}

function scaled(request: SizeRequest, region: Size, maxArea_px: number | undefined): Size {
  const { width_px, height_px } = region;
  switch (request.kind) {
    case 'unscaled':
      return { width_px, height_px };
    case 'max':
      return maxSize(region, maxArea_px, request.enlarge);
    case 'width':
      return { width_px: request.width_px, height_px: heightFor(request.width_px, region) };
    case 'height':
      return { width_px: besides(request.height_px, width_px, height_px), height_px: request.height_px };
    case 'percent':
      return {
        width_px: Math.round((width_px * request.percent) / 100),
        height_px: Math.round((height_px * request.percent) / 100),
      };
    case 'exact':
      return { width_px: request.width_px, height_px: request.height_px };
    case 'confined': {
      const within = confine(request, region, request.enlarge);
      if (maxArea_px === undefined || area_px(within) <= maxArea_px) return within;
      const most = maxSize(region, maxArea_px, request.enlarge);
      // A side rounded up in `within` can make its area, not its frame, the smaller bound: hold both.
      return {
        width_px: Math.min(within.width_px, most.width_px),
        height_px: Math.min(within.height_px, most.height_px),
      };
    }
  }
}

function confine(frame: Size, region: Size, enlarge: boolean): Size {
  const { width_px, height_px } = region;
  if (!enlarge && frame.width_px >= width_px && frame.height_px >= height_px) return { width_px, height_px };
  return frame.width_px * height_px <= frame.height_px * width_px
    ? { width_px: frame.width_px, height_px: heightFor(frame.width_px, region) }
    : { width_px: besides(frame.height_px, width_px, height_px), height_px: frame.height_px };
}

function besides(side_px: number, other_px: number, own_px: number): number {
  // Zero stays zero: a request for no pixels is refused, not rounded up.
  return side_px === 0 ? 0 : Math.max(1, Math.round((side_px * other_px) / own_px));
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
