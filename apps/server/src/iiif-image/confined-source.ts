import { area_px, sameSize, type Size } from './geometry.ts';
import type { PyramidLevel, SourceInfo } from './source-info.ts';

/** The size of an image whose longer side is at most so long: that length exactly, where the image is larger. */
export function confinedSize({ width_px, height_px }: Size, longest_px: number): Size {
  const longer_px = Math.max(width_px, height_px);
  if (longer_px <= longest_px) return { width_px, height_px };
  const shortened = (side_px: number) => Math.max(1, Math.round((side_px * longest_px) / longer_px));
  return { width_px: shortened(width_px), height_px: shortened(height_px) };
}

/**
 * An image as if it had its confined size, so that neither a tile nor a region nor a size gives more pixels than that
 * (decisions §7). What is told of it is that of a pyramid of just this size. Its pixels come from the levels that are
 * small enough: where none has exactly this size, the next one below is enlarged (`decoded`). Pure.
 * @throws RangeError where the pyramid has no level that is small enough
 */
export function confinedSource(source: SourceInfo, longest_px: number): SourceInfo {
  const size = confinedSize(source, longest_px);
  if (sameSize(size, source)) return source;
  const first = source.levels.findIndex(
    (level) => level.width_px <= size.width_px && level.height_px <= size.height_px,
  );
  const kept = source.levels.slice(first);
  const [finest] = kept;
  if (first < 0 || !finest) throw new RangeError('The pyramid has no level that is small enough.');
  const scaled = (unit_px: number) => kept.map((level) => ({ ...level, scale: level.scale / unit_px }));
  const told = sameSize(finest, size)
    ? { levels: scaled(finest.scale) }
    : { levels: halved(size, source.tile_px), decoded: scaled(longerSide(source) / longerSide(size)) };
  return {
    ...source,
    ...size,
    ...told,
    firstLevel: (source.firstLevel ?? 0) + first,
    sizes: source.sizes.filter((one) => one.width_px <= size.width_px && one.height_px <= size.height_px),
    // Enlarging shows no more, but an answer should not have more pixels than the image that is told of.
    maxArea_px: Math.min(source.maxArea_px ?? Infinity, area_px(size)),
  };
}

const longerSide = ({ width_px, height_px }: Size) => Math.max(width_px, height_px);

/** The levels of a pyramid as import writes it: halved and rounded up, until one fits into a tile. */
function halved({ width_px, height_px }: Size, tile_px: number): PyramidLevel[] {
  const levels: PyramidLevel[] = [];
  for (let scale = 1; ; scale *= 2) {
    const level = { width_px: Math.ceil(width_px / scale), height_px: Math.ceil(height_px / scale), scale };
    levels.push(level);
    if (longerSide(level) <= tile_px) return levels;
  }
}
