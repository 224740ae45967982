import type { Size } from './geometry.ts';
import { area_px } from './geometry.ts';
import type { SourceInfo } from './source-info.ts';

/** The size of an image of which nobody gets a longer side: that of its largest level which is small enough. */
export function confinedSize({ width_px, height_px }: Size, longest_px: number): Size {
  let scale = 1;
  while (Math.ceil(Math.max(width_px, height_px) / scale) > longest_px) scale *= 2;
  return { width_px: Math.ceil(width_px / scale), height_px: Math.ceil(height_px / scale) };
}

/**
 * An image as if its largest levels did not exist, so that neither a tile nor a region nor a size gives more pixels
 * than the one that is left (decisions §7). Nothing is made for it: its tiles are those of the stored pyramid. Pure.
 */
export function confinedSource(source: SourceInfo, longest_px: number): SourceInfo {
  const first = source.levels.findIndex((level) => Math.max(level.width_px, level.height_px) <= longest_px);
  if (first === 0) return source;
  const kept = source.levels.slice(first);
  const [whole] = kept;
  if (first < 0 || !whole) throw new RangeError('The pyramid has no level that is small enough.');
  const { width_px, height_px } = whole;
  return {
    ...source,
    width_px,
    height_px,
    levels: kept.map((level) => ({ ...level, scale: level.scale / 2 ** first })),
    firstLevel: (source.firstLevel ?? 0) + first,
    sizes: source.sizes.filter((size) => size.width_px <= width_px && size.height_px <= height_px),
    // Enlarging shows no more, but an answer should not have more pixels than the image that is told of.
    maxArea_px: Math.min(source.maxArea_px ?? Infinity, area_px(whole)),
  };
}
