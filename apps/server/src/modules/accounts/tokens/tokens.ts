import { sql } from 'kysely';
import { TOKEN_PREFIX } from '@armarium/contract/tokens';
import { system as program, type Actor, type Database } from '../../../db/database.ts';
import { whenFound } from '../../../when-found.ts';
import { rolesBySignOn } from '../account.rules.ts';
import { accountIn } from '../accounts.ts';
import type { ActorCache } from '../actor-cache.ts';
import { hashOf, isToken, newToken } from '../random-token.ts';
import { factorNeeded } from '../second-factor/second-factor.queries.ts';
import { findToken, type StoredToken } from './token.queries.ts';

/** `last_used_at` is written at most this often, so that a program that reads writes nothing. */
const USED_EVERY_MS = 60_000;

/** What stands behind `Authorization: Bearer`: 32 random bytes after the prefix. */
export const newProgramToken = () => `${TOKEN_PREFIX}${newToken()}`;

const isProgramToken = (text: string) =>
  text.startsWith(TOKEN_PREFIX) && isToken(text.slice(TOKEN_PREFIX.length));

/** The tokens of programs: a random text in the request, its SHA-256 in the table (decisions §12). */
export class Tokens {
  readonly #database: Database;
  readonly #remembered: ActorCache;

  constructor(database: Database, remembered: ActorCache) {
    this.#database = database;
    this.#remembered = remembered;
  }

  /**
   * The account of a token in a tenant, with what the token names; undefined where the token is another tenant's, has expired
   * or was removed, and where its account may not act in the tenant. It is a promise only where it is not cached.
   */
  actorOf(token: string, tenantId: number): Actor | undefined | Promise<Actor | undefined> {
    // A token of another form costs neither a query nor a place in the cache.
    if (!isProgramToken(token)) return undefined;
    const found = this.#remembered.find(`${token}:${tenantId}`, () => this.#look(token, tenantId));
    return whenFound(found, (actor) =>
      actor?.token && actor.token.expiresAt.getTime() > Date.now() ? actor : undefined,
    );
  }

  async #look(text: string, tenantId: number): Promise<Actor | undefined> {
    const data = this.#database.tenant(tenantId, program);
    const token = await data.read((db) => findToken(db, { hash: hashOf(text) }));
    if (!token || token.expiresAt.getTime() <= Date.now()) return undefined;
    const { system } = this.#database;
    const account = await accountIn(system, { uuid: token.accountUuid }, tenantId);
    if (!account) return undefined;
    const actor = actingBy(account, token);
    // Whoever must first set up a second factor can do nothing before, nor can their programs.
    const { accountUuid: uuid, roles } = actor;
    if ((await factorNeeded(system, { uuid, roles, isGiven: true }, tenantId)) === 'missing')
      return undefined;
    if (Date.now() - (token.lastUsedAt?.getTime() ?? 0) > USED_EVERY_MS) await this.#noteUse(token, tenantId);
    return actor;
  }

  async #noteUse({ uuid }: StoredToken, tenantId: number): Promise<void> {
    await this.#database.bookkeeping(tenantId, (db) =>
      db
        .updateTable('account_token')
        .set({ last_used_at: sql`now()` })
        .where('uuid', '=', uuid)
        .execute(),
    );
  }
}

/**
 * Whom a job acts for: the account that started it, limited to what its token names where a program did. A token that expires
 * meanwhile does not end the job; one that is removed does.
 * @returns undefined where the account may not act in the tenant any more, or the token was removed
 */
export async function actorOfJob(
  database: Database,
  by: { readonly account_uuid: string; readonly token_uuid: string | null },
  tenantId: number,
): Promise<Actor | undefined> {
  const { account_uuid: uuid, token_uuid: tokenUuid } = by;
  const account = await accountIn(database.system, { uuid }, tenantId);
  if (!account || tokenUuid === null) return account;
  const token = await database.tenant(tenantId, program).read((db) => findToken(db, { uuid: tokenUuid }));
  return token && actingBy(account, token);
}

function actingBy(account: Actor, { isBySignOn, ...token }: StoredToken): Actor {
  const { uuid, name, capabilities, expiresAt } = token;
  return {
    ...account,
    // As in the session in which it was made.
    roles: isBySignOn ? rolesBySignOn(account.roles) : account.roles,
    token: { uuid, name, capabilities, expiresAt },
  };
}
