import { sql } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';

/** The most failed files that a message names. */
const FAILED_FILES_MAX = 50;
/** The most spreadsheets that a message names. */
const SHEETS_MAX = 20;

/** So long after its last file an import is over: whoever sends files one after the other gets one message. */
const QUIET_MINUTES = 2;

/** What an account has imported since its last message. */
export interface ImportSeries {
  readonly files: number;
  /** The files that could not be prepared, without those that were replaced since. */
  readonly failed: number;
  readonly sheets: number;
  /** The rows of the spreadsheets that failed. */
  readonly failedRows: number;
  /** When the first began, and when anything last began or ended. */
  readonly began_at: Date;
  readonly last_at: Date;
  /** When the last one began, to the microsecond. */
  readonly told_until: string;
}

/** Until when an account was told: of what began later. To the microsecond. */
export async function toldUntil(db: TenantQueries, account: string, since: string): Promise<string> {
  const { rows } = await sql<{ until: string }>`
    select greatest(max(told_until), ${since}::timestamptz)::text as until
    from import_mail where account_uuid = ${account}`.execute(db);
  return rows[0]?.until ?? since;
}

/** The files that an account has sent since a time and that are not in the trash. */
const sentFiles = (account: string, since: string) => sql`
  asset_import import join asset on asset.uuid = import.asset_uuid join item on item.uuid = asset.item_uuid
  where import.account_uuid = ${account} and import.created_at > ${since}::timestamptz
    and asset.trashed_at is null and item.trashed_at is null`;

/** The spreadsheets whose import an account has begun since a time. */
const sentSheets = (account: string, since: string) => sql`
  batch where kind = 'spreadsheet' and account_uuid = ${account} and started_at > ${since}::timestamptz`;

/**
 * Whether an account is importing now: a file is being sent or prepared, a spreadsheet is being written, or the last file
 * came a moment ago. It reads what is on its way, and not all that was imported.
 */
export async function isImporting(db: TenantQueries, account: string, since: string): Promise<boolean> {
  const recent = sql`now() - ${QUIET_MINUTES} * interval '1 minute'`;
  const { rows } = await sql<{ is_importing: boolean }>`
    select exists (select from upload where account_uuid = ${account} and claimed_at is null and uploaded_at > ${recent})
      or exists (select from resumable_upload
        where modified_at > ${recent} and account_uuid = ${account} and state = 'OPEN')
      or exists (select from asset_import where account_uuid = ${account} and created_at > ${recent})
      or exists (select from ${sentFiles(account, since)} and overall_state in ('PENDING', 'IN_PROGRESS'))
      or exists (select from ${sentSheets(account, since)} and ended_at is null) as is_importing`.execute(db);
  return rows[0]?.is_importing === true;
}

/**
 * What an account has imported since a time, where that is over.
 * @param since to the microsecond
 * @returns undefined where there is nothing, or the last of it ended a moment ago
 */
export async function endedSeries(
  db: TenantQueries,
  account: string,
  since: string,
): Promise<ImportSeries | undefined> {
  const { rows } = await sql<ImportSeries>`
    with imported as (
      select true as is_file, overall_state = 'ERROR' and import.version_number = asset.wanted_version as has_failed,
        0 as failed_rows, import.created_at as began_at, import.finished_at as ended_at
      from ${sentFiles(account, since)}
      union all
      select false, false, failed, started_at, ended_at from ${sentSheets(account, since)})
    select (count(*) filter (where is_file))::integer as files, (count(*) filter (where has_failed))::integer as failed,
      (count(*) filter (where not is_file))::integer as sheets, sum(failed_rows)::integer as "failedRows",
      min(began_at) as began_at, max(greatest(began_at, ended_at)) as last_at, max(began_at)::text as told_until
    from imported
    having max(greatest(began_at, ended_at)) < now() - ${QUIET_MINUTES} * interval '1 minute'`.execute(db);
  return rows[0];
}

/** A file that could not be prepared. */
export interface FailedFile {
  readonly filename: string;
  readonly item: string;
  readonly title: string;
  readonly pressmark: string;
}

/** The files of a series that could not be prepared, in the order in which they were sent; the first fifty. */
export async function failedFiles(db: TenantQueries, account: string, since: string): Promise<FailedFile[]> {
  const { rows } = await sql<FailedFile>`
    with failed as (
      select import.asset_uuid, import.version_number, import.created_at, import.uuid, item.uuid as item,
        item.sgtt as title, item.pressmark
      from ${sentFiles(account, since)} and overall_state = 'ERROR' and import.version_number = asset.wanted_version
      order by import.created_at, import.uuid limit ${FAILED_FILES_MAX})
    select upload.original_filename as filename, failed.item, failed.title, failed.pressmark
    from failed
      join asset_version version on version.asset_uuid = failed.asset_uuid and version.number = failed.version_number
      join upload on upload.uuid = version.upload_uuid
    order by failed.created_at, failed.uuid`.execute(db);
  return rows;
}

/** A spreadsheet that was imported. */
export interface ImportedSheet {
  readonly batch: string;
  readonly filename: string;
  readonly changed: number;
  readonly failed: number;
  /** Whether the import was broken off. */
  readonly isBrokenOff: boolean;
}

/** The spreadsheets of a series, in the order in which their imports began; the first twenty. */
export async function importedSheets(
  db: TenantQueries,
  account: string,
  since: string,
): Promise<ImportedSheet[]> {
  const { rows } = await sql<ImportedSheet>`
    select uuid as batch, action ->> 'filename' as filename, changed, failed, state = 'ERROR' as "isBrokenOff"
    from ${sentSheets(account, since)} order by started_at, uuid limit ${SHEETS_MAX}`.execute(db);
  return rows;
}
