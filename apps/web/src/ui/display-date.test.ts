import { expect, it } from 'vitest';
import { displayDate, displayTimestamp } from './display-date.ts';

it.each([
  ['1480-05-09', '09/05/1480'],
  ['[ca 1480]', '[ca 1480]'],
  ['sec. XV ex.', 'sec. XV ex.'],
  ['-0044-03-15', '-0044-03-15'],
  ['1480', '1480'],
])('[I18N-11] a date field of %s is shown as %s', (value, shown) => {
  expect(displayDate(value)).toBe(shown);
});

it('[I18N-11] a timestamp is shown as DD/MM/YYYY of the reader’s day', () => {
  const local = new Date(2026, 1, 3, 12).toISOString();
  expect(displayTimestamp(local)).toBe('03/02/2026');
  expect(displayTimestamp('nonsense')).toBe('nonsense');
});
