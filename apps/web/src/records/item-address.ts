import type { Item } from '@armarium/contract/items';
import { useQuery } from '@tanstack/react-query';
import { collectionQuery } from './api/collection.ts';

type Placed = Pick<Item, 'uuid' | 'parentCollectionsUuids'>;

/**
 * Where the items of a list are opened: in the collection that is looked at, else in their first one. An item whose
 * collections the user may not see is opened in the root.
 */
export function useItemAddress(
  items: readonly Placed[],
  collectionUuid: string | undefined,
): (item: Placed) => string {
  const isHomeless = (item: Placed) => item.parentCollectionsUuids.length === 0;
  const root = useQuery({
    ...collectionQuery(undefined),
    enabled: collectionUuid === undefined && items.some(isHomeless),
  });
  return (item) => {
    const uuid = collectionUuid ?? item.parentCollectionsUuids[0] ?? root.data?.uuid;
    return uuid === undefined ? '/catalog' : `/catalog/${uuid}/cultural-item/${item.uuid}`;
  };
}
