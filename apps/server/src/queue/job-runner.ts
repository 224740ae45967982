import { type Job } from 'graphile-worker';
import { isDatabaseAway } from '../db/constraint-problems.ts';
import { type JobHandler, type JobLog, type JobName } from './jobs.ts';
import { lossesKey, type Liveness } from './liveness.ts';
import { withinTime } from './within-time.ts';

const lossReportedWithin_ms = 2_000;

export interface JobRunnerOptions {
  readonly handlers: Readonly<Record<JobName, JobHandler>>;
  readonly log: JobLog;
  /** Called with the outcome of each run of a job. */
  readonly onEnd?: (name: JobName, outcome: 'done' | 'failed' | 'given-up' | 'handed-back') => void;
}

/** The state that the workers share: their liveness, and whether they are stopping. */
interface Life {
  readonly liveness: Pick<Liveness, 'handBack'>;
  /** Aborted when the running jobs have to end. */
  readonly ending: AbortSignal;
  /** Fulfilled when the workers may no longer work. */
  readonly lost: Promise<unknown>;
  readonly lose: (reason: unknown) => void;
}

export const waitForever = () => new Promise<never>(() => undefined);

/** Runs the handlers of jobs, and knows which jobs are not over yet. */
export class JobRunner {
  /** The number of running handlers. */
  inHandlers = 0;
  /** Whether these workers may still record the outcome of a job. */
  mayFinish = true;
  readonly #options: JobRunnerOptions;
  readonly #life: Life;
  /** Jobs that are not over yet: their handler runs, or their outcome is being recorded. By the job's id. */
  readonly #open = new Map<string, { closed: Promise<void>; close: () => void }>();

  constructor(options: JobRunnerOptions, life: Life) {
    this.#options = options;
    this.#life = life;
  }

  /**
   * Runs one job. The promise never settles where the job is handed back: the library would count a failure
   * and wait before the next run.
   */
  async run(name: JobName, payload: unknown, job: Job): Promise<void> {
    const { log, onEnd } = this.#options;
    // The worker fetched this job before it was told to stop: the job is handed back with the others.
    if (this.#life.ending.aborted) return waitForever();
    const close = this.#opened(job);
    const fields = { job: job.id, task: name, attempt: job.attempts };
    const began = performance.now();
    const took = () => ({ ...fields, duration_ms: Math.round(performance.now() - began) });
    this.inHandlers += 1;
    try {
      await this.#handle(name, payload, job, fields).finally(() => {
        this.inHandlers -= 1;
      });
      log.info(took(), 'Job done');
      onEnd?.(name, 'done');
    } catch (error) {
      const { ending, lost, lose, liveness } = this.#life;
      // A lost database is not a failure of the job. The liveness session may notice it a moment later than
      // the job.
      if (isDatabaseAway(error)) await withinTime(lost, lossReportedWithin_ms);
      if (!ending.aborted) {
        const isLast = job.attempts >= job.max_attempts;
        onEnd?.(name, isLast ? 'given-up' : 'failed');
        if (isLast) log.error({ ...took(), err: error }, 'Job failed for the last time');
        else log.warn({ ...took(), err: error }, 'Job failed; it will be run again');
        throw error;
      }
      if (this.mayFinish && job.locked_by !== null) {
        await liveness.handBack([job.locked_by]).catch(lose);
        log.info(took(), 'Job handed back');
        onEnd?.(name, 'handed-back');
      }
      close();
      return await waitForever();
    }
    if (!this.mayFinish) {
      close();
      return waitForever();
    }
  }

  /** The library has recorded the outcome of a job. */
  completed(job: Job): void {
    this.#open.get(job.id)?.close();
    this.#open.delete(job.id);
  }

  /** Waits until all started jobs are over. */
  async allClosed(): Promise<void> {
    await Promise.all([...this.#open.values()].map((one) => one.closed));
  }

  #opened(job: Job): () => void {
    let close: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      close = resolve;
    });
    this.#open.set(job.id, { closed, close });
    return close;
  }

  async #handle(name: JobName, payload: unknown, job: Job, fields: object): Promise<void> {
    const { handlers, log } = this.#options;
    const { losses, rest } = takeLosses(payload);
    await handlers[name](rest, {
      attempt: job.attempts,
      maxAttempts: job.max_attempts,
      losses,
      signal: this.#life.ending,
      log: {
        info: (more, message) => log.info({ ...fields, ...more }, message),
        warn: (more, message) => log.warn({ ...fields, ...more }, message),
        error: (more, message) => log.error({ ...fields, ...more }, message),
      },
    });
  }
}

/** Separates what the queue itself writes into a payload from what was enqueued. */
function takeLosses(payload: unknown): { losses: number; rest: unknown } {
  if (typeof payload !== 'object' || payload === null) return { losses: 0, rest: payload };
  const { [lossesKey]: losses = 0, $account: _whose, ...rest } = payload as Record<string, unknown>;
  return { losses: Number(losses), rest };
}
