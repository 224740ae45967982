import { listItemParents } from '@armarium/contract/item-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The collections that an item stands in. Quiet: without them the item is shown without its place. */
export function itemParentsQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'item-parents', uuid],
    queryFn: async ({ signal }) => {
      const page = await call(listItemParents, { params: { uuid }, query: { size: 100 }, signal });
      return page._embedded.culturalItemCollections;
    },
    meta: { quiet: true },
  });
}
