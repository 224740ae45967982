import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for work, at most this long. Never rejects. */
export function withinTime(work: Promise<unknown>, patience_ms: number): Promise<unknown> {
  const timer = new AbortController();
  const quietly = work.catch(() => undefined);
  return Promise.race([
    quietly,
    sleep(patience_ms, undefined, { signal: timer.signal }).catch(() => undefined),
  ]).finally(() => timer.abort());
}
