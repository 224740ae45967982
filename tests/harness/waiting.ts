import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { INTERVAL_MS, PATIENCE_MS } from './patience.ts';

/** An expectation that what is looked at comes to hold within a minute. */
export function eventually<T>(look: () => T | Promise<T>) {
  return expect.poll(look, { timeout: PATIENCE_MS, interval: INTERVAL_MS });
}

/** Looks until there is something to return, for a minute. @throws with the name of what was awaited */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined> | T | undefined,
  patience_ms = PATIENCE_MS,
): Promise<T> {
  const deadline_ms = performance.now() + patience_ms;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline_ms) throw new Error(`Waited ${patience_ms} ms in vain until ${what}.`);
    await sleep(INTERVAL_MS);
  }
}
