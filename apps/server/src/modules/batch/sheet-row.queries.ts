import { sql } from 'kysely';
import type { RowProblem } from '@armarium/contract/batch-records';
import type { TenantQueries } from '../../db/database.ts';
import type { SheetWanted } from './sheet-values.rules.ts';

/** A stored row (`spreadsheet_row`), which is kept as long as its spreadsheet. */
export interface SheetRow {
  readonly row_number: number;
  /** The uuid for the new record, where it makes one. */
  readonly uuid: string;
  readonly wanted: SheetWanted;
  readonly pressmark_norm: string;
  /** The record that it is about, and its version in the dry run. */
  readonly record_uuid: string | null;
  readonly seen_version: number | null;
}

/** A row that the dry run refused, or a conflict that nobody accepted. */
export interface LeftOutRow extends SheetRow {
  readonly problems: readonly RowProblem[];
}

/** The rows of a spreadsheet for some records of its batch, in the order of the file. */
export async function rowsOfRecords(
  db: TenantQueries,
  { spreadsheet, accept }: { readonly spreadsheet: string; readonly accept: readonly string[] },
  records: readonly string[],
): Promise<{ good: readonly SheetRow[]; leftOut: readonly LeftOutRow[] }> {
  const { rows } = await sql<LeftOutRow & { good: boolean }>`
    select row_number, uuid, wanted, pressmark_norm, record_uuid, seen_version, problems, ${isWritten(accept)} as good
    from spreadsheet_row where spreadsheet_uuid = ${spreadsheet}::uuid
      and (record_uuid = any(${records}::uuid[]) and ${isWritten(accept)} or uuid = any(${records}::uuid[]))
    order by row_number`.execute(db);
  return { good: rows.filter(({ good }) => good), leftOut: rows.filter(({ good }) => !good) };
}

/** Whether a row is written: it is valid, or an accepted conflict. */
export function isWritten(accept: readonly string[]) {
  return sql<boolean>`(result in ('created', 'changed')
    or result = 'conflict' and problems->0->>'code' = any(${accept}::text[]))`;
}
