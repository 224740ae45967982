import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue } from '../../compose.ts';
import type { MediaParts } from '../../modules/media/public.ts';
import { areWorkersAlive } from '../../queue/liveness.ts';
import type { Queue } from '../../queue/start-queue.ts';
import type { CommandContext } from '../command.ts';
import { Progress } from '../progress.ts';
import type { FileSpool, Settled } from './file-spool.ts';

const LOOK_EVERY_MS = 500;
const LOOK_FOR_WORKERS_EVERY_MS = 5_000;

/**
 * Sees to it that images are prepared: by the workers of a server that runs, else by workers of this process,
 * which go on until `end`.
 */
export class ImagePreparation {
  readonly #context: CommandContext;
  readonly #media: MediaParts;
  #own: Queue | undefined;
  #looked_ms = -Infinity;

  constructor(context: CommandContext, media: MediaParts) {
    this.#context = context;
    this.#media = media;
  }

  /** Starts workers of this process where none live; cheap when asked often. */
  async ensure(): Promise<void> {
    if (this.#own || performance.now() - this.#looked_ms < LOOK_FOR_WORKERS_EVERY_MS) return;
    const { config, log, access } = this.#context;
    if (!(await areWorkersAlive(access.migrator)))
      this.#own = await openQueue(config, log, access, this.#media);
    this.#looked_ms = performance.now();
  }

  /** Waits until nobody works on any of the spool's images, or the command is to stop. */
  async wait(spool: FileSpool, tenantId: number, tell: (settled: Settled) => Promise<void>): Promise<void> {
    const { signal } = this.#context;
    const total = await spool.waiting();
    if (total === 0) return;
    const progress = new Progress('Preparing', 'files', total);
    try {
      for (let done = 0; done < total && !signal.aborted;) {
        await this.ensure();
        const began_ms = performance.now();
        const settled = await spool.settled(tenantId);
        for (const one of settled) await tell(one);
        done += settled.length;
        progress.update(done);
        // A look at very many must not keep the database from the work that is waited for.
        const pause_ms = Math.max(LOOK_EVERY_MS, 10 * (performance.now() - began_ms));
        if (done < total) await sleep(pause_ms, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      progress.end();
    }
  }

  /** Hands back what the own workers have not finished. */
  async end(): Promise<void> {
    await this.#own?.stop();
  }
}
