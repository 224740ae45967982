import { expect, it } from 'vitest';
import { openedFor, rowHolding, rowsOf, treeStep } from './outline-rows.ts';

const entries = [0, 1, 1, 2, 0].map((depth, index) => {
  const uuid = 'abcde'.charAt(index);
  return { uuid, label: uuid, depth, first: uuid, last: null };
});
const none: ReadonlySet<string> = new Set();

it('rows know their place among their siblings; what is within a closed entry has no row', () => {
  expect(
    rowsOf(entries, none).map(
      ({ entry, position, siblings, isOpen }) => `${entry.uuid} ${position}/${siblings} ${isOpen}`,
    ),
  ).toEqual(['a 1/2 true', 'b 1/2 undefined', 'c 2/2 true', 'd 1/1 undefined', 'e 2/2 undefined']);
  expect(rowsOf(entries, new Set(['a'])).map(({ index }) => index)).toEqual([0, 4]);
  expect(rowsOf(entries, new Set(['c']))[2]).toMatchObject({ isOpen: false });
});

it('arrows lead through the tree, and open and close it', () => {
  const rows = rowsOf(entries, new Set(['c']));
  expect(treeStep(rows, 0, 'ArrowDown')).toEqual({ to: 1 });
  expect(treeStep(rows, 0, 'ArrowUp')).toBeUndefined();
  expect(treeStep(rows, 0, 'End')).toEqual({ to: 3 });
  expect(treeStep(rows, 3, 'Home')).toEqual({ to: 0 });
  expect(treeStep(rows, 0, 'ArrowRight')).toEqual({ to: 1 });
  expect(treeStep(rows, 2, 'ArrowRight')).toEqual({ toggles: true });
  expect(treeStep(rows, 2, 'ArrowLeft')).toEqual({ to: 0 });
  expect(treeStep(rows, 0, 'ArrowLeft')).toEqual({ toggles: true });
  expect(treeStep(rows, 3, 'ArrowLeft')).toBeUndefined();
});

it('the innermost entry in sight holds an image', () => {
  const ranges = [{ first: 0, last: 9 }, { first: 0, last: 2 }, { first: 2, last: 9 }, undefined, undefined];
  expect(rowHolding(rowsOf(entries, none), ranges, 2)?.entry.uuid).toBe('c');
  expect(rowHolding(rowsOf(entries, new Set(['a'])), ranges, 2)?.entry.uuid).toBe('a');
  expect(rowHolding(rowsOf(entries, none), ranges, 12)).toBeUndefined();
});

it('an entry comes into sight by opening those that it is in', () => {
  expect([...openedFor(entries, new Set(['a', 'c', 'e']), 'd')]).toEqual(['e']);
  expect([...openedFor(entries, new Set(['a', 'c']), 'b')]).toEqual(['c']);
});
