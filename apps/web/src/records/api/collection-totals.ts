import { findCollectionTotals, type CollectionTotal } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/**
 * How many records stand below collections, by their uuids. Only collections that hold others are asked for, all of them
 * in one call. A list shows what stands in them directly until the answer comes, and if it fails.
 */
export function useCollectionTotals(
  collections: readonly Collection[],
): ReadonlyMap<string, CollectionTotal> {
  const uuids = collections.flatMap(({ uuid, collectionsCount }) => (collectionsCount > 0 ? uuid : []));
  const { data } = useQuery({
    queryKey: ['catalogue', 'totals', ...uuids],
    queryFn: ({ signal }) => call(findCollectionTotals, { query: { uuid: uuids }, signal }),
    enabled: uuids.length > 0,
    // A page of tiles more keeps the number of the whole page, and the focus on it.
    placeholderData: (previous) => previous,
    meta: { quiet: true },
  });
  return new Map(data?.totals.map((total) => [total.uuid, total]));
}
