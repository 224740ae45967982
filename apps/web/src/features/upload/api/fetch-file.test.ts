import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchFile } from './fetch-file.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { cookie: 'XSRF-TOKEN=token' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each(['image', 'pdf'] as const)(
  'waits for a %s as long as any house lets its server fetch',
  async (list) => {
    const stored = { uuid: 'u', imageLink: 'l', originalFilename: 'a' };
    let answer: (response: Response) => void = () => {};
    vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
      return new Promise<Response>((resolve, reject) => {
        answer = resolve;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    });
    const fetching = fetchFile(list, 'https://example.org/a', new AbortController().signal);
    fetching.catch(() => {});
    await vi.advanceTimersByTimeAsync(1440 * 60_000);
    answer(Response.json(stored));
    await expect(fetching).resolves.toEqual(stored);
  },
);
