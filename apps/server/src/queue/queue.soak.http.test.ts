import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { build } from 'esbuild';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { until } from '../../../../tests/harness/waiting.ts';
import { migrate } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { type DB } from '../db/schema.generated.ts';
import { enqueue, type EnqueueOptions } from './enqueue.ts';
import { jobNames, type JobContext, type JobHandler, type JobLog, type JobName } from './jobs.ts';
import { forgivenLosses } from './liveness.ts';
import { forgivingPool } from './forgiving-pool.ts';
import { startQueue, type Queue, type QueueOptions } from './start-queue.ts';

const serverUrl = (inject('postgresUrl' as never) as string | undefined) ?? process.env['TEST_DATABASE_URL'];
const database = `queue_${randomBytes(6).toString('hex')}`;
const databaseUrl = (serverUrl ?? '').replace(/^(postgres(?:ql)?:\/\/[^/]*\/)[^?]*/, `$1${database}`);
const repository = path.resolve(import.meta.dirname, '../../../..');
const scratch = path.join(repository, 'node_modules/.cache', database);

let server: pg.Client;
let migrator: pg.Pool;
let app: Kysely<DB>;
const queues: Queue[] = [];
const children: ChildProcess[] = [];
const lines: { level: string; message: string }[] = [];

const log: JobLog = {
  info: (_fields, message) => lines.push({ level: 'info', message }),
  warn: (_fields, message) => lines.push({ level: 'warn', message }),
  error: (_fields, message) => lines.push({ level: 'error', message }),
};

/** Looks after the jobs often; a lock is old after less than a second. */
const quick = { sweepPause_ms: 50, graceForLoss_ms: 500 };
/** As long as a timer can wait: what comes to an end did not wait for it. */
const never_ms = 2 ** 31 - 1;

const nothing: JobHandler = async () => undefined;
const idle = Object.fromEntries(jobNames.map((name) => [name, nothing])) as Record<JobName, JobHandler>;

async function start(deriveImage: JobHandler, more: Partial<QueueOptions> = {}): Promise<Queue> {
  const queue = await startQueue({
    pool: migrator,
    connection: { connectionString: databaseUrl },
    concurrency: 2,
    handlers: { ...idle, 'derive-media': deriveImage },
    log,
    ...more,
  });
  queues.push(queue);
  return queue;
}

/** A transaction of the application's role, for the tenant given. */
function inTenant(tenant: number | undefined, work: (tx: Transaction<DB>) => Promise<void>): Promise<void> {
  return app.transaction().execute(async (tx) => {
    if (tenant !== undefined) await sql`select set_config('app.tenant', ${String(tenant)}, true)`.execute(tx);
    await work(tx);
  });
}

const put = (payload: object = {}, options?: EnqueueOptions) =>
  inTenant(1, (tx) => enqueue(tx, 'derive-media', payload, options));

interface JobRow {
  attempts: number;
  locked_by: string | null;
  payload: Record<string, unknown>;
  last_error: string | null;
}

async function jobs(): Promise<JobRow[]> {
  const found = await migrator.query<JobRow>('select * from graphile_worker._private_jobs order by id');
  return found.rows;
}

const untilSo = (what: string, isSo: () => boolean | Promise<boolean>) =>
  until(what, async () => (await isSo()) || undefined);

/** A promise, and the call that fulfils it. */
function door(): { opened: Promise<void>; open: () => void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/** A job that a worker of long ago took and never finished. */
async function abandonedJob(payload: object): Promise<void> {
  await put(payload);
  await migrator.query(
    `update graphile_worker._private_jobs set locked_by = 'gone', locked_at = now() - interval '1 hour', attempts = 1
     where id = (select max(id) from graphile_worker._private_jobs)`,
  );
}

/** Lets nobody in, and ends all sessions. */
async function takeDatabaseAway(): Promise<void> {
  await server.query(`alter database ${database} allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [database]);
}
const giveDatabaseBack = () => server.query(`alter database ${database} allow_connections true`);
const isTryingOn = () =>
  lines.some(({ message }) => message === 'The queue does not reach the database; trying on');

/** A handler that notes its runs and ends as told. */
function noting(behave: (job: JobContext, run: number) => Promise<void> = async () => undefined) {
  const runs: { payload: unknown; job: JobContext }[] = [];
  const handler: JobHandler = async (payload, job) => {
    runs.push({ payload, job });
    await behave(job, runs.length);
  };
  return { runs, handler };
}

const untilAborted = (job: JobContext) =>
  new Promise<void>((_resolve, reject) => {
    job.signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true });
  });

/** Another process with a worker, whose job never ends; resolves when it has taken one. */
async function processInJob(): Promise<ChildProcess> {
  const file = path.join(scratch, 'worker.mjs');
  await build({
    stdin: {
      resolveDir: import.meta.dirname,
      loader: 'ts',
      contents: `
        import { openPool } from '../db/pool.ts';
        import { jobNames } from './jobs.ts';
        import { startQueue } from './start-queue.ts';
        const connection = { connectionString: process.argv[2]! };
        const mute = () => undefined;
        await startQueue({
          pool: openPool(connection, 'migrator', 4, mute), connection, concurrency: 1,
          handlers: {
            ...Object.fromEntries(jobNames.map((name) => [name, async () => undefined])),
            'derive-media': async () => { process.send!('in the job'); await new Promise(() => setInterval(mute, 1000)); },
          },
          log: { info: mute, warn: mute, error: mute },
        });`,
    },
    outfile: file,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
  });
  const child = fork(file, [databaseUrl]);
  children.push(child);
  await once(child, 'message');
  return child;
}

describe.skipIf(serverUrl === undefined)('the queue (needs a PostgreSQL server)', () => {
  beforeAll(async () => {
    await mkdir(scratch, { recursive: true });
    server = new pg.Client({ connectionString: serverUrl ?? '' });
    await server.connect();
    await server.query(`create database ${database}`);
    migrator = openPool({ connectionString: databaseUrl }, 'migrator', 8, () => undefined);
    await migrate(migrator, path.resolve(import.meta.dirname, '../../migrations'));
    const pool = openPool({ connectionString: databaseUrl }, 'armarium_app', 4, () => undefined);
    app = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  });

  afterAll(async () => {
    await app.destroy();
    await migrator.end();
    await server.query(`drop database ${database} with (force)`);
    await server.end();
    await rm(scratch, { recursive: true, force: true });
  });

  beforeEach(async () => {
    lines.length = 0;
    await migrator.query('delete from graphile_worker._private_jobs');
  });

  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  });

  it('refuses to start while a job has no handler', async () => {
    const handlers = { 'derive-media': nothing } as unknown as QueueOptions['handlers'];
    await expect(start(nothing, { handlers })).rejects.toThrow('sweep-uploads, sweep-sign-ins');
  });

  it('runs a job once its transaction is committed, with the tenant of the transaction', async () => {
    const { runs, handler } = noting();
    await start(handler);
    await inTenant(7, async (tx) => {
      await enqueue(tx, 'derive-media', { asset: 'a', tenantId: 8 });
      await put({ later: true });
      await until('a job that was put later has run', () => runs[0]);
      expect(runs.map((run) => run.payload)).toEqual([{ later: true, tenantId: 1 }]);
    });
    await untilSo('the job has run and is gone', async () => (await jobs()).length === 0);
    expect(runs[1]?.payload).toEqual({ asset: 'a', tenantId: 7 });
    expect(runs).toHaveLength(2);
    expect(runs[1]?.job).toMatchObject({ attempt: 1, maxAttempts: 8, losses: 0 });
  });

  it('does not run a job whose transaction was rolled back', async () => {
    const { runs, handler } = noting();
    await start(handler);
    const rolledBack = inTenant(1, async (tx) => {
      await enqueue(tx, 'derive-media', {});
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    await put({ after: true });
    await untilSo(
      'the other job has run and is gone',
      async () => runs.length > 0 && (await jobs()).length === 0,
    );
    expect(runs.map((run) => run.payload)).toEqual([{ after: true, tenantId: 1 }]);
  });

  it('throws where there is no tenant', async () => {
    const orphan = inTenant(undefined, (tx) => enqueue(tx, 'derive-media', {}));
    await expect(orphan).rejects.toThrow('without a tenant');
    expect(await jobs()).toHaveLength(0);
  });

  it('replaces a waiting job of the same key and tenant, and none of another tenant', async () => {
    await put({ version: 1 }, { jobKey: 'k' });
    await put({ version: 2 }, { jobKey: 'k' });
    await inTenant(2, (tx) => enqueue(tx, 'derive-media', { version: 3 }, { jobKey: 'k' }));
    expect((await jobs()).map((job) => job.payload)).toMatchObject([
      { version: 2, tenantId: 1 },
      { version: 3, tenantId: 2 },
    ]);
  });

  it('runs a failed job again later, and says so', async () => {
    const { runs, handler } = noting(async (_job, run) => {
      if (run === 1) throw new Error('not today');
    });
    await start(handler);
    await put();
    await untilSo('the failure is noted', async () => (await jobs())[0]?.last_error === 'not today');
    expect(lines).toContainEqual({ level: 'warn', message: 'Job failed; it will be run again' });
    const brought = await migrator.query(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now()',
    );
    expect(brought.rowCount).toBe(1);
    await untilSo('the second run', () => runs.length === 2);
    expect(runs[1]?.job.attempt).toBe(2);
  });

  it('[IMP-21] runs the job of a killed process again, without counting an attempt', async () => {
    await put({ page: 1 });
    const child = await processInJob();
    const { runs, handler } = noting();
    await start(handler, { pace: quick });
    const old = `select from graphile_worker._private_jobs where locked_at < now() - interval '1 second'`;
    await untilSo('its lock is old', async () => (await migrator.query(old)).rowCount === 1);
    await abandonedJob({ page: 2 });
    await until('the job of a dead worker runs', () => runs[0]);
    // As long as its worker lives nobody else takes it.
    expect(runs.map((run) => run.payload)).toEqual([{ page: 2, tenantId: 1 }]);
    child.kill('SIGKILL');
    await untilSo('the job runs again', () => runs.length === 2);
    expect(runs[1]?.payload).toEqual({ page: 1, tenantId: 1 });
    expect(runs[1]?.job.attempt).toBe(1);
    // A machine that is busy may lose it once more before it is taken.
    expect(runs[1]?.job.losses).toBeGreaterThanOrEqual(1);
    await untilSo('it is done', async () => (await jobs()).length === 0);
  });

  it('[IMP-21] takes up the jobs that were running when the only process was killed', async () => {
    await put();
    const child = await processInJob();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { runs, handler } = noting();
    await start(handler, { pace: quick });
    await untilSo('the job runs again', () => runs.length === 1);
  });

  it('renews the lock of a job that runs for hours, so that the library does not take it for dead', async () => {
    const { runs, handler } = noting((job) => untilAborted(job));
    await start(handler, { pace: quick });
    await put();
    await untilSo('it runs', () => runs.length === 1);
    await migrator.query(`update graphile_worker._private_jobs set locked_at = now() - interval '2 hours'`);
    const young = `select from graphile_worker._private_jobs where locked_at > now() - interval '1 minute'`;
    await untilSo('the lock is young again', async () => (await migrator.query(young)).rowCount === 1);
    expect(runs).toHaveLength(1);
  });

  it('counts attempts of a job that kills its process again and again', async () => {
    await put();
    await migrator.query(
      `update graphile_worker._private_jobs set attempts = 3, locked_by = 'gone',
         locked_at = now() - interval '4 seconds', payload = (payload::jsonb || $1)::json`,
      [JSON.stringify({ $losses: forgivenLosses })],
    );
    const { runs, handler } = noting();
    await start(handler, { pace: quick });
    await untilSo('the job runs again', () => runs.length === 1);
    expect(runs[0]?.job).toMatchObject({ attempt: 4, losses: forgivenLosses + 1 });
  });

  it('[RUN-29] finishes a running job that ends soon', async () => {
    const ending = door();
    const { runs, handler } = noting((job) => untilAborted(job).catch(() => ending.opened));
    const queue = await start(handler, { stopPatience_ms: never_ms });
    await put();
    await untilSo('it runs', () => runs.length === 1);
    const stopped = queue.stop();
    await untilSo('it is told', () => runs[0]?.job.signal.aborted === true);
    expect(queue.running()).toBe(1);
    ending.open();
    await stopped;
    expect(queue.running()).toBe(0);
    expect(await jobs()).toHaveLength(0);
  });

  it('[RUN-29] hands an aborted job back, and it runs elsewhere at once', async () => {
    const first = noting(untilAborted);
    const second = noting();
    const queue = await start(first.handler);
    await put();
    await untilSo('it runs', () => first.runs.length === 1);
    const stopped = queue.stop();
    await start(second.handler);
    await untilSo('it runs elsewhere', () => second.runs.length === 1);
    await stopped;
    // No failure, after which it would have waited, and no loss, which would have had to be found.
    expect(second.runs[0]?.job).toMatchObject({ attempt: 1, losses: 0 });
  });

  it('[RUN-29] hands back a job that does not heed the signal, and does not wait for its end', async () => {
    const ending = door();
    const { runs, handler } = noting(() => ending.opened);
    const queue = await start(handler, { stopPatience_ms: 100 });
    await put();
    await untilSo('it runs', () => runs.length === 1);
    await queue.stop();
    expect(queue.running()).toBe(1);
    expect(await jobs()).toMatchObject([{ attempts: 0, locked_by: null, last_error: null }]);
    ending.open();
    await untilSo('it has ended', () => queue.running() === 0);
    // It is somebody else's to finish.
    const second = noting();
    await start(second.handler);
    await untilSo('it runs elsewhere', () => second.runs.length === 1);
  });

  it('waits for nothing where nothing runs', async () => {
    const queue = await start(nothing, { stopPatience_ms: never_ms });
    await queue.stop();
    await queue.stop();
  });

  it('ends its workers when the session that proves their life is gone, and begins anew', async () => {
    const { runs, handler } = noting(async (job, run) => {
      if (run === 1) await untilAborted(job);
    });
    await start(handler, { pace: quick });
    await put();
    await untilSo('it runs', () => runs.length === 1);
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and application_name = 'armarium worker'`,
      [database],
    );
    await untilSo('the signal is aborted', () => runs[0]?.job.signal.aborted === true);
    await untilSo('it runs again', () => runs.length === 2);
    expect(runs[1]?.job).toMatchObject({ attempt: 1, losses: 1 });
    await untilSo('it is done', async () => (await jobs()).length === 0);
  });

  it('gets over a database that goes away and comes back', async () => {
    const ending = door();
    const { runs, handler } = noting(async (_job, run) => {
      // The first run ends while there is no database to write that down.
      if (run === 1) await ending.opened;
    });
    const queue = await start(handler, { pace: quick, stopPatience_ms: 1_000 });
    await put();
    await untilSo('it runs', () => runs.length === 1);
    await takeDatabaseAway();
    try {
      await untilSo('it is told', () => runs[0]?.job.signal.aborted === true);
      ending.open();
      await untilSo('it has ended', () => queue.running() === 0);
      await untilSo('the queue looks for the database', isTryingOn);
    } finally {
      await giveDatabaseBack();
    }
    await untilSo('it runs again', () => runs.length === 2);
    await untilSo('it is done', async () => (await jobs()).length === 0);
    await put({ later: true });
    await untilSo('the next job runs', () => runs.length === 3);
  });

  it('stops while there is no database, and does not wait for one', async () => {
    const queue = await start(nothing, { stopPatience_ms: never_ms });
    await takeDatabaseAway();
    try {
      await untilSo('the queue looks for the database', isTryingOn);
      await queue.stop();
    } finally {
      await giveDatabaseBack();
    }
  });

  it('survives a database that goes away while workers that only begin to listen are stopped', async () => {
    const pool = openPool({ connectionString: databaseUrl }, 'migrator', 1, () => undefined);
    const unhandled: unknown[] = [];
    const note = (reason: unknown) => void unhandled.push(reason);
    process.on('unhandledRejection', note);
    try {
      let socket: Socket | undefined;
      let wasGivenBack = false;
      // The library's first connection listens. It is sent no answer from here on.
      pool.once('acquire', (client) => {
        socket = (client as unknown as { connection: { stream: Socket } }).connection.stream.pause();
      });
      pool.once('release', () => {
        wasGivenBack = true;
      });
      const queue = await start(nothing, { pool });
      await untilSo('it begins to listen', () => socket !== undefined);
      // LISTEN is sent in the same turn.
      await nextTurn();
      const stopped = queue.stop();
      // The library is told to stop in the turns that follow.
      for (let turns = 0; turns < 10; turns += 1) await nextTurn();
      expect(wasGivenBack).toBe(false);
      socket?.destroy();
      await untilSo('the connection is given back', () => wasGivenBack);
      await stopped;
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
      await pool.end();
    }
  });

  it('hands the library a pool that is the real one, but for a second giving back', async () => {
    const pool = openPool({ connectionString: databaseUrl }, 'migrator', 1, () => undefined);
    const forgiving = forgivingPool(pool);
    const given: unknown[] = [];
    forgiving.on('release', (error) => given.push(error));
    await new Promise<void>((resolve, reject) => {
      forgiving.connect((error, _client, done) => {
        if (error) return reject(error);
        done();
        done();
        resolve();
      });
    });
    expect(given).toHaveLength(1);
    const client = await forgiving.connect();
    expect((await client.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);
    client.release();
    expect((await forgiving.query<{ two: number }>('select 2 as two')).rows).toEqual([{ two: 2 }]);
    await forgiving.end();
    expect(pool.ended).toBe(true);
    // An ended pool hands over nothing to give back with, which the library minds.
    const told = await new Promise((resolve) => {
      forgiving.connect((error, client, done) => resolve({ error, client, done }));
    });
    expect(told).toEqual({ error: expect.any(Error) as Error, client: undefined, done: undefined });
  });

  it('runs the job of a timer that wants it when a process starts', async () => {
    const ran: string[] = [];
    const noting =
      (task: string): JobHandler =>
      () => {
        ran.push(task);
        return Promise.resolve();
      };
    const handlers = {
      ...idle,
      'index-fields': noting('index-fields'),
      'purge-trash': noting('purge-trash'),
    };
    // The next time is far away, whenever the test runs.
    const every_ms = 10_000 * 24 * 3_600_000;
    const timers = [
      { task: 'purge-trash', every_ms },
      { task: 'index-fields', every_ms, isRunAtStart: true },
    ] as const;
    await start(nothing, { handlers, timers, pace: quick });
    await untilSo('one run', () => ran.length > 0);
    expect(ran).toEqual(['index-fields']);
  });

  it('runs a timer once an interval for all processes', async () => {
    const every_ms = 500;
    const slots: number[] = [];
    const timed: JobHandler = async (payload) => {
      expect(payload).toEqual({});
      slots.push(Math.floor(Date.now() / every_ms));
    };
    const handlers = { ...idle, 'sweep-uploads': timed };
    const timers = [{ task: 'sweep-uploads', every_ms }] as const;
    await start(nothing, { handlers, timers, pace: quick });
    await start(nothing, { handlers, timers, pace: quick });
    await untilSo('three runs', () => slots.length >= 3);
    expect(new Set(slots).size).toBe(slots.length);
  });
});
