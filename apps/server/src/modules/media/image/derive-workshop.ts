import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { checkImage, Derived, deriveImage } from './derive-image.ts';
import type { DeriveAnswer, DeriveRequest } from './derive-process.ts';
import { ImageRefused } from './image-refused.ts';

/** A process without work ends after this long; starting another takes some 150 ms. */
const IDLE_MS = 30_000;

export interface DeriveWorkshop {
  /** As `deriveImage`, in another process; when aborted, that process is killed and the promise rejects at once. */
  readonly derive: typeof deriveImage;
  /** Likewise as `checkImage`. */
  readonly check: typeof checkImage;
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

  async function ask(request: DeriveRequest, signal: AbortSignal | undefined): Promise<Derived | null> {
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
        throw new Error(`The process that prepared the image ended (${String(how ?? code)}).`);
      });
      // The one that loses the race ends with the signal below, heard by nobody.
      for (const loser of [answered, ended]) loser.catch(() => undefined);
      const [answer] = (await Promise.race([answered, ended])) as [DeriveAnswer];
      giveBack(child);
      if ('derived' in answer) return answer.derived;
      if ('refused' in answer) throw ImageRefused.retold(answer.refused);
      throw Object.assign(new Error(answer.failed.message), { code: answer.failed.code });
    } finally {
      signal?.removeEventListener('abort', kill);
      settled.abort();
    }
  }

  return {
    derive: async (source, page, into, { maxPixels, signal }) => {
      const derived = await ask({ source, page, into, maxPixels }, signal);
      if (!derived) throw new Error('The process that prepared the image made nothing.');
      return derived;
    },
    check: async (source, page, { maxPixels, signal }) => {
      await ask({ source, page, maxPixels }, signal);
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
