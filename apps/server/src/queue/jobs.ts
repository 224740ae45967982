/** All jobs that can be enqueued. The queue does not start if one of them has no handler. */
export const jobNames = [
  'derive-media',
  // The name in an earlier release, whose jobs may still be waiting.
  'derive-image',
  'sweep-uploads',
  'sweep-sign-ins',
  'purge-trash',
  'forget-events',
  'run-batch',
  'check-spreadsheet',
  'watermark-images',
  'watermark-image',
  'make-archive',
  'sweep-archives',
  'check-originals',
  'check-original',
  'index-fields',
] as const;

export type JobName = (typeof jobNames)[number];

export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface JobContext {
  /** From 1. A run that ended with its process or was handed back does not count. */
  readonly attempt: number;
  /** After a failure in this attempt the job does not run again. */
  readonly maxAttempts: number;
  /**
   * How often this job's process died during it (or lost the database). From `forgivenLosses` on the job
   * itself is the likely cause: a handler should then fail with a message and not try the same again.
   */
  readonly losses: number;
  /** Aborted when this process stops or may no longer work: end soon, the job will run again. */
  readonly signal: AbortSignal;
  /** Log lines have the job's number and name. */
  readonly log: JobLog;
}

/**
 * Runs a job; an error makes it run again later. A job may run twice, and for a short time even at once: the
 * second run must change nothing.
 * @param payload as enqueued, with `tenantId`; a timer's job has neither
 */
export type JobHandler = (payload: unknown, job: JobContext) => Promise<void>;
