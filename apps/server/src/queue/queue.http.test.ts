import { fork, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from 'esbuild';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { openPool } from '../db/pool.ts';
import { type DB } from '../db/schema.generated.ts';
import { enqueue } from './enqueue.ts';
import { jobNames, type JobContext, type JobHandler, type JobLog, type JobName } from './jobs.ts';
import { forgivenLosses } from './liveness.ts';
import { forgivingPool } from './shift.ts';
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

const put = (payload: object = {}, options?: { jobKey?: string; priority?: number }) =>
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

async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patience_ms = 10_000,
): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > patience_ms) throw new Error(`Not within ${patience_ms} ms: ${what}`);
    await sleep(20);
  }
  return performance.now() - began;
}

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
      await sleep(300);
      expect(runs).toHaveLength(0);
    });
    await until('the job has run and is gone', async () => (await jobs()).length === 0);
    expect(runs.map((run) => run.payload)).toEqual([{ asset: 'a', tenantId: 7 }]);
    expect(runs[0]?.job).toMatchObject({ attempt: 1, maxAttempts: 8, losses: 0 });
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
    await until('the other job has run', () => runs.length > 0);
    await sleep(300);
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
    expect((await jobs()).map((job) => job.payload)).toEqual([
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
    await until('the failure is noted', async () => (await jobs())[0]?.last_error === 'not today');
    expect(lines).toContainEqual({ level: 'warn', message: 'Job failed; it will be run again' });
    await until('the second run', () => runs.length === 2);
    expect(runs[1]?.job.attempt).toBe(2);
  });

  it('[IMP-21] runs the job of a killed process again within ten seconds, without counting an attempt', async () => {
    await put({ page: 1 });
    const child = await processInJob();
    const { runs, handler } = noting();
    await start(handler);
    await sleep(4_000);
    expect(runs).toHaveLength(0); // As long as its worker lives nobody else takes it.
    child.kill('SIGKILL');
    const waited_ms = await until('the job runs again', () => runs.length === 1);
    expect(waited_ms).toBeLessThan(10_000);
    expect(runs[0]?.payload).toEqual({ page: 1, tenantId: 1 });
    expect(runs[0]?.job.attempt).toBe(1);
    // A machine that is busy may lose it once more before it is taken.
    expect(runs[0]?.job.losses).toBeGreaterThanOrEqual(1);
    await until('it is done', async () => (await jobs()).length === 0);
  });

  it('[IMP-21] takes up the jobs that were running when the only process was killed', async () => {
    await put();
    const child = await processInJob();
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { runs, handler } = noting();
    await start(handler);
    await until('the job runs again', () => runs.length === 1);
  });

  it('renews the lock of a job that runs for hours, so that the library does not take it for dead', async () => {
    const { runs, handler } = noting((job) => untilAborted(job));
    await start(handler);
    await put();
    await until('it runs', () => runs.length === 1);
    await migrator.query(`update graphile_worker._private_jobs set locked_at = now() - interval '2 hours'`);
    const young = `select from graphile_worker._private_jobs where locked_at > now() - interval '1 minute'`;
    await until('the lock is young again', async () => (await migrator.query(young)).rowCount === 1);
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
    await start(handler);
    await until('the job runs again', () => runs.length === 1);
    expect(runs[0]?.job).toMatchObject({ attempt: 4, losses: forgivenLosses + 1 });
  });

  it('[RUN-29] finishes a running job that ends soon', async () => {
    const { runs, handler } = noting(async (job) => {
      await untilAborted(job).catch(() => sleep(300));
    });
    const queue = await start(handler);
    await put();
    await until('it runs', () => runs.length === 1);
    expect(queue.running()).toBe(1);
    await queue.stop();
    expect(queue.running()).toBe(0);
    expect(await jobs()).toHaveLength(0);
  });

  it('[RUN-29] hands an aborted job back, and it runs elsewhere at once', async () => {
    const first = noting(untilAborted);
    const second = noting();
    const queue = await start(first.handler);
    await put();
    await until('it runs', () => first.runs.length === 1);
    const stopped = queue.stop();
    await start(second.handler);
    await until('it runs elsewhere', () => second.runs.length === 1, 2_000);
    await stopped;
    expect(second.runs[0]?.job).toMatchObject({ attempt: 1, losses: 0 });
  });

  it('[RUN-29] hands back a job that does not heed the signal, within nine seconds', async () => {
    let letGo: () => void = () => undefined;
    const { runs, handler } = noting(() => new Promise<void>((resolve) => (letGo = resolve)));
    const queue = await start(handler);
    await put();
    await until('it runs', () => runs.length === 1);
    const began = performance.now();
    await queue.stop();
    expect(performance.now() - began).toBeLessThan(9_000);
    expect(await jobs()).toMatchObject([{ attempts: 0, locked_by: null, last_error: null }]);
    letGo();
    await sleep(100);
    expect(await jobs()).toHaveLength(1); // It is somebody else's to finish.
  });

  it('stops at once when nothing runs', async () => {
    const queue = await start(nothing);
    const began = performance.now();
    await queue.stop();
    await queue.stop();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('ends its workers when the session that proves their life is gone, and begins anew', async () => {
    const { runs, handler } = noting(async (job, run) => {
      if (run === 1) await untilAborted(job);
    });
    await start(handler);
    await put();
    await until('it runs', () => runs.length === 1);
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = $1 and application_name = 'armarium worker'`,
      [database],
    );
    await until('the signal is aborted', () => runs[0]?.job.signal.aborted === true);
    await until('it runs again', () => runs.length === 2);
    expect(runs[1]?.job).toMatchObject({ attempt: 1, losses: 1 });
    await until('it is done', async () => (await jobs()).length === 0);
  });

  it('gets over a database that goes away and comes back', async () => {
    const { runs, handler } = noting(async (_job, run) => {
      // The first run ends while there is no database to write that down.
      if (run === 1) await sleep(1_500);
    });
    await start(handler);
    await put();
    await until('it runs', () => runs.length === 1);
    await server.query(`alter database ${database} allow_connections false`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
    await sleep(5_000);
    await server.query(`alter database ${database} allow_connections true`);
    await until('it runs again', () => runs.length === 2);
    await until('it is done', async () => (await jobs()).length === 0);
    await put({ later: true });
    await until('the next job runs', () => runs.length === 3);
  });

  it('stops in time while there is no database', async () => {
    const queue = await start(nothing);
    await server.query(`alter database ${database} allow_connections false`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
    await sleep(500);
    const began = performance.now();
    await queue.stop();
    expect(performance.now() - began).toBeLessThan(9_000);
    await server.query(`alter database ${database} allow_connections true`);
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
      await until('it begins to listen', () => socket !== undefined);
      // LISTEN is sent in the same turn.
      await sleep(0);
      const stopped = queue.stop();
      await sleep(50);
      expect(wasGivenBack).toBe(false);
      socket?.destroy();
      await until('the connection is given back', () => wasGivenBack);
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

  it('runs a timer once an interval for all processes', async () => {
    const slots: number[] = [];
    const timed: JobHandler = async (payload) => {
      expect(payload).toEqual({});
      slots.push(Math.floor(Date.now() / 3_000));
    };
    const handlers = { ...idle, 'sweep-uploads': timed };
    const timers = [{ task: 'sweep-uploads', every_ms: 3_000 }] as const;
    await start(nothing, { handlers, timers });
    await start(nothing, { handlers, timers });
    await until('two runs', () => slots.length >= 2, 15_000);
    expect(new Set(slots).size).toBe(slots.length);
  });
});
