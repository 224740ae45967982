/** Moves that are made one after the other. Each is meant for the order that those before it make: if one fails, those waiting behind it are dropped. */
export class MoveQueue {
  #last: Promise<void> = Promise.resolve();
  #failures = 0;
  #waiting = 0;

  /** How many are not done yet, the one under way among them. */
  get waiting(): number {
    return this.#waiting;
  }

  /** @returns when all that were added so far are done or dropped */
  settled(): Promise<void> {
    return this.#last;
  }

  /**
   * @param move shows its failure itself
   * @returns when it is done, failed or dropped; it never rejects
   */
  add(move: () => Promise<void>): Promise<void> {
    const failuresBefore = this.#failures;
    this.#waiting += 1;
    this.#last = this.#last.then(async () => {
      try {
        if (failuresBefore === this.#failures) await move();
      } catch {
        this.#failures += 1;
      } finally {
        this.#waiting -= 1;
      }
    });
    return this.#last;
  }
}
