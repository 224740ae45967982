import { sql } from 'kysely';
import { mayRemoveFiles } from '../../../db/kept-files.ts';
import { reach } from '../../../db/database.ts';
import { TURN_MAX_MS, type JobContext, type JobHandler } from '../../../queue/jobs.ts';
import { forgivenLosses } from '../../../queue/liveness.ts';
import type { MediaParts } from '../../media/public.ts';
import { listTenants } from '../../tenancy/public.ts';
import { actorOfJob } from '../../accounts/public.ts';
import {
  CheckOvertaken,
  endCheck,
  endStaging,
  enqueueCheck,
  failCheck,
  stageRows,
  checkRows,
  unjudgedRows,
  type CheckRun,
} from '../check.writes.ts';
import { wantedOf } from '../mapping.rules.ts';
import { FileRefused } from '../reading/file-refused.ts';
import { linesOf } from '../reading/sheet-file.ts';
import { spreadsheetOf, type SpreadsheetRecord } from '../spreadsheet.queries.ts';

/** Rows of one transaction. Nobody else writes to the graph of the tenant meanwhile. */
const CHUNK_ROWS = 1_000;
/** The most characters in a chunk of stored rows. */
const CHUNK_CHARACTERS = 4 * 1024 * 1024;

/**
 * The dry run of a spreadsheet: stores its rows in the database, then writes them chunk by chunk and rolls
 * each chunk back. The outcome is stored with each row, so the job may end at any moment, and continues from
 * there. After some seconds the job enqueues itself again, so that other jobs have their turn. Without a payload it deletes old spreadsheets.
 */
export function checkSpreadsheetJob(parts: MediaParts, turn_ms = TURN_MAX_MS): JobHandler {
  const { database } = parts;
  return async (payload, job) => {
    const { tenantId, spreadsheet, run } = payload as Partial<CheckRun>;
    if (tenantId === undefined || spreadsheet === undefined || run === undefined) {
      return sweepSpreadsheets(parts, job);
    }
    const check = { tenantId, spreadsheet, run };
    try {
      if (job.losses >= forgivenLosses) throw new FileRefused('failed');
      await checkSpreadsheet(parts, check, job, turn_ms);
    } catch (error) {
      if (job.signal.aborted) throw error;
      if (error instanceof CheckOvertaken) return;
      if (error instanceof FileRefused) {
        await failCheck(database, check, { code: error.code, params: error.params });
        return;
      }
      if (job.attempt >= job.maxAttempts) await failCheck(database, check, { code: 'failed', params: {} });
      throw error;
    }
  };
}

async function checkSpreadsheet(
  parts: MediaParts,
  check: CheckRun,
  job: JobContext,
  turn_ms: number,
): Promise<void> {
  const { database } = parts;
  const { tenantId, spreadsheet } = check;
  const row = await database.bookkeeping(tenantId, async (db) => {
    const found = await db
      .selectFrom('spreadsheet')
      .select('run')
      .where('uuid', '=', spreadsheet)
      .executeTakeFirst();
    if (found?.run !== check.run) throw new CheckOvertaken();
    return spreadsheetOf(db, spreadsheet);
  });
  if (row.state !== 'CHECKING') return;
  const began = performance.now();
  if (!row.is_read) await stage(parts, check, row, job);
  for (;;) {
    job.signal.throwIfAborted();
    // Read again for each chunk: a right that is taken away ends the dry run.
    const actor = await actorOfJob(database, row, tenantId);
    if (!actor || reach(actor, 'bulkEdit') === undefined) throw new FileRefused('rights-lost');
    const data = database.tenant(tenantId, actor);
    const rows = await data.read((db) => unjudgedRows(db, spreadsheet, CHUNK_ROWS));
    if (rows.length === 0) break;
    await checkRows(database, check, data, row, rows);
    if (performance.now() - began >= turn_ms) {
      await database.bookkeeping(tenantId, (db) => enqueueCheck(db, check, row.account_uuid));
      return;
    }
  }
  await endCheck(database, check);
}

async function stage(
  { database, storage }: MediaParts,
  check: CheckRun,
  { storage_key, format, reading, mapping, outline }: SpreadsheetRecord,
  job: JobContext,
): Promise<void> {
  const lines = linesOf({ storage, key: storage_key, format }, reading);
  const isLossy = format === 'csv' && !(reading.encoding === 'utf-8' && outline.isUtf8);
  const mapped = new Set(mapping.columns.flatMap(({ target }, index) => (target === null ? [] : [index])));
  let some: Parameters<typeof stageRows>[2][number][] = [];
  let characters = 0;
  let isHeader = true;
  let total = 0;
  for (;;) {
    const next = await lines.next();
    if (next.done) {
      if (total === 0) throw new FileRefused('no-rows');
      if (some.length > 0) await stageRows(database, check, some);
      return endStaging(database, check, next.value, mapped);
    }
    if (isHeader) {
      isHeader = false;
      continue;
    }
    total += 1;
    some.push({
      row: next.value.row,
      wanted: wantedOf(next.value, mapping, { isLossy, isCsv: format === 'csv' }),
    });
    characters += next.value.cells.reduce(
      (sum, cell) => sum + (typeof cell === 'string' ? cell.length : 10),
      0,
    );
    if (some.length < CHUNK_ROWS && characters < CHUNK_CHARACTERS) continue;
    try {
      job.signal.throwIfAborted();
      await stageRows(database, check, some);
    } catch (error) {
      await lines.return([]);
      throw error;
    }
    some = [];
    characters = 0;
  }
}

/** Deletes old spreadsheets with their rows and files, unless their batch is still running. */
async function sweepSpreadsheets({ database, storage, limits }: MediaParts, job: JobContext): Promise<void> {
  for (const { id } of await listTenants(database.system)) {
    if (job.signal.aborted) return;
    const gone = await database.bookkeeping(id, async (db) => {
      if (!(await mayRemoveFiles(db))) return [];
      const { rows } = await sql<{ storage_key: string }>`
        delete from spreadsheet where uploaded_at < now() - ${limits.unclaimedUploads_ms} * interval '1 millisecond'
          and state <> 'CHECKING' and not exists (
            select from batch where batch.tenant_id = spreadsheet.tenant_id and batch.uuid = spreadsheet.batch_uuid
              and batch.ended_at is null)
        returning storage_key`.execute(db);
      return rows;
    });
    for (const { storage_key } of gone) await storage.remove(storage_key);
  }
}
