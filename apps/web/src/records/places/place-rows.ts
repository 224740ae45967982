import type { Place } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { titleOf } from '../../ui/display-title.ts';

/** One visible row of the tree. */
export type PlaceRow = {
  /** Names the row. A collection that is in several others has several rows. */
  readonly key: string;
  /** The depth of the row; the top has 1. */
  readonly level: number;
  /** The place of the row among its siblings; the first has 1. */
  readonly position: number;
  readonly siblings: number;
  /** Undefined where nothing is below the row. */
  readonly isOpen: boolean | undefined;
} & (
  | { readonly kind: 'heading' }
  | {
      readonly kind: 'place';
      readonly place: Place;
      /** The row stands outside its parent, so it shows its path. */
      readonly showsPath: boolean;
      /** Other places that have the same title in the same list. */
      readonly namesakes: readonly Place[];
    }
  /** Pressing it loads the next collections in `of`, so many. */
  | { readonly kind: 'more'; readonly of: string; readonly count: number }
  /** The collections in `of` could not be loaded; pressing it tries again. */
  | { readonly kind: 'failed'; readonly of: string }
  | { readonly kind: 'loading' }
);

/** What is loaded of the collections in another. */
export interface Children {
  readonly collections: readonly Collection[];
  /** How many there are, with those that are not loaded. */
  readonly total: number;
  readonly state: 'loading' | 'failed' | 'ready';
}

export interface TreeState {
  /** Places that stand under a heading of their own, above all others. */
  readonly recent: readonly Place[];
  /** The places at the top. */
  readonly tops: readonly Place[];
  /** A search found the places at the top, wherever they are. */
  readonly isFound: boolean;
  /** This collection is shown nowhere. */
  readonly leftOutUuid: string | undefined;
  isOpen(key: string): boolean;
  childrenOf(uuid: string): Children;
}

/** The page size that the call for the collections in one has by itself. */
export const CHILDREN_PER_PAGE = 100;

export const RECENT_KEY = 'recent';
/** Begins the keys of what a search found. */
const FOUND_PREFIX = 'found/';

/** The key of a place that is reached from the root. */
export function keyOfPath({ collection, above }: Place): string {
  return [...above, collection].map(({ uuid }) => uuid).join('/');
}

/** The key of a place at the top. */
export const keyOfTop = (top: Place, isFound: boolean): string =>
  isFound ? FOUND_PREFIX + top.collection.uuid : keyOfPath(top);

/** The visible rows, from top to bottom: what is below a closed row is left out. */
export function placeRows(tree: TreeState): PlaceRow[] {
  const { isFound, isOpen } = tree;
  const recent = choosable(tree, tree.recent);
  const tops = choosable(tree, tree.tops);
  const headings = recent.length > 0 ? 1 : 0;
  const siblings = tops.length + headings;
  const isRecentOpen = isOpen(RECENT_KEY);
  const heading: PlaceRow = {
    kind: 'heading',
    key: RECENT_KEY,
    level: 1,
    position: 1,
    siblings,
    isOpen: isRecentOpen,
  };
  const namesakesAmongRecent = namesakesIn(recent);
  const recentRows = recent.map((place, at): PlaceRow => ({
    kind: 'place',
    place,
    key: `${RECENT_KEY}/${place.collection.uuid}`,
    level: 2,
    position: at + 1,
    siblings: recent.length,
    showsPath: true,
    isOpen: undefined,
    namesakes: namesakesAmongRecent(place),
  }));
  const namesakesAmongTops = namesakesIn(tops);
  return [
    ...(headings > 0 ? [heading] : []),
    ...(headings > 0 && isRecentOpen ? recentRows : []),
    ...tops.flatMap((place, at) =>
      rowsFrom(tree, place, {
        key: keyOfTop(place, isFound),
        level: 1,
        position: headings + at + 1,
        siblings,
        showsPath: isFound,
        namesakes: namesakesAmongTops(place),
      }),
    ),
  ];
}

type RowPlace = Pick<PlaceRow, 'key' | 'level' | 'position' | 'siblings'> & {
  readonly showsPath: boolean;
  readonly namesakes: readonly Place[];
};

/** The row of a place, with those below it. */
function rowsFrom(tree: TreeState, place: Place, row: RowPlace): PlaceRow[] {
  const { collection } = place;
  const isOpen = collection.collectionsCount > 0 ? tree.isOpen(row.key) : undefined;
  const own: PlaceRow = { kind: 'place', place, isOpen, ...row };
  if (isOpen !== true) return [own];
  const { collections, total, state } = tree.childrenOf(collection.uuid);
  const above = [...place.above, { uuid: collection.uuid, sgtt: collection.sgtt }];
  const children = choosable(
    tree,
    collections.map((child) => ({ collection: child, above })),
  );
  const left = Math.max(0, total - collections.length);
  // What it holds may be left out.
  if (state === 'ready' && children.length + left === 0) return [{ ...own, isOpen: undefined }];
  const hasLastRow = state !== 'ready' || left > 0;
  const siblings = children.length + left + (hasLastRow ? 1 : 0);
  const level = row.level + 1;
  const namesakesOf = namesakesIn(children);
  const rows = children.flatMap((child, at) =>
    rowsFrom(tree, child, {
      key: `${row.key}/${child.collection.uuid}`,
      level,
      position: at + 1,
      siblings,
      showsPath: false,
      namesakes: namesakesOf(child),
    }),
  );
  if (!hasLastRow) return [own, ...rows];
  const kind = state === 'ready' ? 'more' : state;
  const last = {
    key: `${row.key}/${kind}`,
    level,
    position: siblings,
    siblings,
    isOpen: undefined,
    of: collection.uuid,
  };
  if (kind !== 'more') return [own, ...rows, { kind, ...last }];
  return [own, ...rows, { kind, count: Math.min(left, CHILDREN_PER_PAGE), ...last }];
}

const choosable = ({ leftOutUuid }: TreeState, places: readonly Place[]) =>
  places.filter(({ collection }) => collection.uuid !== leftOutUuid);

/** Finds the other places of the same displayed title in a list. */
function namesakesIn(places: readonly Place[]): (place: Place) => readonly Place[] {
  const byTitle = new Map<string, Place[]>();
  const title = ({ collection }: Place) => titleOf(collection, '');
  for (const place of places) {
    const alike = byTitle.get(title(place));
    if (alike) alike.push(place);
    else byTitle.set(title(place), [place]);
  }
  return (place) => (byTitle.get(title(place)) ?? []).filter((one) => one !== place);
}

/** What a key does in a tree (the pattern "tree view" of WAI-ARIA); undefined where it does nothing. */
export function treeStep(
  rows: readonly PlaceRow[],
  at: number,
  key: string,
): { readonly to: number } | { readonly toggles: true } | undefined {
  const row = rows[at];
  if (!row) return undefined;
  const { isOpen } = row;
  const goTo = (to: number) => (to >= 0 && to < rows.length && to !== at ? { to } : undefined);
  switch (key) {
    case 'ArrowDown':
      return goTo(at + 1);
    case 'ArrowUp':
      return goTo(at - 1);
    case 'Home':
      return goTo(0);
    case 'End':
      return goTo(rows.length - 1);
    case 'ArrowRight':
      if (isOpen === undefined) return undefined;
      return isOpen ? goTo(at + 1) : { toggles: true };
    case 'ArrowLeft':
      if (isOpen === true) return { toggles: true };
      return goTo(rows.findLastIndex((one, index) => index < at && one.level < row.level));
    default:
      return undefined;
  }
}
