import { RANGE_ENTRIES, rangesOf, type CollectionEntry, type CollectionSource } from './collection-source.ts';
import {
  collectionId,
  itemPicture2,
  itemPicture3,
  manifestId,
  none,
  partOf2,
  partOf3,
  plainText,
} from './manifest-ids.ts';
import { provider2, provider3 } from './provider.ts';

/**
 * A collection of the IIIF Presentation API 3.0 (§5.1): collections, then manifests. One of more than a thousand
 * entries leads to its ranges, collections of their own: 3.0 has no paging, and viewers open a collection within a
 * collection. Pure.
 * @param range the number of the range, from 1; undefined for the collection itself
 */
export function collection3(
  source: CollectionSource,
  origin: string,
  range?: number,
): Record<string, unknown> {
  const id = collectionId(origin, 3, source.uuid);
  const ranges = rangesOf(source.total);
  const ofRange = ranges.find(({ number }) => number === range);
  return {
    '@context': 'http://iiif.io/api/presentation/3/context.json',
    id: ofRange ? `${id}/${ofRange.number}` : id,
    type: 'Collection',
    label: none(ofRange ? rangeLabel(source.title, ofRange) : source.title),
    ...(source.description !== '' && { summary: none(plainText(source.description)) }),
    ...provider3(source.provider, origin),
    ...(ofRange
      ? { partOf: [{ id, type: 'Collection', label: none(source.title) }] }
      : partOf3(source.parents, origin)),
    items:
      ranges.length > 0 && !ofRange
        ? ranges.map((one) => ({
            id: `${id}/${one.number}`,
            type: 'Collection',
            label: none(rangeLabel(source.title, one)),
          }))
        : source.entries.map((entry) => entry3(entry, origin)),
  };
}

function entry3({ kind, uuid, title, picture }: CollectionEntry, origin: string) {
  return {
    id: kind === 'item' ? manifestId(origin, 3, uuid) : collectionId(origin, 3, uuid),
    type: kind === 'item' ? 'Manifest' : 'Collection',
    label: none(title),
    ...(picture && { thumbnail: [itemPicture3(origin, picture)] }),
  };
}

/** The same of the Presentation API 2.1 (§5.8): its lists of collections and of manifests. Pure. */
export function collection2(
  source: CollectionSource,
  origin: string,
  range?: number,
): Record<string, unknown> {
  const id = collectionId(origin, 2, source.uuid);
  const ranges = rangesOf(source.total);
  const ofRange = ranges.find(({ number }) => number === range);
  const entries = ranges.length > 0 && !ofRange ? [] : source.entries;
  const collections = [
    ...(ofRange ? [] : ranges).map((one) => ({
      '@id': `${id}/${one.number}`,
      '@type': 'sc:Collection',
      label: rangeLabel(source.title, one),
    })),
    ...entries
      .filter(({ kind }) => kind === 'collection')
      .map(({ uuid, title }) => ({
        '@id': collectionId(origin, 2, uuid),
        '@type': 'sc:Collection',
        label: title,
      })),
  ];
  const manifests = entries
    .filter(({ kind }) => kind === 'item')
    .map(({ uuid, title, picture }) => ({
      '@id': manifestId(origin, 2, uuid),
      '@type': 'sc:Manifest',
      label: title,
      ...(picture && { thumbnail: itemPicture2(origin, picture) }),
    }));
  return {
    '@context': 'http://iiif.io/api/presentation/2/context.json',
    '@id': ofRange ? `${id}/${ofRange.number}` : id,
    '@type': 'sc:Collection',
    label: ofRange ? rangeLabel(source.title, ofRange) : source.title,
    ...(source.description !== '' && { description: plainText(source.description) }),
    ...provider2(source.provider, origin),
    ...(ofRange ? { within: id } : partOf2(source.parents, origin)),
    ...(collections.length > 0 && { collections }),
    ...(manifests.length > 0 && { manifests }),
  };
}

function rangeLabel(title: string, { first, last }: { first: number; last: number }): string {
  return `${title}, ${first}–${last}`;
}

/** Whether there is such a range of so many entries. */
export function hasRange(total: number, range: number): boolean {
  return total > RANGE_ENTRIES && range >= 1 && range <= Math.ceil(total / RANGE_ENTRIES);
}
