import { afterEach, beforeEach, vi } from 'vitest';

/** Gives each test of a file an empty `localStorage`. @returns what is kept there */
export function madeStorage(): Map<string, string> {
  const kept = new Map<string, string>();
  beforeEach(() => {
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
  });
  afterEach(() => {
    kept.clear();
    vi.unstubAllGlobals();
  });
  return kept;
}
