import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TileStore } from './tile-store.ts';
import type { Tile } from './tiles.ts';

const tile = (address: string): Tile => ({ address, box: { x: 0, y: 0, width: 1, height: 1 } });
const tiles = (count: number, name = 't') =>
  Array.from({ length: count }, (_, index) => tile(`${name}${index}`));

/** What was asked for, in order, and how each is answered. */
let asked: string[];
let answers: Map<string, (status: number) => void>;
let closed: number;

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answers = new Map();
  closed = 0;
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return new Promise<Response>((resolve, reject) => {
      answers.set(address, (status) => {
        if (status === 0) reject(new TypeError('no network'));
        else resolve(new Response('', { status }));
      });
    });
  });
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => (closed += 1) }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function opened() {
  let failures = 0;
  let loaded = 0;
  const store = new TileStore({
    onLoaded: () => (loaded += 1),
    onFailed: () => (failures += 1),
  });
  return { store, failures: () => failures, loaded: () => loaded };
}
const answer = async (address: string, status = 200) => {
  answers.get(address)?.(status);
  await vi.advanceTimersByTimeAsync(0);
};

it('asks for six at once, in the order in which they are wanted, each once', async () => {
  const { store, loaded } = opened();
  store.want([...tiles(8), ...tiles(8)]);
  expect(asked).toEqual(['t0', 't1', 't2', 't3', 't4', 't5']);
  await answer('t3');
  expect(asked.slice(6)).toEqual(['t6']);
  expect(loaded()).toBe(1);
  expect(store.has(tile('t3'))).toBe(true);
  expect(store.get(tile('t3'))).toBeDefined();
  expect(store.has(tile('t0'))).toBe(false);
});

it('drops what is not wanted any more and not under way', async () => {
  const { store } = opened();
  store.want(tiles(8));
  store.want([tile('other')]);
  await answer('t0');
  expect(asked.slice(6)).toEqual(['other']);
});

it('asks three times for what can’t be reached, and again when it is told to', async () => {
  const { store, failures } = opened();
  store.want([tile('t')]);
  for (const wait_ms of [500, 2000]) {
    await answer('t', 0);
    expect(store.failureOf(tile('t'))).toBeUndefined();
    await vi.advanceTimersByTimeAsync(wait_ms);
  }
  await answer('t', 503);
  expect([asked.length, failures(), store.failureOf(tile('t'))]).toEqual([3, 1, 'unreachable']);
  store.retry();
  expect(asked).toHaveLength(4);
  await answer('t');
  expect(store.has(tile('t'))).toBe(true);
});

it('asks again only for what is still wanted, and never twice at once', async () => {
  const { store } = opened();
  store.want([tile('t')]);
  await answer('t', 0);
  store.want([tile('other')]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual(['t', 'other']);
  store.want([tile('t')]);
  store.retry();
  await vi.advanceTimersByTimeAsync(5000);
  expect(asked).toEqual(['t', 'other', 't']);
});

it.each([401, 403, 404, 410])('asks once for what is closed: %i', async (status) => {
  const { store, failures } = opened();
  store.want([tile('t')]);
  await answer('t', status);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked.length, failures(), store.failureOf(tile('t'))]).toEqual([1, 1, 'closed']);
});

it('gives up the oldest of more than four hundred, but none that is wanted', async () => {
  const { store } = opened();
  const wanted = tiles(3, 'kept');
  store.want(wanted);
  for (const { address } of wanted) await answer(address);
  const many = tiles(420);
  store.want([...wanted, ...many.slice(0, 210)]);
  for (const { address } of many.slice(0, 210)) await answer(address);
  store.want([...wanted, ...many.slice(210)]);
  for (const { address } of many.slice(210)) await answer(address);
  expect(closed).toBe(23);
  expect(wanted.every((one) => store.has(one))).toBe(true);
  expect(store.has(tile('t0'))).toBe(false);
  expect(store.has(tile('t419'))).toBe(true);
});
