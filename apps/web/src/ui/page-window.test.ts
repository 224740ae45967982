import { describe, expect, it } from 'vitest';
import { pageFrom, pageWindow } from './page-window.ts';

describe('pageWindow', () => {
  it('[HOME-18] shows at most 12 buttons, first and last among them, at every page of every length', () => {
    for (const total of [1, 2, 11, 12, 13, 14, 40, 1000]) {
      for (const current of new Set([1, 2, 6, 7, 8, total - 6, total - 1, total])) {
        if (current < 1 || current > total) continue;
        const pages = pageWindow(current, total);
        const numbers = pages.filter((page) => page !== null);
        expect(numbers).toHaveLength(Math.min(total, 12));
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
        expect(numbers).toContain(current);
        expect(numbers[0]).toBe(1);
        expect(numbers.at(-1)).toBe(total);
        // A gap stands exactly where numbers are missing.
        numbers.forEach((number, index) => {
          const jump = index > 0 && number - (numbers[index - 1] ?? 0) > 1;
          expect(jump).toBe(pages[pages.indexOf(number) - 1] === null);
        });
      }
    }
  });
});

describe('pageFrom', () => {
  it.each([
    ['3', 3],
    ['1', 1],
    [null, 1],
    ['0', 1],
    ['-2', 1],
    ['1.5', 1],
    ['x', 1],
    ['', 1],
    ['99999999999999', 1],
  ])('[HOME-04] reads ?page=%s as page %i', (text, page) => {
    expect(pageFrom(text)).toBe(page);
  });
});
