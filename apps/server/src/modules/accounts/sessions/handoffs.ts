import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../../db/database.ts';
import type { GivenFactor } from '../second-factor/second-factor.queries.ts';
import type { TenantIdentity } from '../../../http/identify.ts';
import { hashOf, isToken, newToken } from '../random-token.ts';
import { addressOf, comparableHost, nameBeforeLocalhost } from '../../tenancy/public.ts';

/** By the clock of the database (decisions §2). */
export const VALID_FOR_S = 30;

/** The account of a token, the start of its session, and the second factor that was given to that. */
interface CarriedOver {
  readonly uuid: string;
  readonly passwordHash: string | null;
  readonly since: Date;
  readonly secondFactor: GivenFactor | undefined;
}

/**
 * The origin of a tenant: its own url, with https unless the url says otherwise (decisions §2). A tenant
 * without a url has `{name}.localhost`, which works on this machine only.
 * @param origin of the request
 * @returns scheme, host and port; undefined where no address leads to it
 */
export function originOf(tenant: Pick<TenantIdentity, 'name' | 'url'>, origin: string): string | undefined {
  if (tenant.url !== null) return addressOf(tenant.url)?.origin;
  const { protocol, hostname, port } = new URL(origin);
  const host = comparableHost(hostname);
  // On another machine `.localhost` would be that machine itself.
  const isThisMachine = host === 'localhost' || host === '[::1]' || /^127\.[\d.]+$/.test(host);
  if (!isThisMachine && nameBeforeLocalhost(host) === undefined) return undefined;
  const own = tenant.name === 'default' ? 'localhost' : `${tenant.name}.localhost`;
  return `${protocol}//${own}${port && `:${port}`}`;
}

/**
 * The tokens that carry a session from one tenant's host to another's (decisions §2). A token works once, on
 * one host, for 30 seconds, and only while its session lasts.
 */
export class Handoffs {
  readonly #system: Kysely<SystemTables>;

  constructor(system: Kysely<SystemTables>) {
    this.#system = system;
  }

  /**
   * @param host the target host
   * @returns the token; undefined where the session ended meanwhile, or was opened by a provider
   */
  async make(sessionToken: string, tenantId: number, host: string): Promise<string | undefined> {
    const token = newToken();
    const made = await this.#system
      .insertInto('handoff')
      .columns(['token_hash', 'session_hash', 'tenant_id', 'host'])
      .expression((of) =>
        of
          .selectFrom('session')
          .select([
            sql<Buffer>`${hashOf(token)}::bytea`.as('token_hash'),
            'session.token_hash as session_hash',
            sql<number>`${tenantId}::integer`.as('tenant_id'),
            sql<string>`${comparableHost(host)}::text`.as('host'),
          ])
          .where('session.token_hash', '=', hashOf(sessionToken))
          // What a provider of one organisation opens stays there.
          .where('session.sign_on_provider', 'is', null)
          .forKeyShare(),
      )
      .returning('token_hash')
      .executeTakeFirst();
    return made && token;
  }

  /**
   * Redeems a token; undefined where it is not valid at this host. Only one request gets it.
   * @param db a transaction. The account stays as it is until its end: what ends its sessions comes before or after.
   */
  async take(
    db: Kysely<SystemTables>,
    token: string,
    tenantId: number,
    host: string,
  ): Promise<CarriedOver | undefined> {
    if (!isToken(token)) return undefined;
    const tokenHash = hashOf(token);
    await db
      .selectFrom('account')
      .select('account.uuid')
      .where('account.uuid', 'in', (select) =>
        select
          .selectFrom('session')
          .innerJoin('handoff', 'handoff.session_hash', 'session.token_hash')
          .select('session.account_uuid')
          .where('handoff.token_hash', '=', tokenHash),
      )
      .forShare()
      .execute();
    // The session first, as whoever ends one does, and the handoff with it.
    await db
      .selectFrom('session')
      .select('session.uuid')
      .where('session.token_hash', 'in', (select) =>
        select.selectFrom('handoff').select('session_hash').where('handoff.token_hash', '=', tokenHash),
      )
      .forUpdate()
      .execute();
    const taken = await db
      .deleteFrom('handoff')
      .using(['session', 'account'])
      .whereRef('account.uuid', '=', 'session.account_uuid')
      .whereRef('session.token_hash', '=', 'handoff.session_hash')
      .where('handoff.token_hash', '=', tokenHash)
      .where('handoff.tenant_id', '=', tenantId)
      .where('handoff.host', '=', comparableHost(host))
      .where('session.sign_on_provider', 'is', null)
      .where('handoff.created_at', '>', sql<Date>`now() - ${VALID_FOR_S} * interval '1 second'`)
      .returning(['account.uuid', 'account.password_hash as passwordHash', 'session.created_at as since'])
      .returning(['session.second_factor as isGiven', 'session.passkey_uuid as passkey'])
      .executeTakeFirst();
    if (!taken) return undefined;
    const { isGiven, passkey, ...carried } = taken;
    return { ...carried, secondFactor: isGiven ? { passkey } : undefined };
  }
}
