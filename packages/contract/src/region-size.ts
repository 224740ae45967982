/** The least width and height of a region of an image, in pixels of the full image. Apart from schemas, which whoever draws doesn't need. */
export const REGION_MIN_px = 16;
