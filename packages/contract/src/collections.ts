import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { allowed, AvailableTransition, collectionActions } from './allowed-actions.ts';
import { links, pageOf } from './hal.ts';
import { MetadataEntry } from './metadata.ts';
import { Count, Timestamp, Uuid } from './scalar.ts';
import { Visibility } from './visibility.ts';

/** A collection (catalogue §3, wire.md). `author` and `label` are read-only mirrors. */
export const Collection = Type.Object({
  uuid: Uuid,
  resourceType: Type.Literal('COLLECTION'),
  sgtt: Type.String(),
  sgti: Type.String(),
  author: Type.String(),
  label: Type.String(),
  customMetadataList: Type.Array(MetadataEntry),
  parentCollectionsUuids: Type.Array(Uuid),
  state: Type.String(),
  visibility: Visibility,
  createdDate: Timestamp,
  collectionsCount: Count,
  culturalItemsCount: Count,
  allowedActions: allowed(collectionActions),
  availableTransitions: Type.Array(AvailableTransition),
  _links: links(
    [
      'self',
      'collections',
      'culturalItems',
      'parentCollections',
      'breadcrumb',
      'summary',
      'iiif-collection',
      'viewer_iiif',
    ],
    ['history'],
  ),
});
export type Collection = Static<typeof Collection>;

export const CollectionsPage = pageOf('culturalItemCollections', Collection);
