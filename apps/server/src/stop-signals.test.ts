import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import { onStopSignal } from './stop-signals.ts';

let told: string[];
let now_ms: number;
let source: EventEmitter & { exit: (code: number) => void };

beforeEach(() => {
  told = [];
  now_ms = 0;
  source = Object.assign(new EventEmitter(), { exit: (code: number) => void told.push(`exit ${code}`) });
  onStopSignal(
    (signal) => told.push(`stop ${signal}`),
    source,
    () => now_ms,
  );
});

const signalledAt = (ms: number, signal: 'SIGTERM' | 'SIGINT') => {
  now_ms = ms;
  source.emit(signal, signal);
};

test('a repeated SIGTERM changes nothing, however late it comes', () => {
  for (const ms of [0, 1, 8_000]) signalledAt(ms, 'SIGTERM');
  expect(told).toEqual(['stop SIGTERM']);
});

test('a Ctrl-C that npm forwards stops once; a second Ctrl-C ends at once', () => {
  signalledAt(0, 'SIGINT');
  signalledAt(30, 'SIGINT');
  expect(told).toEqual(['stop SIGINT']);
  signalledAt(2_000, 'SIGINT');
  expect(told).toEqual(['stop SIGINT', 'exit 130']);
});

test('a Ctrl-C ends a stop at once that SIGTERM began', () => {
  signalledAt(0, 'SIGTERM');
  signalledAt(2_000, 'SIGINT');
  expect(told).toEqual(['stop SIGTERM', 'exit 130']);
});
