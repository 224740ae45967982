import type { Size } from './geometry.ts';

/** One level of the stored pyramid. */
export interface PyramidLevel extends Size {
  /** Pixels of the full image along one side of a pixel of this level: 1, 2, 4 … */
  scale: number;
}

/**
 * What the engine must know of an image to plan a request: no path, no handle, only its geometry.
 *
 * A level is stored with its size rounded up, as viewers ask for its tiles; those that the first versions wrote,
 * rounded down (libvips halves and drops the odd column), are reconciled with that by the planner.
 */
export interface SourceInfo extends Size {
  /** Levels as they are told, finest first; `levels[0]` is the full image. Stored as they are, unless `decoded` is there. */
  levels: PyramidLevel[];
  /**
   * The levels to decode from, where these are not `levels`: finest first, each with the pixels of the image along one of
   * its own, which may be a fraction and below 1.
   */
  decoded?: PyramidLevel[];
  /** How many finer levels the file has, which are not given out; 0 where it is left out. */
  firstLevel?: number;
  /** Side of the square tiles of every level. */
  tile_px: number;
  /** Whole images stored beside the pyramid (thumbnails). The levels need not be repeated here. */
  sizes: Size[];
  /**
   * The most pixels one answer may have, before rotation. Without it nothing is enlarged: the standards ask
   * for a limit from those who enlarge (Image API 3.0 §5.7, 2.1.1 §10).
   */
  maxArea_px?: number;
  /** True where the stored image has no colour; `color` is then not advertised, though still answered. */
  monochrome?: boolean;
}
