import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Derived, Probe } from './derivation.ts';
import type { DeriveAnswer, DeriveRequest } from './derive-process.ts';
import type { checkImage } from './image/derive-image.ts';
import type { watermarkImage, Watermarked } from './image/watermark-image.ts';
import { mediaKind } from './kinds.ts';
import { damagedFile, MediaRefused } from './media-refused.ts';
import type { DeriveMedia, ProbeMedia } from './media-parts.ts';

/** A process without work ends after this long; starting another takes some 150 ms. */
const IDLE_MS = 30_000;
/** A file is judged by its beginning, its end and its tables; one that takes longer is built to take for ever. */
const PROBE_MAX_MS = 60_000;

export interface DeriveWorkshop {
  /** As `deriveMedia`, in another process; when aborted, that process is killed and the promise rejects at once. */
  readonly derive: DeriveMedia;
  /** Likewise as `probeMedia`, where the kind is judged apart. */
  readonly probe: ProbeMedia;
  /** Likewise as `checkImage`. */
  readonly check: typeof checkImage;
  /** Likewise as `watermarkImage`. */
  readonly watermark: typeof watermarkImage;
  close(): void;
}

/**
 * Keeps the processes that make derivatives: as many as there are calls at once, used again and again.
 * @param script the bundled `derive-process.ts`
 */
export function openDeriveWorkshop(script: string): DeriveWorkshop {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();

  function take(): ChildProcess {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.connected) return child;
    }
    return fork(script, {
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: [],
      // A session of its own: Ctrl-C is for the server, which hands its work back in order.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  function giveBack(child: ChildProcess): void {
    const timer = setTimeout(() => {
      idle.delete(child);
      child.kill('SIGKILL');
    }, IDLE_MS);
    timer.unref();
    idle.set(child, timer);
  }

  async function ask(
    request: DeriveRequest,
    signal: AbortSignal | undefined,
  ): Promise<Derived | Probe | Watermarked | null> {
    signal?.throwIfAborted();
    const child = take();
    const kill = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    const settled = new AbortController();
    try {
      child.send(request);
      const answered = once(child, 'message', { signal: settled.signal });
      const ended = once(child, 'exit', { signal: settled.signal }).then(([code, how]: unknown[]) => {
        signal?.throwIfAborted();
        throw new Error(`The process that prepared the file ended (${String(how ?? code)}).`);
      });
      // The one that loses the race ends with the signal below, heard by nobody.
      for (const loser of [answered, ended]) loser.catch(() => undefined);
      const [answer] = (await Promise.race([answered, ended])) as [DeriveAnswer];
      giveBack(child);
      if ('made' in answer) return answer.made;
      if ('refused' in answer) throw MediaRefused.retold(answer.refused);
      throw Object.assign(new Error(answer.failed.message), { code: answer.failed.code });
    } finally {
      signal?.removeEventListener('abort', kill);
      settled.abort();
    }
  }

  /** As `ask`, for so long: then the file is to blame. */
  async function askInTime(request: DeriveRequest, signal: AbortSignal | undefined, max_ms: number) {
    const inTime = AbortSignal.timeout(max_ms);
    const either = signal ? AbortSignal.any([signal, inTime]) : inTime;
    return ask(request, either).catch((error: unknown) => {
      if (inTime.aborted && signal?.aborted !== true) {
        throw new MediaRefused(damagedFile, {}, `not done after ${max_ms} ms`);
      }
      throw error;
    });
  }

  return {
    derive: async (kind, task, signal) => {
      const { derive_max_ms } = mediaKind(kind);
      const request = { do: 'derive', kind, task } as const;
      const made = await (derive_max_ms === undefined
        ? ask(request, signal)
        : askInTime(request, signal, derive_max_ms));
      if (!made) throw new Error('The process that prepared the file made nothing.');
      return made as Derived;
    },
    probe: async (kind, source, limits) => {
      const { isProbedApart, probe } = mediaKind(kind);
      if (!isProbedApart) return probe(source, limits);
      return (await askInTime({ do: 'probe', kind, source, limits }, undefined, PROBE_MAX_MS)) as Probe;
    },
    check: async (source, page, { maxPixels, signal }) => {
      await ask({ do: 'check', source, page, limits: { maxPixels } }, signal);
    },
    watermark: async (pyramid, { path, place, opacity, width }, into, { signal } = {}) => {
      const made = await ask(
        { do: 'watermark', pyramid, mark: { path, place, opacity, width }, into },
        signal,
      );
      if (!made) throw new Error('The process that prepared the file made nothing.');
      return made as Watermarked;
    },
    close: () => {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        child.kill('SIGKILL');
      }
      idle.clear();
    },
  };
}
