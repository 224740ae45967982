import { correctPressmark } from '@armarium/contract/record-edits';
import { findItemByPressmark, findNearPressmarks, getItem } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../lib/api-client.ts';
import { isProblem } from '../../lib/api-problem.ts';
import { recordsChanged } from './edit-records.ts';

/** Who stands in the way of a pressmark: the item that holds it, and those whose pressmarks are nearly equal. */
export interface PressmarkNeighbours {
  /** Null where it is free. */
  readonly holder: Item | null;
  readonly near: readonly Item[];
}

/** Looked up anew each time: somebody else may take it at any moment. */
export function pressmarkNeighboursQuery(pressmark: string) {
  return queryOptions({
    queryKey: ['catalogue', 'pressmark', pressmark],
    queryFn: async ({ signal }): Promise<PressmarkNeighbours> => {
      const [holder, near] = await Promise.all([
        call(findItemByPressmark, { query: { pressmark }, signal }).catch((error: unknown) => {
          if (isProblem(error, 'not-found')) return null;
          throw error;
        }),
        call(findNearPressmarks, { query: { pressmark, size: 3 }, signal }),
      ]);
      return { holder, near: near._embedded.culturalItems };
    },
    meta: { quiet: true },
    staleTime: 0,
    retry: false,
  });
}

/** The pressmark of an item as it stands, with the tag to correct it by. */
export function ownPressmarkQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'own-pressmark', uuid],
    queryFn: async ({ signal }) => {
      const { answer, tag } = await callTagged(getItem, { params: { uuid }, signal });
      return { pressmark: answer.pressmark, tag };
    },
    meta: { inPlace: true },
    staleTime: 0,
    gcTime: 0,
  });
}

/** @throws ApiProblem 409 `pressmark-taken`, 412 where somebody was faster, 422 */
export async function givePressmark(
  uuid: string,
  body: { pressmark: string; reason: string },
  ifMatch: string | undefined,
): Promise<Item> {
  const item = await call(correctPressmark, { params: { uuid }, body, ifMatch });
  await recordsChanged();
  return item;
}
