import { sameSize } from './geometry.ts';
import type { ImagePlan } from './plan.ts';
import type { SourceInfo } from './source-info.ts';

/** A tile as it lies in the pyramid. */
export interface StoredTile {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/**
 * The stored tile that is just what a plan asks for, pixel for pixel: whole, unscaled, upright, in colour, as JPEG.
 * Those at the right and the bottom that the image does not fill are padded, so they are none. Pure.
 */
export function storedTile(plan: ImagePlan, { tile_px }: SourceInfo): StoredTile | undefined {
  const { levelRegion, size, rotation } = plan;
  const isWhole =
    levelRegion.width_px === tile_px &&
    levelRegion.height_px === tile_px &&
    levelRegion.left_px % tile_px === 0 &&
    levelRegion.top_px % tile_px === 0;
  const isAsStored =
    plan.format === 'jpg' && plan.quality === 'color' && !rotation.mirror && rotation.degrees === 0;
  if (!isWhole || !isAsStored || !sameSize(levelRegion, size)) return undefined;
  return { level: plan.level, column: levelRegion.left_px / tile_px, row: levelRegion.top_px / tile_px };
}
