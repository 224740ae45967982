import { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import { exportItems, exportSelectedItems } from '@armarium/contract/exchange';
import type { QueryOf } from '@armarium/contract/operation';
import type { TenantData, TenantQueries } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { ProblemError } from '../../problem-error.ts';
import { wholeSelection } from '../batch/public.ts';
import { itemQueryUuids, requireCollections } from '../catalogue/public.ts';
import { kindOf } from '../records/public.ts';
import { countOf, recordsOf, survey } from './outgoing-records.ts';
import {
  csvHeader,
  csvLines,
  headerCells,
  recordCells,
  type OutgoingRecord,
  type TableColumns,
} from './record-lines.ts';
import { listedIds, longestCell, selectedIds, tableRows, type WantedTable } from './outgoing-table.ts';
import { requireFit, sendTable, writtenTable } from './sent-table.ts';
import { workbook } from './workbook.ts';

async function* csvText(columns: TableColumns, records: AsyncIterable<OutgoingRecord[]>) {
  yield csvHeader(columns);
  for await (const some of records) yield csvLines(columns, some);
}

async function* sheetRows(columns: TableColumns, records: AsyncIterable<OutgoingRecord[]>) {
  yield [headerCells(columns)];
  for await (const some of records) yield some.map((record) => recordCells(columns, record));
}

/** @throws ProblemError 400 where the numbers of headings and columns differ */
function wantedTable(column: readonly string[], heading: readonly string[] = column): WantedTable {
  if (heading.length === column.length) return { columns: column, headings: heading };
  throw new ProblemError(
    'malformed',
    `There are ${heading.length} headings for ${column.length} columns; send one for each, or none.`,
  );
}

/** The items to export, within one transaction. */
interface Chosen {
  /** For a FROM clause, with a column `uuid`. */
  readonly uuids: RawBuilder<unknown>;
  /** In the order of a table, sixteen bytes each. */
  inOrder(sort: readonly string[] | undefined): Promise<Buffer>;
}

type Choose = (db: TenantQueries) => Promise<Chosen>;

/** The parameters of the calls beside the choice of items. */
type Wanted = Pick<QueryOf<typeof exportItems>, 'format' | 'column' | 'heading' | 'sort'>;

/**
 * A table as in a list, or everything in the records, as a stream that has not started. Each page of rows has
 * a transaction of its own, so that a slow reader holds no connection.
 */
async function writtenItems(
  data: TenantData,
  { format, column, heading, sort }: Wanted,
  choose: Choose,
): Promise<Readable> {
  const table = column && wantedTable(column, heading);
  if (table) {
    const ids = await data.read(async (db) => {
      const chosen = await choose(db);
      const found = await chosen.inOrder(sort);
      if (format === 'xlsx') {
        const longest = await longestCell(db, chosen.uuids, table);
        requireFit({ rows: countOf({ ids: found }) + 1, columns: table.columns.length, longest });
      }
      return found;
    });
    const rows = tableRows({ ids }, table, data.actor, (run) => data.read(run));
    return writtenTable(format, table.headings, rows);
  }
  const found = await data.read(async (db) => survey(db, kindOf('ITEM'), (await choose(db)).uuids));
  const { columns } = found;
  if (format === 'xlsx')
    requireFit({ rows: countOf(found) + 1, columns: headerCells(columns).length, longest: found.longest });
  const records = recordsOf(found, (run) => data.read(run));
  return format === 'csv' ? Readable.from(csvText(columns, records)) : workbook(sheetRows(columns, records));
}

/**
 * `/meta/culturalItems/export`: the table of a list, all pages of it, by GET, and that of a selection by POST. In a CSV an
 * apostrophe is put before text that a spreadsheet would run as a formula; in a workbook every cell is text.
 */
export const itemExports: readonly Implementation[] = [
  implement(exportItems, async ({ data, query, reply, log }) => {
    const { format, column, heading, sort, ...asked } = query;
    const items = await writtenItems(data, { format, column, heading, sort }, async (db) => {
      await requireCollections(db, asked);
      return {
        uuids: await itemQueryUuids(db, asked),
        inOrder: (order) => listedIds(data, db, asked, order),
      };
    });
    return sendTable(items, { name: 'items', format }, reply, log);
  }),
  implement(exportSelectedItems, async ({ data, body: { selection, ...wanted }, reply, log }) => {
    const items = await writtenItems(data, wanted, async (db) => ({
      uuids: await wholeSelection(db, selection),
      inOrder: (order) => selectedIds(data, db, selection, order),
    }));
    return sendTable(items, { name: 'items', format: wanted.format }, reply, log);
  }),
];
