import { expect, it } from 'vitest';
import { paceAt, type ScrollPace } from './scroll-pace.ts';

const HEIGHT_px = 750;
const atRest: ScrollPace = { top_px: 0, at_ms: 0, isQuick: false };

/** The paces of a list that is scrolled by as much at each of some moments, after a second at rest. */
function paces(by_px: number, every_ms: number, times: number): boolean[] {
  let pace = atRest;
  return Array.from({ length: times }, (_, index) => {
    pace = paceAt(pace, (index + 1) * by_px, 1000 + index * every_ms, HEIGHT_px);
    return pace.isQuick;
  });
}

it('is slow where rows can be seen, at a wheel’s single notches and at a page', () => {
  expect(paces(120, 80, 20)).not.toContain(true);
  expect(paces(20, 16, 60)).not.toContain(true);
  expect(paces(HEIGHT_px, 500, 5)).not.toContain(true);
});

it('is quick soon after a wheel is spun, and stays so while it spins', () => {
  const spun = paces(120, 16, 60);
  expect(spun.indexOf(true)).toBeLessThan(4);
  expect(spun.slice(4)).not.toContain(false);
});

it('is quick where a list is pulled over many rows at once, from rest too', () => {
  expect(paceAt(atRest, 20 * HEIGHT_px, 1000, HEIGHT_px).isQuick).toBe(true);
});

it('is slow again after a stretch without haste', () => {
  const quick = { top_px: 0, at_ms: 0, isQuick: true };
  expect(paceAt(quick, 10, 50, HEIGHT_px).isQuick).toBe(true);
  expect(paceAt(quick, 10, 100, HEIGHT_px)).toEqual({ top_px: 10, at_ms: 100, isQuick: false });
});
