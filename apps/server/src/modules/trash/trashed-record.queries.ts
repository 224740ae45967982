import { sql } from 'kysely';
import type { TrashedRecord } from '@armarium/contract/trash-records';
import type { TenantQueries } from '../../db/database.ts';
import type { PageWanted } from '../../http/pages.ts';
import { joinRecords, recordColumn } from '../records/public.ts';
import { formerParents } from './trash.queries.ts';

interface TrashedRecordRow {
  readonly uuid: string;
  readonly resource_type: TrashedRecord['resourceType'];
  readonly title: string;
  readonly pressmark: string | null;
  readonly parents: TrashedRecord['formerParents'];
  readonly holder: TrashedRecord['pressmarkHolder'];
}

/** The item that has the pressmark of an item in the trash now. */
const holder = sql`
  from item holder where holder.pressmark_norm = item.pressmark_norm and holder.trashed_at is null`;

/**
 * A page of the records that were deleted with the record of an entry, with their number; two statements. The
 * policies of items and collections leave out what is hidden from the reader.
 * @param takenOnly only those whose pressmarks other items have taken
 */
export async function trashedRecordsPage(
  db: TenantQueries,
  entry: { readonly uuid: string; readonly record_uuid: string },
  takenOnly: boolean,
  page: PageWanted,
): Promise<{ rows: readonly TrashedRecordRow[]; total: number }> {
  const records = sql`
    from trash_record record ${joinRecords(sql`record.record_uuid`)}
    where record.entry_uuid = ${entry.uuid}::uuid and record.record_uuid <> ${entry.record_uuid}::uuid
      and ${recordColumn('uuid')} is not null
      ${takenOnly ? sql`and exists (select ${holder})` : sql``}`;
  const { rows } = await sql<TrashedRecordRow>`
    select record.record_uuid as uuid, record.resource_type, ${recordColumn('sgtt')} as title,
      item.pressmark,
      (select jsonb_build_object('uuid', holder.uuid, 'title', holder.sgtt, 'pressmark', holder.pressmark)
        ${holder}) as holder,
      ${formerParents(sql`record.entry_uuid`, sql`record.record_uuid`)} as parents
    ${records}
    order by record.resource_type, ${recordColumn('sort_title')}, record.record_uuid
    limit ${page.size} offset ${page.number * page.size}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*)::integer as total ${records}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
