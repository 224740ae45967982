import { expect, test } from 'vitest';
import { harmlessCell, readCell } from './spreadsheet-cell.ts';

test.each([
  ['=1+1', "'=1+1"],
  ['+39 06', "'+39 06"],
  ['- a note', "'- a note"],
  ['@home', "'@home"],
  ['＝1', "'＝1"],
  ['-20x', "'-20x"],
  ["'=1", "''=1"],
  ["''-x", "'''-x"],
  // Neither a formula nor what would be read back as one.
  ['-20', '-20'],
  ['-20.5', '-20.5'],
  ["'-20", "'-20"],
  ["'t is", "'t is"],
  ['a = b', 'a = b'],
  ['', ''],
])('%s stands in a cell as %s and is read back', (text, cell) => {
  expect(harmlessCell(text)).toBe(cell);
  expect(readCell(cell)).toBe(text);
});
