import type { Place } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';

/** A row that somebody sees of a tree of collections. */
export type PlaceRow = {
  /** The way to the row, since a collection may stand in several places. */
  readonly key: string;
  /** From 1. */
  readonly level: number;
  /** From 1, among its siblings. */
  readonly position: number;
  readonly siblings: number;
} & (
  | { readonly kind: 'heading'; readonly isOpen: boolean }
  | {
      readonly kind: 'place';
      readonly place: Place;
      /** The row does not stand below the collection that it is in, and says where that is. */
      readonly hasWay: boolean;
      /** Undefined where no collection is in it. */
      readonly isOpen: boolean | undefined;
      /** Places beside it that have the same title. */
      readonly namesakes: readonly Place[];
    }
  /** Asks for more of the collections in `of`. */
  | { readonly kind: 'more'; readonly of: string; readonly left: number }
  /** The collections in `of` could not be loaded. */
  | { readonly kind: 'failed'; readonly of: string }
  | { readonly kind: 'waiting' }
);

/** What is known of the collections in another. */
export interface Children {
  readonly collections: readonly Collection[];
  /** How many there are; those behind the known ones were not asked for yet. */
  readonly total: number;
  readonly state: 'waiting' | 'failed' | 'ready';
}

export interface PlaceTree {
  /** Places under a heading of their own, above all others. */
  readonly recent: readonly Place[];
  readonly tops: readonly Place[];
  /** Whether `tops` were found by a search, and stand anywhere. */
  readonly isFound: boolean;
  /** The uuid of a collection that is left out wherever it stands. */
  readonly leftOut?: string | undefined;
  isOpen(key: string): boolean;
  childrenOf(uuid: string): Children;
}

export const RECENT_KEY = 'recent';

/** The rows of a tree; those below a closed row are left out. */
export function placeRows(tree: PlaceTree): PlaceRow[] {
  const { recent, tops, isFound, leftOut, isOpen } = tree;
  const shown = (places: readonly Place[]) => places.filter(({ collection }) => collection.uuid !== leftOut);
  const offered = shown(recent);
  const count = tops.length + (offered.length > 0 ? 1 : 0);
  const isRecentOpen = isOpen(RECENT_KEY);
  const heading: PlaceRow[] =
    offered.length === 0
      ? []
      : [
          { kind: 'heading', key: RECENT_KEY, level: 1, position: 1, siblings: count, isOpen: isRecentOpen },
          ...(isRecentOpen
            ? offered.map((place, index): PlaceRow => ({
                kind: 'place',
                place,
                key: `${RECENT_KEY}/${place.collection.uuid}`,
                level: 2,
                position: index + 1,
                siblings: offered.length,
                hasWay: true,
                isOpen: undefined,
                namesakes: namesakesOf(place, offered),
              }))
            : []),
        ];
  const listed = shown(tops);
  return [
    ...heading,
    ...listed.flatMap((place, index) =>
      rowsFrom(tree, place, {
        key: isFound ? `found/${place.collection.uuid}` : place.collection.uuid,
        level: 1,
        position: index + 1 + count - tops.length,
        siblings: listed.length + count - tops.length,
        hasWay: isFound,
        namesakes: namesakesOf(place, listed),
      }),
    ),
  ];
}

function rowsFrom(
  tree: PlaceTree,
  place: Place,
  row: Pick<PlaceRow, 'key' | 'level' | 'position' | 'siblings'> & {
    hasWay: boolean;
    namesakes: readonly Place[];
  },
): PlaceRow[] {
  const { collection } = place;
  const isOpenable = collection.collectionsCount > 0;
  const isOpen = isOpenable ? tree.isOpen(row.key) : undefined;
  const own: PlaceRow = { kind: 'place', place, isOpen, ...row };
  if (isOpen !== true) return [own];
  const { collections, total, state } = tree.childrenOf(collection.uuid);
  const above = [...place.above, { uuid: collection.uuid, sgtt: collection.sgtt }];
  const children = collections
    .filter(({ uuid }) => uuid !== tree.leftOut)
    .map((child): Place => ({ collection: child, above }));
  // One that is left out may stand on a page that was not asked for: the number is then one too many.
  const left = total - collections.length;
  const siblings = children.length + left;
  const beside = { level: row.level + 1, siblings: siblings + (left > 0 ? 1 : 0) };
  const rest = { ...beside, position: beside.siblings };
  return [
    own,
    ...children.flatMap((child, index) =>
      rowsFrom(tree, child, {
        ...beside,
        key: `${row.key}/${child.collection.uuid}`,
        position: index + 1,
        hasWay: false,
        namesakes: namesakesOf(child, children),
      }),
    ),
    ...(state === 'waiting' ? [{ kind: 'waiting', key: `${row.key}/waiting`, ...rest } as const] : []),
    ...(state === 'failed'
      ? [{ kind: 'failed', key: `${row.key}/failed`, of: collection.uuid, ...rest } as const]
      : []),
    ...(state === 'ready' && left > 0
      ? [{ kind: 'more', key: `${row.key}/more`, of: collection.uuid, left, ...rest } as const]
      : []),
  ];
}

const namesakesOf = (place: Place, others: readonly Place[]) =>
  others.filter((one) => one !== place && one.collection.sgtt === place.collection.sgtt);

/** What a key does in a tree (the pattern "tree view" of WAI-ARIA); undefined where it does nothing. */
export function treeStep(
  rows: readonly PlaceRow[],
  index: number,
  key: string,
): { readonly to: number } | { readonly toggles: true } | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const isStop = ({ kind }: PlaceRow) => kind !== 'waiting';
  const isOpen = 'isOpen' in row ? row.isOpen : undefined;
  const toPlace = (to: number) => (to >= 0 && to !== index ? { to } : undefined);
  const next = rows.findIndex((one, place) => place > index && isStop(one));
  switch (key) {
    case 'ArrowDown':
      return toPlace(next);
    case 'ArrowUp':
      return toPlace(rows.findLastIndex((one, place) => place < index && isStop(one)));
    case 'Home':
      return toPlace(rows.findIndex(isStop));
    case 'End':
      return toPlace(rows.findLastIndex(isStop));
    case 'ArrowRight':
      if (isOpen === undefined) return undefined;
      if (!isOpen) return { toggles: true };
      return (rows[next]?.level ?? 0) > row.level ? toPlace(next) : undefined;
    case 'ArrowLeft':
      if (isOpen === true) return { toggles: true };
      return toPlace(rows.findLastIndex((one, place) => place < index && one.level < row.level));
    default:
      return undefined;
  }
}
