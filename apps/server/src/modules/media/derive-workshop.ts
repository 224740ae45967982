import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Derived, Probe } from './derivation.ts';
import type { DeriveAnswer, DeriveRequest } from './derive-process.ts';
import type { checkImage } from './image/derive-image.ts';
import type { watermarkImage, Watermarked } from './image/watermark-image.ts';
import { mediaKind } from './kinds.ts';
import { damagedFile, MediaRefused, tookTooLong } from './media-refused.ts';
import type { DeriveMedia, ProbeMedia } from './media-parts.ts';

/** A process without work ends after this long; starting another takes some 150 ms. */
const IDLE_MS = 30_000;
/** A file is judged by its beginning, its end and its tables; one that takes longer is built to take for ever. */
const PROBE_MAX_MS = 60_000;
/** Probes at once: one of a large PDF holds more than 1 GB. */
const PROBES_AT_ONCE = 2;
/** A process that holds more behind its work has been through a large file, and is not kept. */
const KEPT_MAX_BYTES = 500e6;
/** How a library goes down over a file, rather than by the hand of somebody. */
const crashes: readonly unknown[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE'];

/** The process came down by itself. */
class Crashed extends Error {}

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
  const processes = openProcesses(script);
  const inProbe = slots(PROBES_AT_ONCE);

  async function ask(
    request: DeriveRequest,
    signal: AbortSignal | undefined,
  ): Promise<Derived | Probe | Watermarked | null> {
    signal?.throwIfAborted();
    const child = processes.take();
    const kill = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    const settled = new AbortController();
    try {
      child.send(request);
      const answered = once(child, 'message', { signal: settled.signal });
      const ended = once(child, 'exit', { signal: settled.signal }).then(([code, how]: unknown[]) => {
        signal?.throwIfAborted();
        const message = `The process that prepared the file ended (${String(how ?? code)}).`;
        throw crashes.includes(how) ? new Crashed(message) : new Error(message);
      });
      // The one that loses the race ends with the signal below, heard by nobody.
      for (const loser of [answered, ended]) loser.catch(() => undefined);
      const [answer] = (await Promise.race([answered, ended])) as [DeriveAnswer];
      // A library that has given up in the middle of its work may keep what it held, or worse.
      if ('made' in answer && answer.rss_bytes <= KEPT_MAX_BYTES) processes.giveBack(child);
      else kill();
      if ('made' in answer) return answer.made;
      if ('refused' in answer) throw MediaRefused.fromReport(answer.refused);
      throw Object.assign(new Error(answer.failed.message), { code: answer.failed.code });
    } finally {
      signal?.removeEventListener('abort', kill);
      settled.abort();
    }
  }

  /** As `ask`, for so long at most. */
  async function askInTime(
    request: DeriveRequest,
    signal: AbortSignal | undefined,
    max_ms: number | undefined,
  ) {
    if (max_ms === undefined) return ask(request, signal);
    const inTime = AbortSignal.timeout(max_ms);
    const either = signal ? AbortSignal.any([signal, inTime]) : inTime;
    return ask(request, either).catch((error: unknown) => {
      if (inTime.aborted && signal?.aborted !== true) {
        throw new MediaRefused(tookTooLong, {}, `not done after ${max_ms} ms`);
      }
      throw error;
    });
  }

  return {
    derive: async (kind, task, signal) => {
      const { derive_max_ms } = mediaKind(kind);
      const request = { do: 'derive', kind, task } as const;
      const attempt = () => askInTime(request, signal, derive_max_ms);
      // Once may be for want of memory; twice in a row it is the file.
      const made = await attempt().catch((error: unknown) => {
        if (error instanceof Crashed) return attempt().catch(blameFile);
        throw error;
      });
      if (!made) throw new Error('The process that prepared the file made nothing.');
      return made as Derived;
    },
    probe: async (kind, source, limits) => {
      const { isProbedApart, probe } = mediaKind(kind);
      if (!isProbedApart) return probe(source, limits);
      const request = { do: 'probe', kind, source, limits } as const;
      return (await inProbe(() => askInTime(request, undefined, PROBE_MAX_MS).catch(blameFile))) as Probe;
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
    close: processes.close,
  };
}

/** The processes: one is taken for a call, and given back for the next. */
function openProcesses(script: string) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const all = new Set<ChildProcess>();

  function take(): ChildProcess {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.connected) return child;
    }
    const child = fork(script, {
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: [],
      // A session of its own: Ctrl-C is for the server, which hands its work back in order.
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    all.add(child);
    child.once('exit', () => all.delete(child));
    return child;
  }

  function giveBack(child: ChildProcess): void {
    const timer = setTimeout(() => {
      idle.delete(child);
      child.kill('SIGKILL');
    }, IDLE_MS);
    timer.unref();
    idle.set(child, timer);
  }

  return {
    take,
    giveBack,
    close: () => {
      for (const timer of idle.values()) clearTimeout(timer);
      idle.clear();
      for (const child of all) child.kill('SIGKILL');
    },
  };
}

/** @throws MediaRefused instead of a crash; any other error as it is */
function blameFile(error: unknown): never {
  if (error instanceof Crashed) throw new MediaRefused(damagedFile, {}, error.message);
  throw error;
}

/** Lets so many work at once; the others wait in the order in which they came. */
function slots(free: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The slot is handed on, or lies free.
      if (next) next();
      else free += 1;
    }
  };
}
