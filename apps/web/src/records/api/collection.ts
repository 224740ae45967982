import { findRootCollection, getCollection } from '@armarium/contract/collection-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** One collection, or the root of the organisation. Quiet: the page itself says that nothing is there. */
export function collectionQuery(uuid: string | undefined) {
  return queryOptions({
    queryKey: ['catalogue', 'collection', uuid ?? 'root'],
    queryFn: ({ signal }) =>
      uuid === undefined
        ? call(findRootCollection, { signal })
        : call(getCollection, { params: { uuid }, signal }),
    meta: { quiet: true },
  });
}
