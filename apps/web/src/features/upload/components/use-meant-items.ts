import type { Item } from '@armarium/contract/items';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { droppedOn } from '../api/item.ts';
import { meantByPressmark, type Meant } from '../api/meant-by-pressmark.ts';
import { keysOfTwins, type GroupEntry } from '../state/drop-entries.ts';
import { problemOf, type GroupProblem } from './drop-group.tsx';

const LOOKUP_DELAY_MS = 350;
/** The same one for all, since a group is drawn anew only where something of it differs. */
const noneAlike: readonly string[] = [];

/** A group with the item that it goes to, and what hinders it. */
export interface JudgedGroup {
  group: GroupEntry;
  /** Null where the group makes a new item, undefined while that is unknown. */
  holder: Item | null | undefined;
  /** Pressmarks of items of which none is surely meant. */
  alike: readonly string[];
  failed: boolean;
  problem: GroupProblem | undefined;
}

/**
 * Looks up which items the groups go to.
 * @param itemUuid the item that all files go to, where one is given
 */
export function useMeantItems(groups: readonly GroupEntry[], itemUuid: string | undefined) {
  const queryClient = useQueryClient();
  const isGiven = itemUuid !== undefined;
  const [settled] = useDebouncedValue(groups, LOOKUP_DELAY_MS);
  const item = useQuery({ ...droppedOn(itemUuid ?? ''), enabled: isGiven });
  const lookups = useQueries({
    queries: settled.map(({ key, pressmark }) => ({
      ...meantByPressmark(pressmark.trim(), pressmark === key),
      enabled: !isGiven && pressmark.trim() !== '',
    })),
  });
  const found = new Map(
    settled.map(({ key, pressmark }, index) => [key, { lookedUp: pressmark.trim(), lookup: lookups[index] }]),
  );
  const twins = keysOfTwins(groups);
  const judged = groups.map((group): JudgedGroup => {
    const answer = found.get(group.key);
    // An answer holds for the pressmark that was looked up, not for one that was typed since.
    const lookup = answer?.lookedUp === group.pressmark.trim() ? answer.lookup : undefined;
    const { holder, alike = noneAlike }: Partial<Meant> = isGiven
      ? { holder: item.data }
      : (lookup?.data ?? {});
    const failed = !isGiven && lookup?.isError === true;
    const problem = problemOf(group, holder, { twice: twins.has(group.key), failed, isGiven, alike });
    return { group, holder, alike, failed, problem };
  });
  const lookAgain = useCallback(
    (pressmark: string) =>
      void queryClient.refetchQueries({
        queryKey: meantByPressmark(pressmark.trim(), true).queryKey.slice(0, -1),
      }),
    [queryClient],
  );
  return { item, judged, lookAgain };
}
