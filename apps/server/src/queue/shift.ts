import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  Logger,
  runTaskList,
  type Job,
  type TaskList,
  type Worker,
  type WorkerEvents,
} from 'graphile-worker';
import pg from 'pg';
import { isDatabaseAway } from '../db/constraint-problems.ts';
import { type ConnectionSettings } from '../db/pool.ts';
import { jobNames, type JobHandler, type JobLog, type JobName } from './jobs.ts';
import { lossesKey, openLiveness } from './liveness.ts';

const lossIsToldWithin_ms = 2_000;
/** The library unlocks what is older than four hours by itself; as rarely as a timer can. */
const never_ms = 2 ** 31 - 1;
const fruitlessAsksMax = 5;

export interface Pace {
  /** Between two looks for jobs of dead workers, and for timers. */
  readonly sweepPause_ms: number;
  /** How old the lock of a job must be before its worker is taken for dead. */
  readonly graceForLoss_ms: number;
}

export interface ShiftOptions {
  readonly pool: pg.Pool;
  readonly connection: ConnectionSettings;
  readonly concurrency: number;
  readonly handlers: Readonly<Record<JobName, JobHandler>>;
  readonly timers: readonly { readonly task: JobName; readonly every_ms: number }[];
  readonly log: JobLog;
  readonly pace: Pace;
  /** Told how each run of a job ended. */
  readonly onEnd?: (name: JobName, outcome: 'done' | 'failed' | 'given-up' | 'handed-back') => void;
}

/** Workers that share one proof of life, from its beginning to its end. */
export interface Shift {
  /** Fulfilled, once, with the reason when the shift may no longer work. Never rejects. */
  readonly lost: Promise<unknown>;
  /** Handlers that have not come back. */
  running(): number;
  /** Takes no more jobs, aborts the running ones, hands back what has not ended in time. Never rejects. */
  end(patience_ms: number): Promise<void>;
}

const waitForever = () => new Promise<never>(() => undefined);

function withinTime(work: Promise<unknown>, patience_ms: number): Promise<unknown> {
  const timer = new AbortController();
  const quietly = work.catch(() => undefined);
  return Promise.race([
    quietly,
    sleep(patience_ms, undefined, { signal: timer.signal }).catch(() => undefined),
  ]).finally(() => timer.abort());
}

function takeLosses(payload: unknown): { losses: number; rest: unknown } {
  if (typeof payload !== 'object' || payload === null || !(lossesKey in payload))
    return { losses: 0, rest: payload };
  const { [lossesKey]: losses, ...rest } = payload as Record<string, unknown>;
  return { losses: Number(losses), rest };
}

/**
 * A pool whose connections may be given back twice. The library does so with the one on which it listens, when the
 * database goes away while the library begins to listen and is stopped (graphile-worker 0.16, `listenForChanges`);
 * the pool throws at the second time, where nobody catches it, and that would end the process.
 */
export function forgivingPool(pool: pg.Pool): pg.Pool {
  type Taker = Parameters<pg.Pool['connect']>[0];
  const connect = (taker?: Taker) => {
    if (!taker) return pool.connect();
    return pool.connect((error, client, done) => {
      if (error) {
        taker(error, client, done);
        return;
      }
      let isBack = false;
      taker(error, client, (reason) => {
        if (isBack) return;
        isBack = true;
        done(reason);
      });
    });
  };
  // What else is read or set is the pool's own.
  return new Proxy(pool, {
    get: (target, name): unknown => (name === 'connect' ? connect : Reflect.get(target, name)),
  });
}

/** @throws when the database does not let the shift begin */
export async function startShift(options: ShiftOptions): Promise<Shift> {
  const { log, handlers } = options;
  const liveness = await openLiveness(options.connection);
  const ending = new AbortController();
  const workers: Worker[] = [];
  /** What is not over yet: handlers, and the writing down of what came of them. */
  const open = new Map<string, { closed: Promise<void>; close: () => void }>();
  let inHandlers = 0;
  let mayFinish = true;
  let fruitlessAsks = 0;

  let lose: (reason: unknown) => void = () => undefined;
  const lost = new Promise<unknown>((resolve) => {
    lose = resolve;
  });
  void liveness.lost.then(lose);
  void lost.then(() => {
    // Somebody else may have the job by now: it is theirs to finish.
    mayFinish = false;
    ending.abort();
  });

  const isEnding = () => ending.signal.aborted;

  async function run(name: JobName, payload: unknown, job: Job): Promise<void> {
    // The worker had asked for it before it was told to stop; it is handed back with the others.
    if (isEnding()) return waitForever();
    let close: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    open.set(job.id, { closed, close });
    const fields = { job: job.id, task: name, attempt: job.attempts };
    const began = performance.now();
    const took = () => ({ ...fields, duration_ms: Math.round(performance.now() - began) });
    inHandlers += 1;
    try {
      await handle(name, payload, job, fields).finally(() => {
        inHandlers -= 1;
      });
      log.info(took(), 'Job done');
      options.onEnd?.(name, 'done');
    } catch (error) {
      // The session that proves our life is told of a lost database a moment later than the job may be; that is
      // no failure of the job's, to be counted and waited for.
      if (isDatabaseAway(error)) await withinTime(lost, lossIsToldWithin_ms);
      if (!isEnding()) {
        options.onEnd?.(name, job.attempts >= job.max_attempts ? 'given-up' : 'failed');
        if (job.attempts >= job.max_attempts)
          log.error({ ...took(), err: error }, 'Job failed for the last time');
        else log.warn({ ...took(), err: error }, 'Job failed; it will be run again');
        throw error;
      }
      if (mayFinish && job.locked_by !== null) {
        await liveness.handBack([job.locked_by]).catch(lose);
        log.info(took(), 'Job handed back');
        options.onEnd?.(name, 'handed-back');
      }
      close();
      // The library would count a failure and wait before the next run.
      return await waitForever();
    }
    if (!mayFinish) {
      close();
      return waitForever();
    }
  }

  async function handle(name: JobName, payload: unknown, job: Job, fields: object): Promise<void> {
    const { losses, rest } = takeLosses(payload);
    await handlers[name](rest, {
      attempt: job.attempts,
      maxAttempts: job.max_attempts,
      losses,
      signal: ending.signal,
      log: {
        info: (more, message) => log.info({ ...fields, ...more }, message),
        warn: (more, message) => log.warn({ ...fields, ...more }, message),
        error: (more, message) => log.error({ ...fields, ...more }, message),
      },
    });
  }

  const tasks: TaskList = {};
  for (const name of jobNames) tasks[name] = (payload, { job }) => run(name, payload, job);

  const events = new EventEmitter() as WorkerEvents;
  events.on('worker:create', ({ worker }) => {
    workers.push(worker);
    liveness.hold(worker.workerId);
  });
  events.on('job:start', () => {
    fruitlessAsks = 0;
  });
  events.on('worker:getJob:empty', () => {
    fruitlessAsks = 0;
  });
  events.on('worker:getJob:error', ({ error }) => {
    // The library never gets over a failure of its very first question.
    fruitlessAsks += 1;
    if (fruitlessAsks >= fruitlessAsksMax) lose(error);
  });
  events.on('worker:fatalError', ({ error }) => lose(error));
  events.on('job:complete', ({ job }) => {
    open.get(job.id)?.close();
    open.delete(job.id);
  });

  const workerPool = runTaskList(
    {
      concurrency: options.concurrency,
      noHandleSignals: true,
      events,
      logger: new Logger(() => () => undefined),
      minResetLockedInterval: never_ms,
      maxResetLockedInterval: never_ms,
      // Asked before each job: the one place where the library lets us hold a worker back.
      forbiddenFlags: async () => {
        await liveness.ready();
        if (isEnding()) await waitForever();
        return null;
      },
    },
    tasks,
    forgivingPool(options.pool),
  );
  workerPool.promise.catch(lose);

  async function sweepOnAndOn(): Promise<void> {
    while (!isEnding()) {
      try {
        const freed = await liveness.sweep(options.pace.graceForLoss_ms);
        if (freed > 0) log.warn({ freed }, 'Jobs of workers that died are run again');
        for (const { task, every_ms } of options.timers) await liveness.wind(task, every_ms);
      } catch (error) {
        if (!(error instanceof pg.DatabaseError)) lose(error);
        else if (!isEnding()) log.error({ err: error }, 'The sweep of the queue failed');
      }
      await sleep(options.pace.sweepPause_ms, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
  const sweeping = sweepOnAndOn();

  async function end(patience_ms: number): Promise<void> {
    ending.abort();
    // A shift that is lost can write nothing down: its workers are let go before they try.
    const letGo = () => {
      for (const worker of workers) Promise.resolve(worker.release(true)).catch(() => undefined);
    };
    if (!mayFinish) letGo();
    const closed = workerPool.gracefulShutdown().catch(() => undefined);
    await withinTime(Promise.all([...open.values()].map((one) => one.closed)), patience_ms);
    if (mayFinish) {
      mayFinish = false;
      const ids = workers.map((worker) => worker.workerId);
      const handedBack = liveness.handBack(ids).then((count) => {
        if (count > 0) log.info({ count }, 'Jobs that did not end in time were handed back');
      });
      await withinTime(handedBack, 1_000);
    }
    letGo();
    await withinTime(Promise.all([closed, sweeping]), 1_000);
    await liveness.close();
  }

  return { lost, running: () => inHandlers, end };
}
