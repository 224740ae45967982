import { createHash, randomBytes } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { UserRights } from '@armarium/contract/capability';
import type { Actor, SystemTables } from '../../db/database.ts';
import { rolesIn, type Account } from './accounts.ts';

export interface SessionLimits {
  readonly sessionIdle_ms: number;
  readonly sessionAbsolute_ms: number;
}

/** How long a look-up may be answered from memory, should no word come that it is out of date. */
const REMEMBERED_MS = 5_000;
const REMEMBERED_SESSIONS = 5_000;
/** `seen_at` is written at most this often, so that reading tiles writes nothing. */
const SEEN_EVERY_MS = 60_000;

/** 32 random bytes in base64url. */
const tokenForm = /^[\w-]{43}$/;

export const isToken = (text: string) => tokenForm.test(text);
export const newToken = () => randomBytes(32).toString('base64url');
export const hashOf = (token: string) => createHash('sha256').update(token).digest();

/** The open sessions: a random token in the cookie, its SHA-256 in the table (decisions §5). */
export class Sessions {
  readonly #system: Kysely<SystemTables>;
  readonly #limits: SessionLimits;
  readonly #remembered = new LRUCache<string, { readonly actor: Actor | undefined }>({
    max: REMEMBERED_SESSIONS,
    ttl: REMEMBERED_MS,
  });
  /** Grows whenever something is forgotten: what was looked up before then is not remembered. */
  #forgotten = 0;

  constructor(system: Kysely<SystemTables>, limits: SessionLimits) {
    this.#system = system;
    this.#limits = limits;
  }

  /**
   * Opens a session in a tenant, ending the one that the browser had: the identifier is never reused.
   * @param account with the hash of the password that let it in
   * @param since when the password was given, where that was in another tenant; the session ends by it
   * @returns the token; undefined where the password is another by now, or the account is gone
   */
  async open(
    account: Pick<Account, 'uuid' | 'passwordHash'>,
    tenantId: number,
    previousToken: string | undefined,
    since?: Date,
  ): Promise<string | undefined> {
    const token = newToken();
    const opened = await this.#system
      .insertInto('session')
      .columns(['token_hash', 'account_uuid', 'tenant_id', 'created_at'])
      .expression((of) =>
        of
          .selectFrom('account')
          .select([
            sql<Buffer>`${hashOf(token)}::bytea`.as('token_hash'),
            'uuid',
            sql<number>`${tenantId}::integer`.as('tenant_id'),
            sql<Date>`coalesce(${since ?? null}::timestamptz, now())`.as('created_at'),
          ])
          .where('uuid', '=', account.uuid)
          .where('password_hash', '=', account.passwordHash)
          // Waits for a change of the password that is under way, which ends the sessions that it sees.
          .forShare(),
      )
      .returning('token_hash')
      .executeTakeFirst();
    if (!opened) return undefined;
    if (previousToken !== undefined) await this.close(previousToken);
    return token;
  }

  async close(token: string): Promise<void> {
    await this.#system.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute();
    this.#forget((key) => key.startsWith(`${token}:`));
  }

  /** To be called once a change of an account is kept; other processes are told by the database. */
  forgetAccount(accountUuid: string): void {
    this.#forget((_, actor) => actor?.accountUuid === accountUuid);
  }

  forgetAll(): void {
    this.#forget(() => true);
  }

  #forget(concerns: (key: string, actor: Actor | undefined) => boolean): void {
    this.#forgotten += 1;
    for (const [key, { actor }] of [...this.#remembered.entries()])
      if (concerns(key, actor)) this.#remembered.delete(key);
  }

  /**
   * Who a token stands for in a tenant; undefined when it ended by sign-out, idleness or age. Without a promise where it
   * is remembered.
   * @param isSeen counts as a sign of life, after which the session stays for its idle time
   */
  actorOf(token: string, tenantId: number, isSeen = true): Actor | undefined | Promise<Actor | undefined> {
    // What we never gave out costs neither a query nor a place in memory.
    if (!isToken(token)) return undefined;
    const known = this.#remembered.get(`${token}:${tenantId}`);
    return known ? known.actor : this.#lookUp(token, tenantId, isSeen);
  }

  async #lookUp(token: string, tenantId: number, isSeen: boolean): Promise<Actor | undefined> {
    const forgotten = this.#forgotten;
    const actor = await this.#look(token, tenantId, isSeen);
    if (forgotten === this.#forgotten) this.#remembered.set(`${token}:${tenantId}`, { actor });
    return actor;
  }

  async #look(token: string, tenantId: number, isSeen: boolean): Promise<Actor | undefined> {
    const hash = hashOf(token);
    const row = await this.#system
      .selectFrom('session')
      .innerJoin('account', 'account.uuid', 'session.account_uuid')
      .innerJoin('tenant', 'tenant.id', 'session.tenant_id')
      .select(['account.uuid', 'username', 'account.name', 'surname', 'tenant.user_rights'])
      .select(sql<number>`extract(epoch from now() - session.seen_at) * 1000`.as('idle_ms'))
      .where('session.token_hash', '=', hash)
      .where('session.tenant_id', '=', tenantId)
      .where(
        'session.created_at',
        '>',
        sql<Date>`now() - ${this.#limits.sessionAbsolute_ms} * interval '1 millisecond'`,
      )
      .where(
        'session.seen_at',
        '>',
        sql<Date>`now() - ${this.#limits.sessionIdle_ms} * interval '1 millisecond'`,
      )
      .executeTakeFirst();
    if (!row) return undefined;
    const roles = await rolesIn(this.#system, row.uuid, tenantId);
    if (roles.length === 0) return undefined;
    if (isSeen && Number(row.idle_ms) > Math.min(SEEN_EVERY_MS, this.#limits.sessionIdle_ms / 4)) {
      await this.#system
        .updateTable('session')
        .set({ seen_at: sql`now()` })
        .where('token_hash', '=', hash)
        .execute();
    }
    return {
      accountUuid: row.uuid,
      username: row.username,
      displayName: `${row.name} ${row.surname}`.trim() || row.username,
      roles,
      userRights: row.user_rights as UserRights,
    };
  }
}
