import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { UserRights } from '@armarium/contract/capability';
import type { Actor, SystemTables } from '../../../db/database.ts';
import { sessionTokenOf, type PendingSignIn } from '../../../http/identify.ts';
import { ProblemError } from '../../../problem-error.ts';
import { rolesBySignOn } from '../account.rules.ts';
import { rolesIn, type Account } from '../accounts.ts';
import { ActorCache } from '../actor-cache.ts';
import { hashOf, isToken, newToken } from '../random-token.ts';
import {
  hasPasskey,
  hasTotp,
  lackingFactor,
  type GivenFactor,
  type LackingFactor,
} from '../second-factor/second-factor.queries.ts';

export interface SessionLimits {
  readonly sessionIdle_ms: number;
  readonly sessionAbsolute_ms: number;
}

/** `seen_at` is written at most this often, so that reading tiles writes nothing. */
const SEEN_EVERY_MS = 60_000;
/** A sign-in that waits for its second factor does so for this long. */
export const PENDING_MINUTES = 10;
/** Longer ones are cut. */
const USER_AGENT_MAX = 400;

/** The browser that asks for a session. */
export interface Opener {
  /** Of the session that it has, in whichever state. */
  readonly token: string | undefined;
  readonly userAgent: string | null;
  readonly address: string;
}

export function openerOf(request: FastifyRequest): Opener {
  return {
    token: sessionTokenOf(request),
    userAgent: request.headers['user-agent']?.slice(0, USER_AGENT_MAX) ?? null,
    address: request.ip,
  };
}

/** How a session came about, beside the password. */
export interface Opening {
  /** When the password was given, where that was in another tenant; the end of the session depends on it. */
  readonly since?: Date;
  /** The second factor that was given. */
  readonly secondFactor?: GivenFactor | undefined;
  /** Whether one is needed that was not given. */
  readonly pending?: boolean;
  /** The uuid of the provider of sign-on that opens it. */
  readonly signOn?: string;
}

/** The row of a token, with what is to be known before it opens anything. */
interface FoundSession {
  readonly actor: Actor;
  readonly lacks: LackingFactor | undefined;
  readonly idle_ms: number;
}

/** @throws ProblemError where a session that was to get a new token has ended meanwhile */
export function requireRenewed(token: string | undefined): string {
  if (token === undefined) throw new ProblemError('not-signed-in', 'Sign in and try again.');
  return token;
}

/** The open sessions: a random token in the cookie, its SHA-256 in the table (decisions §5). */
export class Sessions {
  readonly #system: Kysely<SystemTables>;
  readonly #limits: SessionLimits;
  /** The condition that a session is neither idle for too long nor too old. */
  readonly #isOpen: RawBuilder<boolean>;
  readonly #remembered: ActorCache;

  constructor(system: Kysely<SystemTables>, limits: SessionLimits, remembered = new ActorCache()) {
    this.#system = system;
    this.#remembered = remembered;
    this.#limits = limits;
    this.#isOpen = sql<boolean>`session.created_at > now() - ${limits.sessionAbsolute_ms} * interval '1 millisecond'
      and session.seen_at > now() - ${limits.sessionIdle_ms} * interval '1 millisecond'`;
  }

  /**
   * Opens a session in a tenant, and ends the browser's previous one: the token is never reused.
   * @param account with the password hash that was checked
   * @returns the token; undefined where the password was changed meanwhile, or the account was closed or deleted
   */
  async open(
    account: Pick<Account, 'uuid' | 'passwordHash'>,
    tenantId: number,
    { token: previousToken, userAgent, address }: Opener,
    { since, secondFactor, pending = false, signOn }: Opening = {},
    db = this.#system,
  ): Promise<string | undefined> {
    const token = newToken();
    const opened = await db
      .insertInto('session')
      .columns([
        'token_hash',
        'account_uuid',
        'tenant_id',
        'created_at',
        'user_agent',
        'address',
        'second_factor',
        'passkey_uuid',
        'pending',
        'sign_on_provider',
      ])
      .expression((of) =>
        of
          .selectFrom('account')
          .select([
            sql<Buffer>`${hashOf(token)}::bytea`.as('token_hash'),
            'uuid',
            sql<number>`${tenantId}::integer`.as('tenant_id'),
            sql<Date>`coalesce(${since ?? null}::timestamptz, now())`.as('created_at'),
            sql<string | null>`${userAgent}::text`.as('user_agent'),
            sql<string>`${address}::text`.as('address'),
            sql<boolean>`${secondFactor !== undefined}::boolean`.as('second_factor'),
            sql<string | null>`${secondFactor?.passkey ?? null}::uuid`.as('passkey_uuid'),
            sql<boolean>`${pending}::boolean`.as('pending'),
            sql<string | null>`${signOn ?? null}::uuid`.as('sign_on_provider'),
          ])
          .where('uuid', '=', account.uuid)
          .where('password_hash', 'is not distinct from', account.passwordHash)
          .where('closed_at', 'is', null)
          // Waits for a running change of the password, or the closing of the account, which ends only the sessions that it
          // can see.
          .forShare(),
      )
      .returning('token_hash')
      .executeTakeFirst();
    if (!opened) return undefined;
    if (previousToken !== undefined) await this.close(previousToken, db);
    return token;
  }

  /**
   * Gives a session a new token: the former one is never reused.
   * @param db a transaction, after whose end `forgetAccount` is to be called
   * @param secondFactor where one was given now; else what was known of it stays
   * @returns the token; undefined where the session has ended meanwhile
   */
  async renew(
    db: Kysely<SystemTables>,
    formerToken: string,
    { secondFactor }: Pick<Opening, 'secondFactor'> = {},
  ): Promise<string | undefined> {
    const token = newToken();
    const former = hashOf(formerToken);
    // The session first, as whoever ends one does.
    await db.selectFrom('session').select('uuid').where('token_hash', '=', former).forUpdate().execute();
    // Handoffs refer to the former token, so they end.
    await db.deleteFrom('handoff').where('session_hash', '=', former).execute();
    const renewed = await db
      .updateTable('session')
      .set({ token_hash: hashOf(token), seen_at: sql`now()` })
      .$if(secondFactor !== undefined, (query) =>
        query.set({ second_factor: true, passkey_uuid: secondFactor?.passkey ?? null, pending: false }),
      )
      .where('token_hash', '=', former)
      .returning('uuid')
      .executeTakeFirst();
    return renewed && token;
  }

  /** Records that an account signed in to a tenant now. An account that is gone meanwhile is left out. */
  async noteSignIn(accountUuid: string, tenantId: number): Promise<void> {
    await sql`
      insert into account_membership (tenant_id, account_uuid, last_sign_in_at)
      select ${tenantId}, uuid, now() from account where uuid = ${accountUuid} for key share
      on conflict (tenant_id, account_uuid) do update set last_sign_in_at = excluded.last_sign_in_at`.execute(
      this.#system,
    );
  }

  async close(token: string, db = this.#system): Promise<void> {
    await db.deleteFrom('session').where('token_hash', '=', hashOf(token)).execute();
    this.#remembered.forget((key) => key.startsWith(`${token}:`));
  }

  /**
   * The open sessions of an account in a tenant.
   * @param presentToken of the session that comes first; behind it those that were seen last
   */
  async openOf(accountUuid: string, tenantId: number, presentToken: string) {
    const present = sql<boolean>`token_hash = ${hashOf(presentToken)}`;
    return (
      this.#system
        .selectFrom('session')
        .select([
          'uuid',
          'created_at as createdAt',
          'seen_at as seenAt',
          'user_agent as userAgent',
          'address',
        ])
        .select(present.as('present'))
        .where('account_uuid', '=', accountUuid)
        .where('tenant_id', '=', tenantId)
        .where(this.#isOpen)
        // One that waits for its second factor opens nothing.
        .where('pending', '=', false)
        .orderBy(present, 'desc')
        .orderBy('seen_at', 'desc')
        .execute()
    );
  }

  /**
   * Ends one session of an account in a tenant.
   * @returns whether it was the one of the token; undefined where there is no such session
   */
  async endOne(
    accountUuid: string,
    tenantId: number,
    uuid: string,
    presentToken: string,
  ): Promise<'present' | 'other' | undefined> {
    const ended = await this.#system
      .deleteFrom('session')
      .where('account_uuid', '=', accountUuid)
      .where('tenant_id', '=', tenantId)
      .where('uuid', '=', uuid)
      .returning('token_hash')
      .executeTakeFirst();
    this.forgetAccount(accountUuid);
    return ended && (ended.token_hash.equals(hashOf(presentToken)) ? 'present' : 'other');
  }

  /** Ends all sessions of an account in a tenant but the one of the token. */
  async endOthers(accountUuid: string, tenantId: number, presentToken: string): Promise<void> {
    await this.#system
      .deleteFrom('session')
      .where('account_uuid', '=', accountUuid)
      .where('tenant_id', '=', tenantId)
      .where('token_hash', '!=', hashOf(presentToken))
      .execute();
    this.forgetAccount(accountUuid);
  }

  /** As `ActorCache.forgetAccount`. */
  forgetAccount(accountUuid: string): void {
    this.#remembered.forgetAccount(accountUuid);
  }

  forgetAll(): void {
    this.#remembered.forgetAll();
  }

  /**
   * The actor of a token in a tenant; undefined where the session has ended by sign-out, idleness or age. It is a
   * promise only where it is not cached.
   * @param isSeen whether it counts as activity, which extends the session by its idle time
   */
  actorOf(token: string, tenantId: number, isSeen = true): Actor | undefined | Promise<Actor | undefined> {
    // A token of another form costs neither a query nor a place in the cache.
    if (!isToken(token)) return undefined;
    return this.#remembered.find(`${token}:${tenantId}`, () => this.#look(token, tenantId, isSeen));
  }

  async #look(token: string, tenantId: number, isSeen: boolean): Promise<Actor | undefined> {
    const session = await this.#read(token, tenantId);
    if (!session || session.lacks) return undefined;
    if (isSeen && session.idle_ms > Math.min(SEEN_EVERY_MS, this.#limits.sessionIdle_ms / 4)) {
      await this.#system
        .updateTable('session')
        .set({ seen_at: sql`now()` })
        .where('token_hash', '=', hashOf(token))
        .execute();
    }
    return session.actor;
  }

  /** The sign-in of a token that waits for its second factor; undefined where there is none, or after ten minutes. */
  async pendingOf(token: string, tenantId: number): Promise<PendingSignIn | undefined> {
    const session = isToken(token) ? await this.#read(token, tenantId) : undefined;
    if (!session?.lacks || session.idle_ms > PENDING_MINUTES * 60_000) return undefined;
    return { actor: session.actor, lacks: session.lacks };
  }

  async #read(token: string, tenantId: number): Promise<FoundSession | undefined> {
    const row = await this.#system
      .selectFrom('session')
      .innerJoin('account', 'account.uuid', 'session.account_uuid')
      .innerJoin('tenant', 'tenant.id', 'session.tenant_id')
      .select(['account.uuid', 'username', 'account.name', 'surname', 'tenant.user_rights'])
      .select(['session.second_factor as isGiven', 'session.pending as isPending'])
      .select(sql<boolean>`session.sign_on_provider is not null`.as('isBySignOn'))
      .select('tenant.demand_second_factor as isDemanded')
      .select(hasTotp(sql.ref('account.uuid')).as('hasTotp'))
      .select(hasPasskey(sql.ref('account.uuid')).as('hasPasskey'))
      .select(sql<number>`extract(epoch from now() - session.seen_at) * 1000`.as('idle_ms'))
      .where('session.token_hash', '=', hashOf(token))
      .where('session.tenant_id', '=', tenantId)
      .where(this.#isOpen)
      .executeTakeFirst();
    if (!row) return undefined;
    const held = await rolesIn(this.#system, row.uuid, tenantId);
    if (held.length === 0) return undefined;
    const roles = row.isBySignOn ? rolesBySignOn(held) : held;
    const lacks = lackingFactor({ ...row, roles });
    // What made it wait is gone. It was never completed, so that nobody was told of it.
    if (row.isPending && !lacks) return undefined;
    return {
      lacks,
      idle_ms: Number(row.idle_ms),
      actor: {
        accountUuid: row.uuid,
        username: row.username,
        displayName: `${row.name} ${row.surname}`.trim() || row.username,
        roles,
        userRights: row.user_rights as UserRights,
      },
    };
  }
}
