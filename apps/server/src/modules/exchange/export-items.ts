import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { exportItems } from '@armarium/contract/exchange';
import type { ItemQuery } from '@armarium/contract/item-query';
import type { MetadataEntry } from '@armarium/contract/records';
import type { TenantData, TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { invalid } from '../../problem-error.ts';
import {
  fieldTemplates,
  itemQueryUuids,
  requireCollections,
  titlePaths,
  type TitlePath,
} from '../catalogue/public.ts';
import {
  csvHeader,
  csvLines,
  headerCells,
  recordCells,
  tableColumns,
  type OutgoingRecord,
  type TableColumns,
} from './record-lines.ts';
import { CELL_MAX_LENGTH, SHEET_MAX_COLUMNS, SHEET_MAX_ROWS, workbook } from './workbook.ts';

const PAGE_RECORDS = 500;
const UUID_BYTES = 16;

/** What goes out, as it stands at one moment. */
interface Survey {
  /** The uuids in the order of their pressmarks, sixteen bytes each: a million of them are no burden. */
  readonly ids: Buffer;
  readonly columns: TableColumns;
  /** Of the longest value. */
  readonly longest: number;
}

async function survey(db: TenantQueries, query: ItemQuery): Promise<Survey> {
  await requireCollections(db, query);
  const chosen = await sql<{ ids: Buffer | null; parents: number | null }>`
    select string_agg(uuid_send(item.uuid), ''::bytea order by sort_pressmark, item.uuid) as ids,
      max((select count(*) from item_link link where link.tenant_id = item.tenant_id
        and link.item_uuid = item.uuid))::integer as parents
    from item join ${itemQueryUuids(query)} on matching.uuid = item.uuid`.execute(db);
  const held = await sql<{ name: string; most: number; longest: number }>`
    select name, max(times)::integer as most, max(longest)::integer as longest
    from ${itemQueryUuids(query)} join item on item.uuid = matching.uuid cross join lateral (
      select entry->>'name' as name, count(*) as times, max(length(entry->>'value')) as longest
      from jsonb_array_elements(metadata) as entry group by 1
    ) as named
    group by name order by name collate "C"`.execute(db);
  const most = new Map(held.rows.map((row) => [row.name, row.most]));
  // Also those that no record has yet: somebody may want to fill them in.
  const names = [...new Set([...(await fieldTemplates(db, 'ITEM')).map(({ name }) => name), ...most.keys()])];
  const [{ ids, parents } = { ids: null, parents: null }] = chosen.rows;
  return {
    ids: ids ?? Buffer.alloc(0),
    columns: tableColumns(
      names.map((name) => ({ name, most: most.get(name) ?? 1 })),
      parents ?? 1,
    ),
    longest: Math.max(0, ...held.rows.map(({ longest }) => longest)),
  };
}

/** @throws ProblemError 422 where the programs that read sheets would leave something out, or refuse the whole */
function requireFit({ ids, columns, longest }: Survey): void {
  const rows = ids.length / UUID_BYTES + 1;
  const width = headerCells(columns).length;
  const why =
    rows > SHEET_MAX_ROWS
      ? `There are ${rows} rows, and a sheet holds ${SHEET_MAX_ROWS}.`
      : width > SHEET_MAX_COLUMNS
        ? `There are ${width} columns, and a sheet holds ${SHEET_MAX_COLUMNS}.`
        : longest > CELL_MAX_LENGTH
          ? `A value has ${longest} characters, and a cell holds ${CELL_MAX_LENGTH}.`
          : undefined;
  if (why === undefined) return;
  throw invalid([{ name: 'format', code: 'sheet-too-small', message: `${why} Export it as CSV.` }]);
}

const uuidAt = (ids: Buffer, index: number) =>
  ids
    .toString('hex', index * UUID_BYTES, (index + 1) * UUID_BYTES)
    .replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');

/**
 * The records, a page at a time, each page a transaction of its own: whoever reads slowly keeps no connection. What is
 * deleted meanwhile is left out.
 */
async function* recordsOf(data: TenantData, ids: Buffer): AsyncGenerator<OutgoingRecord[]> {
  const paths = new Map<string, TitlePath>();
  const total = ids.length / UUID_BYTES;
  for (let first = 0; first < total; first += PAGE_RECORDS) {
    const length = Math.min(PAGE_RECORDS, total - first);
    const uuids = Array.from({ length }, (_, index) => uuidAt(ids, first + index));
    yield await data.read(async (db) => {
      const { rows } = await sql<{ uuid: string; metadata: MetadataEntry[]; parents: string[] }>`
        select item.uuid, metadata, array(
          select link.collection_uuid from item_link link where link.tenant_id = item.tenant_id
            and link.item_uuid = item.uuid order by link.linked_at, link.collection_uuid) as parents
        from unnest(${uuids}::uuid[]) with ordinality as wanted (uuid, place) join item using (uuid)
        where trashed_at is null order by place`.execute(db);
      const unknown = new Set(rows.flatMap(({ parents }) => parents).filter((uuid) => !paths.has(uuid)));
      for (const [uuid, path] of await titlePaths(db, [...unknown])) paths.set(uuid, path);
      return rows.map(({ uuid, metadata, parents }) => ({
        uuid,
        metadata,
        paths: parents.flatMap((parent) => {
          const path = paths.get(parent);
          return path ? [path] : [];
        }),
      }));
    });
  }
}

async function* csvText(columns: TableColumns, records: AsyncIterable<OutgoingRecord[]>) {
  yield csvHeader(columns);
  for await (const some of records) yield csvLines(columns, some);
}

async function* sheetRows(columns: TableColumns, records: AsyncIterable<OutgoingRecord[]>) {
  yield [headerCells(columns)];
  for await (const some of records) yield some.map((record) => recordCells(columns, record));
}

/**
 * `GET /meta/culturalItems/export`: what a list shows, all pages of it, as a table. In a CSV what a spreadsheet
 * would run as a formula has an apostrophe before it; in a workbook every cell is text.
 */
export const exportOperation: Implementation = implement(
  exportItems,
  async ({ data, query: { format, ...query }, reply, log }) => {
    const surveyed = await data.read((db) => survey(db, query));
    if (format === 'xlsx') requireFit(surveyed);
    const { ids, columns } = surveyed;
    const records = recordsOf(data, ids);
    const bytes =
      format === 'csv' ? Readable.from(csvText(columns, records)) : workbook(sheetRows(columns, records));
    // Cut off, so that nobody takes a part for the whole.
    bytes.once('error', (error) => log.error({ err: error }, 'an export could not be written to its end'));
    const name = `items-${new Date().toISOString().slice(0, 10)}.${format}`;
    void reply
      .header('content-disposition', `attachment; filename="${name}"`)
      .type(
        format === 'csv'
          ? 'text/csv; charset=utf-8; header=present'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      );
    return bytes;
  },
);
