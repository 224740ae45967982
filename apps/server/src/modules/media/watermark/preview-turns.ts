import { ProblemError } from '../../../problem-error.ts';

/** A call that finds so many others waiting would be given up before its turn came. */
const WAITING_MAX = 10;

interface Waiting {
  readonly begin: () => void;
  readonly giveUp: (why: Error) => void;
}

/**
 * Lets one preview be drawn at a time. Few calls wait, one of each account: somebody who moves a slider wants the last
 * picture alone.
 */
export class PreviewTurns {
  #isTaken = false;
  /** By account, in the order of their turns. */
  readonly #waiting = new Map<string, Waiting>();

  /**
   * Runs the work when its turn comes. A call of the same account that waits already is given up for this one.
   * @param signal of a call that nobody waits for any more: it never begins
   * @throws ProblemError 503 with Retry-After for a call that is given up, or finds too many waiting
   */
  async take<T>(account: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    if (this.#isTaken) await this.#turnOf(account, signal);
    this.#isTaken = true;
    try {
      signal.throwIfAborted();
      return await work();
    } finally {
      this.#passOn();
    }
  }

  async #turnOf(account: string, signal: AbortSignal): Promise<void> {
    const earlier = this.#waiting.get(account);
    if (!earlier && this.#waiting.size >= WAITING_MAX) throw tooMany();
    earlier?.giveUp(tooMany());
    await new Promise<void>((begin, giveUp) => {
      const mine = { begin, giveUp };
      // In the place of the earlier one.
      this.#waiting.set(account, mine);
      const leave = () => {
        if (this.#waiting.get(account) === mine) this.#waiting.delete(account);
        giveUp(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #passOn(): void {
    const [next] = this.#waiting;
    this.#isTaken = next !== undefined;
    if (!next) return;
    const [account, { begin }] = next;
    this.#waiting.delete(account);
    begin();
  }
}

function tooMany(): ProblemError {
  return new ProblemError('unavailable', 'Too many pictures are being drawn. Try again in a moment.', {
    headers: { 'retry-after': '2' },
  });
}
