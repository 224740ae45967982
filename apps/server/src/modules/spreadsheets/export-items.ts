import { Readable } from 'node:stream';
import { exportItems } from '@armarium/contract/exchange';
import type { QueryOf } from '@armarium/contract/operation';
import type { TenantData } from '../../db/database.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { ProblemError } from '../../problem-error.ts';
import { requireCollections } from '../catalogue/public.ts';
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
import { tableRows, tableSurvey, type WantedTable } from './outgoing-table.ts';
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

/**
 * A table as in a list, or everything in the records, as a stream that has not started. Each page of rows has
 * a transaction of its own, so that a slow reader holds no connection.
 */
async function writtenItems(
  data: TenantData,
  { format, column, heading, sort, ...query }: QueryOf<typeof exportItems>,
): Promise<Readable> {
  const table = column && wantedTable(column, heading);
  if (table) {
    const found = await data.read(async (db) => {
      await requireCollections(db, query);
      return tableSurvey(data, db, { query, table, sort });
    });
    if (format === 'xlsx')
      requireFit({ rows: countOf(found) + 1, columns: table.columns.length, longest: found.longest });
    const rows = tableRows(found, table, data.actor, (run) => data.read(run));
    return writtenTable(format, table.headings, rows);
  }
  const found = await data.read(async (db) => {
    await requireCollections(db, query);
    return survey(db, kindOf('ITEM'), query);
  });
  const { columns } = found;
  if (format === 'xlsx')
    requireFit({ rows: countOf(found) + 1, columns: headerCells(columns).length, longest: found.longest });
  const records = recordsOf(found, (run) => data.read(run));
  return format === 'csv' ? Readable.from(csvText(columns, records)) : workbook(sheetRows(columns, records));
}

/**
 * `GET /meta/culturalItems/export`: the table of a list, all pages of it. In a CSV an apostrophe is
 * put before text that a spreadsheet would run as a formula; in a workbook every cell is text.
 */
export const exportOperation: Implementation = implement(exportItems, async ({ data, query, reply, log }) =>
  sendTable(await writtenItems(data, query), { name: 'items', format: query.format }, reply, log),
);
