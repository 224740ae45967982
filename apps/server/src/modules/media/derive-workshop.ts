import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { EmbeddedMetadata } from '@armarium/contract/technical';
import { residentBytes } from '../../observe/resident-bytes.ts';
import type { Derived, Probe } from './derivation.ts';
import type { DeriveAnswer, DeriveRequest, Made } from './derive-process.ts';
import type { checkImage } from './image/derive-image.ts';
import type { makePublicImage, PublicImage } from './image/public-image.ts';
import type { watermarkImage, Watermarked } from './image/watermark-image.ts';
import { mediaKind, type MediaKind } from './kinds.ts';
import { damagedFile, MediaRefused, tookTooLong, tookTooMuchMemory } from './media-refused.ts';
import type { CopyPdf, DeriveMedia, DescribeImage, PreviewWatermark, ProbeMedia } from './media-parts.ts';

/** A process without work is ended after this time; starting another takes some 150 ms. */
const IDLE_MS = 30_000;
/**
 * A probe reads a file's beginning, its end and its tables. A file that takes longer was built to take for
 * ever.
 */
const PROBE_MAX_MS = 60_000;
/** Concurrent probes: one of a large PDF holds more than 1 GB. */
const PROBES_AT_ONCE = 2;
/** A preview takes a fraction of a second; a file that takes longer was built to take for ever. */
const PREVIEW_MAX_MS = 20_000;
/** Copying a PDF of 450 MB took 5 s and 1.9 GB. */
const COPY_MAX = { time_ms: 60_000, memory_bytes: 3e9 };
/** A process with more memory than this after its work has prepared a large file, and is not kept. */
const KEPT_MAX_BYTES = 500e6;
/** The time between two looks at the memory of a process. */
const MEMORY_WATCH_MS = 1_000;
/** Signals by which a library crashes, as opposed to a kill by a person. */
const crashes: readonly unknown[] = ['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE'];

/** The process crashed. */
class Crashed extends Error {}

export interface DeriveWorkshop {
  /** As `deriveMedia`, in another process. An abort kills that process, and the promise rejects at once. */
  readonly derive: DeriveMedia;
  /** As `probeMedia`, in another process for kinds that need it. */
  readonly probe: ProbeMedia;
  /** As `checkImage`, in another process. */
  readonly check: typeof checkImage;
  /** As `describeImage`, in another process. */
  readonly describe: DescribeImage;
  /** As `watermarkImage`, in another process. */
  readonly watermark: typeof watermarkImage;
  /** As `previewWatermark`, in another process; one whose signal is aborted ends or never begins. */
  readonly preview: PreviewWatermark;
  /** As `makePublicImage`, in another process. */
  readonly publicImage: typeof makePublicImage;
  /** As `copyWithoutAttachments`, in another process, with limits of time and memory. */
  readonly copyPdf: CopyPdf;
  close(): void;
}

/**
 * Manages the processes that make derivatives: as many as there are concurrent calls, used again and again.
 * @param script the bundled `derive-process.ts`
 * @param limitsOf the limits of a kind; for tests, the others take those of the table of kinds
 */
export function openDeriveWorkshop(
  script: string,
  limitsOf = (kind: string): MediaKind['derive_max'] => mediaKind(kind).derive_max,
): DeriveWorkshop {
  const processes = openProcesses(script);
  const inProbe = slots(PROBES_AT_ONCE);

  async function ask(
    request: DeriveRequest,
    signal: AbortSignal | undefined,
    memory_max_bytes = Infinity,
  ): Promise<Made> {
    signal?.throwIfAborted();
    const child = processes.take();
    const kill = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', kill, { once: true });
    const settled = new AbortController();
    let isTooLarge = false;
    const lookAtMemory = async () => {
      if ((await residentBytes(child)) <= memory_max_bytes || settled.signal.aborted) return;
      isTooLarge = true;
      kill();
    };
    const watch =
      memory_max_bytes === Infinity ? undefined : setInterval(() => void lookAtMemory(), MEMORY_WATCH_MS);
    try {
      child.send(request);
      const answered = once(child, 'message', { signal: settled.signal });
      const ended = once(child, 'exit', { signal: settled.signal }).then(([code, how]: unknown[]) => {
        signal?.throwIfAborted();
        if (isTooLarge) throw new MediaRefused(tookTooMuchMemory, {}, `more than ${memory_max_bytes} bytes`);
        const message = `The process that prepared the file ended (${String(how ?? code)}).`;
        throw crashes.includes(how) ? new Crashed(message) : new Error(message);
      });
      // The promise that loses the race rejects with the signal below, and needs a handler.
      for (const loser of [answered, ended]) loser.catch(() => undefined);
      const [answer] = (await Promise.race([answered, ended])) as [DeriveAnswer];
      // After a failure in the middle of its work a library may keep its memory, or worse.
      if ('made' in answer && answer.rss_bytes <= KEPT_MAX_BYTES) processes.giveBack(child);
      else kill();
      if ('made' in answer) return answer.made;
      if ('refused' in answer) throw MediaRefused.fromReport(answer.refused);
      throw Object.assign(new Error(answer.failed.message), { code: answer.failed.code });
    } finally {
      clearInterval(watch);
      signal?.removeEventListener('abort', kill);
      settled.abort();
    }
  }

  /** As `ask`, with a limit of time and maybe of memory. */
  async function askWithin(
    { time_ms, memory_bytes }: { time_ms: number; memory_bytes?: number },
    request: DeriveRequest,
    signal?: AbortSignal,
  ) {
    const inTime = AbortSignal.timeout(time_ms);
    const either = signal ? AbortSignal.any([signal, inTime]) : inTime;
    return ask(request, either, memory_bytes).catch((error: unknown) => {
      if (inTime.aborted && signal?.aborted !== true) {
        throw new MediaRefused(tookTooLong, {}, `not done after ${time_ms} ms`);
      }
      throw error;
    });
  }

  return {
    derive: async (kind, task, signal) => {
      const derive_max = limitsOf(kind);
      const request = { do: 'derive', kind, task } as const;
      const attempt = () => (derive_max ? askWithin(derive_max, request, signal) : ask(request, signal));
      const made = await orTwice(attempt);
      if (!made) throw new Error('The process that prepared the file made nothing.');
      return made as Derived;
    },
    probe: async (kind, source, limits) => {
      const { isProbedApart, probe } = mediaKind(kind);
      if (!isProbedApart) return probe(source, limits);
      const request = { do: 'probe', kind, source, limits } as const;
      return (await inProbe(() => askWithin({ time_ms: PROBE_MAX_MS }, request).catch(blameFile))) as Probe;
    },
    check: async (source, page, { maxPixels, signal }) => {
      await ask({ do: 'check', source, page, limits: { maxPixels } }, signal);
    },
    describe: async (source, page, { maxPixels, signal }) => {
      const request = { do: 'describe', source, page, limits: { maxPixels } } as const;
      return (await askWithin({ time_ms: PROBE_MAX_MS }, request, signal)) as EmbeddedMetadata;
    },
    watermark: async (pyramid, { path, place, opacity, width }, into, { signal } = {}) => {
      const made = await ask(
        { do: 'watermark', pyramid, mark: { path, place, opacity, width }, into },
        signal,
      );
      if (!made) throw new Error('The process that prepared the file made nothing.');
      return made as Watermarked;
    },
    preview: async (task, signal) => {
      const request = { do: 'preview', task } as const;
      return (await askWithin({ time_ms: PREVIEW_MAX_MS }, request, signal).catch(blameFile)) as string;
    },
    publicImage: async (pyramid, longest_px, into, { signal } = {}) => {
      const made = await ask({ do: 'public-image', pyramid, longest_px, into }, signal);
      if (!made) throw new Error('The process that prepared the file made nothing.');
      return made as PublicImage;
    },
    copyPdf: async (source, into, pages) => {
      await orTwice(() => askWithin(COPY_MAX, { do: 'copy-pdf', source, into, pages }));
    },
    close: processes.close,
  };
}

/** The pool of processes: a call takes one, and gives it back afterwards. */
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
      // A process group of its own: Ctrl-C is for the server, which returns its jobs to the queue.
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

/**
 * Tries it again after a crash. The first may be for want of memory; two in a row are the fault of the file.
 * @throws MediaRefused after two crashes; any other error unchanged
 */
async function orTwice(attempt: () => Promise<Made>): Promise<Made> {
  return attempt().catch((error: unknown) => {
    if (error instanceof Crashed) return attempt().catch(blameFile);
    throw error;
  });
}

/** @throws MediaRefused for a crash; any other error unchanged */
function blameFile(error: unknown): never {
  if (error instanceof Crashed) throw new MediaRefused(damagedFile, {}, error.message);
  throw error;
}

/** Limits concurrency: further calls wait, first in first out. */
function slots(free: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Passes the slot on, or frees it.
      if (next) next();
      else free += 1;
    }
  };
}
