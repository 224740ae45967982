import { expect, test } from 'vitest';
import { placesBackTo } from './places-back.ts';

const EDITOR = '/ui/story/editor/1';
const entry = (path: string, index: number, sameDocument = true) => ({
  index,
  url: `http://armarium.test${path}`,
  sameDocument,
});

/** A history of these paths, the last of which is shown. */
const historyOf = (...paths: string[]) => {
  const entries = paths.map((path, index) => entry(path, index));
  return { currentEntry: entries.at(-1) ?? null, entries: () => entries };
};

test('the editor stands before all pages that were opened below it', () => {
  const paths = [`${EDITOR}/cultural-item?text=a`, `${EDITOR}/cultural-item/2#content`];
  expect(placesBackTo(EDITOR, historyOf('/ui/story', EDITOR, ...paths))).toBe(2);
  // Whoever went forward again was at the editor before.
  expect(placesBackTo(EDITOR, historyOf(EDITOR, '/ui/story', EDITOR, ...paths))).toBe(2);
});

test('no other page is walked back over', () => {
  expect(placesBackTo(EDITOR, historyOf(EDITOR, '/ui/story', `${EDITOR}/cultural-item`))).toBe(0);
  expect(placesBackTo(EDITOR, historyOf('/ui/story/editor/12', `${EDITOR}/cultural-item`))).toBe(0);
});

test('what the history does not know leads to no place', () => {
  expect(placesBackTo(EDITOR, historyOf(`${EDITOR}/cultural-item`))).toBe(0);
  const [editor, items] = [entry(EDITOR, 0, false), entry(`${EDITOR}/cultural-item`, 1)];
  expect(placesBackTo(EDITOR, { currentEntry: items, entries: () => [editor, items] })).toBe(0);
});
