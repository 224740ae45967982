import pg from 'pg';
import { type ConnectionSettings } from '../db/pool.ts';

/** The number of deaths of its process that cost a job nothing; each further one costs it an attempt. */
export const forgivenLosses = 12;

/** The property of a job's payload that counts them. */
export const lossesKey = '$losses';

/** An arbitrary constant that separates our locks from those of other programs with the same text. */
const lockSeed = 4_207_312;

const tellWorkers = `pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || count(*)::text || '}')`;

/**
 * The update checks the lock's age again when it writes: a job that was fetched again in between has a young
 * lock and is left alone. pg_locks shows the key in two halves.
 */
const sweepSql = `
  with alive as materialized (
    select (classid::bigint << 32) | objid::bigint as key from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted
      and database = (select oid from pg_database where datname = current_database())
  ), freed as (
    update graphile_worker._private_jobs set
      locked_at = null, locked_by = null,
      attempts = case when coalesce((payload ->> '${lossesKey}')::integer, 0) < $1
        then greatest(attempts - 1, 0) else attempts end,
      payload = (payload::jsonb
        || jsonb_build_object('${lossesKey}', coalesce((payload ->> '${lossesKey}')::integer, 0) + 1))::json
    where locked_by is not null and locked_at < now() - $2 * interval '1 millisecond'
      and hashtextextended(locked_by, ${lockSeed}) <> all (array(select key from alive))
    returning id
  )
  select count(*) as freed, case when count(*) > 0 then ${tellWorkers} end from freed`;

/** The queue itself frees jobs that were locked for four hours; a living job must not be taken for dead. */
const renewSql = `
  update graphile_worker._private_jobs set locked_at = now()
  where locked_by = any($1::text[]) and locked_at < now() - interval '1 hour'`;

const timerSql = `
  select graphile_worker.add_job($1, '{}'::json, max_attempts => 8, job_key => 'timer:' || $1,
    job_key_mode => 'preserve_run_at',
    run_at => to_timestamp((floor(extract(epoch from now()) * 1000 / $2::bigint) + 1) * $2::bigint / 1000))
  where not exists (
    select from graphile_worker._private_jobs where key = 'timer:' || $1 and attempts < max_attempts
  )`;

const startSql = `
  select graphile_worker.add_job($1, '{}'::json, max_attempts => 8, job_key => 'timer:' || $1)`;

const handBackSql = `
  with freed as (
    update graphile_worker._private_jobs
    set locked_at = null, locked_by = null, attempts = greatest(attempts - 1, 0)
    where locked_by = any($1::text[])
    returning id
  )
  select count(*) as freed, case when count(*) > 0 then ${tellWorkers} end from freed`;

/**
 * Proof that workers live: one database session holds a lock for each of them, and ends at once with the
 * process, however that ends. All queries of our own queue code use the same session, so that a broken
 * session is noticed.
 */
export interface Liveness {
  /** Fulfilled once, with the reason, when the session has ended. Never rejects. */
  readonly lost: Promise<unknown>;
  /** Requests the lock of a worker. */
  hold(workerId: string): void;
  /** Fulfilled when all requested locks are held; pending for ever when they can't be any more. */
  ready(): Promise<void>;
  /**
   * Frees the jobs of workers without a lock that were fetched longer ago than this, and gives a turn to those
   * that waited for a time which has come. @returns how many were freed
   */
  sweep(grace_ms: number): Promise<number>;
  /** Makes sure that the next job of a timer is waiting, one for all processes. */
  wind(task: string, every_ms: number): Promise<void>;
  /** Runs the next job of a timer now, one for all processes. */
  start(task: string): Promise<void>;
  /** Puts the jobs of these workers back as if they had not been fetched. @returns how many */
  handBack(workerIds: readonly string[]): Promise<number>;
  /** Releases all locks. Never rejects. */
  close(): Promise<void>;
}

const workerSession = 'armarium worker';

/** Whether any workers live, in this server, another one, or on another machine. */
export async function areWorkersAlive(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ alive: boolean }>(
    `select exists (
      select from pg_locks join pg_stat_activity session using (pid)
      where locktype = 'advisory' and objsubid = 1 and granted and session.application_name = $1
        and database = (select oid from pg_database where datname = current_database())
    ) as alive`,
    [workerSession],
  );
  return rows[0]?.alive === true;
}

/**
 * The session must be a direct one to the server: a pooler that shares sessions (pgbouncer in transaction
 * mode) would release the locks.
 */
export async function openLiveness(connection: ConnectionSettings): Promise<Liveness> {
  const client = new pg.Client({
    ...connection,
    application_name: workerSession,
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    keepAlive: true,
    // By default a server takes two hours to notice that another machine is gone.
    options: '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3',
  });
  let lose: (reason: unknown) => void = () => undefined;
  const lost = new Promise<unknown>((resolve) => {
    lose = resolve;
  });
  client.on('error', lose);
  client.on('end', () => lose(new Error('The session ended.')));
  const workerIds: string[] = [];
  const locks: Promise<void>[] = [];

  let turn: Promise<unknown> = Promise.resolve();
  /** One query after the other: the driver's own queueing is deprecated. */
  function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<pg.QueryResult<Row>> {
    const answer = turn.then(() => client.query<Row>(text, values));
    turn = answer.catch(() => undefined);
    return answer;
  }

  async function lock(workerId: string): Promise<void> {
    try {
      const { rows } = await ask<{ held: boolean }>(
        `select pg_try_advisory_lock(hashtextextended($1, ${lockSeed})) as held`,
        [workerId],
      );
      if (rows[0]?.held === true) return;
      lose(new Error('A lock of a worker is held by somebody else.'));
    } catch (error) {
      lose(error);
    }
    await new Promise<never>(() => undefined);
  }

  async function count(text: string, values: unknown[]): Promise<number> {
    const { rows } = await ask<{ freed: string | number }>(text, values);
    return Number(rows[0]?.freed ?? 0);
  }

  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => undefined);
    throw error;
  }

  return {
    lost,
    hold(workerId) {
      workerIds.push(workerId);
      locks.push(lock(workerId));
    },
    async ready() {
      await Promise.all(locks);
    },
    async sweep(grace_ms) {
      const freed = await count(sweepSql, [forgivenLosses, grace_ms]);
      await ask(renewSql, [workerIds]);
      await ask('select armarium.take_turns()', []);
      return freed;
    },
    async wind(task, every_ms) {
      await ask(timerSql, [task, every_ms]);
    },
    async start(task) {
      await ask(startSql, [task]);
    },
    handBack: (ids) => count(handBackSql, [ids]),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, 1_000);
      });
      await Promise.race([client.end().catch(() => undefined), patience]);
      clearTimeout(timer);
    },
  };
}
