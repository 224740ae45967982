import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { autoplay } from './story-autoplay.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function opened(delay = 3) {
  const log = { times: 0, left: [] as (number | undefined)[], playing: [] as boolean[] };
  const player = autoplay({
    delay_s: () => delay,
    onTime: () => (log.times += 1),
    onLeft: (seconds) => log.left.push(seconds),
    onChange: (isPlaying) => log.playing.push(isPlaying),
  });
  return { player, log };
}

it('does nothing until it is asked to', () => {
  const { player, log } = opened();
  player.begin();
  vi.advanceTimersByTime(60_000);
  expect(log).toEqual({ times: 0, left: [], playing: [] });
});

it('goes on after the time of the step, which begins when the step is shown, and tells what is left', () => {
  const { player, log } = opened(2);
  player.play(false);
  vi.advanceTimersByTime(10_000);
  expect(log.times).toBe(0);
  player.begin();
  vi.advanceTimersByTime(1900);
  expect([log.times, [...new Set(log.left)]]).toEqual([0, [undefined, 2, 1]]);
  vi.advanceTimersByTime(300);
  expect([log.times, log.left.at(-2), log.left.at(-1)]).toEqual([1, 0, undefined]);
  // The next one is on its way.
  vi.advanceTimersByTime(10_000);
  expect(log.times).toBe(1);
});

it('stops at a pause, and gives the step its whole time again', () => {
  const { player, log } = opened(2);
  player.play(true);
  vi.advanceTimersByTime(1500);
  player.pause();
  vi.advanceTimersByTime(10_000);
  expect([log.times, log.playing]).toEqual([0, [true, false]]);
  player.play(true);
  vi.advanceTimersByTime(1500);
  expect(log.times).toBe(0);
  vi.advanceTimersByTime(700);
  expect(log.times).toBe(1);
});
