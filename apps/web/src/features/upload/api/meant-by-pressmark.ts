import { barePressmark } from '@armarium/contract/folded-text';
import { findNearPressmarks } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { pressmarkHolder } from './pressmark-holder.ts';

export interface Meant {
  /** The item; null where there is none, undefined where it could be several. */
  holder: Item | null | undefined;
  /** The pressmarks of those that it could be. */
  alike: readonly string[];
}

/**
 * The item that is meant by a pressmark: the one that has it, else, where a file's name tells it, the only one from
 * whose pressmark it differs in nothing but case, accents, punctuation and spaces, as for `import files`
 * (docs/ingest.md). Quiet (§8).
 */
export function meantByPressmark(pressmark: string, isFromName: boolean) {
  return queryOptions({
    queryKey: ['upload', 'meantByPressmark', pressmark, isFromName],
    queryFn: async (context): Promise<Meant> => {
      const { queryFn, queryKey } = pressmarkHolder(pressmark);
      const holder = (await queryFn?.({ ...context, queryKey })) ?? null;
      const bare = barePressmark(pressmark);
      if (holder !== null || !isFromName || bare === '') return { holder, alike: [] };
      const { signal } = context;
      const near = await call(findNearPressmarks, { query: { pressmark }, signal });
      const alike = near._embedded.culturalItems.filter((one) => barePressmark(one.pressmark) === bare);
      if (alike.length > 1) return { holder: undefined, alike: alike.map((one) => one.pressmark) };
      return { holder: alike[0] ?? null, alike: [] };
    },
    meta: { quiet: true },
    // Somebody else may take it at any moment.
    staleTime: 0,
    retry: false,
  });
}
