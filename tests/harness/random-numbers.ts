/** Uniform in [0, 1), the same row of numbers for the same seed (a linear congruential generator). */
export function randomNumbers(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
