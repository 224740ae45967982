import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runTaskList, type TaskList, type Worker, type WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import { type ConnectionSettings } from '../db/pool.ts';
import { forgivingPool } from './forgiving-pool.ts';
import { JobRunner, waitForever, type JobRunnerOptions } from './job-runner.ts';
import { workerGroups, type JobName } from './jobs.ts';
import { openLiveness, type Liveness } from './liveness.ts';
import { withinTime } from './within-time.ts';

/**
 * The longest interval that a timer accepts. It turns off the library's own unlocking of jobs after four
 * hours.
 */
const never_ms = 2 ** 31 - 1;
const fruitlessAsksMax = 5;

export interface Pace {
  /** Between two sweeps, which free the jobs of dead workers and enqueue the jobs of timers. */
  readonly sweepPause_ms: number;
  /** The age of a job's lock at which its worker may be taken for dead. */
  readonly graceForLoss_ms: number;
}

/** A job without a tenant that runs once in each interval, in any free process. */
export interface Timer {
  readonly task: JobName;
  readonly every_ms: number;
  /** Whether it runs when a process starts, too. */
  readonly isRunAtStart?: true;
}

export interface WorkersOptions extends JobRunnerOptions {
  readonly pool: pg.Pool;
  readonly connection: ConnectionSettings;
  /** The workers for files; those for rows are added. */
  readonly concurrency: number;
  readonly timers: readonly Timer[];
  readonly pace: Pace;
}

/** Workers that share one liveness session, from their start to their end. */
export interface Workers {
  /** Fulfilled once, with the reason, when they may no longer work. Never rejects. */
  readonly lost: Promise<unknown>;
  /** The number of running handlers. */
  running(): number;
  /**
   * Fetches no more jobs, aborts the running ones, hands back those that have not ended in time. Never
   * rejects.
   */
  end(patience_ms: number): Promise<void>;
}

/** @throws when the database refuses the liveness session */
export async function startWorkers(options: WorkersOptions): Promise<Workers> {
  const { log } = options;
  const liveness = await openLiveness(options.connection);
  const ending = new AbortController();
  const workers: Worker[] = [];
  let lose: (reason: unknown) => void = () => undefined;
  const lost = new Promise<unknown>((resolve) => {
    lose = resolve;
  });
  const runner = new JobRunner(options, { liveness, ending: ending.signal, lost, lose });
  void liveness.lost.then(lose);
  void lost.then(() => {
    // Another process may have the job by now, and will finish it.
    runner.mayFinish = false;
    ending.abort();
  });

  const events = eventsFor({ workers, liveness, runner, lose });
  const pool = forgivingPool(options.pool);
  const groups = workerGroups(options.concurrency).map((group) => {
    const tasks: TaskList = {};
    for (const name of group.jobs) tasks[name] = (payload, { job }) => runner.run(name, payload, job);
    const workerPool = runTaskList(
      {
        concurrency: group.workers,
        noHandleSignals: true,
        events,
        logger: new Logger(() => () => undefined),
        minResetLockedInterval: never_ms,
        maxResetLockedInterval: never_ms,
        // The library calls this before each job. It is the only place where a worker can be paused.
        forbiddenFlags: async () => {
          await liveness.ready();
          if (ending.signal.aborted) await waitForever();
          return null;
        },
      },
      tasks,
      pool,
    );
    workerPool.promise.catch(lose);
    return workerPool;
  });
  const sweeping = sweepUntil(ending.signal, options, liveness, lose);

  async function end(patience_ms: number): Promise<void> {
    ending.abort();
    // Workers without a session can't record anything: they are released before they try.
    const release = () => {
      for (const worker of workers) Promise.resolve(worker.release(true)).catch(() => undefined);
    };
    if (!runner.mayFinish) release();
    const closed = Promise.allSettled(groups.map((group) => group.gracefulShutdown()));
    await withinTime(runner.allClosed(), patience_ms);
    if (runner.mayFinish) {
      runner.mayFinish = false;
      const ids = workers.map((worker) => worker.workerId);
      const handedBack = liveness.handBack(ids).then((count) => {
        if (count > 0) log.info({ count }, 'Jobs that did not end in time were handed back');
      });
      await withinTime(handedBack, 1_000);
    }
    release();
    await withinTime(Promise.all([closed, sweeping]), 1_000);
    await liveness.close();
  }

  return { lost, running: () => runner.inHandlers, end };
}

interface Listening {
  /** The library's workers; new ones are appended. */
  readonly workers: Worker[];
  readonly liveness: Liveness;
  readonly runner: JobRunner;
  readonly lose: (reason: unknown) => void;
}

/** Handles the events of the library's workers and jobs. */
function eventsFor({ workers, liveness, runner, lose }: Listening): WorkerEvents {
  let fruitlessAsks = 0;
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
    // The library does not recover when its first query fails.
    fruitlessAsks += 1;
    if (fruitlessAsks >= fruitlessAsksMax) lose(error);
  });
  events.on('worker:fatalError', ({ error }) => lose(error));
  events.on('job:complete', ({ job }) => runner.completed(job));
  return events;
}

/** Frees the jobs of dead workers and enqueues the jobs of timers, repeatedly until the workers end. */
async function sweepUntil(
  ending: AbortSignal,
  { pace, timers, log }: WorkersOptions,
  liveness: Liveness,
  lose: (reason: unknown) => void,
): Promise<void> {
  const isEnding = () => ending.aborted;
  const toStart = timers.flatMap(({ task, isRunAtStart }) => (isRunAtStart ? [task] : []));
  while (!isEnding()) {
    try {
      const freed = await liveness.sweep(pace.graceForLoss_ms);
      if (freed > 0) log.warn({ freed }, 'Jobs of workers that died are run again');
      for (const task of [...toStart]) {
        await liveness.start(task);
        toStart.shift();
      }
      for (const { task, every_ms } of timers) await liveness.wind(task, every_ms);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) lose(error);
      else if (!isEnding()) log.error({ err: error }, 'The sweep of the queue failed');
    }
    await sleep(pace.sweepPause_ms, undefined, { signal: ending }).catch(() => undefined);
  }
}
