/** Larger ones are rare, and would drive many small ones out. */
const ANSWER_MAX_bytes = 128 * 1024;

/** The bytes of the answers that were asked for last, up to a weight in all. They are never changed. */
export class HotAnswers {
  readonly #most_bytes: number;
  /** The last used one last. */
  readonly #answers = new Map<string, Buffer>();
  #held_bytes = 0;

  constructor(most_bytes: number) {
    this.#most_bytes = most_bytes;
  }

  get(key: string): Buffer | undefined {
    const bytes = this.#answers.get(key);
    if (!bytes) return undefined;
    this.#answers.delete(key);
    this.#answers.set(key, bytes);
    return bytes;
  }

  /** @param bytes kept as they are, not copied */
  keep(key: string, bytes: Buffer): void {
    if (bytes.length > ANSWER_MAX_bytes || bytes.length > this.#most_bytes || this.#answers.has(key)) return;
    this.#answers.set(key, bytes);
    this.#held_bytes += bytes.length;
    for (const [oldest, { length }] of this.#answers) {
      if (this.#held_bytes <= this.#most_bytes) return;
      this.#answers.delete(oldest);
      this.#held_bytes -= length;
    }
  }
}
