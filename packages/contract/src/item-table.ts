import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox/type';
import { pageOf, pageQuery } from './hal.ts';
import { closed, defineOperation } from './operation.ts';
import { Uuid } from './scalar.ts';

/** The standard columns of a table of items; lists are sorted by the same names. */
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

/** The sort name for the order in which a search found the items, best first (decisions §11). */
export const RELEVANCE = 'relevance';

/** The prefix of the name of a tenant's own field: `field:language`. */
export const FIELD_COLUMN = 'field:';

/** A column of a table of items. */
export const ItemColumn = Type.String({
  pattern: `^(?:${itemColumns.join('|')}|${FIELD_COLUMN}.+)$`,
  maxLength: 300,
});
/** A number of columns that people can still read; each once. */
export const ItemColumns = Type.Array(ItemColumn, { minItems: 1, maxItems: 60, uniqueItems: true });

/** The most items of a list that is sorted without an index. */
export const SORTED_ITEMS_MAX = 20_000;

export const LAYOUT_NAME_MAX_CHARACTERS = 100;

/** A named choice of columns, with an order. */
export const TableLayout = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: LAYOUT_NAME_MAX_CHARACTERS }),
    columns: ItemColumns,
    /** As in `sort` of the lists; default the list's own order. */
    sort: Type.Optional(Type.String({ maxLength: 310 })),
  },
  closed,
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

/** Data of an item for tables, beside its own representation. */
export const ItemSurroundings = Type.Object({
  uuid: Uuid,
  /** Its collections, the oldest link first. */
  parentCollections: Type.Array(Type.Object({ uuid: Uuid, sgtt: Type.String() })),
  /** Names from the history; null where the caller may not read the item's history. */
  createdBy: Type.Union([Type.String(), Type.Null()]),
  lastModifiedBy: Type.Union([Type.String(), Type.Null()]),
});
export type ItemSurroundings = Static<typeof ItemSurroundings>;

/** This number of uuids fits into the address of a request. */
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
