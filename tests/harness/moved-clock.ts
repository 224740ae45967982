import { vi } from 'vitest';

/**
 * Does the work as if this much time had gone by for this process: for the program that a test opens in it too, not for
 * its database.
 */
export async function later<T>(by_ms: number, work: () => Promise<T>): Promise<T> {
  const [now, date] = [performance.now.bind(performance), Date.now.bind(Date)];
  return withClocks(
    () => now() + by_ms,
    () => date() + by_ms,
    work,
  );
}

/** Does the work while time stands still for this process: what changes did not wait for an hour to come. */
export async function meanwhile<T>(work: () => Promise<T>): Promise<T> {
  const [now, date] = [performance.now(), Date.now()];
  return withClocks(
    () => now,
    () => date,
    work,
  );
}

async function withClocks<T>(now: () => number, date: () => number, work: () => Promise<T>): Promise<T> {
  const clocks = [
    vi.spyOn(performance, 'now').mockImplementation(now),
    vi.spyOn(Date, 'now').mockImplementation(date),
  ];
  try {
    return await work();
  } finally {
    for (const clock of clocks) clock.mockRestore();
  }
}
