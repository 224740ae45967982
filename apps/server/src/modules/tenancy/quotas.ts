import { sql, type RawBuilder } from 'kysely';
import type { TenantQueries } from '../../db/database.ts';
import type { Pool } from '../../db/pool.ts';
import { ProblemError } from '../../problem-error.ts';

/** What a tenant uses, as the triggers of 0014_quotas.sql keep it. */
export interface TenantUsage {
  /** Of uploaded files as they were sent, those in the trash and those without an item too. */
  readonly storedBytes: number;
  /** Items, collections, stories and series, those in the trash too. */
  readonly records: number;
}

/** What the tenant of the transaction uses. */
export async function tenantUsage(db: TenantQueries): Promise<TenantUsage> {
  const { rows } = await sql<TenantUsage>`
    select coalesce(sum(stored_bytes), 0)::bigint as "storedBytes", coalesce(sum(records), 0)::bigint as records
    from tenant_usage`.execute(db);
  return rows[0] ?? { storedBytes: 0, records: 0 };
}

/** The ids of all tenants that have uploads. */
export async function tenantsWithFiles(migrator: Pool): Promise<number[]> {
  const { rows } = await migrator.query<{ tenant_id: number }>(
    'select tenant_id from armarium.tenant_usage group by tenant_id having sum(stored_bytes) > 0',
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/**
 * Checks the organisation's quota of stored bytes (decisions §15); the announced sizes of resumable uploads
 * count. Call it in the transaction that adds to them, afterwards: it locks, so that of several uploads at once
 * each sees what the others added.
 * @throws ProblemError 507 `storage-quota`
 */
export async function requireStorageQuota(db: TenantQueries): Promise<void> {
  const quota_bytes = await quotaOf(db, 'storage_quota_bytes');
  if (quota_bytes === null) return;
  await sql`select pg_advisory_xact_lock(hashtextextended('armarium storage quota', current_tenant()))`.execute(
    db,
  );
  const { storedBytes } = await tenantUsage(db);
  const announced_bytes = await sumOf(
    db,
    sql`select sum(size_bytes) as bytes from resumable_upload where state = 'OPEN'`,
  );
  const used_bytes = storedBytes + announced_bytes;
  if (used_bytes <= quota_bytes) return;
  const unclaimed_bytes = await sumOf(
    db,
    sql`select sum(size_bytes) as bytes from upload where claimed_at is null`,
  );
  throw new ProblemError(
    'storage-quota',
    `With this file, the files of the organisation would take up ${used_bytes} bytes; the limit is ${quota_bytes}. ` +
      'Discard uploads without an item, delete records in the trash for ever, or ask the administrator of the server to raise the limit.',
    { figures: { used_bytes, limit_bytes: quota_bytes, unclaimed_bytes: unclaimed_bytes + announced_bytes } },
  );
}

/**
 * Checks the organisation's quota of records (decisions §15). Call it in the transaction that makes them,
 * afterwards, under the lock of the graph, so that no other transaction makes records meanwhile.
 * @param more records that are to be made later
 * @throws ProblemError 507 `records-quota`
 */
export async function requireRecordsQuota(db: TenantQueries, more = 0): Promise<void> {
  const quota = await quotaOf(db, 'records_quota');
  if (quota === null) return;
  const used = (await tenantUsage(db)).records + more;
  if (used <= quota) return;
  throw new ProblemError(
    'records-quota',
    `The organisation would have ${used} items and collections; the limit is ${quota}. ` +
      'Delete records in the trash for ever, or ask the administrator of the server to raise the limit.',
    { figures: { used, limit: quota } },
  );
}

async function sumOf(db: TenantQueries, sums: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(bytes, 0)::bigint as bytes from (${sums}) as summed`.execute(db);
  return rows[0]?.bytes ?? 0;
}

async function quotaOf(
  db: TenantQueries,
  column: 'storage_quota_bytes' | 'records_quota',
): Promise<number | null> {
  const { rows } = await sql<{ quota: number | null }>`
    select ${sql.ref(column)} as quota from tenant where id = current_tenant()`.execute(db);
  return rows[0]?.quota ?? null;
}
