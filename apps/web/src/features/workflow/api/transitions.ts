import { getCollection } from '@armarium/contract/collection-calls';
import { getImage } from '@armarium/contract/image-calls';
import { getItem } from '@armarium/contract/item-calls';
import { getSeries, getStory } from '@armarium/contract/story-calls';
import { performTransition } from '@armarium/contract/transition-logs';
import { findTransitionsFromState } from '@armarium/contract/transitions';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { StatefulRecord, StatefulType } from '../groups.ts';
import { sentType } from '../sent-type.ts';
import { isMissing } from '../../../records/api/missing.ts';

/** The transitions from a state that the user may perform, with own records at least (WFACT-09). */
export function transitionsQuery(resourceType: StatefulType, itemFromState: string) {
  return queryOptions({
    queryKey: ['workflow', 'transitions', resourceType, itemFromState],
    queryFn: async ({ signal }) => {
      const query = { resourceType, itemFromState, size: 1000 };
      const page = await call(findTransitionsFromState, { query, signal });
      return page._embedded.transitionTemplates.filter(({ allowedActions }) =>
        allowedActions.includes('perform'),
      );
    },
    // Somebody may have changed the workflow since.
    staleTime: 0,
    meta: { inPlace: true },
  });
}

let performed = 0;

/** How many records were taken through a transition in this tab, those under way counted in. */
export function performedSoFar(): number {
  return performed;
}

interface PerformOptions {
  /** Of a story: images that are not public, and that the user agrees to show. */
  readonly confirmedImages?: string[] | undefined;
  /** A new uuid, the same for several records whose mail and calls go out together. */
  readonly changeSet?: string | undefined;
}

/**
 * One log for one record.
 * @throws ApiProblem which says why the record stays in its state
 */
export async function performOn(
  { uuid, resourceType }: { uuid: string; resourceType: StatefulType },
  transitionUuid: string,
  comment: string,
  { confirmedImages, changeSet }: PerformOptions = {},
): Promise<void> {
  const said = comment.trim();
  const body = {
    assetUuid: uuid,
    resourceType: sentType(resourceType),
    transitionUuid,
    ...(said !== '' && { comment: said }),
    ...(confirmedImages && { confirmedImages }),
    ...(changeSet !== undefined && { changeSet }),
  };
  performed += 1;
  try {
    await call(performTransition, { body });
  } catch (error) {
    performed -= 1;
    throw error;
  }
}

const reads = {
  ITEM: getItem,
  COLLECTION: getCollection,
  MEDIA: getImage,
  STORY: getStory,
  SERIES: getSeries,
};

/** Records as they are now; those that are gone are left out. @throws ApiProblem where they can't be read */
export async function recordsAgain(records: readonly StatefulRecord[]): Promise<StatefulRecord[]> {
  const found: StatefulRecord[] = [];
  for (const record of records) {
    try {
      const { state, availableTransitions } = await call(reads[record.resourceType], {
        params: { uuid: record.uuid },
      });
      found.push({ ...record, state, availableTransitions });
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
  return found;
}

/** Whatever shows records looks again (WFACT-11). @throws what one of them failed with */
export function refreshRecords(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['catalogue'] }, { throwOnError: true });
}
