import pLimit from 'p-limit';
import { ProblemError } from '../../problem-error.ts';

/** A request that finds so many others waiting would be given up before its turn came. */
const WAITING_MAX = 128;

/**
 * Lets only so many images be rendered at once: the image library works in a few threads, which uploads, static files
 * and passwords need too.
 */
export class RenderTurns {
  readonly #limit: ReturnType<typeof pLimit>;

  constructor(atOnce: number) {
    this.#limit = pLimit(atOnce);
  }

  /**
   * Runs the work when its turn comes, in the order of the calls.
   * @param isGone whether nobody waits for the answer any more; such work is left out
   * @throws ProblemError 503 with Retry-After when too many wait
   */
  async take<T>(work: () => Promise<T>, isGone: () => boolean): Promise<T | undefined> {
    if (this.#limit.pendingCount >= WAITING_MAX) {
      throw new ProblemError('unavailable', 'Too many images are being prepared. Try again in a moment.', {
        headers: { 'retry-after': '2' },
      });
    }
    return this.#limit(async () => (isGone() ? undefined : work()));
  }
}
