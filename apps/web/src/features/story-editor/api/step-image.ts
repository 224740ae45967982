import { findImageByUuid } from '@armarium/contract/image-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { Region } from '../../../viewers/area/region.ts';

/** One image: its size, its title, its item. Quiet: in its place stands that it is not there. */
export function imageQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'image', uuid],
    queryFn: ({ signal }) => call(findImageByUuid, { query: { uuid }, signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  });
}

/** Address of a whole image, at most so large (IIIF Image API 3.0 §4). */
export const wholeImageAddress = (uuid: string, most_px: number): string =>
  `/iiif/3/${uuid}/full/!${most_px},${most_px}/0/default.jpg`;

/** Address of an area of an image, within so many pixels. */
export const areaAddress = (
  uuid: string,
  { x, y, width, height }: Region,
  within: { width: number; height: number },
): string => `/iiif/3/${uuid}/${x},${y},${width},${height}/!${within.width},${within.height}/0/default.jpg`;
