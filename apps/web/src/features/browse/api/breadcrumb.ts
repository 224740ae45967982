import { getBreadcrumb } from '@armarium/contract/collection-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';

/** The way from the root to a collection, itself included, by the parent through which the user arrived. */
export function breadcrumbQuery(uuid: string, parentId: string | undefined) {
  return queryOptions({
    queryKey: ['catalogue', 'breadcrumb', uuid, parentId],
    queryFn: async ({ signal }) => {
      const page = await call(getBreadcrumb, { params: { uuid }, query: { parentId }, signal });
      return page._embedded.culturalItemCollections;
    },
  });
}
