import { changeItemPresentation } from '@armarium/contract/item-presentation';
import type { BodyOf } from '@armarium/contract/operation';
import { callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { itemPresentationQuery, type TaggedPresentation } from '../../../records/api/item-presentation.ts';

/** As it was last fetched or changed. */
export function cachedPresentation(uuid: string): TaggedPresentation | undefined {
  return queryClient.getQueryData(itemPresentationQuery(uuid).queryKey);
}

/** Fetches it again, whether a page shows it or not. */
export async function refetchPresentation(uuid: string): Promise<TaggedPresentation> {
  // An answer that is under way may be older than what the caller knows.
  await queryClient.cancelQueries({ queryKey: itemPresentationQuery(uuid).queryKey });
  return queryClient.fetchQuery({ ...itemPresentationQuery(uuid), staleTime: 0 });
}

/**
 * @param tag the item's, as the caller saw it
 * @returns what stands now, with the item's new tag
 * @throws ApiProblem 412 where the item has changed since
 */
export async function changePresentation(
  uuid: string,
  body: BodyOf<typeof changeItemPresentation>,
  tag: string | undefined,
): Promise<TaggedPresentation> {
  const changed = await callTagged(changeItemPresentation, {
    params: { uuid },
    body,
    ...(tag !== undefined && { ifMatch: tag }),
  });
  if (changed.tag === undefined) return refetchPresentation(uuid);
  await queryClient.cancelQueries({ queryKey: itemPresentationQuery(uuid).queryKey });
  const now = { presentation: changed.answer, tag: changed.tag };
  queryClient.setQueryData(itemPresentationQuery(uuid).queryKey, now);
  return now;
}
