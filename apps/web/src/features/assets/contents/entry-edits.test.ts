import { expect, it } from 'vitest';
import { editOf, type Gesture } from './entry-edits.ts';

const images = ['p', 'q', 'r', 's'];
const entry = (uuid: string, depth: number, first: string, last: string | null = null) => ({
  uuid,
  label: uuid,
  depth,
  first,
  last,
});
const entries = [entry('a', 0, 'p'), entry('b', 1, 'q', 'r'), entry('c', 0, 'gone')];
const edit = (gesture: Gesture, selected: number, chosen?: readonly [string, string]) =>
  editOf(gesture, {
    entries,
    selected: entries[selected],
    images: chosen && { first: chosen[0], last: chosen[1] },
    placeOf: (image) => (images.includes(image) ? images.indexOf(image) : undefined),
  });

it('after a removal the next entry is selected, or the last one; what went up is counted', () => {
  expect(edit('remove', 0)).toMatchObject({ said: 'removedWith', count: 1, selected: 'b' });
  expect(edit('remove', 2)).toMatchObject({ said: 'removed', selected: 'b' });
  expect(edit('remove', 9)).toEqual({ not: 'noEntry' });
});

it('an entry begins and ends with chosen images, and no end comes before its beginning', () => {
  expect(edit('begins', 1, ['r', 's'])).toMatchObject({ entries: [{}, { first: 'r', last: 'r' }, {}] });
  expect(edit('begins', 1, ['s', 's'])).toMatchObject({ entries: [{}, { first: 's', last: null }, {}] });
  expect(edit('begins', 1, ['q', 's'])).toEqual({ not: 'isSo' });
  expect(edit('begins', 2, ['q', 's'])).toMatchObject({ entries: [{}, {}, { first: 'q' }] });
  expect(edit('ends', 0, ['p', 's'])).toMatchObject({ entries: [{ last: 's' }, {}, {}], image: 's' });
  expect(edit('ends', 1, ['p', 'p'])).toEqual({ not: 'before' });
  expect(edit('ends', 2, ['p', 'p'])).toEqual({ not: 'firstGone' });
  expect(edit('ends', 0)).toEqual({ not: 'noImage' });
  expect(edit('endsFree', 1)).toMatchObject({ entries: [{}, { last: null }, {}] });
  expect(edit('endsFree', 0)).toEqual({ not: 'isSo' });
});
