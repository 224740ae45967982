import type { Kysely } from 'kysely';
import type { UserRights } from '@armarium/contract/capability';
import type { SystemTables } from '../../db/database.ts';
import type { Pool } from '../../db/pool.ts';

/** A tenant as whoever runs the installation sees it. */
export interface TenantSettings {
  readonly id: number;
  readonly name: string;
  /** Empty where it is called by its name. */
  readonly displayName: string;
  readonly url: string | null;
  readonly userRights: UserRights;
  readonly logoKey: string | null;
}

export type TenantChanges = Partial<Omit<TenantSettings, 'id' | 'name'>>;

/** All tenants, the oldest first. */
export async function listTenants(system: Kysely<SystemTables>): Promise<TenantSettings[]> {
  const rows = await system.selectFrom('tenant').selectAll().orderBy('id').execute();
  return rows.map(({ id, name, url, display_name, user_rights, logo_key }) => ({
    id,
    name,
    displayName: display_name,
    url,
    userRights: user_rights as UserRights,
    logoKey: logo_key,
  }));
}

const columns = {
  displayName: 'display_name',
  url: 'url',
  userRights: 'user_rights',
  logoKey: 'logo_key',
} as const satisfies Record<keyof TenantChanges, string>;

/** Changes what is given; the role that serves people may not. Running servers notice within five seconds. */
export async function changeTenant(migrator: Pool, id: number, changes: TenantChanges): Promise<void> {
  const given = Object.entries(changes) as [keyof TenantChanges, string | null][];
  if (given.length === 0) return;
  const assignments = given.map(([name], index) => `${columns[name]} = $${index + 2}`);
  await migrator.query(`update armarium.tenant set ${assignments.join(', ')} where id = $1`, [
    id,
    ...given.map(([, value]) => value),
  ]);
}
