import { escaped } from '../../../http/escaped-html.ts';
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

interface RegionImage {
  /** The longest sides, pixels: for common and for dense screens. */
  readonly sides_px: readonly [number, number];
  /** How wide it is drawn (`sizes` of HTML). */
  readonly sizes: string;
  readonly alt: string;
  /** Others are fetched when they come into sight. */
  readonly isSeenFirst: boolean;
}

/** The element that shows a region of an image within a page. Pure. @param image as for `regionPicture` */
export function regionImage(
  image: string,
  region: Region,
  { sides_px, sizes, alt, isSeenFirst }: RegionImage,
): string {
  const small = regionPicture(image, region, sides_px[0]);
  const large = regionPicture(image, region, sides_px[1]);
  const sources =
    large.width > small.width
      ? ` srcset="${small.address} ${small.width}w, ${large.address} ${large.width}w" sizes="${sizes}"`
      : '';
  return (
    `<img src="${small.address}"${sources} width="${small.width}" height="${small.height}" ` +
    `alt="${escaped(alt)}"${isSeenFirst ? '' : ' loading="lazy"'} decoding="async" />`
  );
}
