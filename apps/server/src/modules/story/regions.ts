import { REGION_MIN_px } from '@armarium/contract/region-size';

/** A rectangle in pixels of the full image, whole numbers. */
export interface Region {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Reads `xywh=x,y,width,height` (Media Fragments URI 1.0 §4.2.2), which the contract has checked. */
export function regionOf(fragment: string): Region {
  const [x = 0, y = 0, width = 0, height = 0] = fragment.slice('xywh='.length).split(',').map(Number);
  return { x, y, width, height };
}

export const fragmentOf = ({ x, y, width, height }: Region): string => `xywh=${x},${y},${width},${height}`;

/** What is wrong with a region of an image; undefined where it is inside it and large enough. */
export function regionProblem({ x, y, width, height }: Region, image: Size): string | undefined {
  if (x + width > image.width || y + height > image.height)
    return `It is not inside the image, which is ${image.width} by ${image.height} pixels.`;
  // An image may be smaller than the smallest region.
  const least = {
    width: Math.min(REGION_MIN_px, image.width),
    height: Math.min(REGION_MIN_px, image.height),
  };
  if (width < least.width || height < least.height)
    return `It is smaller than ${least.width} by ${least.height} pixels.`;
  return undefined;
}

/**
 * The region of an image that was replaced by one of another size: it keeps its share of the image, inside it and no
 * smaller than the least.
 */
export function scaledRegion(region: Region, before: Size, after: Size): Region {
  const isSame = before.width === after.width && before.height === after.height;
  return isSame ? region : fittedRegion(region, before, after);
}

/** The same region, enlarged to the least size where it is smaller. */
export const enlargedRegion = (region: Region, image: Size): Region => fittedRegion(region, image, image);

function fittedRegion(region: Region, before: Size, after: Size): Region {
  const scaled = (start: number, length: number, was: number, is: number) => {
    const least = Math.min(REGION_MIN_px, is);
    const size = Math.min(is, Math.max(least, Math.round((length * is) / was)));
    return [Math.min(is - size, Math.max(0, Math.round((start * is) / was))), size] as const;
  };
  const [x, width] = scaled(region.x, region.width, before.width, after.width);
  const [y, height] = scaled(region.y, region.height, before.height, after.height);
  return { x, y, width, height };
}

/** A region as an SVG of the image, for tools that read no fragments (wire.md). */
export function svgOf({ x, y, width, height }: Region, image: Size): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${image.width} ${image.height}">` +
    `<path d="M${x},${y}h${width}v${height}h-${width}z" fill="none"/></svg>`
  );
}
