import type { MetadataEntry } from '@armarium/contract/records';
import { mirrorOf } from './metadata.rules.ts';
import {
  collectionSearchText,
  normalisePressmark,
  searchTextOf,
  sortPressmark,
  sortTitle,
} from './record-text.ts';

/** The columns of an item that follow from its metadata. */
export function itemColumns(metadata: readonly MetadataEntry[]) {
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
    search_text: searchTextOf({ sgtt, autn, pressmark }),
  };
}

/** The columns of a collection that follow from its metadata. */
export function collectionColumns(metadata: readonly MetadataEntry[]) {
  const sgtt = mirrorOf(metadata, 'sgtt');
  const sgti = mirrorOf(metadata, 'sgti');
  return { sgtt, sgti, sort_title: sortTitle(sgtt), search_text: collectionSearchText({ sgtt, sgti }) };
}
