import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { FIELD_NAME_MAX } from './item-query.ts';
import { closed, defineOperation } from './operation.ts';
import { oneOf, Uuid } from './scalar.ts';

/** The ways in which a list of items is shown. */
export const itemsViews = ['cards', 'list', 'table'] as const;
export type ItemsViewName = (typeof itemsViews)[number];

/** The number of fields that a compact list shows beside title, author, pressmark and date. */
export const LIST_FIELDS_MAX = 2;

const ListFields = Type.Array(Type.String({ minLength: 1, maxLength: FIELD_NAME_MAX }), {
  maxItems: LIST_FIELDS_MAX,
  uniqueItems: true,
});

/** How a list of items is shown to the caller. */
export const ItemsView = Type.Object({
  /** What the caller chose, otherwise what suits the items. */
  view: oneOf(itemsViews),
  /** The names of the fields that the caller chose for the compact list; null where none were chosen. */
  fields: Type.Union([ListFields, Type.Null()]),
});
export type ItemsView = Static<typeof ItemsView>;

const place = Type.Object({ collectionUuid: Type.Optional(Uuid) });

const mine = { tag: 'Items', access: 'session', path: '/iam/me/itemsView' } as const;

export const getItemsView = defineOperation({
  ...mine,
  id: 'getItemsView',
  method: 'GET',
  summary: 'How the items of a collection, or without one the results of searches, are shown to the caller',
  query: place,
  responses: { 200: ItemsView },
});

export const updateItemsView = defineOperation({
  ...mine,
  id: 'updateItemsView',
  method: 'PATCH',
  summary: 'Keeps how they are to be shown to the caller; what is not given stays as it was',
  query: place,
  body: Type.Object(
    { view: Type.Optional(oneOf(itemsViews)), fields: Type.Optional(ListFields) },
    { ...closed, minProperties: 1 },
  ),
  responses: { 200: ItemsView },
});
