import { expect, test } from 'vitest';
import { appliedMapping } from './applied-mapping.ts';

const column = (heading: string, target: string | null, clears = false) => ({ heading, target, clears });
const form = { dayFirst: true, decimalComma: false };

test('what was saved holds for the columns of the same heading, wherever they stand', () => {
  const saved = {
    columns: [column('Titel', 'field:sgtt', true), column('Tag', 'field:tag'), column('Tag', null)],
    dayFirst: false,
    decimalComma: true,
  };
  const file = {
    ...form,
    columns: [
      column('Tag', null),
      column('Other', 'field:autn'),
      column('Titel', null),
      column('Tag', 'field:x'),
      column('Title', 'field:sgtt'),
    ],
  };
  expect(appliedMapping(saved, file)).toEqual({
    dayFirst: false,
    decimalComma: true,
    columns: [
      column('Tag', 'field:tag'),
      column('Other', 'field:autn'),
      column('Titel', 'field:sgtt', true),
      column('Tag', null),
      column('Title', null),
    ],
  });
});
