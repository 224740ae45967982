import { listCollectionItems } from '@armarium/contract/collection-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

const SHOWN = 3;

/** The pictures of the first items of a collection, for its cover. Quiet: a cover that fails is a folder. */
export function collectionCoverQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'cover', uuid],
    queryFn: async ({ signal }) => {
      const page = await call(listCollectionItems, { params: { uuid }, query: { size: SHOWN }, signal });
      return page._embedded.culturalItems.flatMap(({ thumbnail }) => thumbnail ?? []);
    },
    staleTime: 60_000,
    meta: { quiet: true },
  });
}
