import type { PoolClient } from 'pg';

/** The database can't be used. The message says why, for the person who starts the server. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable';
}

/** @throws DatabaseUnusable where the server is too old, or the database compares text without knowing its letters */
export async function refuseUnfitServer(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{
    version: number;
    encoding: string;
    ctype: string;
    provider: string;
  }>(`
    select current_setting('server_version_num')::int as version, pg_encoding_to_char(encoding) as encoding,
      datctype as ctype, datlocprovider::text as provider
    from pg_database where datname = current_database()`);
  const server = rows[0];
  if (!server) throw new DatabaseUnusable('The database does not describe itself.');
  if (server.version < 150_000) {
    throw new DatabaseUnusable(
      `PostgreSQL 15 or later is needed; this server is ${(server.version / 10_000) | 0}.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new DatabaseUnusable(
      `The database's encoding is ${server.encoding}; create it with ENCODING 'UTF8'.`,
    );
  }
  if (server.provider === 'c' && (server.ctype === 'C' || server.ctype === 'POSIX')) {
    throw new DatabaseUnusable(
      `The database's character type is ${server.ctype}, which knows no letters beyond ASCII; create it with LC_CTYPE 'C.UTF-8'.`,
    );
  }
}

/** @throws DatabaseUnusable where row-level security would not hold for our roles */
export async function refuseBypass(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ bypasses: boolean }>(
    `select bool_or(rolsuper or rolbypassrls) as bypasses from pg_roles where rolname in ('armarium_app', 'armarium_owner')`,
  );
  if (rows[0]?.bypasses !== false) {
    throw new DatabaseUnusable(
      'The role armarium_app or armarium_owner is a superuser or bypasses row-level security; it must be neither.',
    );
  }
}
