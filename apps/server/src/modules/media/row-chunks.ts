/** The most rows of an insert: a statement takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;
/** Writes rows in chunks that fit into a statement. */
export async function inChunks<T>(
  rows: readonly T[],
  write: (chunk: T[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await write(rows.slice(start, start + ROWS_AT_ONCE));
}
