import type { MetadataEntry } from '@armarium/contract/metadata';
import { hasRanges } from '@armarium/contract/search-fields';
import { mirrorOf } from './metadata.rules.ts';
import { normalisePressmark, sortPressmark, sortTitle } from './record-text.ts';
import {
  fieldPrefix,
  recordWords,
  standardPrefixes,
  stepPrefix,
  yearPrefix,
  type FieldRange,
  type FieldText,
} from './record-words.ts';
import { rangeOf, rangePrefix, yearsOf, type SearchedFields } from './search-fields.ts';

/** The columns of an item that follow from its metadata. */
export function itemColumns(metadata: readonly MetadataEntry[]) {
  const sgtt = mirrorOf(metadata, 'sgtt');
  const pressmark = mirrorOf(metadata, 'pressmark');
  return {
    sgtt,
    autn: mirrorOf(metadata, 'autn'),
    sgti: mirrorOf(metadata, 'sgti'),
    pressmark,
    pressmark_norm: normalisePressmark(pressmark),
    sort_title: sortTitle(sgtt),
    sort_pressmark: sortPressmark(pressmark),
  };
}

/** The columns of a collection that follow from its metadata. */
export function collectionColumns(metadata: readonly MetadataEntry[]) {
  const sgtt = mirrorOf(metadata, 'sgtt');
  return { sgtt, sgti: mirrorOf(metadata, 'sgti'), sort_title: sortTitle(sgtt) };
}

/** The columns of a story that follow from its metadata. */
export function storyColumns(metadata: readonly MetadataEntry[]) {
  const sgtt = mirrorOf(metadata, 'sgtt');
  return {
    sgtt,
    autn: mirrorOf(metadata, 'autn'),
    sgti: mirrorOf(metadata, 'sgti'),
    sort_title: sortTitle(sgtt),
  };
}

/** The columns of a series that follow from its metadata. */
export function seriesColumns(metadata: readonly MetadataEntry[]) {
  const sgtt = mirrorOf(metadata, 'sgtt');
  return { sgtt, sort_title: sortTitle(sgtt) };
}

/** The columns of an asset that follow from its metadata. */
export function assetColumns(metadata: readonly MetadataEntry[]) {
  return { sgtt: mirrorOf(metadata, 'sgtt'), autn: mirrorOf(metadata, 'autn') };
}

/** The words by which a search finds an item (`RecordSearch.words`). */
export function itemWords(
  metadata: readonly MetadataEntry[],
  searched: SearchedFields,
  formerPressmarks: readonly string[],
): string {
  const pressmarks = [mirrorOf(metadata, 'pressmark'), ...formerPressmarks];
  return recordWords(
    [
      titleText(metadata),
      { prefix: standardPrefixes.pressmark, values: pressmarks, weight: 'B' },
      { prefix: standardPrefixes.autn, values: valuesOf(metadata, 'autn'), weight: 'C' },
      { prefix: standardPrefixes.sgti, values: valuesOf(metadata, 'sgti') },
      ...furtherTexts(metadata, searched),
    ],
    {
      pressmarks,
      ranges: furtherRanges(metadata, searched),
      filled: filledFields(metadata),
    },
  );
}

/** The words by which a search finds a collection (`RecordSearch.words`). */
export function collectionWords(metadata: readonly MetadataEntry[], searched: SearchedFields): string {
  return recordWords(
    [
      titleText(metadata),
      { prefix: standardPrefixes.sgti, values: valuesOf(metadata, 'sgti') },
      ...furtherTexts(metadata, searched),
    ],
    { ranges: furtherRanges(metadata, searched), filled: filledFields(metadata) },
  );
}

/** The words by which a search finds a story (`RecordSearch.words`): also those of the titles of its steps. */
export function storyWords(
  metadata: readonly MetadataEntry[],
  searched: SearchedFields,
  stepTitles: readonly string[],
): string {
  return recordWords(
    [
      titleText(metadata),
      { prefix: standardPrefixes.autn, values: valuesOf(metadata, 'autn'), weight: 'C' },
      { prefix: standardPrefixes.sgti, values: valuesOf(metadata, 'sgti') },
      ...furtherTexts(metadata, searched),
      // Last, since they may be many: a search finds no more than so many characters of a record.
      { prefix: stepPrefix, values: stepTitles },
    ],
    { ranges: furtherRanges(metadata, searched), filled: filledFields(metadata) },
  );
}

/** The title without its filing asterisk, which nobody types. */
function titleText(metadata: readonly MetadataEntry[]): FieldText {
  const titles = valuesOf(metadata, 'sgtt').map((title) => title.replaceAll('*', ''));
  return { prefix: standardPrefixes.sgtt, values: titles, weight: 'A' };
}

function valuesOf(metadata: readonly MetadataEntry[], name: string): string[] {
  return metadata.flatMap((entry) => (entry.name === name ? [String(entry.value)] : []));
}

function furtherTexts(metadata: readonly MetadataEntry[], searched: SearchedFields): FieldText[] {
  return metadata.flatMap(({ name, value }) =>
    searched.get(name)?.isSearchable ? [{ prefix: fieldPrefix(name), values: [String(value)] }] : [],
  );
}

/** Values that are not understood as a date or a number are no ranges. */
function furtherRanges(metadata: readonly MetadataEntry[], searched: SearchedFields): FieldRange[] {
  return metadata.flatMap(({ name, value }) => {
    const field = searched.get(name);
    if (!field || !hasRanges(field)) return [];
    const range = rangeOf(field.type, String(value));
    const years = yearsOf(field, String(value));
    return [
      ...(range ? [{ prefix: rangePrefix(field), range }] : []),
      ...(years ? [{ prefix: yearPrefix, range: years }] : []),
    ];
  });
}

/** The names of the fields that have a value, whatever the field. */
function filledFields(metadata: readonly MetadataEntry[]): string[] {
  return metadata.filter(({ value }) => String(value) !== '').map(({ name }) => name);
}
