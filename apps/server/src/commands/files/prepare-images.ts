import { setTimeout as sleep } from 'node:timers/promises';
import { openQueue } from '../../compose.ts';
import type { MediaParts } from '../../modules/media/public.ts';
import { areWorkersAlive } from '../../queue/liveness.ts';
import type { Queue } from '../../queue/start-queue.ts';
import type { CommandContext } from '../command.ts';
import { Progress } from '../progress.ts';
import type { Settled, WaitingFiles } from './waiting-files.ts';

const LOOK_EVERY_MS = 500;
const LOOK_FOR_WORKERS_EVERY_MS = 5_000;

/**
 * Ensures that images are prepared: by the workers of a running server, or else by workers of this process,
 * which work until `end`.
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

  /** Starts workers in this process where there are none; cheap to call often. */
  async ensure(): Promise<void> {
    if (this.#own || performance.now() - this.#looked_ms < LOOK_FOR_WORKERS_EVERY_MS) return;
    const { config, log, access } = this.#context;
    if (!(await areWorkersAlive(access.migrator)))
      this.#own = await openQueue(config, log, access, this.#media);
    this.#looked_ms = performance.now();
  }

  /** Waits until no image of the files has a job in progress, or the command has to stop. */
  async wait(
    files: WaitingFiles,
    tenantId: number,
    onSettled: (file: Settled) => Promise<void>,
  ): Promise<void> {
    const { signal } = this.#context;
    const total = await files.count();
    if (total === 0) return;
    const progress = new Progress('Preparing', 'files', total);
    try {
      for (let done = 0; done < total && !signal.aborted;) {
        await this.ensure();
        const began_ms = performance.now();
        const settled = await files.settled(tenantId);
        for (const one of settled) await onSettled(one);
        done += settled.length;
        progress.update(done);
        // Polling a great number must not slow the database down for the jobs.
        const pause_ms = Math.max(LOOK_EVERY_MS, 10 * (performance.now() - began_ms));
        if (done < total) await sleep(pause_ms, undefined, { signal }).catch(() => undefined);
      }
    } finally {
      progress.end();
    }
  }

  /** Hands back the unfinished jobs of this process's workers. */
  async end(): Promise<void> {
    await this.#own?.stop();
  }
}
