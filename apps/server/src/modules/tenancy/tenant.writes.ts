import type { Kysely } from 'kysely';
import type { UserRights } from '@armarium/contract/capability';
import type { SystemTables } from '../../db/database.ts';
import type { Pool } from '../../db/pool.ts';
import { readTenantUrl, type Neighbour } from './tenant.rules.ts';

/** A tenant with its settings, for the person who runs the installation. */
export interface TenantSettings {
  readonly id: number;
  readonly name: string;
  /** Empty where its name is shown. */
  readonly displayName: string;
  readonly url: string | null;
  readonly userRights: UserRights;
  /** As chosen, `#rrggbb`; null for the program's own. */
  readonly accent: string | null;
  /** For people who chose none; null where their browser decides. */
  readonly language: string | null;
  /** Null where the installation decides. */
  readonly trashDays: number | null;
  readonly logoKey: string | null;
  /** Of uploaded files; null where there is no quota. */
  readonly storageQuota_bytes: number | null;
  /** Items and collections; null where there is no quota. */
  readonly recordsQuota: number | null;
}

/** New values of what only the person who runs the installation changes; for all else `saveOrganisation`. */
export type TenantChanges = Partial<Pick<TenantSettings, 'url' | 'storageQuota_bytes' | 'recordsQuota'>>;

/** All tenants, the oldest first. */
export async function listTenants(system: Kysely<SystemTables>): Promise<TenantSettings[]> {
  const rows = await system.selectFrom('tenant').selectAll().orderBy('id').execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    displayName: row.display_name,
    url: row.url,
    userRights: row.user_rights as UserRights,
    accent: row.accent,
    language: row.language,
    trashDays: row.trash_days,
    logoKey: row.logo_key,
    storageQuota_bytes: row.storage_quota_bytes,
    recordsQuota: row.records_quota,
  }));
}

const columns = {
  url: 'url',
  storageQuota_bytes: 'storage_quota_bytes',
  recordsQuota: 'records_quota',
} as const satisfies Record<keyof TenantChanges, string>;

// An arbitrary constant, the same in every process.
const TENANTS_LOCK = 4_207_320;

/**
 * Runs work that makes or changes tenants, one process at a time: no constraint knows the rules by which
 * hosts differ.
 * @param work gets a connection that holds the lock, in no transaction
 */
export async function withTenantsLocked<Result>(
  migrator: Pool,
  work: (client: Pick<Pool, 'query'>) => Promise<Result>,
): Promise<Result> {
  const client = await migrator.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [TENANTS_LOCK]);
    try {
      return await work(client);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [TENANTS_LOCK]);
    }
  } finally {
    client.release();
  }
}

/** All tenants, read under the lock. */
export async function neighbours(client: Pick<Pool, 'query'>): Promise<(Neighbour & { id: number })[]> {
  const { rows } = await client.query<Neighbour & { id: number }>(
    'select id, name, url from armarium.tenant order by id',
  );
  return rows;
}

/**
 * Changes the given properties; the application's role may not do this. The database tells running servers at once; one
 * that missed it notices within five seconds.
 * @throws ProblemError where the url leads to another tenant
 */
export async function changeTenant(migrator: Pool, id: number, changes: TenantChanges): Promise<void> {
  const given = Object.entries(changes) as [keyof TenantChanges, string | number | null][];
  if (given.length === 0) return;
  const assignments = given.map(([name], index) => `${columns[name]} = $${index + 2}`);
  await withTenantsLocked(migrator, async (client) => {
    const all = await neighbours(client);
    const name = all.find((tenant) => tenant.id === id)?.name;
    if (changes.url != null && name !== undefined) readTenantUrl(changes.url, name, all);
    await client.query(`update armarium.tenant set ${assignments.join(', ')} where id = $1`, [
      id,
      ...given.map(([, value]) => value),
    ]);
  });
}
