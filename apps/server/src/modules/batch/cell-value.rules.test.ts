import { expect, test } from 'vitest';
import { cellValue } from './cell-value.rules.ts';

const first = { dayFirst: true, decimalComma: true };
const second = { dayFirst: false, decimalComma: false };

test.each([
  ['NUMBER', '1,5', first, { value: 1.5 }],
  ['NUMBER', '1.5', first, { value: 1.5 }],
  ['NUMBER', '1.234,5', first, { value: 1234.5 }],
  ['NUMBER', '1.234', first, { value: 1234 }],
  ['NUMBER', '1.234', second, { value: 1.234 }],
  ['NUMBER', '1,234.5', second, { value: 1234.5 }],
  ['NUMBER', '12 345', second, { value: 12345 }],
  ['NUMBER', '-2e3', second, { value: -2000 }],
  ['NUMBER', 'ten', second, { code: 'number' }],
  ['NUMBER', '1,2,3', second, { code: 'number' }],
  ['INTEGER', '1480', second, { value: 1480 }],
  ['INTEGER', '1.5', second, { code: 'whole-number' }],
  ['INTEGER', '99999999999999999999', second, { code: 'whole-number' }],
  ['BOOLEAN', 'VERO', second, { value: true }],
  ['BOOLEAN', 'falso', second, { value: false }],
  ['BOOLEAN', 'maybe', second, { code: 'boolean' }],
  ['DATE', '3/4/1900', first, { value: '1900-04-03' }],
  ['DATE', '3/4/1900', second, { value: '1900-03-04' }],
  ['DATE', '29.2.1904', first, { value: '1904-02-29' }],
  // A day by the calendar before the reform, as in the catalogue itself.
  ['DATE', '29/2/1500', first, { value: '1500-02-29' }],
  ['DATE', '1500-02-29', first, { value: '1500-02-29' }],
  ['DATE', '29/2/1901', first, { code: 'no-such-day' }],
  ['DATE', '0/2/1901', first, { code: 'no-such-day' }],
  ['DATE', '1900-13-01', first, { code: 'no-such-day' }],
  ['DATE', '[ca 1480]', first, { value: '[ca 1480]' }],
  ['DATE', '1480', first, { value: '1480' }],
  ['DATE', '45000', first, { code: 'date-serial' }],
  ['STRING', ' 007 ', first, { value: '007' }],
])('a %s cell "%s" (%o)', (type, text, form, expected) => {
  expect(cellValue(text, { type }, form)).toEqual(expected);
});
