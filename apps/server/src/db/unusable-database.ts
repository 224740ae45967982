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

/** A role that armarium_app can act as, and why policies would not hold for it. */
interface Escape {
  /** From armarium_app to the role, each a member of the next. */
  readonly path: readonly string[];
  readonly is_superuser: boolean;
  readonly bypasses: boolean;
  readonly owns_tables: boolean;
  readonly reaches_server: boolean;
}

/**
 * Requires that row-level security holds for the role of the pools: neither it, nor any role that it is a member
 * of, directly or through others, is a superuser, bypasses row-level security, owns tables with policies, or may
 * read and write files or run programs on the server of the database. Whether it inherits the rights of such a
 * role does not matter: it could take them by SET ROLE.
 * @throws DatabaseUnusable naming the role, and the statement that mends it
 */
export async function refuseBypass(client: PoolClient): Promise<void> {
  const { rows } = await client.query<Escape>(`
    with recursive reached (role, path) as (
      select oid, array[rolname::text] from pg_roles where rolname in ('armarium_app', 'armarium_owner')
      union all
      select roleid, path || roleid::regrole::text
      from reached join pg_auth_members on member = role
      where path[1] = 'armarium_app'
    )
    select path, rolsuper as is_superuser, rolbypassrls as bypasses, owns_tables,
      rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files') as reaches_server
    from reached join pg_roles on pg_roles.oid = role, lateral (
      select path[1] = 'armarium_app' and exists (
        select from pg_class where relowner = role and relrowsecurity and relnamespace = 'armarium'::regnamespace
      ) as owns_tables
    ) owned
    order by cardinality(path), path`);
  const escape = rows.find(
    (row) => row.is_superuser || row.bypasses || row.owns_tables || row.reaches_server,
  );
  if (escape) throw new DatabaseUnusable(describeEscape(escape));
}

function describeEscape({ path, is_superuser, bypasses, owns_tables }: Escape): string {
  const [first = '', second] = path;
  const last = path.at(-1) ?? first;
  const what = is_superuser
    ? 'is a superuser'
    : bypasses
      ? 'bypasses row-level security'
      : owns_tables
        ? 'owns tables, whose row-level security does not bind their owner'
        : 'may reach files or programs of the database server';
  if (second === undefined) {
    const cure = is_superuser
      ? `alter role ${first} nosuperuser`
      : bypasses
        ? `alter role ${first} nobypassrls`
        : `reassign owned by ${first} to armarium_owner`;
    return `The role ${first} ${what}; organisations would see each other's rows. Run: ${cure};`;
  }
  const through = path.length > 2 ? ` through ${path.slice(1, -1).join(', ')}` : '';
  return (
    `The role ${first} is a member of ${last}${through}, which ${what}; organisations would see each other's rows. ` +
    `Run: revoke ${second} from ${first};`
  );
}
