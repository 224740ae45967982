import { setTimeout as sleep } from 'node:timers/promises';
import type { Locker, RequestRelease } from '@tus/server';
import { ProblemError } from '../../../problem-error.ts';

interface Holder {
  readonly letGo: RequestRelease;
  readonly over: Promise<void>;
  readonly end: () => void;
}

/**
 * One request at a time for each resumable upload, in this process; between processes the rows decide. Whoever comes while
 * bytes still arrive takes over from a connection that may be dead; while the file is being put together it has to
 * come again.
 */
export class UploadTurns implements Locker {
  readonly #holders = new Map<string, Holder>();
  readonly #patience_ms: number;

  constructor(patience_ms: number) {
    this.#patience_ms = patience_ms;
  }

  newLock(id: string) {
    return {
      lock: async (stop: AbortSignal, letGo: RequestRelease): Promise<void> => {
        const until_ms = performance.now() + this.#patience_ms;
        for (let holder = this.#holders.get(id); holder; holder = this.#holders.get(id)) {
          await holder.letGo();
          const left_ms = until_ms - performance.now();
          if (left_ms <= 0 || stop.aborted) throw busy();
          await Promise.race([holder.over, sleep(left_ms, undefined, { ref: false })]);
        }
        let end: () => void = () => undefined;
        const over = new Promise<void>((resolve) => {
          end = resolve;
        });
        this.#holders.set(id, { letGo, over, end });
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
