import { setTimeout as sleep } from 'node:timers/promises';
import type { Locker, RequestRelease } from '@tus/server';
import { ProblemError } from '../../../problem-error.ts';

interface Holder {
  readonly release: RequestRelease;
  readonly over: Promise<void>;
  readonly end: () => void;
}

/**
 * A lock on each resumable upload within this process; between processes the rows decide. While bytes are
 * arriving, a new request takes over, since the old connection may be dead. While the file is being joined,
 * the new request has to try again later.
 */
export class UploadLocks implements Locker {
  readonly #holders = new Map<string, Holder>();
  readonly #patience_ms: number;

  constructor(patience_ms: number) {
    this.#patience_ms = patience_ms;
  }

  newLock(id: string) {
    return {
      lock: async (stop: AbortSignal, release: RequestRelease): Promise<void> => {
        const until_ms = performance.now() + this.#patience_ms;
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          await holder.release();
          const left_ms = until_ms - performance.now();
          if (left_ms <= 0 || stop.aborted) throw busy();
          await Promise.race([holder.over, sleep(left_ms, undefined, { ref: false })]);
        }
        let end: () => void = () => undefined;
        const over = new Promise<void>((resolve) => {
          end = resolve;
        });
        this.#holders.set(id, { release, over, end });
      },
      unlock: (): Promise<void> => {
        this.#holders.get(id)?.end();
        this.#holders.delete(id);
        return Promise.resolve();
      },
    };
  }
}

function busy(): ProblemError {
  return new ProblemError('unavailable', 'This upload is being worked on. Ask again in a few seconds.', {
    headers: { 'retry-after': '5' },
  });
}
