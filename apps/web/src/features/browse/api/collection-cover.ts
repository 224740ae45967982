import { listCollectionItems } from '@armarium/contract/collection-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** Among the first items of a collection one has a picture, or its tile shows a folder. */
const LOOKED_AT = 3;

/** The address of a picture for the tile of a collection; null without one. Quiet: a cover that fails is a folder. */
export function collectionCoverQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'cover', uuid],
    queryFn: async ({ signal }) => {
      const page = await call(listCollectionItems, { params: { uuid }, query: { size: LOOKED_AT }, signal });
      return page._embedded.culturalItems.find(({ thumbnail }) => thumbnail !== null)?.thumbnail ?? null;
    },
    staleTime: 60_000,
    meta: { quiet: true },
  });
}
