import { type Identifier, suffixOf } from '../../admission/public.ts';
import type { CollectionSource, Parent } from './collection-source.ts';
import type { ManifestSource } from './manifest-source.ts';

/**
 * An item as it is shown at an address with a token: all of its own ids have the token behind them, so that a viewer
 * that follows them is admitted too. Other records are shown as to a visitor, since the token opens none of them. Pure.
 */
export function identifiedItem(source: ManifestSource, named: Identifier): ManifestSource {
  if (named.token === undefined) return source;
  const own = <One extends { readonly uuid: string }>(one: One): One => ({
    ...one,
    uuid: `${one.uuid}${suffixOf(named)}`,
  });
  return {
    ...own(source),
    images: source.images.map(own),
    recordings: source.recordings.map((recording) => ({
      ...own(recording),
      captions: recording.captions.map(own),
    })),
    models: source.models.map(own),
    documents: source.documents.map(({ image, ...document }) => ({
      ...document,
      image: `${image}${suffixOf(named)}`,
    })),
    parents: source.parents.map(forVisitors),
  };
}

/** The same of a collection. What stands in it are other records. Pure. */
export function identifiedCollection(source: CollectionSource, named: Identifier): CollectionSource {
  if (named.token === undefined) return source;
  return {
    ...source,
    uuid: `${source.uuid}${suffixOf(named)}`,
    parents: source.parents.map(forVisitors),
    entries: source.entries.map((entry) => ({
      ...forVisitors(entry),
      picture: entry.picture && { ...entry.picture, asset: `${entry.picture.asset}${VISITOR}` },
    })),
  };
}

const VISITOR = suffixOf({ token: '' });

const forVisitors = <One extends Pick<Parent, 'uuid'>>(one: One): One => ({
  ...one,
  uuid: `${one.uuid}${VISITOR}`,
});
