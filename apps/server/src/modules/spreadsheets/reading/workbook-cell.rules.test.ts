import { expect, test } from 'vitest';
import { cellText, dayOfSerial, numberForm, numberText, placeOf } from './workbook-cell.rules.ts';

test.each([
  [1, false, '1900-01-01'],
  [59, false, '1900-02-28'],
  [61, false, '1900-03-01'],
  [45_000, false, '2023-03-15'],
  [45_000.75, false, '2023-03-15 18:00:00'],
  [0, true, '1904-01-01'],
  [1, true, '1904-01-02'],
  [43_538, true, '2023-03-15'],
  [-1, false, undefined],
])('day %s (from 1904: %s) is %s', (serial, is1904, day) => {
  expect(dayOfSerial(serial, is1904)).toBe(day);
});

test.each([
  [14, undefined, 'date'],
  [0, undefined, 'plain'],
  [164, 'dd/mm/yyyy', 'date'],
  [165, '[$-410]d mmmm yyyy;@', 'date'],
  [166, '00000', 'digits'],
  [167, '#,##0.00" days"', 'plain'],
  [168, '0', 'plain'],
  [169, '@', 'plain'],
  [170, '['.repeat(4_000_000), 'plain'],
])('number form %s %.40s is %s', (id, code, kind) => {
  expect(numberForm(id, code).kind).toBe(kind);
});

test('numbers are as they are shown', () => {
  expect(numberText('0.30000000000000004', { kind: 'plain' }, false)).toBe('0.3');
  expect(numberText('123', { kind: 'digits', digits: 5 }, false)).toBe('00123');
  expect(numberText('1480', { kind: 'plain' }, false)).toBe('1480');
  expect(numberText('1E+25', { kind: 'plain' }, false)).toBe('1E+25');
});

test('places and escaped signs', () => {
  expect(placeOf('BC12')).toEqual({ column: 54, row: 12 });
  expect(placeOf('12')).toBeUndefined();
  expect(cellText('a_x000B_b_x005F_x000B_')).toBe('a\u000bb_x000B_');
});
