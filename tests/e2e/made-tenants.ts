import { makeTenant } from '../../apps/server/src/compose.ts';
import { openDatabase } from '../../apps/server/src/db/database.ts';
import type { RunningArmarium } from '../harness/start-armarium.ts';
import { openPoolOf } from './made-catalogue.ts';

/** Makes organisations beside `default`, in which the administrator has a role as well. */
export async function makeTenants(
  armarium: RunningArmarium,
  tenants: readonly { name: string; displayName: string; url: string }[],
): Promise<void> {
  const pools = [openPoolOf(armarium, 'armarium_app'), openPoolOf(armarium, 'armarium_app')] as const;
  const migrator = openPoolOf(armarium, 'migrator');
  try {
    for (const tenant of tenants) {
      const id = await makeTenant(migrator, openDatabase(...pools), tenant);
      await migrator.query(
        `insert into account_role (account_uuid, tenant_id, role)
         select uuid, $1, 'ROLE_TENANT_ADMIN' from account where username = $2`,
        [id, armarium.username],
      );
    }
  } finally {
    await Promise.all([...pools, migrator].map((pool) => pool.end()));
  }
}

/** Takes the administrator's role in an organisation away. */
export async function takeRoleAway(armarium: RunningArmarium, tenant: string): Promise<void> {
  const migrator = openPoolOf(armarium, 'migrator');
  try {
    await migrator.query(
      'delete from account_role using tenant where tenant_id = tenant.id and tenant.name = $1',
      [tenant],
    );
  } finally {
    await migrator.end();
  }
}
