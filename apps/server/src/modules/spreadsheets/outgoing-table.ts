import { sql, type RawBuilder } from 'kysely';
import { stringify } from 'csv-stringify/sync';
import type { ItemQuery, ItemSelection } from '@armarium/contract/item-query';
import { FIELD_COLUMN, type ItemColumnName } from '@armarium/contract/item-table';
import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Actor, TenantData, TenantQueries } from '../../db/database.ts';
import {
  byPressmark,
  encodeQuery,
  exactContext,
  itemsByUuids,
  itemSort,
  itemTotal,
  requireSortable,
  surroundingsByUuids,
  type ItemRow,
} from '../catalogue/public.ts';
import { uuidPages, type Survey } from './outgoing-records.ts';
import { csv } from './record-lines.ts';
import { harmlessCell } from './spreadsheet-cell.ts';

/** A table as a list shows it. */
export interface WantedTable {
  readonly columns: readonly string[];
  /** One for each column. */
  readonly headings: readonly string[];
}

const BETWEEN = '; ';

/** The name of the field in a column; undefined for other columns. */
function fieldOf(column: string): string | undefined {
  if (column.startsWith(FIELD_COLUMN)) return column.slice(FIELD_COLUMN.length);
  return ['pressmark', 'sgtt', 'autn'].find((name) => name === column);
}

/**
 * The uuids of the items that a query finds in the order of a list, sixteen bytes each.
 * @param except uuids to leave out
 * @throws ProblemError as the list does
 */
export async function listedIds(
  data: TenantData,
  db: TenantQueries,
  query: ItemQuery,
  sort: readonly string[] | undefined,
  except: readonly string[] = [],
): Promise<Buffer> {
  const context = await exactContext(db, query);
  const order = await itemSort(db, { query, sort, otherwise: byPressmark }, context);
  const encoded = encodeQuery(query, context);
  const total = await itemTotal(data, db, encoded);
  requireSortable(order, total);
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(found), ''::bytea order by place) as ids
    from item_query_page(${encoded}::jsonb, ${order.keys}::text[], ${order.descending}::boolean[], 0, ${total},
      ${order.ranks ?? null}::jsonb, ${total}) with ordinality as listed (found, place)
    where found <> all(${except}::uuid[])`.execute(db);
  return rows[0]?.ids ?? Buffer.alloc(0);
}

/** The uuids of the items of a selection in the order of a list, sixteen bytes each. */
export async function selectedIds(
  data: TenantData,
  db: TenantQueries,
  selection: ItemSelection,
  sort: readonly string[] | undefined,
): Promise<Buffer> {
  if ('query' in selection) {
    return listedIds(data, db, selection.query, sort, selection.except);
  }
  const { keys, descending } = await itemSort(
    db,
    { query: {}, sort, otherwise: byPressmark },
    await exactContext(db, {}),
  );
  const { rows } = await sql<{ ids: Buffer | null }>`
    select string_agg(uuid_send(found), ''::bytea order by place) as ids
    from items_in_order(${selection.uuids}::uuid[], ${keys}::text[], ${descending}::boolean[])
      with ordinality as listed (found, place)`.execute(db);
  return rows[0]?.ids ?? Buffer.alloc(0);
}

/** @param chosen for a FROM clause, with a column `uuid` @returns the length of the longest cell of a field in the table */
export async function longestCell(
  db: TenantQueries,
  chosen: RawBuilder<unknown>,
  table: WantedTable,
): Promise<number> {
  const names = table.columns.flatMap((column) => fieldOf(column) ?? []);
  const { rows } = await sql<{ longest: number | null }>`
    select max(cell)::integer as longest
    from (select uuid from ${chosen}) as chosen join item on item.uuid = chosen.uuid cross join lateral (
      select sum(length(entry->>'value') + ${BETWEEN.length}::integer) as cell
      from jsonb_array_elements(metadata) as entry
      where entry->>'name' = any(${names}::text[]) group by entry->>'name'
    ) as named`.execute(db);
  return rows[0]?.longest ?? 0;
}

/** A date in a form that sorts (UTC), and the name of the person. */
const when = (date: Date, name: string | null | undefined) =>
  [date.toISOString().slice(0, 10), ...(name ? [name] : [])].join(' · ');

/** The cells of some items, in the order of the uuids: two queries for any number. */
async function tableCells(
  db: TenantQueries,
  actor: Actor,
  { columns }: WantedTable,
  uuids: readonly string[],
): Promise<string[][]> {
  const rows = await itemsByUuids(db, uuids);
  const beside = new Map((await surroundingsByUuids(db, actor, uuids)).map((one) => [one.uuid, one]));
  const cells: Readonly<
    Record<Exclude<ItemColumnName, 'pressmark' | 'sgtt' | 'autn'>, (row: ItemRow) => string>
  > = {
    parentCollections: ({ uuid }) =>
      (beside.get(uuid)?.parentCollections ?? []).map(({ sgtt }) => sgtt).join(BETWEEN),
    state: ({ state }) => state,
    visibility: ({ visibility }) => visibility,
    imagesCount: ({ images_count }) => String(images_count),
    createdDate: ({ uuid, created_at }) => when(created_at, beside.get(uuid)?.createdBy),
    lastModifiedDate: ({ uuid, modified_at }) => when(modified_at, beside.get(uuid)?.lastModifiedBy),
  };
  return rows.map((row) =>
    columns.map((column) => {
      const field = fieldOf(column);
      if (field === undefined) return cells[column as keyof typeof cells](row);
      const values = (row.metadata as unknown as MetadataEntry[]).filter(({ name }) => name === field);
      return values.map(({ value }) => String(value)).join(BETWEEN);
    }),
  );
}

/** The rows, a page at a time. Records that are deleted meanwhile are left out. */
export async function* tableRows(
  found: Pick<Survey, 'ids'>,
  table: WantedTable,
  actor: Actor,
  read: <Page>(run: (db: TenantQueries) => Promise<Page>) => Promise<Page>,
): AsyncGenerator<string[][]> {
  for (const uuids of uuidPages(found)) yield await read((db) => tableCells(db, actor, table, uuids));
}

/** The header row, with the byte order mark by which spreadsheets recognise UTF-8. */
export function tableHeader(headings: readonly string[]): string {
  return `\u{FEFF}${stringify([headings.map(harmlessCell)], { ...csv, quoted: true })}`;
}

export function tableLines(rows: readonly string[][]): string {
  return stringify(
    rows.map((cells) => cells.map(harmlessCell)),
    csv,
  );
}
