import { ProblemError } from '../../problem-error.ts';

/** Beyond this many waiting, a newcomer would have gone before its turn. */
const WAITING_MAX = 128;

/**
 * Lets only so many images be rendered at once: the library works in a few threads that uploads, static files
 * and passwords need too.
 */
export class RenderTurns {
  readonly #atOnce: number;
  #busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * Runs the work when its turn comes.
   * @param isGone whether nobody waits for the answer any more; such work is left out
   * @throws ProblemError 503 with Retry-After when too many wait
   */
  async take<T>(work: () => Promise<T>, isGone: () => boolean): Promise<T | undefined> {
    if (this.#busy >= this.#atOnce) {
      if (this.#waiting.length >= WAITING_MAX) {
        throw new ProblemError('unavailable', 'Too many images are being prepared. Try again in a moment.', {
          headers: { 'retry-after': '2' },
        });
      }
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#busy += 1;
    }
    try {
      return isGone() ? undefined : await work();
    } finally {
      const next = this.#waiting.shift();
      // The place goes to the next one, without being free in between.
      if (next) next();
      else this.#busy -= 1;
    }
  }
}
