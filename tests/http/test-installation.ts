import { randomBytes, randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Role } from '@armarium/contract/capability';
import { findRootCollection } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import type { Item } from '@armarium/contract/items';
import { getImportedItem, type ImportedItem } from '@armarium/contract/import-tracking';
import { importItem } from '@armarium/contract/imports';
import { uploadFile, type StoredUpload } from '@armarium/contract/uploads';
import { afterAll, expect, inject } from 'vitest';
import {
  compose,
  openDatabaseAccess,
  type DatabaseAccess,
  type Program,
} from '../../apps/server/src/compose.ts';
import { readConfig, type Config } from '../../apps/server/src/config.ts';
import { system } from '../../apps/server/src/db/database.ts';
import { openPool } from '../../apps/server/src/db/pool.ts';
import { registerOperation, type Implementation } from '../../apps/server/src/http/operation-route.ts';
import { createCollection } from '../../apps/server/src/modules/catalogue/public.ts';
import { hashPassword, insertAccount } from '../../apps/server/src/modules/accounts/public.ts';
import { makeLogger, type Logger } from '../../apps/server/src/observe/log.ts';
import { HttpClient } from '../harness/http-client.ts';
import { until } from '../harness/waiting.ts';
import { madePng } from './made-png.ts';
import { administrator, databaseUrl, migrations, type otherTenant } from './template-database.ts';

/** `default` answers at an IP address, `altra` at its own host (decisions §2). */
export type TenantName = 'default' | typeof otherTenant.name;

export interface Settings {
  /** Whether jobs run; off, they wait, and a test runs them by hand. */
  readonly worker?: boolean;
  /** Settings as the environment has them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Limits in their own units, finer than the environment's. */
  readonly limits?: Partial<Config['limits']>;
  readonly log?: Logger;
  /** Calls beside those of the contract, of a kind of record that only the test has. */
  readonly operations?: readonly Implementation[];
}

interface Served {
  readonly program: Program;
  readonly access: DatabaseAccess;
  readonly port: number;
  readonly storageFolder: string;
}

const viewerPages = fileURLToPath(new URL('../../apps/web/viewers', import.meta.url));
const password = 'correct horse battery staple';
/** Of that password, by argon2id at its least cost: a test makes and signs in many people whose password is no secret. */
const passwordHash =
  '$argon2id$v=19$m=8,t=1,p=1$6Oin66TmsPzdspCYamA+iA$yz5dfARkx8z/PI3yIFLsALm2HQ7shlOBGqTT6wrJEmU';
const maxAttemptsOnBusyTemplate = 50;

/** A whole installation of one test file, on a copy of the template database and a folder of its own. */
export class TestInstallation {
  /** Where its files are; with a bucket, where they lie until they are sent, and the copies of them. */
  readonly storageFolder: string;
  readonly databaseUrl: string;
  readonly tenantIds: Readonly<Record<TenantName, number>>;
  readonly #folder: string;
  readonly #databaseName: string;
  readonly #clients: HttpClient[] = [];
  #served: Served;

  private constructor(
    folder: string,
    databaseName: string,
    url: string,
    served: Served,
    tenantIds: Record<TenantName, number>,
  ) {
    this.#folder = folder;
    this.storageFolder = served.storageFolder;
    this.#databaseName = databaseName;
    this.databaseUrl = url;
    this.#served = served;
    this.tenantIds = tenantIds;
  }

  static async open(settings: Settings): Promise<TestInstallation> {
    const postgresUrl = inject('postgresUrl');
    const name = `armarium_test_${randomBytes(6).toString('hex')}`;
    await copyTemplate(postgresUrl, name);
    const folder = await mkdtemp(join(inject('scratchFolder'), 'installation-'));
    await mkdir(join(folder, 'web'));
    await writeFile(join(folder, 'web', 'index.html'), '<!doctype html><title>Armarium</title>');
    // As they are before the build: their places for what is shown are the same.
    await cp(viewerPages, join(folder, 'web', 'viewers'), { recursive: true });
    const url = databaseUrl(postgresUrl, name);
    const served = await serve(folder, url, settings);
    const { rows } = await served.access.migrator.query<{ id: number; name: TenantName }>(
      'select id, name from tenant',
    );
    const ids = Object.fromEntries(rows.map((row) => [row.name, row.id])) as Record<TenantName, number>;
    return new TestInstallation(folder, name, url, served, ids);
  }

  get program(): Program {
    return this.#served.program;
  }

  get access(): DatabaseAccess {
    return this.#served.access;
  }

  /** As IP address, so that `default` answers. */
  get origin(): string {
    return `http://127.0.0.1:${this.#served.port}`;
  }

  hostOf(tenant: TenantName): string {
    return tenant === 'default'
      ? `127.0.0.1:${this.#served.port}`
      : `${tenant}.localhost:${this.#served.port}`;
  }

  /** A visitor without a session. */
  visitor(tenant: TenantName = 'default'): HttpClient {
    const client = new HttpClient(this.origin, { host: this.hostOf(tenant) });
    this.#clients.push(client);
    return client;
  }

  /** Makes an account with the roles in the tenant. @returns its credentials and uuid */
  async account(
    tenant: TenantName,
    roles: readonly Role[],
    given: { username?: string; password?: string; surname?: string } = {},
  ) {
    const username = given.username ?? `user-${randomUUID()}`;
    const account = {
      username,
      password: given.password ?? password,
      name: 'Ada',
      surname: given.surname ?? 'Rossi',
    };
    const hashed = {
      ...account,
      passwordHash: given.password ? await hashPassword(given.password) : passwordHash,
    };
    const uuid = await this.access.database.system
      .transaction()
      .execute((db) => insertAccount(db, hashed, this.tenantIds[tenant], roles));
    return { ...account, uuid };
  }

  /** Gives an account one more role in a tenant, past all rules. */
  async giveRole(uuid: string, tenant: TenantName, role: Role): Promise<void> {
    await this.query('insert into account_role (account_uuid, tenant_id, role) values ($1, $2, $3)', [
      uuid,
      this.tenantIds[tenant],
      role,
    ]);
  }

  /** A signed-in person with these roles in the tenant. */
  async person(tenant: TenantName, ...roles: Role[]): Promise<HttpClient> {
    const account = await this.account(tenant, roles);
    return this.signedIn(account, tenant);
  }

  async administrator(): Promise<HttpClient> {
    return this.signedIn(administrator, 'default');
  }

  async signedIn(
    account: { username: string; password: string },
    tenant: TenantName = 'default',
  ): Promise<HttpClient> {
    const client = this.visitor(tenant);
    const answer = await client.signIn(account.username, account.password);
    expect(answer.status).toBe(200);
    return client;
  }

  /** A query of the migrator, past row-level security. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const { rows } = await this.access.migrator.query<Row>(text, values);
    return rows;
  }

  /**
   * Does something while nobody else can change the graph of the catalogue of a tenant.
   * @param act gets what lets go of the graph
   */
  async holdingGraph(
    tenant: TenantName,
    act: (release: () => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const holder = await this.access.migrator.connect();
    try {
      await holder.query(`select pg_advisory_lock(hashtextextended('armarium graph', $1))`, [
        this.tenantIds[tenant],
      ]);
      await act(async () => void (await holder.query('select pg_advisory_unlock_all()')));
    } finally {
      // Ends its session, and with it the lock.
      holder.release(true);
    }
  }

  /** Resolves once so many transactions wait for an advisory lock. @returns when each of them began */
  async waitingForLock(count = 1): Promise<string[]> {
    return until('they wait for a lock', async () => {
      const waiting = await this.query<{ began: string }>(
        `select xact_start::text as began from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'advisory'`,
      );
      return waiting.length >= count ? waiting.map(({ began }) => began) : undefined;
    });
  }

  /** Makes a collection as the sample does, which needs nobody who is signed in. */
  async collection(tenant: TenantName, title: string, parents: readonly string[]): Promise<string> {
    return this.access.database
      .tenant(this.tenantIds[tenant], system)
      .write('test', (tx) => createCollection(tx, [{ name: 'sgtt', value: title }], parents));
  }

  /** Every file of the storage, as paths below its folder, sorted; what is being written included. */
  async storedFiles(): Promise<string[]> {
    const entries = await readdir(this.storageFolder, { recursive: true, withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        // A stage went away while it was listed: look again.
        if (error.code === 'ENOENT') return undefined;
        throw error;
      },
    );
    if (!entries) return this.storedFiles();
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.storageFolder.length + 1))
      .sort();
  }

  /** Stops the program and starts another on the same database, files and port, with other settings. */
  async restart(settings: Settings = {}): Promise<void> {
    const { port } = this.#served;
    await this.#served.program.stop();
    const environment = { PORT: String(port), ...settings.environment };
    this.#served = await serve(this.#folder, this.databaseUrl, { ...settings, environment });
  }

  /** @throws if the file left a connection or a half-written file behind */
  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.#served.program.stop();
    const server = openPool({ connectionString: inject('postgresUrl') }, 'migrator', 1, () => undefined);
    try {
      // A session of the server ends a moment after its connection.
      let connected: string[] = [];
      await until('all connections are gone', async () => {
        connected = await connectionsTo(server, this.#databaseName);
        return connected.length === 0 || undefined;
      }).catch(() => expect(connected).toEqual([]));
      expect((await this.storedFiles()).filter((file) => file.startsWith('.partial'))).toEqual([]);
    } finally {
      await server.query(`drop database ${this.#databaseName} with (force)`);
      await server.end();
      await rm(this.#folder, { recursive: true, force: true });
    }
  }
}

/** The installation of a test file, closed after it. Call it once, at the top of the file. */
export async function openInstallation(settings: Settings = {}): Promise<TestInstallation> {
  const installation = await TestInstallation.open(settings);
  afterAll(() => installation.close());
  return installation;
}

async function copyTemplate(postgresUrl: string, name: string): Promise<void> {
  const server = openPool({ connectionString: postgresUrl }, 'migrator', 1, () => undefined);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        // By files: without a write-ahead log, which nobody needs here.
        await server.query(
          `create database ${name} template ${inject('templateDatabase')} strategy file_copy`,
        );
        return;
      } catch (error) {
        // 55006: another file is just copying it.
        const busy = error instanceof Error && 'code' in error && error.code === '55006';
        if (!busy || attempt === maxAttemptsOnBusyTemplate) throw error;
        await sleep(50);
      }
    }
  } finally {
    await server.end();
  }
}

async function serve(folder: string, url: string, settings: Settings): Promise<Served> {
  const read = readConfig({
    DATA_DIR: folder,
    DATABASE_URL: url,
    STORAGE_URL: `file://${join(folder, 'files')}`,
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: '0',
    WORKERS: '2',
    ...settings.environment,
  });
  const config: Config = { ...read, limits: { ...read.limits, ...settings.limits } };
  const log = settings.log ?? makeLogger(config.logLevel);
  const access = await openDatabaseAccess(config, log, migrations);
  const parts = { web: true, worker: settings.worker ?? false };
  const program = await compose(config, log, access, { web: join(folder, 'web') }, parts);
  for (const operation of settings.operations ?? []) registerOperation(program.app, operation);
  await program.app.listen({ host: config.host, port: config.port });
  const address = program.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen on a port.');
  return { program, access, port: address.port, storageFolder: config.storageDir };
}

async function connectionsTo(server: ReturnType<typeof openPool>, database: string): Promise<string[]> {
  const { rows } = await server.query<{ said: string }>(
    `select application_name || ': ' || query as said from pg_stat_activity
     where datname = $1 and backend_type = 'client backend'`,
    [database],
  );
  return rows.map(({ said }) => said);
}

/** The root collection of whoever asks. */
export async function rootOf(client: HttpClient): Promise<Collection> {
  const answer = await client.call(findRootCollection);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Sends an image; a made one where none is given. */
export async function uploaded(
  client: HttpClient,
  file: { source: string | Uint8Array; name: string } = { source: madePng(), name: 'page.png' },
): Promise<StoredUpload> {
  const answer = await client.upload(uploadFile, { type: 'application/octet-stream', ...file });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Makes an item of uploads through the API. */
export async function importedItem(
  client: HttpClient,
  item: Partial<Pick<Item, 'sgtt' | 'autn' | 'sgti' | 'pressmark'>> & { parents?: string[] },
  uploads: readonly { uuid: string; sgtt?: string }[] = [],
) {
  const { parents, ...fields } = item;
  const answer = await client.call(importItem, {
    body: {
      sgtt: 'An item',
      pressmark: `PM ${randomUUID()}`,
      ...fields,
      parentCollectionsUuids: parents ?? [(await rootOf(client)).uuid],
      images: uploads.map(({ uuid, sgtt }) => (sgtt === undefined ? { uuid } : { uuid, sgtt })),
    },
  });
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

/** Waits until no file of the item is being prepared any more. */
export async function settledImport(client: HttpClient, itemUuid: string): Promise<ImportedItem> {
  const address = getImportedItem.path.replace(':uuid', itemUuid);
  return until('no file of the item is being prepared', async () => {
    const { body } = await client.send<ImportedItem>('GET', address);
    return body.notReadyImagesCount + body.notReadyMediaCount === 0 ? body : undefined;
  });
}
