import { v7 as uuidv7 } from 'uuid';
import { Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely';
import {
  reachOf,
  type Capability,
  type Reach,
  type Role,
  type UserRights,
} from '@armarium/contract/capability';
import { CatalogueMemory } from './catalogue-memory.ts';
import { isClash } from './constraint-problems.ts';
import { namingReads } from './named-statements.ts';
import type { Pool } from './pool.ts';
import type { DB, JsonValue } from './schema.generated.ts';

/**
 * The tables from which the tenant is determined (decisions §2). All but `tenant` have no row-level security. Of that one
 * every organisation is read, and each changes only itself: an update outside of its own transaction, as through
 * `Database.system`, touches no row.
 */
type SystemTableNames =
  | 'installation'
  | 'tenant'
  | 'account'
  | 'account_avatar'
  | 'account_device'
  | 'account_membership'
  | 'account_passkey'
  | 'account_role'
  | 'account_totp'
  | 'password_link'
  | 'recovery_code'
  | 'session'
  | 'handoff'
  | 'sign_in_attempt'
  | 'used_challenge';
export type SystemTables = Pick<DB, SystemTableNames>;
/** The tables of tenants, which can be reached only within a transaction of one tenant. */
export type TenantTables = Omit<DB, SystemTableNames | 'migration'>;
export type TenantQueries = Kysely<TenantTables>;

/** The token by which a program acts for an account (decisions §12). */
export interface ActingToken {
  readonly uuid: string;
  readonly name: string;
  /** The only ones that it may use, as far as the account has them. */
  readonly capabilities: readonly Capability[];
  readonly expiresAt: Date;
}

/** The acting account, with its roles in the tenant. */
export interface Actor {
  readonly accountUuid: string;
  readonly username: string;
  /** Name and surname, as in the history. */
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly userRights: UserRights;
  /** Where a program acts for the account. */
  readonly token?: ActingToken;
}

/** How far a capability of the actor reaches; undefined: the actor does not have it (decisions §3). */
export function reach(actor: Actor, capability: Capability): Reach | undefined {
  if (actor.token && !actor.token.capabilities.includes(capability)) return undefined;
  return reachOf(capability, actor.roles, actor.userRights);
}

/** Whether a capability of the actor reaches a record that this account made, or an import that it sent. */
export function reaches(actor: Actor, capability: Capability, ownerUuid: string | null): boolean {
  const held = reach(actor, capability);
  return held === 'all' || (held === 'own' && ownerUuid === actor.accountUuid);
}

/** A transaction that writes: bound to its tenant, its actor and its change set. */
export interface WriteTransaction {
  readonly db: TenantQueries;
  /** The tables of `Database.system`, in the same transaction: of `tenant` it changes the row of its own tenant alone. */
  readonly systemDb: Kysely<SystemTables>;
  readonly tenantId: number;
  readonly actor: Actor;
  readonly changeSet: string;
}

/**
 * The uuid of an actor who may see only their own restricted records (decisions §4). It becomes `app.hides`
 * of their transactions, by which the database hides all others (0008_restricted_records.sql). Undefined for
 * an actor who may see every record.
 */
function hidesFor(actor: Actor): string | undefined {
  const held = reach(actor, 'seeRestricted');
  if (held === 'all') return undefined;
  return held === 'own' && uuidForm.test(actor.accountUuid) ? actor.accountUuid : NOBODY;
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** The uuid of no account; the program itself has the one of zeros. */
const NOBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Runs work that sees all records that its actor's change affects: a deletion removes links to collections
 * that the actor may not see, and updates their counters.
 */
export async function seeingEverything<T>(tx: WriteTransaction, work: () => Promise<T>): Promise<T> {
  const hides = hidesFor(tx.actor);
  if (hides === undefined) return work();
  await sql`select set_config('app.hides', '', true)`.execute(tx.db);
  const result = await work();
  await sql`select set_config('app.hides', ${hides}, true)`.execute(tx.db);
  return result;
}

/** The only access to a tenant's data: the tenant and the actor are fixed when it is created. */
export interface TenantData {
  readonly tenantId: number;
  readonly actor: Actor;
  /** One read-only transaction. */
  read<T>(query: (db: TenantQueries) => Promise<T>): Promise<T>;
  /** A cached result that was computed from the catalogue (`catalogue-memory.ts`). */
  remembered<Answer>(
    db: TenantQueries,
    question: string,
    workOut: () => Promise<Answer>,
    version?: string,
  ): Promise<Answer>;
  /**
   * One transaction with a new change set of the given kind; it is committed or rolled back as a whole.
   * @param batch the batch that it belongs to
   */
  write<T>(kind: string, apply: (tx: WriteTransaction) => Promise<T>, batch?: string): Promise<T>;
}

/** The actor of the program's own work: jobs, the first start, the sample. */
export const system: Actor = {
  accountUuid: '00000000-0000-0000-0000-000000000000',
  username: 'system',
  displayName: 'Armarium',
  roles: ['ROLE_ADMIN'],
  userRights: 'all',
};

export interface Database {
  /** In no transaction of a tenant. */
  readonly system: Kysely<SystemTables>;
  /** Calls back after each committed write of this process, to clear caches of the tenant. */
  onWritten(listener: (tenantId: number) => void): void;
  tenant(tenantId: number, actor: Actor): TenantData;
  /** One transaction of a tenant without a change set, for the internal data of jobs. */
  bookkeeping<T>(tenantId: number, apply: (db: TenantQueries) => Promise<T>): Promise<T>;
}

/** @param readers and `writers` are pools of the role armarium_app */
export function openDatabase(readers: Pool, writers: Pool): Database {
  const reading = new Kysely<DB>({ dialect: new PostgresDialect({ pool: namingReads(readers) }) });
  const writing = new Kysely<DB>({ dialect: new PostgresDialect({ pool: writers }) });

  async function within<T>(
    tenantId: number,
    accessMode: 'read only' | 'read write',
    hides: string | undefined,
    apply: (db: TenantQueries) => Promise<T>,
  ): Promise<T> {
    return (accessMode === 'read only' ? reading : writing).connection().execute(async (connection) => {
      const own = Number.isSafeInteger(tenantId) ? tenantId : 'none';
      // Both in one message, which saves a round trip for each page.
      const seen = hides === undefined ? '' : `; set local app.hides = '${hides}'`;
      await sql.raw(`begin ${accessMode}; set local app.tenant = '${own}'${seen}`).execute(connection);
      try {
        const result = await apply(connection);
        await sql.raw('commit').execute(connection);
        return result;
      } catch (error) {
        // A broken connection has rolled back by itself; the first error says why.
        await sql
          .raw('rollback')
          .execute(connection)
          .catch(() => undefined);
        throw error;
      }
    });
  }

  const memory = new CatalogueMemory();
  const listeners: ((tenantId: number) => void)[] = [];
  return {
    onWritten: (listener) => listeners.push(listener),
    system: reading,
    bookkeeping: (tenantId, apply) => within(tenantId, 'read write', undefined, apply),
    tenant: (tenantId, actor) => ({
      tenantId,
      actor,
      read: (query) => within(tenantId, 'read only', hidesFor(actor), query),
      remembered: (db, question, workOut, version) =>
        memory.answer({ tenantId, db, question, version, seesAll: hidesFor(actor) === undefined }, workOut),
      write: async (kind, apply, batch) => {
        const result = await retried(() =>
          within(tenantId, 'read write', hidesFor(actor), async (db) => {
            const changeSet = uuidv7();
            await db
              .insertInto('change_set')
              .values({
                tenant_id: tenantId,
                uuid: changeSet,
                account_uuid: actor.accountUuid === system.accountUuid ? null : actor.accountUuid,
                account_name: actor.displayName,
                kind,
                token_name: actor.token?.name ?? null,
                batch_uuid: batch ?? null,
              })
              .execute();
            const systemDb = db as unknown as Kysely<SystemTables>;
            return apply({ db, systemDb, tenantId, actor, changeSet });
          }),
        );
        for (const listener of listeners) listener(tenantId);
        return result;
      },
    }),
  };
}

/** Tries once more after a deadlock or a serialisation failure: nothing was committed. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isClash(error)) throw error;
    return await work();
  }
}

/** A value for a jsonb column: node-postgres would send an array as a PostgreSQL array. */
export function jsonb(value: unknown): RawBuilder<JsonValue> {
  return sql<JsonValue>`${JSON.stringify(value)}::jsonb`;
}
