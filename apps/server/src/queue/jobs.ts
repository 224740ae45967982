/** Every job that may be enqueued; the queue does not start while one of them has no handler. */
export const jobNames = [
  'derive-media',
  // The name of an earlier release: its jobs may still wait.
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
  /** After a failure in this attempt the job is not run again. */
  readonly maxAttempts: number;
  /**
   * How often this job's process died under it (or lost the database). From `forgivenLosses` on the job itself
   * is the likely cause: a handler should rather give up with a word than try the same again.
   */
  readonly losses: number;
  /** Aborted when this process stops or may no longer work: end soon, the job will be run again. */
  readonly signal: AbortSignal;
  /** Lines carry the job's number and name. */
  readonly log: JobLog;
}

/**
 * Does a job; throwing makes it run again later. A job may be run twice, and for a short time even at once:
 * the second run must change nothing.
 * @param payload as enqueued, with `tenantId`; a timer's job has neither
 */
export type JobHandler = (payload: unknown, job: JobContext) => Promise<void>;
