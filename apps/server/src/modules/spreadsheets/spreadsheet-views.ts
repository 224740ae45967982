import { getBatch } from '@armarium/contract/batches';
import {
  exportSpreadsheetReport,
  getSpreadsheet,
  listSpreadsheetRows,
  type Spreadsheet,
  type SpreadsheetRow,
} from '@armarium/contract/spreadsheets';
import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import { pressmarkOf, titleOf } from '../batch/public.ts';
import { hrefOf } from '../records/public.ts';
import type { JudgedRow, SpreadsheetRecord } from './spreadsheet.queries.ts';

/** The number of conflicts of each kind. */
async function conflictsOf(db: TenantQueries, { uuid, conflicts }: SpreadsheetRecord) {
  if (conflicts === 0) return {};
  const { rows } = await sql<{ code: string; rows: number }>`
    select problems->0->>'code' as code, count(*)::integer as rows from spreadsheet_row
    where spreadsheet_uuid = ${uuid}::uuid and result = 'conflict' group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ code, rows }) => [code, rows]));
}

export async function spreadsheetView(
  db: TenantQueries,
  row: SpreadsheetRecord,
  origin: string,
): Promise<Spreadsheet> {
  return {
    uuid: row.uuid,
    filename: row.filename,
    format: row.format,
    size_bytes: Number(row.size_bytes),
    user: row.account_name,
    uploadedDate: row.uploaded_at.toISOString(),
    reading: row.reading,
    sheets: [...row.outline.sheets],
    samples: row.outline.samples.map((sample) => [...sample]),
    mapping: row.mapping,
    state: row.state,
    cause: row.cause && { code: row.cause.code, params: { ...row.cause.params } },
    isRead: row.is_read,
    rows: row.rows_read,
    counts: {
      created: row.created,
      changed: row.changed,
      unchanged: row.unchanged,
      conflict: row.conflicts,
      refused: row.refused,
    },
    conflicts: await conflictsOf(db, row),
    changes: row.samples.map(({ name, before, after, rows }) => ({
      name,
      before: [...before],
      after: [...after],
      rows,
    })),
    batchUuid: row.batch_uuid,
    _links: {
      self: hrefOf(origin, getSpreadsheet, row.uuid),
      rows: hrefOf(origin, listSpreadsheetRows, row.uuid),
      ...((row.state === 'CHECKED' || row.state === 'IMPORTED') && {
        report: hrefOf(origin, exportSpreadsheetReport, row.uuid),
      }),
      ...(row.batch_uuid !== null && { batch: hrefOf(origin, getBatch, row.batch_uuid) }),
    },
  };
}

export function rowView(row: JudgedRow): SpreadsheetRow {
  return {
    row: row.row_number,
    result: row.result,
    recordUuid: row.record_uuid,
    pressmark: row.pressmark ?? pressmarkOf(row.wanted),
    title: row.sgtt ?? titleOf(row.wanted),
    problems: row.problems.map((one) => ({ ...one, params: { ...one.params } })),
    changes: row.changes.map(({ name, before, after }) => ({ name, before: [...before], after: [...after] })),
  };
}
