import { getBreadcrumb } from '@armarium/contract/collection-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** The collections above one, from the root. Quiet: where they can't be loaded the collection is shown by its title alone. */
export function collectionWayQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'collection-way', uuid],
    queryFn: async ({ signal }) => {
      const { _embedded } = await call(getBreadcrumb, { params: { uuid }, signal });
      return _embedded.culturalItemCollections.filter((one) => one.uuid !== uuid);
    },
    meta: { quiet: true },
  });
}
