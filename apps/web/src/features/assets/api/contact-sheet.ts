import { arrangeImages } from '@armarium/contract/image-calls';
import {
  getContactSheet,
  labelImages,
  rotateImages,
  type ContactSheet,
} from '@armarium/contract/contact-sheet';
import type { BodyOf } from '@armarium/contract/operation';
import { queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { canFollowEvents } from '../../../lib/live-events.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** Where events tell of what is ready, asking again is for those that were lost. */
const POLL_ms = 3_000;
const POLL_BESIDE_EVENTS_ms = 15_000;

const keyOf = (uuid: string) => ['catalogue', 'contact-sheet', uuid] as const;

/** All images of an item in short, with the item's tag; polled while any of them is prepared. */
export function contactSheetQuery(uuid: string) {
  return queryOptions({
    queryKey: keyOf(uuid),
    queryFn: async ({ signal }) => {
      const { answer, tag } = await callTagged(getContactSheet, { params: { uuid }, signal });
      return { sheet: answer, tag };
    },
    refetchInterval: ({ state }) =>
      state.data?.sheet.images.some(
        ({ importState, isChanging }) =>
          isChanging || importState === 'PENDING' || importState === 'IN_PROGRESS',
      )
        ? canFollowEvents()
          ? POLL_BESIDE_EVENTS_ms
          : POLL_ms
        : false,
    meta: { quiet: true },
  });
}

/** Fetches the sheet again; all else that shows the item is fetched again when it is next shown. */
export async function refetchSheet(uuid: string): Promise<void> {
  void queryClient.invalidateQueries({
    queryKey: ['catalogue'],
    predicate: ({ queryKey }) => queryKey[1] !== 'contact-sheet',
  });
  // The next page must not show the order of before.
  queryClient.removeQueries({ queryKey: ['catalogue', 'item-assets', uuid], type: 'inactive' });
  await queryClient.invalidateQueries({ queryKey: keyOf(uuid) });
  // Leaving the page ends its request, but changes that are still to be saved need the current entity tag.
  if (queryClient.getQueryState(keyOf(uuid))?.isInvalidated) {
    await queryClient.fetchQuery(contactSheetQuery(uuid)).catch(() => undefined);
  }
}

/**
 * Keeps the tag that a change of the item has left, which changed nothing that the sheet shows; all else that shows the
 * item is fetched again when it is next shown.
 * @param before the tag that the change was sent with
 * @param after undefined where the answer had none
 */
export async function keepSheetTag(
  uuid: string,
  before: string | undefined,
  after: string | undefined,
): Promise<void> {
  // An answer that is under way may bring the tag of before.
  await queryClient.cancelQueries({ queryKey: keyOf(uuid) });
  const cached = cachedSheet(uuid);
  if (!cached || after === undefined || cached.tag !== before) return refetchSheet(uuid);
  queryClient.setQueryData(contactSheetQuery(uuid).queryKey, { ...cached, tag: after });
  void queryClient.invalidateQueries({
    queryKey: ['catalogue'],
    predicate: ({ queryKey }) => queryKey[1] !== 'contact-sheet' && queryKey[1] !== 'item-presentation',
  });
}

/** The sheet as it was last fetched. */
export function cachedSheet(uuid: string): { sheet: ContactSheet; tag: string | undefined } | undefined {
  return queryClient.getQueryData(contactSheetQuery(uuid).queryKey);
}

/** @param order the links of all images, in their new order */
export function arrange(uuid: string, order: string[], ifMatch: string | undefined) {
  return call(arrangeImages, { params: { uuid }, body: order, ifMatch });
}

export function label(
  uuid: string,
  labels: BodyOf<typeof labelImages>['labels'],
  ifMatch: string | undefined,
) {
  return call(labelImages, { params: { uuid }, body: { labels }, ifMatch });
}

export function rotate(uuid: string, body: BodyOf<typeof rotateImages>, ifMatch: string | undefined) {
  return call(rotateImages, { params: { uuid }, body, ifMatch });
}
