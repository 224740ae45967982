import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { pageOf, pageQuery } from './hal.ts';
import { defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

/** What every item has to show in a table, by the names that lists are sorted by as well. */
export const itemColumns = [
  'pressmark',
  'sgtt',
  'autn',
  'parentCollections',
  'state',
  'visibility',
  'imagesCount',
  'createdDate',
  'lastModifiedDate',
] as const;
export type ItemColumnName = (typeof itemColumns)[number];

/** Stands before the name of a field of the tenant's own: `field:language`. */
export const FIELD_COLUMN = 'field:';

/** A column of a table of items. */
export const ItemColumn = Type.String({
  pattern: `^(?:${itemColumns.join('|')}|${FIELD_COLUMN}.+)$`,
  maxLength: 300,
});
/** As many as one can still look over; each once. */
export const ItemColumns = Type.Array(ItemColumn, { minItems: 1, maxItems: 60, uniqueItems: true });

/** By so many items at most a list is sorted that has no index for it. */
export const SORTED_ITEMS_MAX = 20_000;

/** What one calls a choice of columns and an order. */
export const TableLayout = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    columns: ItemColumns,
    /** As in `sort` of the lists; absent for the list's own order. */
    sort: Type.Optional(Type.String({ maxLength: 310 })),
  },
  { additionalProperties: false },
);
export type TableLayout = Static<typeof TableLayout>;

const TableLayouts = Type.Object({ layouts: Type.Array(TableLayout, { maxItems: 50 }) });

const mine = { tag: 'Items', access: 'session', path: '/iam/me/tableLayouts' } as const;

export const getTableLayouts = defineOperation({
  ...mine,
  id: 'getTableLayouts',
  method: 'GET',
  summary: 'The layouts of tables of items that the caller keeps in this organisation, in their order',
  responses: { 200: TableLayouts },
});

export const putTableLayouts = defineOperation({
  ...mine,
  id: 'putTableLayouts',
  method: 'PUT',
  summary: 'Keeps these layouts in place of all that the caller kept',
  body: TableLayouts,
  responses: { 200: TableLayouts },
});

/** What a table shows of an item beside its own record. */
export const ItemSurroundings = Type.Object({
  uuid: Uuid,
  /** The collections that it stands in, the oldest link first. */
  parentCollections: Type.Array(Type.Object({ uuid: Uuid, sgtt: Type.String() })),
  /** Names, as history keeps them; null where the caller may not read the item's history. */
  createdBy: Type.Union([Type.String(), Type.Null()]),
  lastModifiedBy: Type.Union([Type.String(), Type.Null()]),
});
export type ItemSurroundings = Static<typeof ItemSurroundings>;

/** So many addresses still fit into one line of a request. */
export const SURROUNDINGS_MAX = 200;

export const findItemSurroundings = defineOperation({
  tag: 'Items',
  access: 'browse',
  id: 'findItemSurroundings',
  method: 'GET',
  path: '/meta/culturalItems/search/findSurroundings',
  summary:
    'The collections of some items by title, and who made and changed them; items that are gone are left out',
  query: pageQuery({ uuid: Type.Array(Uuid, { minItems: 1, maxItems: SURROUNDINGS_MAX }) }),
  responses: { 200: pageOf('itemSurroundings', ItemSurroundings) },
});
