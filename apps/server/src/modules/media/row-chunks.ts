/** At most so many rows an insert: a statement takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;
/** Writes rows in lots that a statement can take. */
export async function inChunks<T>(
  rows: readonly T[],
  write: (chunk: T[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
    await write(rows.slice(start, start + ROWS_AT_ONCE));
}
