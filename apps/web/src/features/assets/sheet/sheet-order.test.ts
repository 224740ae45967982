import { expect, it } from 'vitest';
import { droppedAt, movedTo, shifted, sortedByFile } from './sheet-order.ts';

const row = [...'abcdef'];
const of = (letters: string) => new Set(letters);
const text = (order: readonly string[]) => order.join('');

it('files are sorted as people count, pages of one file by their place in it', () => {
  const files = ['MS 10.tif', 'ms 2.tif', 'MS 1.tif', 'b.pdf', 'b.pdf'].map((originalFilename, index) => ({
    originalFilename,
    page: index === 3 ? 1 : 0,
  }));
  expect(sortedByFile(files).map(({ originalFilename, page }) => `${originalFilename} ${page}`)).toEqual([
    'b.pdf 0',
    'b.pdf 1',
    'MS 1.tif 0',
    'ms 2.tif 0',
    'MS 10.tif 0',
  ]);
});

it('what is dropped stands together where it was dropped', () => {
  expect(text(droppedAt(row, of('be'), 3))).toBe('acbedf');
  expect(text(droppedAt(row, of('be'), 0))).toBe('beacdf');
  expect(text(droppedAt(row, of('be'), 6))).toBe('acdfbe');
  expect(text(droppedAt(row, of('b'), 1))).toBe('abcdef');
  expect(text(droppedAt(row, of('b'), 2))).toBe('abcdef');
});

it('[ASSET-22] the first of the moved ones gets the position, or the last that there is', () => {
  expect(text(movedTo(row, of('be'), 1))).toBe('beacdf');
  expect(text(movedTo(row, of('a'), 3))).toBe('bcadef');
  expect(text(movedTo(row, of('ab'), 99))).toBe('cdefab');
});

it('one place further each, and none past the end', () => {
  expect(text(shifted(row, of('b'), 1))).toBe('acbdef');
  expect(text(shifted(row, of('bc'), -1))).toBe('bcadef');
  expect(text(shifted(row, of('ef'), 1))).toBe('abcdef');
  expect(text(shifted(row, of('ae'), -1))).toBe('abcedf');
});
