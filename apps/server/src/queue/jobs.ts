/**
 * What a job works on, which decides the workers that run it: images; files that may take much longer, such
 * as recordings and models; rows of the database; or other servers, which may let it wait.
 */
export type JobSubject = 'image' | 'file' | 'rows' | 'other-server';

/** All jobs that can be enqueued. The queue does not start if one of them has no handler. */
export const jobSubjects = {
  'derive-image': 'image',
  'derive-media': 'file',
  'watermark-image': 'image',
  'public-image': 'image',
  'make-archive': 'image',
  'check-original': 'file',
  'describe-images': 'file',
  deliver: 'other-server',
  'compose-effect': 'rows',
  'take-up-deliveries': 'rows',
  'take-up-effects': 'rows',
  'mail-import-ends': 'rows',
  'forgotten-password': 'rows',
  'run-batch': 'rows',
  'check-spreadsheet': 'rows',
  'index-fields': 'rows',
  'count-words': 'rows',
  'watermark-images': 'rows',
  'discard-public-images': 'rows',
  'check-originals': 'rows',
  'sweep-uploads': 'rows',
  'sweep-sign-ins': 'rows',
  'sweep-archives': 'rows',
  'purge-trash': 'rows',
  'forget-events': 'rows',
} as const satisfies Record<string, JobSubject>;

export type JobName = keyof typeof jobSubjects;

export const jobNames = Object.keys(jobSubjects) as JobName[];

/**
 * A job on rows that may take longer than this ends, and enqueues itself again: others have their turn
 * meanwhile.
 */
export const TURN_MAX_MS = 5_000;

/** Workers beside those for files. Their jobs mostly wait for the database. */
const ROWS_WORKERS = 2;
/** As many again, which mostly wait for other servers: a slow one keeps no batch waiting. */
const OTHER_SERVER_WORKERS = 2;

/** A number of workers that run the same jobs. */
export interface WorkerGroup {
  readonly workers: number;
  readonly jobs: readonly JobName[];
}

/**
 * Shares the workers of a process out, so that images always have at least half of those for files, however
 * long another file takes (decisions §15). A single worker runs the jobs of all files.
 * @param workers for files; those for rows and for other servers are added
 */
export function workerGroups(workers: number): WorkerGroup[] {
  const jobsOn = (...subjects: JobSubject[]) =>
    jobNames.filter((name) => subjects.includes(jobSubjects[name]));
  const forAllFiles = Math.max(1, Math.floor(workers / 2));
  return [
    { workers: workers - forAllFiles, jobs: jobsOn('image') },
    { workers: forAllFiles, jobs: jobsOn('image', 'file') },
    { workers: ROWS_WORKERS, jobs: jobsOn('rows') },
    { workers: OTHER_SERVER_WORKERS, jobs: jobsOn('other-server') },
  ].filter((group) => group.workers > 0);
}

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
