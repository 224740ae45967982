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
import { createAccount } from '../../apps/server/src/modules/accounts/public.ts';
import { usernameAt, type Site } from './site.ts';

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
export function openPoolOf(armarium: Pick<Site, 'dataDir'>, role: 'armarium_app' | 'migrator') {
  const lock = JSON.parse(readFileSync(join(armarium.dataDir, 'postgres.lock'), 'utf8')) as {
    socketFolder: string;
  };
  const connection = { host: lock.socketFolder, port: socketPort, user: superuser, database: 'armarium' };
  return openPool(connection, role, 1, () => undefined);
}

/** The database of a running installation beside its program, with the id of the site's tenant. */
async function withDatabase(
  site: Site,
  use: (database: Database, tenantId: number) => Promise<unknown>,
): Promise<void> {
  const pools = [openPoolOf(site, 'armarium_app'), openPoolOf(site, 'armarium_app')] as const;
  try {
    const database = openDatabase(...pools);
    const { id } = await database.system
      .selectFrom('tenant')
      .select('id')
      .where('name', '=', site.tenant)
      .executeTakeFirstOrThrow();
    await use(database, id);
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
  }
}

/** Makes records in a running installation, in one transaction, by the server's own writes on its database. */
export function makeCatalogue(site: Site, make: (maker: CatalogueMaker) => Promise<void>): Promise<void> {
  return withDatabase(site, (database, tenantId) =>
    database.tenant(tenantId, system).write('test', async (tx) => make(makerIn(tx))),
  );
}

/** Makes people with these roles; their usernames are those of `usernameAt`. */
export async function makePeople(
  site: Site,
  people: readonly { name: string; password: string; roles: readonly Role[] }[],
): Promise<void> {
  for (const { name, password, roles } of people)
    await makeAccount(site, { username: usernameAt(site, name), password, name, surname: '' }, roles);
}

/** Makes an account with these roles in the site's organisation. */
export function makeAccount(
  site: Site,
  { username, password, name, surname }: Parameters<typeof createAccount>[1],
  roles: readonly Role[],
): Promise<void> {
  return withDatabase(site, (database, tenantId) =>
    createAccount(database.system, { username, password, name, surname }, tenantId, roles),
  );
}

/** Runs a statement on the records of the site's organisation, as an import might; row policies hide all others. */
export async function inDatabase(site: Site, text: string, values: readonly unknown[] = []): Promise<void> {
  const pool = openPoolOf(site, 'armarium_app');
  try {
    // The pool has one connection, which ends with it.
    await pool.query(`select set_config('app.tenant', id::text, false) from tenant where name = $1`, [
      site.tenant,
    ]);
    await pool.query(text, [...values]);
  } finally {
    await pool.end();
  }
}

/** Runs a statement that no row policy holds back. */
export async function asMigrator(
  site: Pick<Site, 'dataDir'>,
  text: string,
  values: readonly unknown[],
): Promise<void> {
  const pool = openPoolOf(site, 'migrator');
  try {
    await pool.query(text, [...values]);
  } finally {
    await pool.end();
  }
}

/** Sets what ROLE_USER may change (decisions §3); sessions that begin now go by it. */
export function setUserRights(site: Site, rights: UserRights): Promise<void> {
  return asMigrator(site, 'update tenant set user_rights = $1 where name = $2', [rights, site.tenant]);
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
