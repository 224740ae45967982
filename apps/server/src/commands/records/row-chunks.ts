import type { ReadRow } from './refused-row.ts';

/** Rows of one transaction: other writers wait no longer than one takes. */
const CHUNK_ROWS = 500;
const CHUNK_BYTES = 4 * 1024 * 1024;

/** Reads the next chunk while the database writes the previous one. */
export async function* readAhead<T>(all: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = all.next();
  try {
    for (;;) {
      const read = await next;
      if (read.done === true) return;
      next = all.next();
      // It is awaited in its turn; an earlier rejection must not count as unhandled.
      next.catch(() => undefined);
      yield read.value;
    }
  } finally {
    await next.catch(() => undefined);
    await all.return(undefined);
  }
}

/** Joins rows to chunks of a limited number and size. */
export async function* rowChunks<Content>(
  rows: AsyncIterable<ReadRow<Content>>,
): AsyncGenerator<ReadRow<Content>[]> {
  let chunk: ReadRow<Content>[] = [];
  let size_bytes = 0;
  for await (const row of rows) {
    chunk.push(row);
    size_bytes += row.size_bytes;
    if (chunk.length < CHUNK_ROWS && size_bytes < CHUNK_BYTES) continue;
    yield chunk;
    chunk = [];
    size_bytes = 0;
  }
  if (chunk.length > 0) yield chunk;
}
