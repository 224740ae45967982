import { sql } from 'kysely';
import type { RowProblem } from '@armarium/contract/batch-records';
import type { SpreadsheetTask } from '@armarium/contract/batches';
import { jsonb, type TenantQueries, type WriteTransaction } from '../../db/database.ts';
import type { Outcome } from './batch.writes.ts';
import { boundedProblem, rowCode, rowDetail } from './row-problem.rules.ts';
import { rowsOfRecords, type LeftOutRow, type SheetRow } from './sheet-row.queries.ts';
import { writeSheetRows } from './sheet-row.writes.ts';
import { pressmarkOf, titleOf } from './sheet-values.rules.ts';

/** Writes the rows of a spreadsheet that belong to some records of its batch. */
export async function changeSheetRecords(
  tx: WriteTransaction,
  batch: string,
  task: SpreadsheetTask,
  records: readonly string[],
): Promise<Outcome[]> {
  const { spreadsheet, dayFirst, decimalComma } = task;
  const { good, leftOut } = await rowsOfRecords(tx.db, task, records);
  await nameLeftOut(tx.db, batch, leftOut);
  const source = { spreadsheet, form: { dayFirst, decimalComma }, isChecked: true };
  const outcomes = await writeSheetRows(tx, source, good);
  const failed = (record: string, row: SheetRow, problems: readonly RowProblem[]): Outcome => ({
    record,
    result: 'failed',
    code: rowCode(problems),
    detail: rowDetail(row.row_number, problems),
    row: row.row_number,
    problems: problems.map(boundedProblem),
  });
  return [
    ...leftOut.map((row) => failed(row.uuid, row, row.problems)),
    ...outcomes.map(({ row, result, problems }): Outcome => {
      const record = row.record_uuid ?? row.uuid;
      if (result === 'unchanged') return { record, result };
      return result === 'refused' ? failed(record, row, problems) : { record, result: 'changed' };
    }),
  ];
}

/** Stores the pressmarks and titles of rows that make no record. */
async function nameLeftOut(db: TenantQueries, batch: string, rows: readonly LeftOutRow[]): Promise<void> {
  if (rows.length === 0) return;
  const named = rows.map(({ uuid, wanted }) => ({
    uuid,
    title: titleOf(wanted),
    pressmark: pressmarkOf(wanted),
  }));
  await sql`
    update batch_record set title = named.title, pressmark = named.pressmark
    from jsonb_to_recordset(${jsonb(named)}) as named (uuid uuid, title text, pressmark text)
    where batch_uuid = ${batch}::uuid and record_uuid = named.uuid
      and record_uuid = any(${named.map(({ uuid }) => uuid)}::uuid[])`.execute(db);
}
