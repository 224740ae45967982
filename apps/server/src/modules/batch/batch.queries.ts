import { sql, type RawBuilder } from 'kysely';
import type { RowProblem } from '@armarium/contract/batch-records';
import type { TenantQueries } from '../../db/database.ts';
import type { PageWanted } from '../../http/pages.ts';
import { collectionsOf, type BatchRow } from './batch.rules.ts';

function batches(condition: RawBuilder<boolean>, page: PageWanted) {
  return sql<BatchRow>`
    select batch.*, undo.uuid as undone_by, undo.state as undone_state, coalesce(undo.undone, 0) as undone
    from batch left join lateral (
      select later.uuid, later.state, (sum(later.changed) over ())::integer as undone from batch later
      where later.tenant_id = batch.tenant_id and later.undoes = batch.uuid
      order by later.started_at desc limit 1
    ) as undo on true
    where ${condition}
    order by batch.started_at desc, batch.uuid
    limit ${page.size} offset ${page.number * page.size}`;
}

/**
 * A page of the batches, the newest first.
 * @param accountUuid only batches of this account
 */
export async function batchPage(
  db: TenantQueries,
  accountUuid: string | undefined,
  page: PageWanted,
): Promise<{ rows: readonly BatchRow[]; total: number }> {
  const condition =
    accountUuid === undefined ? sql<boolean>`true` : sql<boolean>`batch.account_uuid = ${accountUuid}::uuid`;
  const { rows } = await batches(condition, page).execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from batch where ${condition}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function batchOf(db: TenantQueries, uuid: string): Promise<BatchRow | undefined> {
  const { rows } = await batches(sql`batch.uuid = ${uuid}::uuid`, { number: 0, size: 1 }).execute(db);
  return rows[0];
}

/**
 * The titles of the collections that some batches name, also of those in the trash; none for a purged one.
 */
export async function titlesOfCollections(
  db: TenantQueries,
  rows: readonly BatchRow[],
): Promise<ReadonlyMap<string, string>> {
  const uuids = rows.flatMap(({ action }) => collectionsOf(action));
  if (uuids.length === 0) return new Map();
  const titles = await sql<{ uuid: string; sgtt: string }>`
    select uuid, sgtt from collection where uuid = any(${uuids}::uuid[])`.execute(db);
  return new Map(titles.rows.map(({ uuid, sgtt }) => [uuid, sgtt]));
}

export interface BatchRecordRow {
  readonly record_uuid: string;
  readonly title: string;
  readonly pressmark: string | null;
  readonly result: 'pending' | 'changed' | 'unchanged' | 'failed';
  readonly code: string | null;
  readonly detail: string | null;
  readonly row: number | null;
  readonly problems: readonly RowProblem[];
  readonly stands: boolean;
}

/** A page of the results of a batch's records, of one result where it is given. */
export async function batchRecordPage(
  db: TenantQueries,
  batch: string,
  result: BatchRecordRow['result'] | undefined,
  page: PageWanted,
): Promise<readonly BatchRecordRow[]> {
  const { rows } = await sql<BatchRecordRow>`
    select record.record_uuid, coalesce(item.sgtt, tombstone.title, record.title, '') as title,
      coalesce(item.pressmark, record.pressmark) as pressmark, record.result,
      record.code, record.detail, record.row_number as row, coalesce(record.problems, '[]') as problems,
      item.uuid is not null and item.trashed_at is null as stands
    from (
      select * from batch_record
      where batch_uuid = ${batch}::uuid and ${result === undefined ? sql`true` : sql`result = ${result}`}
      order by record_uuid limit ${page.size} offset ${page.number * page.size}
    ) as record
      left join item on item.uuid = record.record_uuid
      left join tombstone on tombstone.record_uuid = record.record_uuid
    order by record.record_uuid`.execute(db);
  return rows;
}
