/**
 * Whether this run is the soak (`npm run test:soak`): it tries whole tables, kills often, and takes a new seed each
 * time. `npm test` tries a fixed part of each table with a fixed seed, so that it does the same work every time.
 */
export const isSoak = process.env['TEST_SOAK'] === '1';

/** Seeds `randomNumbers`. `TEST_SEED` repeats a run of the soak, which prints the seed that it took. */
export const seed = Number(process.env['TEST_SEED'] ?? (isSoak ? Date.now() % 1_000_000 : 20_261_123));

/**
 * The part of a table that `npm test` tries; the soak tries all of it.
 * @param rotation moves the choice, so that neighbouring tables don't leave out the same entries
 */
export function everyNth<Entry>(entries: readonly Entry[], n: number, rotation: number): readonly Entry[] {
  return isSoak ? entries : entries.filter((_, index) => (index + rotation) % n === 0);
}
