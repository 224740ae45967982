import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { Progress } from './progress.ts';

function stream(isTTY: boolean) {
  const through = new PassThrough() as PassThrough & { isTTY: boolean };
  through.isTTY = isTTY;
  const stderr = through as unknown as NodeJS.WriteStream;
  // What a bar asks a terminal for.
  Object.assign(stderr, { columns: 120, cursorTo: () => true, clearLine: () => true });
  return { stderr, written: () => String(through.read() ?? '') };
}

test('away from a terminal there is a line every ten seconds: count, rate, time left', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { stderr, written } = stream(false);
    const progress = new Progress('Importing', 'records', 20_000, stderr);
    vi.advanceTimersByTime(9_000);
    progress.update(9_000);
    expect(written()).toBe('');
    vi.advanceTimersByTime(1_000);
    progress.update(10_000);
    expect(written()).toBe('Importing: 10,000 of 20,000 records, 1,000 a second, 10 s left\n');
    progress.update(10_500);
    progress.end();
    expect(written()).toBe('');
  } finally {
    vi.useRealTimers();
  }
});

test('where the end is not known, none is told', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const { stderr, written } = stream(false);
    const progress = new Progress('Reading', 'rows', undefined, stderr);
    vi.advanceTimersByTime(10_000);
    progress.update(25, '1.2 MB');
    expect(written()).toBe('Reading: 25 rows, 1.2 MB, 2.5 a second\n');
  } finally {
    vi.useRealTimers();
  }
});

test('at a terminal there is a bar, which ends with the last state', () => {
  const { stderr, written } = stream(true);
  const progress = new Progress('Importing', 'files', 3, stderr);
  progress.update(3);
  progress.end();
  const text = written();
  expect(text).toContain('█'.repeat(30));
  expect(text).toContain('3 of 3 files');
});
