import { isIP } from 'node:net';
import type { Kysely } from 'kysely';
import type { SystemTables } from '../../db/database.ts';
import type { TenantIdentity } from '../../http/identify.ts';

const REMEMBERED_MS = 5_000;

/** The host of a tenant's url, which may be stored with or without a scheme; none where it is no address. */
function hostOf(url: string): string | undefined {
  const address = /^[a-z]+:\/\//i.test(url) ? url : `https://${url}`;
  return URL.canParse(address) ? new URL(address).hostname.toLowerCase() : undefined;
}

/**
 * Which tenant answers at a host (decisions §2): its own url; `{name}.localhost`; `localhost` and IP
 * addresses are `default`, and so is any host while there is one tenant only.
 */
export function tenantOfHost(
  tenants: readonly TenantIdentity[],
  hostname: string,
): TenantIdentity | undefined {
  const byUrl = tenants.find(({ url }) => url !== null && hostOf(url) === hostname);
  if (byUrl) return byUrl;
  const byName = hostname.endsWith('.localhost') ? hostname.slice(0, -'.localhost'.length) : undefined;
  if (byName !== undefined) {
    const named = tenants.find(({ name }) => name === byName);
    if (named) return named;
  }
  const bare = hostname.replace(/^\[|\]$/g, '');
  if (hostname === 'localhost' || isIP(bare) !== 0 || tenants.length === 1) {
    return tenants.find(({ name }) => name === 'default');
  }
  return undefined;
}

/** The tenants of the installation, read at most every few seconds. */
export class Tenants {
  readonly #system: Kysely<SystemTables>;
  #known: { tenants: TenantIdentity[]; until_ms: number } | undefined;

  constructor(system: Kysely<SystemTables>) {
    this.#system = system;
  }

  async all(): Promise<readonly TenantIdentity[]> {
    if (this.#known && this.#known.until_ms > Date.now()) return this.#known.tenants;
    const rows = await this.#system
      .selectFrom('tenant')
      .select(['id', 'name', 'display_name', 'url'])
      .orderBy('id')
      .execute();
    const tenants = rows.map(({ display_name, ...row }) => ({
      ...row,
      displayName: display_name || row.name,
    }));
    this.#known = { tenants, until_ms: Date.now() + REMEMBERED_MS };
    return tenants;
  }

  async ofHost(hostname: string): Promise<TenantIdentity | undefined> {
    return tenantOfHost(await this.all(), hostname);
  }
}
