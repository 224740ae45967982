/**
 * Works on so many at once and gives the results in the order of the source, reading ahead no further. After a
 * failure what was begun is awaited, and nothing more is begun.
 */
export async function* severalAtOnce<T, R>(
  source: AsyncIterable<T>,
  atOnce: number,
  work: (one: T) => Promise<R>,
): AsyncGenerator<R> {
  const begun: Promise<R>[] = [];
  try {
    for await (const one of source) {
      const result = work(one);
      // Whoever awaits it in its turn sees the failure.
      result.catch(() => undefined);
      begun.push(result);
      if (begun.length < atOnce) continue;
      const first = begun.shift();
      if (first) yield await first;
    }
    for (let next = begun.shift(); next; next = begun.shift()) yield await next;
  } finally {
    await Promise.allSettled(begun);
  }
}
