import type { Region } from '../../story/public.ts';

/** A picture from the image engine. */
export interface Picture {
  readonly address: string;
  readonly width: number;
  readonly height: number;
}

/**
 * A region of an image, no longer than a side and never enlarged. Pure.
 * @param image its uuid with what stands behind it for this reader
 * @param origin empty for an address within the page
 */
export function regionPicture(
  image: string,
  { x, y, width, height }: Region,
  side_px: number,
  origin = '',
): Picture {
  const scale = Math.min(1, side_px / Math.max(width, height));
  const [shown_width = 1, shown_height = 1] = [width, height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  );
  return {
    address: `${origin}/iiif/3/${image}/${x},${y},${width},${height}/${shown_width},${shown_height}/0/default.jpg`,
    width: shown_width,
    height: shown_height,
  };
}
