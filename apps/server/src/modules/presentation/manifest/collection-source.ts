import type { ItemThumbnail } from '../../catalogue/public.ts';

/** The organisation that shows a record. */
export interface Provider {
  readonly name: string;
  /** The address of its catalogue, with or without a scheme; null where it has none of its own. */
  readonly url: string | null;
  /** Where the storage keeps its logo; null where it has none. */
  readonly logoKey: string | null;
}

/** What stands in a collection: another collection, or an item of which there is something to show. */
export interface CollectionEntry {
  readonly kind: 'collection' | 'item';
  readonly uuid: string;
  readonly title: string;
  /** Of an item the picture for cards. */
  readonly picture: ItemThumbnail | null;
}

/** A collection as its documents show it. Ids alone, never an origin (decisions §2). */
export interface CollectionSource {
  readonly uuid: string;
  readonly title: string;
  readonly description: string;
  readonly provider: Provider;
  /** Its parents that the viewer may see, by their uuids. */
  readonly parents: readonly Parent[];
  /** What may be seen of it, in order; of a range its part. */
  readonly entries: readonly CollectionEntry[];
  /** How many there are in all. */
  readonly total: number;
}

export interface Parent {
  readonly uuid: string;
  readonly title: string;
}

/** A collection with more entries is divided into ranges, each a collection document: viewers read a list as a whole. */
export const RANGE_ENTRIES = 1000;

/** One of the ranges of a large collection, from 1. */
export interface EntryRange {
  readonly number: number;
  readonly first: number;
  readonly last: number;
}

/** The ranges of a collection; none where one document holds it. */
export function rangesOf(total: number): EntryRange[] {
  if (total <= RANGE_ENTRIES) return [];
  return Array.from({ length: Math.ceil(total / RANGE_ENTRIES) }, (_, index) => ({
    number: index + 1,
    first: index * RANGE_ENTRIES + 1,
    last: Math.min(total, (index + 1) * RANGE_ENTRIES),
  }));
}
