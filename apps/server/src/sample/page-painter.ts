import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { PageToDraw } from './draw-page.ts';

export interface PagePainter {
  /** Draws one page into a file; one at a time. */
  draw(page: PageToDraw, file: string): Promise<void>;
  end(): void;
}

/**
 * Starts the process that draws the pages of the sample.
 * @param script the bundled `painter-process.ts`
 */
export function startPagePainter(script: string): PagePainter {
  const child = fork(script, {
    // Fewer arenas: otherwise the C library keeps twice the memory while it draws.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error('The process that draws the sample pages ended.');
  });
  // A caller that waits for a page gets the error; between pages nobody does.
  ended.catch(() => undefined);
  return {
    draw: async (page, file) => {
      child.send({ page, file });
      const [answer] = (await Promise.race([once(child, 'message'), ended])) as [{ error?: string }];
      if (answer.error !== undefined) throw new Error(answer.error);
    },
    end: () => {
      if (child.connected) child.disconnect();
    },
  };
}
