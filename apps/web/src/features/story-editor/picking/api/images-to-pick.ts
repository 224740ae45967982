import { listItemImages } from '@armarium/contract/image-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../../lib/api-client.ts';

export const IMAGES_PER_PAGE = 48;

/** The images of an item in their order. @param page 1-based */
export function imagesToPickQuery(itemUuid: string, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'item-assets', itemUuid, 'to-pick', page],
    queryFn: ({ signal }) =>
      call(listItemImages, {
        params: { uuid: itemUuid },
        query: { page: page - 1, size: IMAGES_PER_PAGE },
        signal,
      }),
    meta: { inPlace: true },
    placeholderData: (previous, last) => (last?.queryKey[2] === itemUuid ? previous : undefined),
  });
}
