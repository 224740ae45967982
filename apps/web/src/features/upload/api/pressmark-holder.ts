import { findItemByPressmark } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';

/** The item that holds a pressmark, or null when it is free (catalogue §5: 404 means fine). Quiet (§8). */
export function pressmarkHolder(pressmark: string) {
  return queryOptions({
    queryKey: ['upload', 'pressmarkHolder', pressmark],
    queryFn: async ({ signal }): Promise<Item | null> => {
      try {
        return await call(findItemByPressmark, { query: { pressmark }, signal });
      } catch (error) {
        if (isProblem(error, 'not-found')) return null;
        throw error;
      }
    },
    meta: { quiet: true },
    // Somebody else may take it at any moment.
    staleTime: 0,
    retry: false,
  });
}
