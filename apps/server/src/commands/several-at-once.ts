/**
 * Runs several pieces of work at once and yields the results in the order of the source, without reading
 * further ahead. After an error the running ones are awaited, and no new ones start.
 */
export async function* severalAtOnce<T, R>(
  source: AsyncIterable<T> | Iterable<T>,
  atOnce: number,
  work: (one: T) => Promise<R>,
): AsyncGenerator<R> {
  const started: Promise<R>[] = [];
  try {
    for await (const one of source) {
      const result = work(one);
      // The caller gets the error when it awaits this result in its turn.
      result.catch(() => undefined);
      started.push(result);
      if (started.length < atOnce) continue;
      const first = started.shift();
      if (first) yield await first;
    }
    for (let next = started.shift(); next; next = started.shift()) yield await next;
  } finally {
    await Promise.allSettled(started);
  }
}
