import type { Place } from '@armarium/contract/collection-calls';
import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { accountQuery } from '../api/account.ts';
import { collectionQuery } from '../api/collection.ts';
import { foundPlacesQuery, placesQuery } from '../api/places.ts';
import { subcollectionsQuery } from '../api/subcollections.ts';
import { placeRows, RECENT_KEY, type Children, type PlaceRow } from './place-rows.ts';
import { offeredPlaces } from './recent-places.ts';

/** The call's own page of child collections. */
const CHILDREN_PER_PAGE = 100;

/** Whether a query is on its way for the first time. */
const isAwaited = ({ isPending, fetchStatus }: UseQueryResult) => isPending && fetchStatus === 'fetching';

export interface TreeWanted {
  /** Finds collections anywhere; blank for the tree from the root. */
  readonly search: string;
  /** 1-based, of what is found. */
  readonly page: number;
  /** The uuid of a collection whose place in the tree is open at first. */
  readonly near: string | undefined;
  readonly leftOut: string | undefined;
}

/** The rows of the tree of collections, loaded as they are opened. */
export function usePlaceTree({ search, page, near, leftOut }: TreeWanted) {
  const isFound = search !== '';
  const accountId = useQuery(accountQuery).data?.id;
  const offered = useMemo(() => (accountId === undefined ? [] : offeredPlaces(accountId)), [accountId]);
  const recent = useQuery({ ...placesQuery(offered), enabled: offered.length > 0 });
  const root = useQuery(collectionQuery(undefined));
  const found = useQuery({ ...foundPlacesQuery(search, page), enabled: isFound });
  const nearby = useQuery({ ...placesQuery(near === undefined ? [] : [near]), enabled: near !== undefined });

  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const ways = nearby.data?.[0]?.above.map(({ uuid }) => uuid) ?? [];
  const opened = new Set([
    RECENT_KEY,
    ...(root.data ? [root.data.uuid] : []),
    ...ways.map((_, index) => ways.slice(0, index + 1).join('/')),
  ]);
  const isOpen = (key: string) => toggled.get(key) ?? opened.has(key);
  const setOpen = (key: string, value: boolean) => setToggled(new Map([...toggled, [key, value]]));

  // Of a place that is open in two ways the collections are asked for once.
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map());
  const openUuids = [...new Set([...opened, ...toggled.keys()])]
    .filter((key) => key !== RECENT_KEY && isOpen(key))
    .map((key) => key.slice(key.lastIndexOf('/') + 1));
  const asked = [...new Set(openUuids)].flatMap((uuid) =>
    Array.from({ length: pages.get(uuid) ?? 1 }, (_, index) => ({ uuid, page: index + 1 })),
  );
  const answers = useQueries({
    queries: asked.map((one) => subcollectionsQuery(one.uuid, one.page, CHILDREN_PER_PAGE)),
  });
  const answersOf = (uuid: string) => answers.filter((_, index) => asked[index]?.uuid === uuid);
  const childrenOf = (uuid: string): Children => {
    const own = answersOf(uuid);
    const isFailed = own.some(({ isError, isFetching }) => isError && !isFetching);
    const isReady = own.length > 0 && own.every(({ isSuccess }) => isSuccess);
    return {
      collections: own.flatMap(({ data }) => data?._embedded.culturalItemCollections ?? []),
      total: own.find(({ data }) => data)?.data?.page.totalElements ?? 0,
      state: isReady ? 'ready' : isFailed ? 'failed' : 'waiting',
    };
  };

  const tops: readonly Place[] = isFound
    ? (found.data?.places ?? [])
    : root.data
      ? [{ collection: root.data, above: [] }]
      : [];
  const first = isFound ? found : root;
  return {
    rows: placeRows({
      recent: isFound ? [] : (recent.data ?? []),
      tops,
      isFound,
      leftOut,
      isOpen,
      childrenOf,
    }),
    /** Of what was found. */
    totalPages: isFound ? (found.data?.totalPages ?? 0) : 0,
    isWaiting: first.isPending || (!isFound && (isAwaited(recent) || isAwaited(nearby))),
    /** What stands there was found with what was searched for before. */
    isOld: isFound && found.isPlaceholderData,
    error: first.error,
    root: root.data,
    near: nearby.data?.[0],
    toggle: (row: PlaceRow) => {
      if ('isOpen' in row && row.isOpen !== undefined) setOpen(row.key, !row.isOpen);
    },
    open: (key: string) => setOpen(key, true),
    /** Asks for one more page of what a collection holds. */
    askForMore: (uuid: string) => setPages(new Map([...pages, [uuid, (pages.get(uuid) ?? 1) + 1]])),
    retry: (uuid?: string) => {
      if (uuid === undefined) void first.refetch();
      else
        for (const answer of answersOf(uuid)) {
          if (answer.isError) void answer.refetch();
        }
    },
  };
}
