import { listItemImages } from '@armarium/contract/image-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { POLL_ms } from '../../../records/api/collection-items.ts';

/** Assets per page (catalogue §9). */
export const IMAGES_PER_PAGE = 10;

/** The images of an item in their order, polled while any of those shown is processed. The list of the item's files asks for
 * the same page under the same key. @param page 1-based */
export function itemImagesQuery(uuid: string, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'item-assets', uuid, 'images', page],
    queryFn: ({ signal }) =>
      call(listItemImages, { params: { uuid }, query: { page: page - 1, size: IMAGES_PER_PAGE }, signal }),
    refetchInterval: ({ state }) =>
      state.data?._embedded.images.some(
        ({ importState }) => importState === 'PENDING' || importState === 'IN_PROGRESS',
      )
        ? POLL_ms
        : false,
    // The item is fetched at the same time; its failure is shown.
    meta: { quiet: true },
    placeholderData: (previous, query) => (query?.queryKey[2] === uuid ? previous : undefined),
  });
}
