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

/** The tables outside row-level security (decisions §2): they decide whose tenant it is. */
type SystemTableNames =
  | 'installation'
  | 'tenant'
  | 'account'
  | 'account_avatar'
  | 'account_role'
  | 'session'
  | 'handoff'
  | 'sign_in_attempt';
export type SystemTables = Pick<DB, SystemTableNames>;
/** The tables of a tenant, to be reached only within a transaction that named it. */
export type TenantTables = Omit<DB, SystemTableNames | 'migration'>;
export type TenantQueries = Kysely<TenantTables>;

/** Who acts, with the roles held in the tenant in which they act. */
export interface Actor {
  readonly accountUuid: string;
  readonly username: string;
  /** Name and surname as history shows them. */
  readonly displayName: string;
  readonly roles: readonly Role[];
  readonly userRights: UserRights;
}

/** How far a capability of the actor reaches, undefined where there is none (decisions §3). */
export function reach(actor: Actor, capability: Capability): Reach | undefined {
  return reachOf(capability, actor.roles, actor.userRights);
}

/** Whether a capability of the actor reaches a record that this account made, or an import that it sent. */
export function reaches(actor: Actor, capability: Capability, ownerUuid: string | null): boolean {
  const held = reach(actor, capability);
  return held === 'all' || (held === 'own' && ownerUuid === actor.accountUuid);
}

/** A transaction that changes things: bound to its tenant, its actor and its change set. */
export interface WriteTransaction {
  readonly db: TenantQueries;
  /** The tables outside row-level security, in the same transaction. */
  readonly systemDb: Kysely<SystemTables>;
  readonly tenantId: number;
  readonly actor: Actor;
  readonly changeSet: string;
}

/**
 * Whose own records alone an actor sees among the restricted ones (decisions §4): `app.hides` of its transactions, by
 * which the database leaves all others out (0008_restricted_records.sql). Nothing for who sees every record.
 */
function hidesFor(actor: Actor): string | undefined {
  const held = reach(actor, 'seeRestricted');
  if (held === 'all') return undefined;
  return held === 'own' && uuidForm.test(actor.accountUuid) ? actor.accountUuid : NOBODY;
}

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** No account has it; the program itself has the one of zeros. */
const NOBODY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Work of a transaction on all that belongs to what its actor may change, seen or not: a deletion takes along the
 * links to collections that the actor does not see, and counts them there.
 */
export async function seeingEverything<T>(tx: WriteTransaction, work: () => Promise<T>): Promise<T> {
  const hides = hidesFor(tx.actor);
  if (hides === undefined) return work();
  await sql`select set_config('app.hides', '', true)`.execute(tx.db);
  const result = await work();
  await sql`select set_config('app.hides', ${hides}, true)`.execute(tx.db);
  return result;
}

/** The only way to a tenant's data: both it and who acts are fixed when it is made. */
export interface TenantData {
  readonly tenantId: number;
  readonly actor: Actor;
  /** One read-only transaction. */
  read<T>(query: (db: TenantQueries) => Promise<T>): Promise<T>;
  /** What is worked out from the catalogue once for as long as it is as it is (`catalogue-memory.ts`). */
  remembered<Answer>(
    db: TenantQueries,
    question: string,
    workOut: () => Promise<Answer>,
    version?: string,
  ): Promise<Answer>;
  /**
   * One transaction that belongs to a new change set of the given kind; all of it or nothing.
   * @param batch the batch of which it is a part
   */
  write<T>(kind: string, apply: (tx: WriteTransaction) => Promise<T>, batch?: string): Promise<T>;
}

/** What the program itself does without anybody asking: jobs, the first start, the sample. */
export const system: Actor = {
  accountUuid: '00000000-0000-0000-0000-000000000000',
  username: 'system',
  displayName: 'Armarium',
  roles: ['ROLE_ADMIN'],
  userRights: 'all',
};

export interface Database {
  readonly system: Kysely<SystemTables>;
  /** Calls back after each write of this process was committed, so that what is remembered of the tenant goes. */
  onWritten(listener: (tenantId: number) => void): void;
  tenant(tenantId: number, actor: Actor): TenantData;
  /** One transaction of a tenant without a change set, for the bookkeeping of jobs. */
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
      // Both in one message: a page costs a round trip less.
      const seen = hides === undefined ? '' : `; set local app.hides = '${hides}'`;
      await sql.raw(`begin ${accessMode}; set local app.tenant = '${own}'${seen}`).execute(connection);
      try {
        const result = await apply(connection);
        await sql.raw('commit').execute(connection);
        return result;
      } catch (error) {
        // A connection that is gone has rolled back by itself; why is told by the first error.
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

/** Once more after a deadlock or a clash of serialisation: the other one has gone on, and nothing was kept. */
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
