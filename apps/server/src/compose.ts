import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Config } from './config.ts';
import { ConfigError } from './settings/setting-values.ts';
import { storagePlace } from './settings/storage-setting.ts';
import { faultyOriginals } from './db/check-report.ts';
import { openDatabase, system, type Database } from './db/database.ts';
import { openEventNews, type EventNews } from './db/event-news.ts';
import { runningEmbeddedPostgres, startEmbeddedPostgres } from './db/embedded/start-embedded-postgres.ts';
import { migrate, migrateIfEmpty } from './db/migrate.ts';
import { endPool, openPool, type ConnectionSettings, type Pool } from './db/pool.ts';
import { makeApp } from './http/app.ts';
import { refuseHalfRestored } from './db/restore-mark.ts';
import { managementDoor } from './http/management-door.ts';
import { viewerPages } from './http/static-viewer-pages.ts';
import { webClient } from './http/static-web.ts';
import { batchJobs, batchOperations } from './modules/batch/public.ts';
import { catalogueOperations, createRoot } from './modules/catalogue/public.ts';
import { deliveryJobs } from './modules/deliveries/public.ts';
import { countWordsJob, indexFieldsJob, recordOperations } from './modules/records/public.ts';
import { recordChanges } from './modules/audit/public.ts';
import { downloadModule, mediaFileRoutes } from './modules/downloads/public.ts';
import { eventStream, forgetEventsJob } from './modules/events/public.ts';
import { imageRoutes } from './modules/imaging/public.ts';
import { manifestRoutes, viewerRoutes } from './modules/presentation/public.ts';
import { organisationOperations } from './modules/organisation/public.ts';
import { savedSearchOperations } from './modules/saved-searches/public.ts';
import { sharingOperations } from './modules/sharing/public.ts';
import { spreadsheetModule } from './modules/spreadsheets/public.ts';
import {
  deriveMedia,
  describeImage,
  mediaModule,
  type MediaParts,
  copyWithoutAttachments,
  makePublicImage,
  openDeriveWorkshop,
  previewWatermark,
  probeMedia,
  resumableRoutes,
  watermarkImage,
} from './modules/media/public.ts';
import { trashModule } from './modules/trash/public.ts';
import { storyOperations } from './modules/story/public.ts';
import { mailImportEndsJob } from './modules/import-mail/public.ts';
import { effectJobs, noteProgress, workflowOperations } from './modules/workflow/public.ts';
import { VERSION } from './version.ts';
import {
  accentStylesheet,
  listTenants,
  logoRoute,
  sessionSecret,
  setUpTenant,
  tenantsWithFiles,
  type NewTenant,
} from './modules/tenancy/public.ts';
import {
  avatarRoute,
  setUpAdministrator,
  forgottenPasswordJob,
  sweepSignInsJob,
  accountsModule,
} from './modules/accounts/public.ts';
import type { Logger } from './observe/log.ts';
import { makeMetrics, type Metrics } from './observe/metrics.ts';
import { countJobs } from './queue/count-jobs.ts';
import { startQueue, type Queue } from './queue/start-queue.ts';
import { openFileStorage } from './storage/file-storage.ts';
import { openS3Storage } from './storage/s3-storage.ts';
import type { Storage } from './storage/storage.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
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
  /** Its connections by what they are for, to be watched. */
  readonly pools: Readonly<Record<'reading' | 'writing' | 'queue', Pool>>;
  close(): Promise<void>;
}

/**
 * Starts the embedded server where none is named, migrates, and opens the pools.
 * @param beside go beside programs that run on the same data folder or database: instead of being refused by them,
 *   and without migrating under them
 * @throws DatabaseUnusable, EmbeddedPostgresError
 */
export async function openDatabaseAccess(
  config: Config,
  log: Logger,
  migrations: string,
  { beside = false }: { beside?: boolean } = {},
): Promise<DatabaseAccess> {
  const embedded = config.database.kind === 'embedded';
  const running = embedded && beside ? await runningEmbeddedPostgres(config.dataDir) : undefined;
  const server =
    embedded && !running
      ? await startEmbeddedPostgres({
          dataDir: config.dataDir,
          log: (level, message, detail) => {
            log[level](detail ?? {}, message);
          },
        })
      : undefined;
  const connection: ConnectionSettings = running ??
    server?.connection ?? {
      connectionString: config.database.kind === 'url' ? config.database.url : '',
    };
  const onError = (error: Error) => {
    log.warn({ err: error }, 'a database connection was lost');
  };
  const migrator = openPool(connection, 'migrator', config.limits.workers + 10, onError);
  const readers = openPool(connection, 'armarium_app', READ_CONNECTIONS, onError);
  const writers = openPool(connection, 'armarium_app', WRITE_CONNECTIONS, onError);
  const close = async () => {
    await Promise.allSettled([readers, writers, migrator].map(endPool));
    await server?.stop();
  };
  try {
    // Where this process started the server itself, nobody else is on it.
    const bring = beside && !server ? migrateIfEmpty : migrate;
    const { isAdopted, applied } = await bring(migrator, migrations);
    if (isAdopted) log.info({ from: '0.1', to: VERSION }, 'a database of an older version was adopted');
    if (applied.length > 0) log.info({ applied }, 'the database was migrated');
    return {
      connection,
      migrator,
      database: openDatabase(readers, writers),
      pools: { reading: readers, writing: writers, queue: migrator },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What stands before anything is served: the storage, the tenant `default`, the administrator. */
export interface Installation {
  readonly media: MediaParts;
  readonly secret: Buffer;
  readonly tenantId: number;
  /** Whether the installation was empty when this process came. */
  readonly isFirstStart: boolean;
  /** Set when the administrator was made now with a password that nobody chose. */
  readonly generatedPassword: string | undefined;
  /** Ends the processes that prepare images. */
  readonly close: () => void;
}

/**
 * @param folders that have files, where files are kept in a folder
 * @throws ConfigError where the files can't be kept there
 */
export async function openStorage(config: Config, folders: readonly string[] = []): Promise<Storage> {
  const { storageDir, bucket, limits } = config;
  try {
    if (!bucket) return await openFileStorage(storageDir, folders);
    const storage = await openS3Storage(bucket, storageDir, limits.storageCache_bytes);
    await storage.check();
    return storage;
  } catch (cause) {
    const advice = bucket
      ? 'See that it is there, that its endpoint, region and key are right, and that they may read and write it'
      : 'See that it is a folder which this account may write';
    throw new ConfigError(
      `The files can't be kept in ${storagePlace(config)}: ${(cause as Error).message}. ${advice}, or set STORAGE_URL to another. ` +
        'For example: STORAGE_URL=file:///srv/armarium/files',
      { cause },
    );
  }
}

/**
 * Opens the storage and makes what a first start makes, unless it is there (decisions §1).
 * @param deriveProcess the script that prepares images; in this process without it
 */
export async function openInstallation(
  config: Config,
  { database, migrator }: DatabaseAccess,
  deriveProcess: string | undefined,
): Promise<Installation> {
  await refuseHalfRestored(migrator);
  const folders = (await tenantsWithFiles(migrator)).map((tenant) => `tenants/${tenant}`);
  const storage = await openStorage(config, folders);
  const secret = await sessionSecret(migrator);
  const tenantId = await makeTenant(migrator, database, { name: 'default', displayName: 'Armarium' });
  // One whose making was cut off is made whole.
  for (const { name, displayName } of await listTenants(database.system)) {
    await makeTenant(migrator, database, { name, displayName });
  }
  const { made: isFirstStart, generatedPassword } = await setUpAdministrator(
    database.system,
    tenantId,
    config.adminUsername,
    config.adminPassword,
  );
  const workshop = deriveProcess === undefined ? undefined : openDeriveWorkshop(deriveProcess);
  return {
    media: {
      database,
      storage,
      limits: config.limits,
      derive: workshop?.derive ?? deriveMedia,
      probe: workshop?.probe ?? probeMedia,
      describe: workshop?.describe ?? describeImage,
      watermark: workshop?.watermark ?? watermarkImage,
      preview: workshop?.preview ?? previewWatermark,
      publicImage: workshop?.publicImage ?? makePublicImage,
      copyPdf: workshop?.copyPdf ?? copyWithoutAttachments,
    },
    secret,
    tenantId,
    isFirstStart,
    generatedPassword,
    close: () => workshop?.close(),
  };
}

/** Makes a tenant with all that it never lacks, its root collection too; leaves what is there. @returns its id */
export function makeTenant(migrator: Pool, database: Database, tenant: NewTenant): Promise<number> {
  return setUpTenant(migrator, database, tenant, (id, title) =>
    database.tenant(id, system).write('set-up', async (tx) => {
      await createRoot(tx, title);
    }),
  );
}

export interface Program extends Omit<Installation, 'secret' | 'close'> {
  readonly app: FastifyInstance;
  readonly news: EventNews;
  readonly queue: Queue | undefined;
  stop(): Promise<void>;
}

/** The workers of this process. */
export async function openQueue(
  config: Config,
  log: Logger,
  { migrator, connection }: DatabaseAccess,
  media: MediaParts,
  metrics?: Metrics,
): Promise<Queue> {
  return startQueue({
    pool: migrator,
    connection,
    concurrency: config.limits.workers,
    handlers: {
      ...mediaModule(media).jobs,
      ...trashModule(media).jobs,
      ...batchJobs(media.database),
      ...deliveryJobs(media.database, config, noteProgress),
      ...effectJobs(media.database, config),
      'mail-import-ends': mailImportEndsJob(media.database, config),
      'forgotten-password': forgottenPasswordJob(media.database, config),
      ...spreadsheetModule(media).jobs,
      ...downloadModule(media).jobs,
      'sweep-sign-ins': sweepSignInsJob(media.database.system, config.limits),
      'forget-events': forgetEventsJob(media.database.system),
      'index-fields': indexFieldsJob(media.database),
      'count-words': countWordsJob(media.database),
    },
    ...(metrics && { onEnd: metrics.jobEnded }),
    timers: [
      { task: 'sweep-uploads', every_ms: HOUR_MS },
      { task: 'sweep-sign-ins', every_ms: HOUR_MS },
      { task: 'purge-trash', every_ms: HOUR_MS },
      { task: 'forget-events', every_ms: 10 * MINUTE_MS },
      { task: 'take-up-deliveries', every_ms: HOUR_MS },
      { task: 'take-up-effects', every_ms: HOUR_MS },
      { task: 'run-batch', every_ms: HOUR_MS },
      { task: 'check-spreadsheet', every_ms: HOUR_MS },
      { task: 'watermark-images', every_ms: HOUR_MS },
      { task: 'sweep-archives', every_ms: HOUR_MS },
      { task: 'check-originals', every_ms: HOUR_MS },
      // An update of the program may have left work to these two. Without the second, searches find too little.
      { task: 'describe-images', every_ms: HOUR_MS, isRunAtStart: true },
      { task: 'index-fields', every_ms: HOUR_MS, isRunAtStart: true },
      { task: 'count-words', every_ms: MINUTE_MS },
      { task: 'mail-import-ends', every_ms: MINUTE_MS },
    ],
    log: log.child({ worker: randomUUID().slice(0, 8) }),
  });
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
  const { database } = access;
  const { secret, close, ...installation } = await openInstallation(config, access, folders.deriveProcess);
  const { media } = installation;
  const metrics = makeMetrics({
    pools: access.pools,
    jobs: () => countJobs(access.migrator),
    faultyOriginals: () => faultyOriginals(access.migrator),
  });
  const news = openEventNews(access.connection, (error, failures) => {
    log.warn({ err: error, failures }, 'the listener for events lost the database; trying on');
  });
  const { tenancy, operations, forgetOrganisations } = accountsModule(
    database,
    media.storage,
    config,
    secret,
    metrics.signIn,
    news,
  );
  const { answerMax_pixels } = config.limits;
  const app = await makeApp({
    config,
    log,
    database,
    tenancy,
    secret,
    metrics,
    implementations: [
      ...operations,
      ...recordOperations,
      ...catalogueOperations,
      ...mediaModule(media, metrics.uploadReceived).operations,
      ...trashModule(media).operations,
      ...storyOperations,
      ...workflowOperations(config),
      ...spreadsheetModule(media).operations,
      ...batchOperations,
      ...downloadModule(media, news).operations,
      ...savedSearchOperations,
      ...sharingOperations(database),
      ...organisationOperations(media, config, forgetOrganisations),
      recordChanges,
    ],
    ready: async () => {
      await sql`select 1`.execute(database.system);
      await media.storage.check();
    },
    routes: parts.web
      ? [
          imageRoutes(database, media.storage, answerMax_pixels, metrics.imageAnswered, news),
          manifestRoutes(database),
          mediaFileRoutes(media),
          resumableRoutes(media, metrics.uploadReceived),
          viewerRoutes(database, viewerPages(folders.web)),
          avatarRoute(database.system),
          logoRoute(database.system, media.storage),
          accentStylesheet,
          eventStream(database, news, log),
          managementDoor,
          webClient(folders.web),
        ]
      : [],
  });
  if (parts.web) news.begin();
  const queue = parts.worker ? await openQueue(config, log, access, media, metrics) : undefined;
  return {
    ...installation,
    app,
    news,
    queue,
    stop: async () => {
      // An upload over a slow or silent line would keep the process from ever ending in order.
      const cutOff = setTimeout(() => {
        app.server.closeAllConnections();
      }, LAST_ANSWERS_MS);
      await Promise.all([app.close().finally(() => clearTimeout(cutOff)), queue?.stop(), news.close()]);
      close();
      await access.close();
    },
  };
}
