import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const CLOSED_WITHIN_MS = 1_000;

/** Connection settings as node-postgres takes them: a URL, or the socket of the embedded server. */
export type ConnectionSettings =
  { connectionString: string } | { host: string; port: number; user: string; database: string };

export type PoolRole =
  /** Bound by row-level security: requests of people and their jobs. */
  | 'armarium_app'
  /** The migrator itself: migrations and the queue, whose tables it owns. */
  | 'migrator';

// 64-bit counters and sizes stay below 2^53 here; timestamps are sent as ISO 8601 through Date.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * Opens a pool whose connections have the given role from their first statement on. The role is a start-up
 * setting of the connection, so it costs no round trip and RESET returns to it.
 */
export function openPool(
  connection: ConnectionSettings,
  role: PoolRole,
  max: number,
  onError: (error: Error) => void,
): pg.Pool {
  // Nobody waits for ever, and a waiting statement must not hold a connection for long.
  const limits =
    '-c lock_timeout=8000 -c statement_timeout=60000 -c idle_in_transaction_session_timeout=120000';
  const ofRole = role === 'migrator' ? '' : ` -c role=${role} ${limits}`;
  const pool = new pg.Pool({
    ...connection,
    max,
    options: `-c search_path=armarium,public${ofRole}`,
    application_name: role === 'migrator' ? 'armarium queue' : 'armarium',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  });
  // Without a listener an idle connection that breaks would end the process.
  pool.on('error', onError);
  // The pool does not listen to a connection that is checked out either.
  pool.on('connect', (client) => {
    client.on('error', onError);
  });
  return pool;
}

/**
 * Ends a pool and waits until its connections are closed. The pool's own `end` waits only until they were
 * asked to close, and a server that stops meanwhile would break each with an error.
 */
export async function endPool(pool: pg.Pool): Promise<void> {
  let open = pool.totalCount;
  const closed = new Promise<void>((resolve) => {
    pool.on('remove', () => {
      open -= 1;
      if (open === 0) resolve();
    });
  });
  const ended = pool.end();
  if (open > 0) await Promise.race([closed, sleep(CLOSED_WITHIN_MS, undefined, { ref: false })]);
  await ended;
}

export type { Pool, PoolClient } from 'pg';
