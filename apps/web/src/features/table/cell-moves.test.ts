import { describe, expect, it } from 'vitest';
import { nextEditable, placeAfter, type Place } from './cell-moves.ts';

const size = { rows: 3, columns: 4 };
const at = (row: number, column: number): Place => ({ row, column });

describe('the cells of a table', () => {
  it('are reached by arrows, and by Home and End, which lead to the ends of the row or of the table', () => {
    const to = (key: string, from: Place, isFar = false) => placeAfter(key, isFar, from, size);
    expect(to('ArrowRight', at(1, 1))).toEqual(at(1, 2));
    expect(to('ArrowLeft', at(1, 1))).toEqual(at(1, 0));
    expect(to('ArrowDown', at(1, 1))).toEqual(at(2, 1));
    expect(to('ArrowUp', at(1, 1))).toEqual(at(0, 1));
    expect(to('Home', at(1, 1))).toEqual(at(1, 0));
    expect(to('End', at(1, 1))).toEqual(at(1, 3));
    expect(to('Home', at(1, 1), true)).toEqual(at(0, 0));
    expect(to('End', at(1, 1), true)).toEqual(at(2, 3));
    expect(to('ArrowRight', at(1, 1), true)).toBeUndefined();
    expect(to('a', at(1, 1))).toBeUndefined();
  });

  it('have nothing beyond the edges', () => {
    for (const [key, from] of [
      ['ArrowRight', at(1, 3)],
      ['ArrowLeft', at(1, 0)],
      ['ArrowDown', at(2, 1)],
      ['ArrowUp', at(0, 1)],
    ] as const)
      expect(placeAfter(key, false, from, size)).toBeUndefined();
  });

  it('follow each other row by row, those alone that can be edited', () => {
    // The first column never, and nothing of the second row.
    const isEditable = ({ row, column }: Place) => column > 0 && row !== 1;
    const next = (from: Place, by: 1 | -1 = 1) => nextEditable(from, size, isEditable, by);
    expect(next(at(0, 0))).toEqual(at(0, 1));
    expect(next(at(0, 3))).toEqual(at(2, 1));
    expect(next(at(2, 1), -1)).toEqual(at(0, 3));
    expect(next(at(2, 3))).toBeUndefined();
    expect(next(at(0, 1), -1)).toBeUndefined();
    expect(nextEditable(at(0, 0), size, () => false, 1)).toBeUndefined();
  });
});
