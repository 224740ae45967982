import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Role, UserRights } from '@armarium/contract/capability';
import {
  openDatabase,
  system,
  type Database,
  type WriteTransaction,
} from '../../apps/server/src/db/database.ts';
import { socketPort } from '../../apps/server/src/db/embedded/socket-folder.ts';
import { superuser } from '../../apps/server/src/db/embedded/cluster.ts';
import { openPool } from '../../apps/server/src/db/pool.ts';
import { createCollection, createItem } from '../../apps/server/src/modules/catalogue/public.ts';
import { createAccount } from '../../apps/server/src/modules/tenancy/public.ts';
import type { RunningArmarium } from '../harness/start-armarium.ts';

/** Makes collections and items, of which the API has no call for the former yet, or would be too many calls. */
export interface CatalogueMaker {
  /** @returns the uuid of the new collection */
  collection(title: string, parents: readonly string[], description?: string): Promise<string>;
  /** @returns the uuid of the new item */
  item(
    fields: { sgtt: string; pressmark: string; autn?: string; sgti?: string },
    parents: readonly string[],
  ): Promise<string>;
}

/** A pool of its own to the database of a running installation; the caller ends it. */
export function openPoolOf(armarium: RunningArmarium, role: 'armarium_app' | 'migrator') {
  const lock = JSON.parse(readFileSync(join(armarium.dataDir, 'postgres.lock'), 'utf8')) as {
    socketFolder: string;
  };
  const connection = { host: lock.socketFolder, port: socketPort, user: superuser, database: 'armarium' };
  return openPool(connection, role, 1, () => undefined);
}

/** The database of a running installation beside its program, with the id of a tenant. */
async function withDatabase(
  armarium: RunningArmarium,
  use: (database: Database, tenantId: number) => Promise<unknown>,
  tenant = 'default',
): Promise<void> {
  const open = () => openPoolOf(armarium, 'armarium_app');
  const pools = [open(), open()] as const;
  try {
    const database = openDatabase(...pools);
    const { id } = await database.system
      .selectFrom('tenant')
      .select('id')
      .where('name', '=', tenant)
      .executeTakeFirstOrThrow();
    await use(database, id);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

/** Makes records in a running installation, in one transaction, by the server's own writes on its database. */
export function makeCatalogue(
  armarium: RunningArmarium,
  make: (maker: CatalogueMaker) => Promise<void>,
  tenant?: string,
): Promise<void> {
  return withDatabase(
    armarium,
    (database, tenantId) => database.tenant(tenantId, system).write('test', async (tx) => make(makerIn(tx))),
    tenant,
  );
}

/** Makes people with these roles in a running installation; each one's name is the user name too. */
export function makePeople(
  armarium: RunningArmarium,
  people: readonly { name: string; password: string; roles: readonly Role[] }[],
): Promise<void> {
  return withDatabase(armarium, async (database, tenantId) => {
    for (const { name, password, roles } of people)
      await createAccount(database.system, { username: name, password, name, surname: '' }, tenantId, roles);
  });
}

/** Sets what ROLE_USER may change in a running installation (decisions §3); sessions that begin now go by it. */
export async function setUserRights(armarium: RunningArmarium, rights: UserRights): Promise<void> {
  const pool = openPoolOf(armarium, 'migrator');
  try {
    await pool.query('update tenant set user_rights = $1', [rights]);
  } finally {
    await pool.end();
  }
}

function makerIn(tx: WriteTransaction): CatalogueMaker {
  return {
    collection: (title, parents, description) =>
      createCollection(
        tx,
        [
          { name: 'sgtt', value: title },
          ...(description === undefined ? [] : [{ name: 'sgti', value: description }]),
        ],
        parents,
      ),
    item: async (fields, parents) => {
      const made = await createItem(tx, {
        customMetadataList: [],
        mirrors: fields,
        parentCollectionsUuids: parents,
      });
      return made.uuid;
    },
  };
}
