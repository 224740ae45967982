import { isIP } from 'node:net';
import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { UserRights } from '@armarium/contract/capability';
import type { Language } from '@armarium/contract/preferences';
import type { SystemTables } from '../../db/database.ts';
import type { TenantIdentity } from '../../http/identify.ts';
import { whenFound } from '../../when-found.ts';

/** A process that missed the notice of a change has it within five seconds. */
const REMEMBERED_MS = 4_000;
/** Callers choose the host names that they send, so only so many are cached. */
const REMEMBERED_HOSTS = 500;

/** A tenant's url, which may be stored with or without a scheme; undefined where it is no web address. */
export function addressOf(url: string): URL | undefined {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(url) ? url : `https://${url}`;
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed : undefined;
}

/** What links in mail of a tenant begin with: its own address; for `default` else `PUBLIC_URL`. */
export function linkOriginOf(
  tenant: { readonly name: string; readonly url: string | null },
  { publicUrl }: { readonly publicUrl: string | undefined },
): string | undefined {
  if (tenant.url !== null) return addressOf(tenant.url)?.origin;
  return tenant.name === 'default' ? publicUrl : undefined;
}

/** The form in which host names are compared: lower case, without the final dot of a complete one. */
export function comparableHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}

/** Whether a host is an IP address; version 6 with or without brackets. */
export function isAddressOfMachine(host: string): boolean {
  return isIP(host.replace(/^\[|\]$/g, '')) !== 0;
}

/** The name before `.localhost`, the test address of a tenant (decisions §2). */
export function nameBeforeLocalhost(host: string): string | undefined {
  return host.endsWith('.localhost') ? host.slice(0, -'.localhost'.length) : undefined;
}

/**
 * The tenant of a host (decisions §2): `default` for `localhost` and IP addresses; then by
 * `{name}.localhost`, and by the tenant's own url. While there is only one tenant every host is `default`.
 */
export function tenantOfHost(
  tenants: readonly TenantIdentity[],
  hostname: string,
): TenantIdentity | undefined {
  const host = comparableHost(hostname);
  const standard = tenants.find(({ name }) => name === 'default');
  if (host === 'localhost' || isAddressOfMachine(host)) return standard;
  const byName = nameBeforeLocalhost(host);
  return (
    tenants.find(({ name }) => name === byName) ??
    tenants.find(({ url }) => url !== null && host === comparableHost(addressOf(url)?.hostname ?? '')) ??
    (tenants.length === 1 ? standard : undefined)
  );
}

interface KnownTenants {
  readonly tenants: readonly TenantIdentity[];
  readonly byHost: LRUCache<string, { readonly tenant: TenantIdentity | undefined }>;
  readonly until_ms: number;
}

/** The tenants of the installation, cached for a few seconds. */
export class Tenants {
  readonly #system: Kysely<SystemTables>;
  #known: KnownTenants | undefined;
  /** Counts, so that what is read while a tenant changes is not kept. */
  #forgotten = 0;

  constructor(system: Kysely<SystemTables>) {
    this.#system = system;
  }

  async all(): Promise<readonly TenantIdentity[]> {
    return (await this.#now()).tenants;
  }

  /** Returns the tenant itself where the tenants are cached, else a promise. */
  ofHost(hostname: string): TenantIdentity | undefined | Promise<TenantIdentity | undefined> {
    return whenFound(this.#now(), ({ tenants, byHost }) => {
      const known = byHost.get(hostname);
      if (known) return known.tenant;
      const tenant = tenantOfHost(tenants, hostname);
      byHost.set(hostname, { tenant });
      return tenant;
    });
  }

  #now(): KnownTenants | Promise<KnownTenants> {
    return this.#known && this.#known.until_ms > performance.now() ? this.#known : this.#read();
  }

  /** Reads them anew with the next call: one was changed. */
  forget(): void {
    this.#forgotten += 1;
    this.#known = undefined;
  }

  async #read(): Promise<KnownTenants> {
    const forgotten = this.#forgotten;
    const rows = await this.#system
      .selectFrom('tenant')
      .select(['id', 'name', 'display_name', 'url', 'logo_key', 'user_rights', 'accent', 'language'])
      .orderBy('id')
      .execute();
    const tenants = rows.map(({ display_name, logo_key, user_rights, ...row }) => ({
      ...row,
      displayName: display_name || row.name,
      logoKey: logo_key,
      userRights: user_rights as UserRights,
      language: row.language as Language | null,
    }));
    // What was read before a change may be out of date.
    const known = {
      tenants,
      byHost: new LRUCache<string, { readonly tenant: TenantIdentity | undefined }>({
        max: REMEMBERED_HOSTS,
      }),
      until_ms: performance.now() + REMEMBERED_MS,
    };
    if (forgotten === this.#forgotten) this.#known = known;
    return known;
  }
}
