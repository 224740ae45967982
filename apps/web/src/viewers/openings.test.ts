import { describe, expect, it } from 'vitest';
import { fromLeft, onwardOf, openingAt } from './openings.ts';

const openings = (total: number) =>
  Array.from({ length: total }, (_, index) => {
    const { first, last } = openingAt(index + 1, total, true);
    return first === last ? `${first}` : `${first}–${last}`;
  });

describe('openings', () => {
  it('the first image stands alone, the others in pairs', () => {
    expect(openings(7)).toEqual(['1', '2–3', '2–3', '4–5', '4–5', '6–7', '6–7']);
  });

  it('the last image of an even number stands alone', () => {
    expect(openings(4)).toEqual(['1', '2–3', '2–3', '4']);
    expect(openings(1)).toEqual(['1']);
  });

  it('a pair may stand on two pages of a list', () => {
    expect(openingAt(11, 334, true)).toEqual({ first: 10, last: 11 });
  });

  it('one image at a time is an opening of one', () => {
    expect(openingAt(3, 7, false)).toEqual({ first: 3, last: 3 });
  });
});

describe('the direction', () => {
  it('the arrow to the next image points where the images go to', () => {
    expect(onwardOf(null, false)).toBe('right');
    expect(onwardOf(undefined, false)).toBe('right');
    expect(onwardOf('left-to-right', false)).toBe('right');
    expect(onwardOf('right-to-left', false)).toBe('left');
    expect(onwardOf('top-to-bottom', false)).toBe('down');
    expect(onwardOf('bottom-to-top', false)).toBe('up');
  });

  it('two pages go to the left or to the right', () => {
    expect(onwardOf('right-to-left', true)).toBe('left');
    expect(onwardOf('top-to-bottom', true)).toBe('right');
    expect(onwardOf('bottom-to-top', true)).toBe('right');
  });

  it('read from right to left, the lower number stands on the right', () => {
    expect(fromLeft([2, 3], 'left')).toEqual([3, 2]);
    expect(fromLeft([2, 3], 'right')).toEqual([2, 3]);
    expect(fromLeft([1], 'left')).toEqual([1]);
  });
});
