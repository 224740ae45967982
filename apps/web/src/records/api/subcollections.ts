import { listSubcollections } from '@armarium/contract/collection-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Child collections by title. @param page 1-based */
export function subcollectionsQuery(uuid: string, page: number, size: number) {
  return queryOptions({
    queryKey: ['catalogue', 'subcollections', uuid, page, size],
    queryFn: ({ signal }) =>
      call(listSubcollections, { params: { uuid }, query: { page: page - 1, size }, signal }),
    meta: { inPlace: true },
  });
}
