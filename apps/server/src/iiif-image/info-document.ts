import { area_px, sameSize, type Size } from './geometry.ts';
import type { SourceInfo } from './source-info.ts';

/** Formats that level 2 of neither version contains. */
export const EXTRA_FORMATS = ['webp', 'gif', 'tif'];

/** `sizes`: the thumbnails and the levels as stored, smallest first, none beyond the limit. */
export function writeSizes(source: SourceInfo): { width: number; height: number }[] {
  const sizes: Size[] = [];
  for (const size of [...source.sizes, ...source.levels]) {
    if (source.maxArea_px !== undefined && area_px(size) > source.maxArea_px) continue;
    if (!sizes.some((known) => sameSize(known, size))) sizes.push(size);
  }
  return sizes
    .sort((a, b) => area_px(a) - area_px(b))
    .map((size) => ({ width: size.width_px, height: size.height_px }));
}

/** `tiles`: the stored grid and no other, since only these tiles cost next to nothing. */
export function writeTiles(source: SourceInfo): { width: number; scaleFactors: number[] }[] {
  return [{ width: source.tile_px, scaleFactors: source.levels.map((level) => level.scale) }];
}

/**
 * How much an Accept header (RFC 9110 §12.5.1) wants a media type it names: its q from 0 to 1, 0 where the
 * type is not named. Wildcards name nothing: they leave the choice to us.
 */
export function namedQuality(accept: string | undefined, mediaType: string): number {
  let best = 0;
  for (const range of (accept ?? '').split(',')) {
    const [type, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    if (type !== mediaType) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = q === undefined ? 1 : Number(q.slice(2));
    if (quality > best) best = quality;
  }
  return best;
}
