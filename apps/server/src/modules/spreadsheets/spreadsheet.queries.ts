import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { SpreadsheetMapping } from '@armarium/contract/spreadsheet-mappings';
import type { RowResult, SpreadsheetReading, spreadsheetStates } from '@armarium/contract/spreadsheets';
import type { RowProblem } from '@armarium/contract/batch-records';
import type { TenantQueries } from '../../db/database.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { PageWanted } from '../../http/pages.ts';
import { notFound } from '../../problem-error.ts';
import type { CellForm, SheetWanted } from '../batch/public.ts';
import type { Outline } from './reading/sheet-file.ts';

export interface RowChange {
  readonly name: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export type SpreadsheetRecord = Omit<
  Selectable<DB['spreadsheet']>,
  'format' | 'reading' | 'outline' | 'mapping' | 'state' | 'cause' | 'samples'
> & {
  readonly format: 'csv' | 'xlsx';
  readonly reading: SpreadsheetReading;
  readonly outline: Outline;
  readonly mapping: SpreadsheetMapping;
  readonly state: (typeof spreadsheetStates)[number];
  readonly cause: { readonly code: string; readonly params: Readonly<Record<string, string>> } | null;
  readonly samples: readonly (RowChange & { readonly rows: number })[];
};

/** @throws ProblemError 404 without it */
export async function spreadsheetOf(db: TenantQueries, uuid: string): Promise<SpreadsheetRecord> {
  const row = await db.selectFrom('spreadsheet').selectAll().where('uuid', '=', uuid).executeTakeFirst();
  if (!row) throw notFound('The spreadsheet');
  return row as unknown as SpreadsheetRecord;
}

/** As `spreadsheetOf`, and locks it. */
export async function heldSpreadsheet(db: TenantQueries, uuid: string): Promise<SpreadsheetRecord> {
  await db.selectFrom('spreadsheet').select('uuid').where('uuid', '=', uuid).forUpdate().execute();
  return spreadsheetOf(db, uuid);
}

export async function spreadsheetPage(
  db: TenantQueries,
  page: PageWanted,
): Promise<{ rows: SpreadsheetRecord[]; total: number }> {
  const rows = await db
    .selectFrom('spreadsheet')
    .selectAll()
    .orderBy('uploaded_at', 'desc')
    .orderBy('uuid')
    .limit(page.size)
    .offset(page.number * page.size)
    .execute();
  const { total } = await db
    .selectFrom('spreadsheet')
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow();
  return { rows: rows as unknown as SpreadsheetRecord[], total: Number(total) };
}

/** A row with the outcome of the dry run. */
export interface JudgedRow {
  readonly row_number: number;
  readonly uuid: string;
  readonly wanted: SheetWanted;
  readonly record_uuid: string | null;
  readonly result: RowResult;
  readonly problems: readonly RowProblem[];
  readonly changes: readonly RowChange[];
  readonly sgtt: string | null;
  readonly pressmark: string | null;
}

/** A page of judged rows in the order of the file, of some results. */
export async function judgedRows(
  db: TenantQueries,
  spreadsheet: string,
  results: readonly RowResult[],
  { size, number }: PageWanted,
): Promise<JudgedRow[]> {
  return withItems(
    db,
    sql`${rowsOf(spreadsheet, results)} order by row_number limit ${size} offset ${number * size}`,
  );
}

/**
 * The judged rows after one, up to a size: a row may hold a megabyte.
 * @param bytes limit of the rows as JSON; the first row is always included
 */
export async function judgedRowsAfter(
  db: TenantQueries,
  spreadsheet: string,
  results: readonly RowResult[],
  after: number,
  most: { readonly rows: number; readonly bytes: number },
): Promise<JudgedRow[]> {
  const next = sql`${rowsOf(spreadsheet, results)} and row_number > ${after} order by row_number limit ${most.rows}`;
  return withItems(
    db,
    sql`
      select row_number, uuid, wanted, record_uuid, result, problems, changes from (
        select next.*, row_number() over whole as place,
          sum(octet_length(wanted::text) + octet_length(problems::text) + octet_length(changes::text))
            over whole as bytes
        from (${next}) as next window whole as (order by row_number)
      ) as counted where place = 1 or bytes <= ${most.bytes}`,
  );
}

function rowsOf(spreadsheet: string, results: readonly RowResult[]): RawBuilder<unknown> {
  return sql`
    select row_number, uuid, wanted, record_uuid, result, problems, changes from spreadsheet_row
    where spreadsheet_uuid = ${spreadsheet}::uuid and result = any(${results}::text[])`;
}

async function withItems(db: TenantQueries, judged: RawBuilder<unknown>): Promise<JudgedRow[]> {
  const { rows } = await sql<JudgedRow>`
    select judged.*, item.sgtt, item.pressmark from (${judged}) as judged left join item on item.uuid = judged.record_uuid and item.trashed_at is null
    order by row_number`.execute(db);
  return rows;
}

/**
 * How the texts of its cells are read. A workbook stores numbers as numbers, whatever decimal character its
 * user types.
 */
export function cellForm({ mapping, format }: Pick<SpreadsheetRecord, 'mapping' | 'format'>): CellForm {
  return { dayFirst: mapping.dayFirst, decimalComma: format === 'csv' && mapping.decimalComma };
}
