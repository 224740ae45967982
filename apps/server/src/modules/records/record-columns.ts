import type { MetadataEntry } from '@armarium/contract/metadata';
import { mirrorOf } from './metadata.rules.ts';
import {
  collectionSearchText,
  normalisePressmark,
  searchTextOf,
  sortPressmark,
  sortTitle,
} from './record-text.ts';

/** The values of searchable fields that no column mirrors. */
function furtherOf(metadata: readonly MetadataEntry[], searchable: ReadonlySet<string>): string[] {
  return metadata.flatMap(({ name, value }) => (searchable.has(name) ? [String(value)] : []));
}

/**
 * The columns of an item that follow from its metadata.
 * @param searchable names of fields beside the standard ones (`foundFields`)
 */
export function itemColumns(metadata: readonly MetadataEntry[], searchable: ReadonlySet<string>) {
  const sgtt = mirrorOf(metadata, 'sgtt');
  const autn = mirrorOf(metadata, 'autn');
  const pressmark = mirrorOf(metadata, 'pressmark');
  return {
    sgtt,
    autn,
    sgti: mirrorOf(metadata, 'sgti'),
    pressmark,
    pressmark_norm: normalisePressmark(pressmark),
    sort_title: sortTitle(sgtt),
    sort_pressmark: sortPressmark(pressmark),
    search_text: searchTextOf({ sgtt, autn, pressmark, further: furtherOf(metadata, searchable) }),
  };
}

/**
 * The columns of a collection that follow from its metadata.
 * @param searchable as in `itemColumns`
 */
export function collectionColumns(metadata: readonly MetadataEntry[], searchable: ReadonlySet<string>) {
  const sgtt = mirrorOf(metadata, 'sgtt');
  const sgti = mirrorOf(metadata, 'sgti');
  const search_text = collectionSearchText({ sgtt, sgti, further: furtherOf(metadata, searchable) });
  return { sgtt, sgti, sort_title: sortTitle(sgtt), search_text };
}

/** The columns of an asset that follow from its metadata. */
export function assetColumns(metadata: readonly MetadataEntry[]) {
  return { sgtt: mirrorOf(metadata, 'sgtt'), autn: mirrorOf(metadata, 'autn') };
}
