import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { constraintProblem, isRowRefused, isStatementTimeout } from '../../db/constraint-problems.ts';
import { jsonb, type Database, type TenantData, type TenantQueries } from '../../db/database.ts';
import { rolledBack } from '../../db/rolled-back.ts';
import { ProblemError } from '../../problem-error.ts';
import { enqueue } from '../../queue/enqueue.ts';
import {
  boundedProblem,
  boundedText,
  pressmarkOf,
  problem,
  writeSheetRows,
  type RowOutcome,
  type SheetRow,
  type SheetWanted,
} from '../batch/public.ts';
import { normalisePressmark } from '../records/public.ts';
import type { MergedCells } from './reading/workbook-lines.ts';
import { cellForm, type SpreadsheetRecord } from './spreadsheet.queries.ts';

/** A dry run: the spreadsheet, and the number of the run. */
export interface CheckRun {
  readonly tenantId: number;
  readonly spreadsheet: string;
  readonly run: number;
}

/** Another dry run was started, the columns were changed, or the spreadsheet was deleted. */
export class CheckOvertaken extends Error {}

/** Enqueues the job of a dry run, in the turn of the account that started it. */
export async function enqueueCheck(
  db: TenantQueries,
  { spreadsheet, run }: CheckRun,
  account: string,
): Promise<void> {
  await enqueue(
    db,
    'check-spreadsheet',
    { spreadsheet, run },
    { jobKey: `check-spreadsheet:${spreadsheet}`, urgency: 'person', account },
  );
}

/** @throws CheckOvertaken */
async function goingOn(db: TenantQueries, { spreadsheet, run }: CheckRun): Promise<void> {
  const row = await db
    .selectFrom('spreadsheet')
    .select(['run', 'state'])
    .where('uuid', '=', spreadsheet)
    .forUpdate()
    .executeTakeFirst();
  if (row?.run !== run || row.state !== 'CHECKING') throw new CheckOvertaken();
}

/** Stores the rows of a file; those of an earlier attempt stay as they are. */
export async function stageRows(
  database: Database,
  check: CheckRun,
  rows: readonly { row: number; wanted: SheetWanted }[],
): Promise<void> {
  await database.bookkeeping(check.tenantId, async (db) => {
    await goingOn(db, check);
    const staged = rows.map(({ row, wanted }) => ({
      row,
      uuid: uuidv7(),
      wanted,
      norm: normalisePressmark(pressmarkOf(wanted)),
      record: wanted.uuid ?? null,
    }));
    await sql`
      with kept as (
        insert into spreadsheet_row
          (tenant_id, spreadsheet_uuid, row_number, uuid, wanted, pressmark_norm, record_uuid)
        select ${check.tenantId}::integer, ${check.spreadsheet}::uuid, staged.row, uuid, wanted, norm, record
        from jsonb_to_recordset(${jsonb(staged)})
          as staged ("row" integer, uuid uuid, wanted jsonb, norm text, record uuid)
        on conflict (tenant_id, spreadsheet_uuid, row_number) do nothing
        returning 1
      )
      update spreadsheet set rows_read = rows_read + (select count(*) from kept)
      where uuid = ${check.spreadsheet}::uuid`.execute(db);
  });
}

/** Ends the reading of the file. Rows in merged cells get the values that only the first of them has. */
export async function endStaging(
  database: Database,
  check: CheckRun,
  merged: readonly MergedCells[],
  mapped: ReadonlySet<number>,
): Promise<void> {
  const hidden = merged.flatMap(({ cells, top, bottom, left, right }) => {
    const columns = [...mapped].filter((column) => column >= left && column <= right);
    const isAcross = columns.some((column) => column > left);
    if (columns.length === 0) return [];
    return [{ cells, first: isAcross ? top : top + 1, last: bottom }];
  });
  await database.bookkeeping(check.tenantId, async (db) => {
    await goingOn(db, check);
    if (hidden.length > 0) {
      await sql`
        update spreadsheet_row staged set wanted = staged.wanted || jsonb_build_object('problems',
          coalesce(staged.wanted->'problems', '[]') || jsonb_build_array(jsonb_build_object('code', 'merged',
            'target', null, 'place', 0, 'value', '', 'params', jsonb_build_object('cells', hidden.cells))))
        from (select distinct on (row_number) row_number, cells
          from jsonb_to_recordset(${jsonb(hidden)}) as named (cells text, first integer, last integer)
            join spreadsheet_row on spreadsheet_uuid = ${check.spreadsheet}::uuid
              and row_number between first and last
          order by row_number) hidden
        where staged.spreadsheet_uuid = ${check.spreadsheet}::uuid and staged.row_number = hidden.row_number`.execute(
        db,
      );
    }
    await sql`update spreadsheet set is_read = true where uuid = ${check.spreadsheet}::uuid`.execute(db);
  });
}

const ROWS_MAX_BYTES = 16 * 1024 * 1024;

/** The next rows that the dry run has not judged, up to a limit of their total length. */
export async function unjudgedRows(
  db: TenantQueries,
  spreadsheet: string,
  limit: number,
): Promise<SheetRow[]> {
  const { rows } = await sql<SheetRow>`
    select row_number, uuid, wanted, pressmark_norm, record_uuid, seen_version from (
      select *, row_number() over by_row as place, sum(octet_length(wanted::text)) over by_row as weight_bytes
      from (
        select * from spreadsheet_row where spreadsheet_uuid = ${spreadsheet}::uuid and result is null
        order by row_number limit ${limit}
      ) as next
      window by_row as (order by row_number)
    ) as weighed
    where place = 1 or weight_bytes <= ${ROWS_MAX_BYTES} order by row_number`.execute(db);
  return rows;
}

/**
 * Judges rows by the code that writes them, in a transaction that is rolled back, and stores the outcomes.
 * Where the database refuses it, it tries again in halves, down to the refused row. A half is stored before
 * the other is tried, since later rows depend on earlier ones.
 */
export async function checkRows(
  database: Database,
  check: CheckRun,
  data: TenantData,
  spreadsheet: Pick<SpreadsheetRecord, 'uuid' | 'mapping' | 'format'>,
  rows: readonly SheetRow[],
): Promise<void> {
  const { uuid } = spreadsheet;
  const form = cellForm(spreadsheet);
  let outcomes: readonly RowOutcome[];
  try {
    outcomes = await rolledBack(data, 'check-spreadsheet', (tx) =>
      writeSheetRows(tx, { spreadsheet: uuid, form, isChecked: false }, rows),
    );
  } catch (error) {
    const isOfRow = error instanceof ProblemError || isRowRefused(error);
    const isTooMuch = isStatementTimeout(error) || error instanceof RangeError;
    if (!isOfRow && !(isTooMuch && rows.length > 1)) throw error;
    const [only] = rows;
    if (rows.length <= 1 && only) {
      const known = constraintProblem(error) ?? (error instanceof ProblemError ? error : undefined);
      const message = (error as Error).message;
      // A code without a text for rows is shown with the message of the database.
      const problems = [problem(known?.code ?? 'refused', { params: { message } })];
      const refused = { row: only, record: undefined, result: 'refused', problems, changes: [] } as const;
      return noteRows(database, check, [refused]);
    }
    const half = Math.ceil(rows.length / 2);
    await checkRows(database, check, data, spreadsheet, rows.slice(0, half));
    return checkRows(database, check, data, spreadsheet, rows.slice(half));
  }
  await noteRows(database, check, outcomes);
}

/** Stores and counts the outcomes of rows, each once. */
async function noteRows(database: Database, check: CheckRun, outcomes: readonly RowOutcome[]): Promise<void> {
  const noted = outcomes.map(({ row, record, result, problems, changes }) => ({
    row: row.row_number,
    record: record?.uuid ?? (result === 'created' || result === 'conflict' ? null : row.record_uuid),
    version: record?.version ?? null,
    result,
    problems: problems.map(boundedProblem),
    changes: changes.map(({ name, before, after }) => ({
      name,
      before: before.map(boundedText),
      after: after.map(boundedText),
    })),
  }));
  await database.bookkeeping(check.tenantId, async (db) => {
    await goingOn(db, check);
    await sql`
      with noted as (
        update spreadsheet_row judged set result = noted.result, record_uuid = noted.record,
          seen_version = noted.version, problems = noted.problems, changes = noted.changes
        from jsonb_to_recordset(${jsonb(noted)}) as noted ("row" integer, record uuid, version integer, result text,
          problems jsonb, changes jsonb)
        where judged.spreadsheet_uuid = ${check.spreadsheet}::uuid and judged.row_number = noted."row"
          and judged.row_number = any(${noted.map(({ row }) => row)}::integer[]) and judged.result is null
        returning judged.result
      )
      update spreadsheet set
        created = created + (select count(*) from noted where result = 'created'),
        changed = changed + (select count(*) from noted where result = 'changed'),
        unchanged = unchanged + (select count(*) from noted where result = 'unchanged'),
        conflicts = conflicts + (select count(*) from noted where result = 'conflict'),
        refused = refused + (select count(*) from noted where result = 'refused')
      where uuid = ${check.spreadsheet}::uuid`.execute(db);
  });
}

const SAMPLES_SHOWN = 200;

/** Ends a dry run, and stores the distinct changes that it found. */
export async function endCheck(database: Database, check: CheckRun): Promise<void> {
  await database.bookkeeping(check.tenantId, async (db) => {
    await goingOn(db, check);
    await sql`
      update spreadsheet set state = 'CHECKED', samples = coalesce((
        select jsonb_agg(jsonb_build_object('name', change->>'name', 'before', change->'before',
          'after', change->'after', 'rows', rows) order by rows desc, first)
        from (
          select change, count(*) as rows, min(row_number) as first
          from spreadsheet_row judged, jsonb_array_elements(judged.changes) as change
          where judged.spreadsheet_uuid = ${check.spreadsheet}::uuid and judged.result in ('changed', 'conflict')
          group by change order by count(*) desc, min(row_number) limit ${SAMPLES_SHOWN}
        ) as counted), '[]')
      where uuid = ${check.spreadsheet}::uuid`.execute(db);
  });
}

/** Ends a dry run that failed. */
export async function failCheck(
  database: Database,
  check: CheckRun,
  cause: { readonly code: string; readonly params: Readonly<Record<string, string>> },
): Promise<void> {
  await database.bookkeeping(check.tenantId, async (db) => {
    await sql`
      update spreadsheet set state = 'ERROR', cause = ${jsonb(cause)}
      where uuid = ${check.spreadsheet}::uuid and run = ${check.run} and state = 'CHECKING'`.execute(db);
  });
}
