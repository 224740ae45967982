import type { Place } from '@armarium/contract/collection-calls';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { accountQuery } from '../api/account.ts';
import { collectionQuery } from '../api/collection.ts';
import { foundPlacesQuery, placesQuery } from '../api/places.ts';
import { subcollectionsQuery } from '../api/subcollections.ts';
import {
  CHILDREN_PER_PAGE,
  keyOfPath,
  keyOfTop,
  placeRows,
  RECENT_KEY,
  type Children,
  type PlaceRow,
} from './place-rows.ts';
import { RECENT_OFFERED, recentPlaces } from './recent-places.ts';

interface TreeWanted {
  /** The text that collections are searched by; blank for the tree from the root. */
  readonly search: string;
  /** The page of what is found, from 1. */
  readonly page: number;
  /** The tree is open at this collection at first. */
  readonly startUuid: string | undefined;
  readonly leftOutUuid: string | undefined;
}

/** The query has no answer yet and is running. */
const isFirstRun = ({ isPending, fetchStatus }: UseQueryResult) => isPending && fetchStatus === 'fetching';

/** The rows of the tree of collections. Each level is loaded when it is opened. */
export function usePlaceTree({ search, page, startUuid, leftOutUuid }: TreeWanted) {
  const isFound = search !== '';
  const accountId = useQuery(accountQuery).data?.id;
  const used = useMemo(() => (accountId === undefined ? [] : recentPlaces(accountId)), [accountId]);
  const recent = useQuery({ ...placesQuery(used), enabled: used.length > 0 });
  const root = useQuery(collectionQuery(undefined));
  const found = useQuery({ ...foundPlacesQuery(search, page), enabled: isFound });
  const start = useQuery({
    ...placesQuery(startUuid === undefined ? [] : [startUuid]),
    enabled: startUuid !== undefined,
  });

  const rootPlace = root.data && { collection: root.data, above: [] };
  const startPlace = start.data?.[0];
  const tops: readonly Place[] = isFound ? (found.data?.places ?? []) : rootPlace ? [rootPlace] : [];
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const opened = new Set([
    RECENT_KEY,
    ...tops.filter(() => !isFound).map(keyOfPath),
    ...(startPlace ? keysAbove(keyOfPath(startPlace)) : []),
  ]);
  const isOpen = (key: string) => toggled.get(key) ?? opened.has(key);
  const toggle = (keys: readonly string[], value: boolean) =>
    setToggled((before) => new Map([...before, ...keys.map((key) => [key, value] as const)]));

  const topKeys = new Set(tops.map((top) => keyOfTop(top, isFound)));
  // Only what is visible is loaded: nothing below a closed row, and nothing of another search.
  const isVisiblyOpen = (key: string) => {
    const keys = [...keysAbove(key), key];
    const top = keys.findIndex((one) => topKeys.has(one));
    return top >= 0 && keys.slice(top).every(isOpen);
  };
  const openKeys = [...opened, ...toggled.keys()].filter(isVisiblyOpen);
  // A collection that is open in two rows is loaded once.
  const openUuids = new Set(openKeys.map((key) => key.slice(key.lastIndexOf('/') + 1)));
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map());
  const asked = [...openUuids].flatMap((uuid) =>
    Array.from({ length: pages.get(uuid) ?? 1 }, (_, index) => ({ uuid, page: index + 1 })),
  );
  const answers = useQueries({
    queries: asked.map((one) => subcollectionsQuery(one.uuid, one.page, CHILDREN_PER_PAGE)),
  });
  const answersOf = (uuid: string) => answers.filter((_, index) => asked[index]?.uuid === uuid);
  const childrenOf = (uuid: string): Children => {
    const pagesOfOne = answersOf(uuid);
    const isFailed = pagesOfOne.some(({ isError, isFetching }) => isError && !isFetching);
    const isReady = pagesOfOne.length > 0 && pagesOfOne.every(({ isSuccess }) => isSuccess);
    return {
      collections: pagesOfOne.flatMap(({ data }) => data?._embedded.culturalItemCollections ?? []),
      total: pagesOfOne.find(({ data }) => data)?.data?.page.totalElements ?? 0,
      state: isReady ? 'ready' : isFailed ? 'failed' : 'loading',
    };
  };

  const first = isFound ? found : root;
  return {
    rows: placeRows({
      recent: isFound ? [] : (recent.data ?? []).slice(0, RECENT_OFFERED),
      tops,
      isFound,
      leftOutUuid,
      isOpen,
      childrenOf,
    }),
    /** How many pages the search found. */
    totalPages: isFound ? (found.data?.totalPages ?? 0) : 0,
    /** How many collections the search found. */
    totalFound: isFound ? found.data?.totalElements : undefined,
    isLoading: first.isPending || (!isFound && (isFirstRun(recent) || isFirstRun(start))),
    /** The rows are those of the page before. */
    isOld: isFound && found.isPlaceholderData,
    /** Why there are no rows. */
    error: first.data === undefined ? first.error : null,
    /** Where a new collection is made as long as no place is chosen. */
    startPlace: startUuid === undefined ? rootPlace : startPlace,
    toggle: (row: PlaceRow) => {
      if (row.isOpen !== undefined) toggle([row.key], !row.isOpen);
    },
    /** Opens a row, and those above it. */
    open: (key: string) => toggle([...keysAbove(key), key], true),
    /** Loads one more page of the collections in one. */
    loadMore: (uuid: string) =>
      setPages((before) => new Map([...before, [uuid, (before.get(uuid) ?? 1) + 1]])),
    /** Tries again what failed. @param uuid the collection whose children failed; without it, the rows at the top */
    retry: (uuid?: string) => {
      const failed = uuid === undefined ? [first] : answersOf(uuid).filter(({ isError }) => isError);
      for (const answer of failed) void answer.refetch();
    },
  };
}

/** The keys of the rows above one, from the top. */
function keysAbove(key: string): string[] {
  const parts = key.split('/');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
