import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import { openDatabase, system, type Database } from './db/database.ts';
import { startEmbeddedPostgres } from './db/embedded/start-embedded-postgres.ts';
import { migrate } from './db/migrate.ts';
import { openPool, type ConnectionSettings, type Pool } from './db/pool.ts';
import { makeApp } from './http/app.ts';
import { webClient } from './http/static-web.ts';
import { catalogueOperations, createRoot } from './modules/catalogue/public.ts';
import { imageRoutes } from './modules/delivery/public.ts';
import { deriveImage, mediaModule, openDeriveWorkshop, type MediaParts } from './modules/media/public.ts';
import { searchOperations } from './modules/search/public.ts';
import { sessionSecret, setUpAdministrator, setUpTenant, tenancyModule } from './modules/tenancy/public.ts';
import type { Logger } from './observe/log.ts';
import { startQueue, type Queue } from './queue/start-queue.ts';
import { openFileStorage } from './storage/file-storage.ts';

const HOUR_MS = 60 * 60 * 1000;
/**
 * Connections of one process; the embedded server allows a hundred in all. Reading has its own, so that
 * writers who wait for each other keep nobody from looking.
 */
const READ_CONNECTIONS = 12;
const WRITE_CONNECTIONS = 10;
/** Of the ten seconds for a stop (decisions §1), so many for requests under way; then they are cut off. */
const LAST_ANSWERS_MS = 4_000;

/** The database as this process reaches it. */
export interface DatabaseAccess {
  readonly connection: ConnectionSettings;
  readonly migrator: Pool;
  readonly database: Database;
  close(): Promise<void>;
}

/** Starts the embedded server where none is named, migrates, and opens the pools. */
export async function openDatabaseAccess(
  config: Config,
  log: Logger,
  migrations: string,
): Promise<DatabaseAccess> {
  const embedded = config.database.kind === 'embedded';
  const server = embedded
    ? await startEmbeddedPostgres({
        dataDir: config.dataDir,
        log: (level, message, detail) => {
          log[level](detail ?? {}, message);
        },
      })
    : undefined;
  const connection: ConnectionSettings = server?.connection ?? {
    connectionString: config.database.kind === 'url' ? config.database.url : '',
  };
  const onError = (error: Error) => {
    log.warn({ err: error }, 'a database connection was lost');
  };
  const migrator = openPool(connection, 'migrator', config.limits.workers + 3, onError);
  const readers = openPool(connection, 'armarium_app', READ_CONNECTIONS, onError);
  const writers = openPool(connection, 'armarium_app', WRITE_CONNECTIONS, onError);
  const close = async () => {
    await Promise.allSettled([readers.end(), writers.end(), migrator.end()]);
    await server?.stop();
  };
  try {
    const applied = await migrate(migrator, migrations);
    if (applied.length > 0) log.info({ applied }, 'the database was migrated');
    return { connection, migrator, database: openDatabase(readers, writers), close };
  } catch (error) {
    await close();
    throw error;
  }
}

export interface Program {
  readonly app: FastifyInstance;
  readonly queue: Queue | undefined;
  readonly media: MediaParts;
  readonly tenantId: number;
  /** Whether the installation was empty when this process came. */
  readonly isFirstStart: boolean;
  /** Set when the administrator was made now with a password that nobody chose. */
  readonly generatedPassword: string | undefined;
  stop(): Promise<void>;
}

/**
 * Builds everything once: first start, modules, the HTTP side, and the workers where this process has them.
 * @param folders of the built web client, and the script that prepares images (in this process without it)
 */
export async function compose(
  config: Config,
  log: Logger,
  access: DatabaseAccess,
  folders: { web: string; deriveProcess?: string },
  parts: { web: boolean; worker: boolean },
): Promise<Program> {
  const { database, migrator, connection } = access;
  const storage = await openFileStorage(config.storageDir);
  const secret = await sessionSecret(migrator);
  const tenantId = await setUpTenant(
    migrator,
    database,
    { name: 'default', displayName: 'Armarium' },
    (id, title) =>
      database.tenant(id, system).write('set-up', async (tx) => {
        await createRoot(tx, title);
      }),
  );
  const { made: isFirstStart, generatedPassword } = await setUpAdministrator(
    database.system,
    tenantId,
    config.adminUsername,
    config.adminPassword,
  );

  const workshop =
    folders.deriveProcess === undefined ? undefined : openDeriveWorkshop(folders.deriveProcess);
  const media: MediaParts = {
    database,
    storage,
    limits: config.limits,
    derive: workshop?.derive ?? deriveImage,
  };
  const tenancy = tenancyModule(database, config.limits, secret);
  const { operations: mediaOperations, jobs } = mediaModule(media);
  const app = await makeApp({
    config,
    log,
    database,
    tenancy: tenancy.tenancy,
    secret,
    implementations: [...tenancy.operations, ...catalogueOperations, ...mediaOperations, ...searchOperations],
    ready: async () => {
      await sql`select 1`.execute(database.system);
      await storage.check();
    },
    routes: parts.web
      ? [imageRoutes(database, storage, config.limits.answerMax_pixels), webClient(folders.web)]
      : [],
  });
  const queue = parts.worker
    ? await startQueue({
        pool: migrator,
        connection,
        concurrency: config.limits.workers,
        handlers: jobs,
        timers: [{ task: 'sweep-uploads', every_ms: HOUR_MS }],
        log: log.child({ worker: randomUUID().slice(0, 8) }),
      })
    : undefined;
  return {
    app,
    queue,
    media,
    tenantId,
    isFirstStart,
    generatedPassword,
    stop: async () => {
      // An upload over a slow or silent line would keep the process from ever ending in order.
      const cutOff = setTimeout(() => {
        app.server.closeAllConnections();
      }, LAST_ANSWERS_MS);
      await Promise.all([app.close().finally(() => clearTimeout(cutOff)), queue?.stop()]);
      workshop?.close();
      await access.close();
    },
  };
}
