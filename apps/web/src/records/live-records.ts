import { getItem } from '@armarium/contract/item-calls';
import { call } from '../lib/api-client.ts';
import { whenAttended } from '../lib/attended.ts';
import { queryClient } from '../lib/query-client.ts';
import { statesQuery } from './api/item-states.ts';
import { templatesQuery } from './api/templates.ts';
import { gathered } from './gathered.ts';
import { isKnown, itemLists, showItems, type ItemsList } from './shown-items.ts';

/** Up to so many items are fetched one by one; for more it is cheaper to fetch whole lists. */
const SINGLY_MAX = 8;

const gatherItem = gathered<string>((uuids) => {
  if (uuids.size > SINGLY_MAX) lookAgainSoon();
  else whenAttended(() => void Promise.allSettled([...uuids].map(fetchOne)));
});

/** An item changed: it is fetched, and replaced wherever it is shown. The lists keep their order. */
export function itemChanged(uuid: string): void {
  if (!isKnown(uuid)) return;
  gatherItem(uuid);
}

/** An item that is gone stays as it was shown; opening it says that it is gone. */
async function fetchOne(uuid: string): Promise<void> {
  showItems([await call(getItem, { params: { uuid } })]);
}

const ofCollections = [
  'collection',
  'places',
  'breadcrumb',
  'subcollections',
  'summary',
  'item-surroundings',
];
const gone = new Set<unknown>();

function lookAtCollections(): void {
  void queryClient.invalidateQueries({
    queryKey: ['catalogue'],
    predicate: ({ queryKey: [, list, uuid] }) =>
      ofCollections.includes(String(list)) &&
      // Places are asked for several at once; the answer leaves out those that are gone.
      (list === 'places' || !gone.has(uuid)),
  });
}

const gatherCollection = gathered<string>(() => {
  whenAttended(lookAtCollections);
});

/**
 * A collection changed: crumbs, strips and titles that may show it are fetched again.
 * @param isGone the collection was deleted: it is not fetched again itself, though a page may still show it
 */
export function collectionChanged(uuid: string, isGone: boolean): void {
  if (isGone) gone.add(uuid);
  else gone.delete(uuid);
  gatherCollection(uuid);
}

const gatherConfiguration = gathered<undefined>(() => {
  whenAttended(() => {
    for (const { queryKey } of [templatesQuery('ITEM'), statesQuery])
      void queryClient.invalidateQueries({ queryKey });
  });
});

/** Fields, states or transitions were configured: the words and colours that records are shown with are fetched again. */
export const configurationChanged = (): void => gatherConfiguration(undefined);

const ofStories = ['stories', 'story', 'series', 'stories-of-image', 'story-public-view'];

const gatherStories = gathered<string>(() => {
  whenAttended(() => {
    void queryClient.invalidateQueries({
      queryKey: ['catalogue'],
      predicate: ({ queryKey }) =>
        ofStories.includes(String(queryKey[1])) && !queryKey.some((part) => gone.has(part)),
    });
  });
});

/**
 * A story or a series changed: the lists and pages that may show it are fetched again.
 * @param isGone it was deleted: it is not fetched again itself, though a page may still show it
 */
export function storiesChanged(uuid: string, isGone: boolean): void {
  if (isGone) gone.add(uuid);
  else gone.delete(uuid);
  gatherStories(uuid);
}

/** The answer with all images of an item is long, and while many are prepared there is an event for each of them. */
const SHEET_MS = 3_000;

const lookAt = (list: string) => (items: ReadonlySet<string | undefined>) =>
  whenAttended(() => {
    void queryClient.invalidateQueries({
      queryKey: ['catalogue', list],
      predicate: ({ queryKey }) => items.has(undefined) || items.has(String(queryKey[2])),
    });
  });

const gatherImages = gathered(lookAt('item-assets'));
const gatherSheet = gathered(lookAt('contact-sheet'), SHEET_MS);

/** While files are prepared there are events for each of their stages. */
const IMPORTS_MS = 1_000;

const gatherImports = gathered<undefined>(() => {
  whenAttended(() => void queryClient.invalidateQueries({ queryKey: ['catalogue', 'imports'] }));
}, IMPORTS_MS);

/** An import began, went on or ended: the monitor is fetched again where it is open. */
export function importsChanged(): void {
  gatherImports(undefined);
}

/** Images changed. @param uuid of their item; undefined where the item is not known */
export function imagesChanged(uuid: string | undefined): void {
  gatherImages(uuid);
  gatherSheet(uuid);
}

/** After many changes in a row, as of a batch, what is shown is fetched once, when they pause for so long. */
const LOOK_AFTER_MS = 1_000;

/** While changes never pause, as during a long batch, what is shown is fetched this often. */
const LOOK_AT_LATEST_MS = 5_000;

const onNew = new Set<(collectionUuid: string, itemUuid: string) => void>();

let lookingSoon: { readonly timer: ReturnType<typeof setTimeout>; readonly since_ms: number } | undefined;

/** Calls back for each new item that `lookAgain` finds, with the collection of its list. @returns stops the calls */
export function onNewItems(listener: (collectionUuid: string, itemUuid: string) => void): () => void {
  onNew.add(listener);
  return () => onNew.delete(listener);
}

/** Much changed, or it is not known what: what is shown is fetched again soon. */
export function lookAgainSoon(): void {
  const now_ms = Date.now();
  const since_ms = lookingSoon?.since_ms ?? now_ms;
  if (lookingSoon) clearTimeout(lookingSoon.timer);
  const wait_ms = Math.max(0, Math.min(LOOK_AFTER_MS, since_ms + LOOK_AT_LATEST_MS - now_ms));
  const timer = setTimeout(() => {
    lookingSoon = undefined;
    whenAttended(() => void lookAgain());
  }, wait_ms);
  lookingSoon = { timer, since_ms };
}

/**
 * Fetches again what is shown, and replaces its items in place. What is not shown is fetched when it is shown next.
 * Items that were created since a list was fetched are reported as new; those that only moved up are not.
 */
async function lookAgain(): Promise<void> {
  void queryClient.invalidateQueries({
    queryKey: ['catalogue'],
    predicate: (query) => query.queryKey[1] !== 'items',
  });
  void queryClient.invalidateQueries({ ...itemLists, refetchType: 'none' });
  const shown = queryClient.getQueryCache().findAll({ ...itemLists, type: 'active' });
  await Promise.allSettled(
    shown.map(async ({ queryKey, options, state }) => {
      const fetched_ms = state.dataUpdatedAt;
      const fresh = await queryClient.fetchQuery({
        ...(options as { queryFn: () => Promise<ItemsList> }),
        queryKey: ['again', ...queryKey],
        staleTime: 0,
        gcTime: 0,
        meta: { quiet: true },
      });
      const before = queryClient.getQueryData<ItemsList>(queryKey)?._embedded.culturalItems ?? [];
      const { culturalItems } = fresh._embedded;
      showItems(culturalItems);
      const known = new Set(before.map(({ uuid }) => uuid));
      for (const { uuid, createdDate, parentCollectionsUuids } of culturalItems) {
        if (known.has(uuid) || Date.parse(createdDate) < fetched_ms) continue;
        const place = queryKey[2] === 'found' ? parentCollectionsUuids[0] : String(queryKey[2]);
        if (place !== undefined) for (const listener of onNew) listener(place, uuid);
      }
    }),
  );
}
