import { makeTenant } from '../../apps/server/src/compose.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { RunningArmarium } from '../harness/start-armarium.ts';
import { asMigrator, openPoolOf } from './made-catalogue.ts';

/** Makes organisations beside `default`. Nobody has a role in them. */
export async function makeTenants(
  armarium: RunningArmarium,
  tenants: readonly { name: string; displayName: string; url: string }[],
): Promise<void> {
  const pools = [openPoolOf(armarium, 'armarium_app'), openPoolOf(armarium, 'armarium_app')] as const;
  const migrator = openPoolOf(armarium, 'migrator');
  try {
    for (const tenant of tenants) await makeTenant(migrator, openDatabase(...pools), tenant);
  } finally {
    await Promise.all([...pools, migrator].map((pool) => pool.end()));
  }
}

/** Gives the administrator a role in an organisation. */
export async function giveRole(armarium: RunningArmarium, tenant: string): Promise<void> {
  await asMigrator(
    armarium,
    `insert into account_role (account_uuid, tenant_id, role)
     select account.uuid, tenant.id, 'ROLE_TENANT_ADMIN' from account, tenant
     where username = $1 and tenant.name = $2`,
    [armarium.username, tenant],
  );
}
