import { expect, it } from 'vitest';
import { addDropped, entriesOfPlan, keysOfTwins } from './drop-entries.ts';
import { planDrop, type DroppedFile } from './drop-plan.ts';

const dropped = (...names: string[]): DroppedFile[] =>
  names.map((path) => ({ path, file: new File(['x'], path, { lastModified: 1 }) }));
const chosen = dropped('A_1.tif', 'A_3.tif', 'B_1.tif');
const first = entriesOfPlan(planDrop(chosen), [], false);
const told = (entries: ReturnType<typeof entriesOfPlan>) =>
  entries.map(({ key, included, files }) => [key, included, files.length]);

it('adds a second choice to the first, and keeps what was typed and ticked', () => {
  expect(told(first)).toEqual([
    ['A', false, 2],
    ['B', true, 1],
  ]);
  const edited = first.map((entry) =>
    entry.key === 'B' ? { ...entry, pressmark: 'B bis', title: 'A map', included: false } : entry,
  );
  const { files } = addDropped(chosen, dropped('b_2.tif', 'C_1.tif'));
  const then = entriesOfPlan(planDrop(files), edited, false);
  expect(told(then)).toEqual([
    ['A', false, 2],
    ['B', false, 2],
    ['C', true, 1],
  ]);
  expect(then[1]).toMatchObject({ pressmark: 'B bis', title: 'A map' });
});

it('ticks a group that the second choice made whole, and unticks one that it broke, unless the user decided', () => {
  const second = entriesOfPlan(planDrop([...chosen, ...dropped('A_2.tif', 'B_4.tif')]), first, false);
  expect(told(second)).toEqual([
    ['A', true, 3],
    ['B', false, 2],
  ]);
  const asked = first.map((entry) => ({ ...entry, included: true }));
  const other = entriesOfPlan(planDrop([...chosen, ...dropped('A_7.tif')]), asked, false);
  expect(other[0]).toMatchObject({ gaps: '2, 4–6', included: true });
});

it('takes nothing twice, and names what it left out; nothing dropped changes nothing', () => {
  const { files, again } = addDropped(chosen, dropped('A_1.tif', 'A_2.tif'));
  expect(files.map(({ path }) => path)).toEqual(['A_1.tif', 'A_3.tif', 'B_1.tif', 'A_2.tif']);
  expect(again.map(({ path }) => path)).toEqual(['A_1.tif']);
  expect(entriesOfPlan(planDrop(addDropped(chosen, []).files), first, false)).toEqual(first);
});

it('gives all files to the given item', () => {
  expect(told(entriesOfPlan(planDrop(chosen), [], true))).toEqual([['', true, 3]]);
  expect(entriesOfPlan(planDrop([]), [], true)).toEqual([]);
});

it('finds ticked groups of one pressmark', () => {
  const same = first.map((entry) => ({
    ...entry,
    included: true,
    pressmark: entry.key === 'A' ? 'x  1' : 'X 1 ',
  }));
  expect([...keysOfTwins(same)]).toEqual(['A', 'B']);
  expect(keysOfTwins(same.map((entry) => ({ ...entry, included: entry.key === 'A' })))).toEqual(new Set());
  expect(keysOfTwins(same.map((entry) => ({ ...entry, pressmark: ' ' })))).toEqual(new Set());
});
