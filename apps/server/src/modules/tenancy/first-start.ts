import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { jsonb, system as systemActor, type Database } from '../../db/database.ts';
import type { Pool } from '../../db/pool.ts';
import { readTenantUrl, requireNewName } from './tenant.rules.ts';
import { neighbours, withTenantsLocked } from './tenant.writes.ts';
import { standardStates, standardTemplates, standardTransitions } from './standard-setup.ts';

const SECRET_NAME = 'session-secret';

export interface NewTenant {
  readonly name: string;
  /** Empty where its name is shown. */
  readonly displayName: string;
  readonly url?: string;
  /** Refuses an existing tenant of this name; without this, missing parts of it are made. */
  readonly mustBeNew?: true;
}

/**
 * The secret with which all processes of the installation sign; made once, kept in the database (decisions
 * §5).
 */
export async function sessionSecret(migrator: Pool): Promise<Buffer> {
  await migrator.query(
    'insert into armarium.installation (name, value) values ($1, $2) on conflict do nothing',
    [SECRET_NAME, randomBytes(32)],
  );
  const { rows } = await migrator.query<{ value: Buffer }>(
    'select value from armarium.installation where name = $1',
    [SECRET_NAME],
  );
  if (!rows[0]) throw new Error('The session secret could not be read back.');
  return rows[0].value;
}

/**
 * Makes a tenant with its indispensable parts: its root collection, the locked standard templates and the
 * default workflow (decisions §1, §4, §8). Existing parts are left as they are, its url and display name too.
 * @throws ProblemError where another tenant has the name or the url of a new one; where one that must be new
 * exists
 * @param createRoot makes the root collection; the catalogue passes it, since tenancy may not import it
 */
export async function setUpTenant(
  migrator: Pool,
  database: Database,
  tenant: NewTenant,
  createRoot: (tenantId: number, title: string) => Promise<void>,
): Promise<number> {
  // Where two processes start at once, one makes it.
  return withTenantsLocked(migrator, (client) => setUpAlone(client, database, tenant, createRoot));
}

async function setUpAlone(
  migrator: Pick<Pool, 'query'>,
  database: Database,
  tenant: NewTenant,
  createRoot: (tenantId: number, title: string) => Promise<void>,
): Promise<number> {
  const others = await neighbours(migrator);
  if (tenant.mustBeNew || !others.some(({ name }) => name === tenant.name)) {
    if (tenant.name !== 'default') requireNewName(tenant.name, others);
    if (tenant.url !== undefined) readTenantUrl(tenant.url, tenant.name, others);
    await migrator.query('insert into armarium.tenant (name, display_name, url) values ($1, $2, $3)', [
      tenant.name,
      tenant.displayName,
      tenant.url ?? null,
    ]);
  }
  const { id } = await database.system
    .selectFrom('tenant')
    .select('id')
    .where('name', '=', tenant.name)
    .executeTakeFirstOrThrow();
  const complete = await database
    .tenant(id, systemActor)
    .read((db) => db.selectFrom('collection').select('uuid').where('is_root', '=', true).executeTakeFirst());
  if (complete) return id;
  await database.tenant(id, systemActor).write('set-up', async ({ db }) => {
    await db
      .insertInto('item_state')
      .values(
        standardStates.map((state, index) => ({
          tenant_id: id,
          uuid: uuidv7(),
          ...state,
          labels: jsonb(state.labels),
          sort_order: index,
        })),
      )
      .onConflict((clash) => clash.doNothing())
      .execute();
    await db
      .insertInto('metadata_template')
      .values(
        standardTemplates.map((template) => ({
          tenant_id: id,
          uuid: uuidv7(),
          ...template,
          labels: jsonb(template.labels),
          enum_values: jsonb([]),
          locked: true,
        })),
      )
      .onConflict((clash) => clash.doNothing())
      .execute();
    const transitions = standardTransitions.map((transition) => ({ uuid: uuidv7(), ...transition }));
    const made = await db
      .insertInto('transition_template')
      .values(
        transitions.map(({ tasks: _, ...transition }) => ({
          tenant_id: id,
          ...transition,
          labels: jsonb(transition.labels),
        })),
      )
      .onConflict((clash) => clash.doNothing())
      .returning('uuid')
      .execute();
    const tasks = transitions
      .filter(({ uuid }) => made.some((one) => one.uuid === uuid))
      .flatMap(({ uuid, tasks }) =>
        tasks.map(({ template_name, parameters }, sort_order) => ({
          tenant_id: id,
          uuid: uuidv7(),
          transition_uuid: uuid,
          template_name,
          parameters: jsonb(parameters),
          sort_order,
        })),
      );
    if (tasks.length > 0) await db.insertInto('transition_task').values(tasks).execute();
  });
  await createRoot(id, tenant.displayName || tenant.name);
  return id;
}
