import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, type PoolClient } from 'pg';
import { type ConnectionSettings } from '../db/pool.ts';
import { jobNames, type JobHandler, type JobLog, type JobName } from './jobs.ts';
import { startWorkers, type Pace, type Timer, type Workers } from './workers.ts';

const usualPace: Pace = { sweepPause_ms: 2_000, graceForLoss_ms: 3_000 };
/** Leaves the rest of the ten seconds of decisions §1 to everything that stops after the queue. */
const usualStopPatience_ms = 7_500;
const restartPauses_ms = [100, 500, 1_000, 2_000, 5_000];

export interface QueueOptions {
  /** Of the migrator's role, which owns the queue's tables; some of its connections listen. */
  pool: Pool;
  /** For the liveness session of the workers. */
  connection: ConnectionSettings;
  /** Concurrent jobs that work on files; those that work on rows have workers of their own. */
  concurrency: number;
  handlers: Readonly<Record<JobName, JobHandler>>;
  timers?: readonly Timer[];
  log: JobLog;
  /** The intervals of the liveness checks; default the usual ones. */
  pace?: Pace;
  /** The time that running jobs have to end when the queue is stopped; default the usual one. */
  stopPatience_ms?: number;
  /** Called with the outcome of each run of a job, for metrics. */
  onEnd?: (name: JobName, outcome: 'done' | 'failed' | 'given-up' | 'handed-back') => void;
}

export interface Queue {
  /**
   * Fetches no more jobs and aborts the signal of the running ones. Jobs that have not ended after some 8 s
   * are handed back and run elsewhere at once. Idempotent, never rejects.
   */
  stop(): Promise<void>;
  /** The number of jobs in their handlers. */
  running(): number;
}

const heard = new WeakSet<PoolClient>();

/** The pool does not listen to a connection that is checked out; an error of one would end the process. */
function listen(client: PoolClient): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on('error', () => undefined);
}

/**
 * Starts the workers of this process. The database may go away and come back: the workers end with their
 * session, and new ones start when a session is possible again.
 * @throws when a job has no handler, or the database can't be reached now
 */
export async function startQueue(options: QueueOptions): Promise<Queue> {
  const { pool, log, handlers } = options;
  const gaps = jobNames.filter((name) => typeof handlers[name] !== 'function');
  if (gaps.length > 0) throw new Error(`Jobs may be enqueued that nothing handles: ${gaps.join(', ')}.`);

  pool.on('acquire', listen);

  const plan = { ...options, timers: options.timers ?? [], pace: options.pace ?? usualPace };
  const stopPatience_ms = options.stopPatience_ms ?? usualStopPatience_ms;
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const working = new Set<Workers>();

  async function begin(): Promise<Workers> {
    const workers = await startWorkers(plan);
    working.add(workers);
    return workers;
  }

  async function beginAgain(): Promise<Workers | undefined> {
    for (let failures = 0; ; failures += 1) {
      const pause_ms = restartPauses_ms[Math.min(failures, restartPauses_ms.length - 1)];
      await sleep(pause_ms, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return undefined;
      try {
        return await begin();
      } catch (error) {
        log.warn({ err: error, failures: failures + 1 }, 'The queue does not reach the database; trying on');
      }
    }
  }

  async function keepWorking(first: Workers): Promise<void> {
    for (let workers: Workers | undefined = first; workers !== undefined; workers = await beginAgain()) {
      const reason: unknown = await Promise.race([workers.lost, stopped]);
      if (!stopping.signal.aborted)
        log.warn({ err: reason }, 'The queue lost the database; its jobs will run again');
      await workers.end(stopPatience_ms);
      if (workers.running() === 0) working.delete(workers);
      if (stopping.signal.aborted) return;
    }
  }

  const first = await begin().catch((error: unknown) => {
    pool.off('acquire', listen);
    throw error;
  });
  const done = keepWorking(first);
  log.info({ concurrency: options.concurrency }, 'The queue is working');

  return {
    async stop() {
      stopping.abort();
      await done;
      pool.off('acquire', listen);
    },
    running: () => [...working].reduce((sum, workers) => sum + workers.running(), 0),
  };
}
