const BITS = 2 ** 27;
const PROBES = 4;

/** Two independent hashes of 32 bits (FNV-1a, and its mirror over another prime). */
function hashes(text: string): [number, number] {
  let first = 0x811c9dc5;
  let second = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b);
    second ^= second >>> 13;
  }
  return [first >>> 0, (second | 1) >>> 0];
}

/**
 * Finds duplicate pressmarks of a file in constant memory. A first reading marks each in a Bloom filter (16
 * MiB) and keeps those that may have come before; for these a second reading stores which row has them. The
 * filter errs to one side only: it keeps too many, never too few.
 */
export class RepeatedPressmarks {
  readonly #seen = new Uint8Array(BITS / 8);
  readonly #takenBy = new Map<string, number | undefined>();

  /** In the first reading: notes a pressmark, normalised. */
  note(pressmark: string): void {
    const [start, step] = hashes(pressmark);
    let known = true;
    for (let probe = 0; probe < PROBES; probe += 1) {
      const bit = (start + probe * step) % BITS;
      const mask = 1 << (bit & 7);
      if (((this.#seen[bit >>> 3] ?? 0) & mask) === 0) known = false;
      this.#seen[bit >>> 3] = (this.#seen[bit >>> 3] ?? 0) | mask;
    }
    if (known) this.#takenBy.set(pressmark, undefined);
  }

  /**
   * In the second reading: assigns a pressmark to a row. @returns the earlier row with it, if there is one
   */
  take(pressmark: string, row: number): number | undefined {
    if (!this.#takenBy.has(pressmark)) return undefined;
    const holder = this.#takenBy.get(pressmark);
    if (holder === undefined) this.#takenBy.set(pressmark, row);
    return holder;
  }
}
