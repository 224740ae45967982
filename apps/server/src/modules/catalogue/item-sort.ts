import type { ItemQuery } from '@armarium/contract/item-query';
import {
  FIELD_COLUMN,
  RELEVANCE,
  SORTED_ITEMS_MAX,
  type ItemColumnName,
} from '@armarium/contract/item-table';
import type { TenantQueries } from '../../db/database.ts';
import { wantedSort, type SortWanted } from '../../http/pages.ts';
import { ProblemError } from '../../problem-error.ts';
import { encodeRanks, type QueryContext } from './item-query.ts';

/** Sort names of items on the wire for which there is an index, and their columns. */
export const itemSortColumns = {
  sgtt: 'sort_title',
  pressmark: 'sort_pressmark',
  createdDate: 'created_at',
  lastModifiedDate: 'modified_at',
} as const;
type IndexedName = keyof typeof itemSortColumns;
const isIndexed = (name: string): name is IndexedName => name in itemSortColumns;

/** All sort names, with the keys of `item_sort_expression` of the database. */
const itemSortKeys: Readonly<Record<ItemColumnName, string>> = {
  ...itemSortColumns,
  autn: 'autn',
  state: 'state',
  visibility: 'visibility',
  imagesCount: 'images_count',
  parentCollections: 'parents',
};
const itemSortNames = Object.keys(itemSortKeys) as ItemColumnName[];

/** How the values of a field sort, by its type; other types sort as text. */
const sortKinds: Readonly<Record<string, string>> = { INTEGER: 'number', NUMBER: 'number', DATE: 'date' };

export type ItemOrder = SortWanted<string>;

/** The order in which the items of a query are wanted. */
export interface ItemOrderWanted {
  readonly query: ItemQuery;
  /** As the request has it. */
  readonly sort: readonly string[] | undefined;
  /** The order where the request has none, and the query has no text. */
  readonly otherwise: SortWanted<IndexedName>;
}

/** The order of a list, parsed and looked up. */
export interface ItemSort {
  /** For `item_query_page`. */
  readonly keys: readonly string[];
  readonly descending: readonly boolean[];
  /** The order where it has a single key with an index. */
  readonly indexed: SortWanted<IndexedName> | undefined;
  /** Whether each page has to sort the whole list. */
  readonly isWhole: boolean;
  /** As `encodeRanks` gives them, where the order is relevance; then there are no keys. */
  readonly ranks: string | undefined;
}

/**
 * Parses `sort=name,desc`. A name is a sort name of items, or `field:` and the name of a field, which may
 * have commas. `sort=relevance`, the default where the query has a text, is the order of decisions §11; where
 * the text gives the items no places, they have the order `otherwise`.
 * @throws ProblemError 400 naming the unknown order
 */
export async function itemSort(
  db: TenantQueries,
  { query, sort = [], otherwise }: ItemOrderWanted,
  context: QueryContext,
): Promise<ItemSort> {
  const isRelevance = sort.length === 1 && sort[0] === RELEVANCE;
  if (isRelevance || sort.length === 0) {
    const ranks = encodeRanks(query, context);
    if (ranks !== undefined) return { keys: [], descending: [], indexed: undefined, isWhole: false, ranks };
  }
  const wanted: ItemOrder[] = (isRelevance ? [] : sort).flatMap((entry) => {
    if (!entry.startsWith(FIELD_COLUMN)) return wantedSort([entry], itemSortNames);
    const [, field = '', direction] = /^(.*?)(?:,(asc|desc))?$/su.exec(entry) ?? [];
    return [{ field, direction: direction === 'desc' ? 'desc' : 'asc' } as const];
  });
  const order: readonly ItemOrder[] = wanted.length > 0 ? wanted : [otherwise];
  const types = await fieldTypes(db, order);
  const [first] = order;
  return {
    keys: order.map(({ field }) => {
      const type = types.get(field);
      if (type === undefined) return itemSortKeys[field as ItemColumnName];
      return `${sortKinds[type] ?? 'text'}:${field.slice(FIELD_COLUMN.length)}`;
    }),
    descending: order.map(({ direction }) => direction === 'desc'),
    indexed:
      order.length === 1 && first && isIndexed(first.field)
        ? { field: first.field, direction: first.direction }
        : undefined,
    isWhole: !order.every(({ field }) => isIndexed(field)),
    ranks: undefined,
  };
}

/**
 * The types of the fields among the names. Archived fields can be sorted by too, since their values are kept.
 */
async function fieldTypes(db: TenantQueries, order: readonly ItemOrder[]): Promise<Map<string, string>> {
  const fieldNames = order.map(({ field }) => field).filter((field) => field.startsWith(FIELD_COLUMN));
  if (fieldNames.length === 0) return new Map();
  const rows = await db
    .selectFrom('metadata_template')
    .select(['name', 'type'])
    .where('resource_type', '=', 'ITEM')
    .where(
      'name',
      'in',
      fieldNames.map((field) => field.slice(FIELD_COLUMN.length)),
    )
    // Where several fields had the same name, the one in force comes last.
    .orderBy('archived_at', (direction) => direction.asc().nullsLast())
    .execute();
  const types = new Map(rows.map(({ name, type }) => [`${FIELD_COLUMN}${name}`, type]));
  const unknown = fieldNames.find((field) => !types.has(field));
  if (unknown !== undefined) {
    throw new ProblemError(
      'malformed',
      `The list cannot be sorted by "${unknown}": items have no field of this name. It can by ` +
        `${itemSortNames.join(', ')}, and ${FIELD_COLUMN} with the name of a field.`,
    );
  }
  return types;
}

/**
 * An order without an index is sorted again for each page, which is allowed only while it is quick.
 * @throws ProblemError 422 where there are more items
 */
export function requireSortable({ isWhole }: ItemSort, total: number): void {
  if (!isWhole || total <= SORTED_ITEMS_MAX) return;
  throw new ProblemError(
    'too-many-to-sort',
    `There are ${total} items, and by this ${SORTED_ITEMS_MAX} can be sorted. Narrow the list by a search or a ` +
      'filter, or sort it by title, pressmark, date of creation or of the last change.',
  );
}
