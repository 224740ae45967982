/** A size in whole pixels. */
export interface Size {
  width_px: number;
  height_px: number;
}

/** A rectangle in whole pixels, the origin at the upper left of the image it is cut from. */
export interface Box extends Size {
  left_px: number;
  top_px: number;
}

/** Pixels in a size. */
export function area_px(size: Size): number {
  return size.width_px * size.height_px;
}

/** Whether two sizes are the same. */
export function sameSize(a: Size, b: Size): boolean {
  return a.width_px === b.width_px && a.height_px === b.height_px;
}
