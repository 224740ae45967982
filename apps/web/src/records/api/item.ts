import { getItem } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isInMotion } from '../in-motion.ts';
import { POLL_ms } from './collection-items.ts';

/** One item, polled while it is in motion; drawn at once from the list that led to it. Quiet, as a collection. */
export function itemQuery(uuid: string) {
  return queryOptions<Item>({
    queryKey: ['catalogue', 'item', uuid],
    queryFn: ({ signal }): Promise<Item> => call(getItem, { params: { uuid }, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isInMotion(state.data, Date.now()) ? POLL_ms : false,
    placeholderData: () => itemOfAList(uuid),
    meta: { quiet: true },
  });
}

function itemOfAList(uuid: string): Item | undefined {
  const lists = queryClient.getQueriesData<{ _embedded: { culturalItems: Item[] } }>({
    queryKey: ['catalogue', 'items'],
  });
  return lists.flatMap(([, list]) => list?._embedded.culturalItems ?? []).find((item) => item.uuid === uuid);
}
