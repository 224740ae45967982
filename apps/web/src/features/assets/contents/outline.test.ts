import { expect, it } from 'vitest';
import {
  changed,
  dropDepth,
  droppedAt,
  indented,
  isSameOutline,
  movedDown,
  movedUp,
  outdented,
  withEntry,
  withoutEntry,
  type Outcome,
  type Outline,
} from './outline.ts';

/** Entries written as lines, indented by their depth; each begins with the image of its number: `a1`. */
function outline(...lines: string[]): Outline {
  return lines.map((line) => {
    const name = line.trim();
    return { uuid: name, label: name, depth: line.length - name.length, first: name.slice(1), last: null };
  });
}
const lines = (entries: Outline) => entries.map(({ uuid, depth }) => ' '.repeat(depth) + uuid);
const told = (outcome: Outcome) => ('entries' in outcome ? lines(outcome.entries) : outcome.obstacle);
const placeOf = (image: string) => (image === 'x' ? undefined : Number(image));
const added = (entries: Outline, first: string, selected?: number) =>
  told(
    withEntry(
      entries,
      { uuid: `n${first}`, label: 'n', first, last: null },
      selected === undefined ? undefined : entries[selected],
      placeOf,
    ),
  );

const book = outline('a1', ' b1', ' c3', '  d4', 'e7');

it('a new entry stands behind those that begin before it, at the depth of the selected one or the one before', () => {
  expect(added([], '4')).toEqual(['n4']);
  expect(added(book, '9')).toEqual(['a1', ' b1', ' c3', '  d4', 'e7', 'n9']);
  expect(added(book, '5')).toEqual(['a1', ' b1', ' c3', '  d4', '  n5', 'e7']);
  expect(added(book, '5', 1)).toEqual(['a1', ' b1', ' c3', '  d4', ' n5', 'e7']);
  expect(added(book, '0')).toEqual(['n0', 'a1', ' b1', ' c3', '  d4', 'e7']);
  // Between others it takes none away from the entry that they are in.
  expect(added(book, '2', 0)).toEqual(['a1', ' b1', ' n2', ' c3', '  d4', 'e7']);
  // An entry whose image is gone says nothing of the order.
  expect(added(outline('a1', 'bx', 'c5'), '3')).toEqual(['a1', 'n3', 'bx', 'c5']);
});

it('there are no more than 2,000 entries', () => {
  const full = outline(...Array.from({ length: 2000 }, (_, index) => `a${index}`));
  expect(added(full, '5')).toBe('full');
});

it('what was within a removed entry goes up one level', () => {
  expect(lines(withoutEntry(book, 0))).toEqual(['b1', 'c3', ' d4', 'e7']);
  expect(lines(withoutEntry(book, 2))).toEqual(['a1', ' b1', ' d4', 'e7']);
  expect(lines(withoutEntry(book, 4))).toEqual(['a1', ' b1', ' c3', '  d4']);
});

it('an entry goes in and out with those within it', () => {
  expect(told(indented(book, 2))).toEqual(['a1', ' b1', '  c3', '   d4', 'e7']);
  expect(told(indented(book, 4))).toEqual(['a1', ' b1', ' c3', '  d4', ' e7']);
  expect(told(indented(book, 0))).toBe('noneBefore');
  expect(told(indented(book, 1))).toBe('noneBefore');
  expect(told(outdented(book, 2))).toEqual(['a1', ' b1', 'c3', ' d4', 'e7']);
  // Those behind it at its level are in it then.
  expect(told(outdented(book, 1))).toEqual(['a1', 'b1', ' c3', '  d4', 'e7']);
  expect(told(outdented(book, 4))).toBe('atTop');
});

it('no entry gets deeper than ten levels', () => {
  const deep = outline(
    ...Array.from({ length: 10 }, (_, depth) => `${' '.repeat(depth)}a${depth}`),
    'b10',
    ' c11',
  );
  expect(told(indented(deep, 9))).toBe('noneBefore');
  expect(told(indented([...deep.slice(0, 10), ...outline('         z9')], 10))).toBe('levels');
  // Between the ninth and the tenth level there is no room for an entry with another within it.
  expect(dropDepth(deep, 10, 9, 9)).toBeUndefined();
  expect(droppedAt(deep, 10, 9, 9)).toBe(deep);
  expect(dropDepth(deep, 10, 10, 10)).toBe(8);
});

it('an entry moves among its neighbours, and out of the entry that it is in', () => {
  expect(told(movedUp(book, 2))).toEqual(['a1', ' c3', '  d4', ' b1', 'e7']);
  expect(told(movedUp(book, 1))).toEqual(['b1', 'a1', ' c3', '  d4', 'e7']);
  expect(told(movedUp(book, 4))).toEqual(['e7', 'a1', ' b1', ' c3', '  d4']);
  expect(told(movedUp(book, 0))).toBe('isFirst');
  expect(told(movedDown(book, 0))).toEqual(['e7', 'a1', ' b1', ' c3', '  d4']);
  expect(told(movedDown(book, 1))).toEqual(['a1', ' c3', '  d4', ' b1', 'e7']);
  expect(told(movedDown(book, 2))).toEqual(['a1', ' b1', 'c3', ' d4', 'e7']);
  expect(told(movedDown(book, 4))).toBe('isLast');
});

it('a dropped entry stays whole, and is as deep as its place allows', () => {
  expect(lines(droppedAt(book, 2, 5, 1))).toEqual(['a1', ' b1', 'e7', ' c3', '  d4']);
  expect(lines(droppedAt(book, 2, 5, 7))).toEqual(['a1', ' b1', 'e7', ' c3', '  d4']);
  expect(lines(droppedAt(book, 4, 1, 0))).toEqual(['a1', ' e7', ' b1', ' c3', '  d4']);
  // On itself it only changes its depth.
  expect(lines(droppedAt(book, 2, 3, 0))).toEqual(['a1', ' b1', 'c3', ' d4', 'e7']);
  expect(lines(droppedAt(book, 2, 2, 2))).toEqual(['a1', ' b1', '  c3', '   d4', 'e7']);
  expect(dropDepth(book, 2, 0, 3)).toBe(0);
});

it('an entry gets another label or other images, and lists are compared by what they say', () => {
  const renamed = changed(book, 'c3', { label: 'Psalms', last: '6' });
  expect(renamed[2]).toMatchObject({ uuid: 'c3', label: 'Psalms', first: '3', last: '6' });
  expect(isSameOutline(book, renamed)).toBe(false);
  expect(isSameOutline(book, structuredClone(book))).toBe(true);
});
