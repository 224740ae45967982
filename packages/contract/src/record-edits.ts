import * as Type from '@sinclair/typebox/type';
import { Collection } from './collections.ts';
import { readOnly } from './hal.ts';
import { Item } from './items.ts';
import { MetadataList } from './metadata.ts';
import { byUuid, closed, defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';
import { Visibility } from './visibility.ts';

const Text = Type.Optional(Type.String());

/** A single id or a list of them; the answer is always a list. */
function parents({ minItems }: { minItems: 0 | 1 }) {
  return Type.Union([Uuid, Type.Array(Uuid, { minItems, maxItems: 1_000 })]);
}

const itemFields = {
  /** Replaces the whole list; only changed values are checked. */
  customMetadataList: Type.Optional(MetadataList),
  sgtt: Text,
  autn: Text,
  sgti: Text,
  /** Only unchanged: a pressmark is corrected by a call of its own. */
  pressmark: Text,
  /** Replaces the set; it may not be empty (409 `last-parent`). */
  parentCollectionsUuids: Type.Optional(parents({ minItems: 0 })),
  /** Who may see it. */
  visibility: Type.Optional(Visibility),
};

const collectionFields = {
  customMetadataList: Type.Optional(MetadataList),
  sgtt: Text,
  sgti: Text,
};

/**
 * `access` is the minimum for every caller. The changes decide the rest: metadata takes `edit`, the
 * collections of an item `arrangeItems`, those of a collection `arrangeCollections`, the visibility `publish`
 * (decisions §3).
 */
export const updateItem = defineOperation({
  id: 'updateItem',
  tag: 'Items',
  method: 'PATCH',
  path: '/meta/culturalItems/:uuid',
  params: byUuid,
  summary: 'Change the metadata of an item, or the collections that it stands in',
  access: 'browse',
  body: Type.Object({ ...readOnly(Item, Object.keys(itemFields)), ...itemFields }, closed),
  responses: { 200: Item },
});

/**
 * Changes the pressmark of an item. Searches for the old one still find it, and other items may take the old
 * one (A-69, decisions §4).
 */
export const correctPressmark = defineOperation({
  id: 'correctPressmark',
  tag: 'Items',
  method: 'POST',
  path: '/meta/culturalItems/:uuid/pressmark',
  params: byUuid,
  summary: 'Correct the pressmark of an item, with the reason for it; honours If-Match',
  access: 'correctPressmark',
  body: Type.Object(
    {
      pressmark: Type.String(),
      /** Stored in the history of the item. */
      reason: Type.String({ maxLength: 1_000 }),
    },
    closed,
  ),
  responses: { 200: Item },
});

export const updateCollection = defineOperation({
  id: 'updateCollection',
  tag: 'Collections',
  method: 'PATCH',
  path: '/meta/culturalItemCollections/:uuid',
  params: byUuid,
  summary: 'Change the metadata of a collection, or move it: the collections that it stands in',
  access: 'browse',
  body: Type.Object(
    {
      ...readOnly(Collection, [...Object.keys(collectionFields), 'parentCollectionsUuids', 'visibility']),
      ...collectionFields,
      parentCollectionsUuids: Type.Optional(parents({ minItems: 0 })),
      visibility: Type.Optional(Visibility),
    },
    closed,
  ),
  responses: { 200: Collection },
});

export const createCollection = defineOperation({
  id: 'createCollection',
  tag: 'Collections',
  method: 'POST',
  path: '/meta/culturalItemCollections',
  summary: 'Make a collection within others',
  access: 'create',
  body: Type.Object({ ...collectionFields, parentCollectionsUuids: parents({ minItems: 1 }) }, closed),
  responses: { 201: Collection },
});
