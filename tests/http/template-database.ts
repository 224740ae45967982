import { fileURLToPath } from 'node:url';
import type {} from 'vitest';
import { compose, openDatabaseAccess } from '../../apps/server/src/compose.ts';
import { readConfig } from '../../apps/server/src/config.ts';
import { system } from '../../apps/server/src/db/database.ts';
import { createRoot } from '../../apps/server/src/modules/catalogue/public.ts';
import { setUpTenant } from '../../apps/server/src/modules/tenancy/public.ts';
import { makeLogger } from '../../apps/server/src/observe/log.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the server, for making and dropping others. */
    postgresUrl: string;
    /** The migrated database that each test file gets a copy of. */
    templateDatabase: string;
    /** Goes with the server, so that a file which fails while it is being loaded leaves nothing behind. */
    scratchFolder: string;
  }
}

export const migrations = fileURLToPath(new URL('../../apps/server/migrations', import.meta.url));

export const administrator = { username: 'admin', password: 'a long enough password' } as const;

/** The tenant beside `default`, reached at `altra.localhost`. */
export const otherTenant = { name: 'altra', displayName: 'L’altra biblioteca' } as const;

/** The same server, another database. */
export function databaseUrl(postgresUrl: string, database: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${database}`;
  return url.href;
}

/** The first start of an installation, as a program of ours does it, and the second tenant. */
export async function buildTemplate(
  postgresUrl: string,
  database: string,
  folder: string,
  { username, password }: { username: string; password: string },
): Promise<void> {
  const config = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl(postgresUrl, database),
    ADMIN_USERNAME: username,
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'silent',
  });
  const log = makeLogger(config.logLevel);
  const access = await openDatabaseAccess(config, log, migrations);
  const program = await compose(config, log, access, { web: folder }, { web: false, worker: false });
  try {
    await setUpTenant(access.migrator, access.database, otherTenant, (id, title) =>
      access.database.tenant(id, system).write('set-up', async (tx) => {
        await createRoot(tx, title);
      }),
    );
  } finally {
    await program.stop();
  }
}
