import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, system, type WriteTransaction } from '../../apps/server/src/db/database.ts';
import { socketPort } from '../../apps/server/src/db/embedded/socket-folder.ts';
import { superuser } from '../../apps/server/src/db/embedded/cluster.ts';
import { openPool } from '../../apps/server/src/db/pool.ts';
import { createCollection, createItem } from '../../apps/server/src/modules/catalogue/public.ts';
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

/** Makes records in a running installation, in one transaction, by the server's own writes on its database. */
export async function makeCatalogue(
  armarium: RunningArmarium,
  make: (maker: CatalogueMaker) => Promise<void>,
): Promise<void> {
  const lock = JSON.parse(readFileSync(join(armarium.dataDir, 'postgres.lock'), 'utf8')) as {
    socketFolder: string;
  };
  const connection = { host: lock.socketFolder, port: socketPort, user: superuser, database: 'armarium' };
  const open = () => openPool(connection, 'armarium_app', 1, () => undefined);
  const pools = [open(), open()] as const;
  try {
    const database = openDatabase(...pools);
    const { id } = await database.system.selectFrom('tenant').select('id').executeTakeFirstOrThrow();
    await database.tenant(id, system).write('test', async (tx) => make(makerIn(tx)));
  } finally {
    await Promise.all(pools.map((pool) => pool.end()));
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
