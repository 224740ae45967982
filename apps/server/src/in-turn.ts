let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes pictures that people sent in this process (avatars, logos, watermarks) one at a time, first in first out: one thread
 * decodes them, however many are sent at once.
 */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}
