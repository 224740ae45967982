import { sql, type Kysely } from 'kysely';
import type { SystemTables } from '../../db/database.ts';
import type { TenantIdentity } from '../../http/identify.ts';
import { hashOf, isToken, newToken } from './sessions.ts';
import { addressOf, comparableHost, nameBeforeLocalhost } from '../tenancy/public.ts';

/** By the database's clock (decisions §2). */
export const VALID_FOR_S = 30;

/** Who comes over, and since when the session has been open. */
interface CarriedOver {
  readonly uuid: string;
  readonly passwordHash: string;
  readonly since: Date;
}

/**
 * Where a tenant is reached: at its own url, by https unless that says otherwise (decisions §2). One without a
 * url is reached at `{name}.localhost` from where one tries things out: this machine.
 * @param origin of the request
 * @returns scheme, host and port; undefined where no address leads to it
 */
export function originOf(tenant: Pick<TenantIdentity, 'name' | 'url'>, origin: string): string | undefined {
  if (tenant.url !== null) return addressOf(tenant.url)?.origin;
  const { protocol, hostname, port } = new URL(origin);
  const host = comparableHost(hostname);
  // From another machine `.localhost` would lead a person to their own.
  const isThisMachine = host === 'localhost' || host === '[::1]' || /^127\.[\d.]+$/.test(host);
  if (!isThisMachine && nameBeforeLocalhost(host) === undefined) return undefined;
  const own = tenant.name === 'default' ? 'localhost' : `${tenant.name}.localhost`;
  return `${protocol}//${own}${port && `:${port}`}`;
}

/**
 * The tokens that carry a session from one tenant's host to another's (decisions §2): good once, on one host, for
 * 30 seconds, while the session lasts that they came from.
 */
export class Handoffs {
  readonly #system: Kysely<SystemTables>;

  constructor(system: Kysely<SystemTables>) {
    this.#system = system;
  }

  /**
   * @param host to which the account goes
   * @returns the token; undefined where the session ended meanwhile
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
          .forKeyShare(),
      )
      .returning('token_hash')
      .executeTakeFirst();
    return made && token;
  }

  /** Takes a token; undefined where it is not, or no longer, good at this host. One statement, so only one gets it. */
  async take(token: string, tenantId: number, host: string): Promise<CarriedOver | undefined> {
    if (!isToken(token)) return undefined;
    const row = await this.#system
      .deleteFrom('handoff')
      .using(['session', 'account'])
      .whereRef('account.uuid', '=', 'session.account_uuid')
      .whereRef('session.token_hash', '=', 'handoff.session_hash')
      .where('handoff.token_hash', '=', hashOf(token))
      .where('handoff.tenant_id', '=', tenantId)
      .where('handoff.host', '=', comparableHost(host))
      .where('handoff.created_at', '>', sql<Date>`now() - ${VALID_FOR_S} * interval '1 second'`)
      .returning(['account.uuid', 'account.password_hash as passwordHash', 'session.created_at as since'])
      .executeTakeFirst();
    return row;
  }
}
