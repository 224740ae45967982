import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for work, but not longer than this. Its failure is not told. */
export function withinTime(work: Promise<unknown>, patience_ms: number): Promise<unknown> {
  const timer = new AbortController();
  const quietly = work.catch(() => undefined);
  return Promise.race([
    quietly,
    sleep(patience_ms, undefined, { signal: timer.signal }).catch(() => undefined),
  ]).finally(() => timer.abort());
}
