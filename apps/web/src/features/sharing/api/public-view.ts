import { getPublicView } from '@armarium/contract/sharing';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

export const publicViewKey = (itemUuid: string) => ['sharing', 'public-view', itemUuid];

/** What the public sees of an item, or would see: as it is now. */
export const publicViewQuery = (itemUuid: string) =>
  queryOptions({
    queryKey: publicViewKey(itemUuid),
    queryFn: ({ signal }) => call(getPublicView, { params: { uuid: itemUuid }, signal }),
    staleTime: 0,
    meta: { inPlace: true },
  });
