import { setTimeout as sleep } from 'node:timers/promises';
import { type Pool, type PoolClient } from 'pg';
import { type ConnectionSettings } from '../db/pool.ts';
import { jobNames, type JobHandler, type JobLog, type JobName } from './jobs.ts';
import { startWorkers, type Pace, type Workers } from './workers.ts';

const usualPace: Pace = { sweepPause_ms: 2_000, graceForLoss_ms: 3_000 };
/** Leaves the rest of the ten seconds of decisions §1 to whatever stops after the queue. */
const usualStopPatience_ms = 7_500;
const restartPauses_ms = [100, 500, 1_000, 2_000, 5_000];

export interface QueueOptions {
  /** Of the migrator's role, which owns the queue's tables; one connection of it listens. */
  pool: Pool;
  /** For the one session that proves that the workers live. */
  connection: ConnectionSettings;
  /** Jobs at once. */
  concurrency: number;
  handlers: Readonly<Record<JobName, JobHandler>>;
  /** Jobs without a tenant that are run once in each interval, by whichever process is free. */
  timers?: readonly { readonly task: JobName; readonly every_ms: number }[];
  log: JobLog;
  /** How often it looks after the jobs; as decided where absent. */
  pace?: Pace;
  /** What running jobs get to end in when the queue is stopped; as decided where absent. */
  stopPatience_ms?: number;
  /** Told how each run of a job ended, for counting. */
  onEnd?: (name: JobName, outcome: 'done' | 'failed' | 'given-up' | 'handed-back') => void;
}

export interface Queue {
  /**
   * Takes no more jobs and aborts the signal of the running ones; what has not ended after some 8 s is handed
   * back and runs elsewhere at once. Idempotent, never rejects.
   */
  stop(): Promise<void>;
  /** Jobs in their handlers now. */
  running(): number;
}

const heard = new WeakSet<PoolClient>();

/** A connection that breaks while it is checked out has no listener of the pool's, and would end the process. */
function listen(client: PoolClient): void {
  if (heard.has(client)) return;
  heard.add(client);
  client.on('error', () => undefined);
}

/**
 * Starts the workers of this process. From then on the database may go away and come back: the workers end
 * with their session, and new ones begin when there is one again.
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
