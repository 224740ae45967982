import { expect, it } from 'vitest';
import { isDay, typedDay } from './typed-day.ts';

it.each([
  ['1/2/2026', '2026-02-01'],
  ['01/02/2026', '2026-02-01'],
  ['01.02.2026', '2026-02-01'],
  ['01-02-2026', '2026-02-01'],
  ['2026-02-01', '2026-02-01'],
  ['01022026', '2026-02-01'],
  [' 31/12/1480 ', '1480-12-31'],
  ['29/02/2024', '2024-02-29'],
])('%s is a day, and its month comes second', (text, day) => {
  expect(typedDay(text)).toBe(day);
  expect(isDay(day)).toBe(true);
});

it.each([
  'abc',
  '31/02/2026',
  '2026-02-31',
  '29/02/2023',
  '12/31/2026',
  '00/01/2026',
  '1/2/26',
  '1/2/202',
  '01/01/0999',
  '0999-01-01',
  // Years first: the 11th of October 2012, and no day of the year 1011.
  '20121011',
  '2012/10/11',
])('%s is no day, and stays as it was typed', (text) => {
  expect(typedDay(text)).toBe(text);
  expect(isDay(text)).toBe(false);
});

it('nothing but blanks is nothing', () => {
  expect(typedDay('  ')).toBe('');
  expect(isDay('')).toBe(false);
});
