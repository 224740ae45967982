/**
 * How much of an item is processed: `round(100 × (imagesCount − notReadyImagesCount) / imagesCount)` (wire.md).
 * Undefined when nothing is being processed. An image in ERROR counts as ready.
 */
export function readyPercentage(imagesCount: number, notReadyImagesCount: number): number | undefined {
  if (imagesCount === 0 || notReadyImagesCount === 0) return undefined;
  return Math.round((100 * (imagesCount - notReadyImagesCount)) / imagesCount);
}
