import type { JobContext } from '../../apps/server/src/queue/jobs.ts';

const mute = () => undefined;

/** For a job that a test runs itself: its first attempt, which nobody ends and which logs nothing. */
export const jobContext: JobContext = {
  attempt: 1,
  maxAttempts: 8,
  losses: 0,
  signal: new AbortController().signal,
  log: { info: mute, warn: mute, error: mute },
};
