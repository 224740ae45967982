import { expect, test } from 'vitest';
import { gapsIn, planItem, type ItemFile, type Original } from './item-plan.ts';

const file = (seq: number, more: Partial<ItemFile> = {}): ItemFile => ({
  path: `MS-1_${seq}.tif`,
  seq,
  sha256: `content ${seq}`,
  pages: 1,
  ...more,
});
const original = (lastPosition: number, seq: number, more: Partial<Original> = {}): Original => ({
  uploadUuid: `upload ${seq}`,
  filename: `MS-1_${seq}.tif`,
  sha256: `content ${seq}`,
  lastPosition,
  pages: 1,
  isFailed: false,
  ...more,
});
const seqOfName = (name: string) => {
  const digits = /_(\d+)\.tif$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
};
const plan = (files: readonly ItemFile[], originals: readonly Original[] = [], allowGaps = false) => {
  const { unchanged, left, groups, heldBack, replacing } = planItem(files, originals, seqOfName, {
    allowGaps,
  });
  return {
    unchanged: [...unchanged.keys()].map(({ seq }) => seq),
    left: [...left].map(([{ path }, { result }]) => `${path} ${result}`),
    groups: groups.map(({ position, files }) => [position, ...files.map(({ seq }) => seq)]),
    heldBack,
    // Nothing of most: a file that takes another's place is what its test is about.
    ...(replacing.size > 0 && {
      replacing: [...replacing].map(([{ path }, { uploadUuid }]) => `${path} ${uploadUuid}`),
    }),
  };
};

test.each([
  [[], []],
  [[1, 2, 3], []],
  [[0, 1, 2], []],
  [[2, 1, 1, 3], []],
  [
    [1, 4, 9],
    [
      [2, 3],
      [5, 8],
    ],
  ],
  [[3], [[1, 2]]],
  [[1, 999_999_999], [[2, 999_999_998]]],
])('the gaps in %j are %j', (seqs, gaps) => {
  expect(gapsIn(seqs)).toEqual(gaps);
});

test('files go in by their numbers', () => {
  expect(plan([file(10), file(9), file(1)], [], true).groups).toEqual([[1, 1, 9, 10]]);
});

test('what is there is unchanged, and a second run has nothing to do', () => {
  const done = plan([file(1), file(2)], [original(1, 1), original(2, 2)]);
  expect(done).toEqual({ unchanged: [1, 2], left: [], groups: [], heldBack: undefined });
});

test('a later delivery goes on behind an earlier one, and into its gaps', () => {
  expect(plan([file(3), file(4)], [original(1, 1), original(2, 2)])).toMatchObject({
    groups: [[3, 3, 4]],
    heldBack: undefined,
  });
  const standing = [original(1, 2), original(2, 5), original(3, 6)];
  expect(plan([file(1), file(3), file(4), file(7)], standing)).toMatchObject({
    groups: [
      [1, 1],
      [3, 3, 4],
      [7, 7],
    ],
    heldBack: undefined,
  });
});

test('a file of several pages takes as many places', () => {
  const standing = [original(3, 1), original(4, 3)];
  const files = [file(1, { pages: 3 }), file(2, { pages: 2 }), file(3), file(4)];
  expect(plan(files, standing)).toMatchObject({
    unchanged: [1, 3],
    groups: [
      [4, 2],
      [7, 4],
    ],
  });
});

test('images that were put in by hand count as the next number, and are not overwritten', () => {
  const byHand = original(1, 77, { filename: 'cover.jpg', sha256: 'by hand' });
  const { left, heldBack } = plan([file(1), file(2)], [byHand]);
  expect(left).toEqual(['MS-1_1.tif place taken']);
  expect(heldBack).toMatch(/1 of its files/);
  expect(plan([file(2), file(3)], [byHand])).toMatchObject({ groups: [[2, 2, 3]], heldBack: undefined });
});

test('a page that was scanned anew is told, not overwritten', () => {
  const rescanned = file(2, { sha256: 'better' });
  expect(plan([file(1), rescanned], [original(1, 1), original(2, 2)], true)).toEqual({
    unchanged: [1],
    left: ['MS-1_2.tif place taken'],
    groups: [],
    heldBack: undefined,
  });
});

test('an item with a gap waits, unless gaps are allowed', () => {
  expect(plan([file(1), file(3), file(7)]).heldBack).toBe(
    'The item is not whole: there is no number 2, 4–6.',
  );
  expect(plan([file(1), file(3)], [], true)).toMatchObject({ groups: [[1, 1, 3]], heldBack: undefined });
});

test('of two files for one place neither goes in', () => {
  const rivals = [file(1), file(2), file(2, { path: 'MS-1_2.jpg', sha256: 'other' })];
  expect(plan(rivals).heldBack).toMatch(/2 of its files/);
  expect(plan(rivals, [], true)).toMatchObject({
    left: ['MS-1_2.jpg duplicate', 'MS-1_2.tif duplicate'],
    groups: [[1, 1]],
  });
});

test('of two files with one content the first goes in, wherever they stand', () => {
  const copies = [file(1), file(2, { sha256: 'content 1' }), file(3)];
  expect(plan(copies).heldBack).toMatch(/1 of its files/);
  expect(plan(copies, [], true)).toMatchObject({ left: ['MS-1_2.tif duplicate'], groups: [[1, 1, 3]] });
  // Nothing is known of what was not read.
  expect(plan([file(1, { sha256: undefined }), file(2, { sha256: undefined })]).left).toEqual([]);
});

// What compares each file with each other one doesn't come to an end within the runner's half a minute.
test('the plan of a very large item takes no longer than its files', () => {
  const count = 100_000;
  // All for one place; every second number there already; each with a content that many have.
  const rivals = plan(
    Array.from({ length: count }, (_, index) => file(1, { path: `${index}`, sha256: `${index}` })),
  );
  expect(rivals.left).toHaveLength(count);
  const standing = Array.from({ length: count }, (_, index) => original(index + 1, 2 * index + 1));
  const even = Array.from({ length: count }, (_, index) => file(2 * index + 2));
  const { groups } = plan(even, standing);
  expect(groups).toHaveLength(count);
  expect(groups.at(-1)).toEqual([2 * count, 2 * count]);
  const copies = Array.from({ length: count }, (_, index) => file(1, { path: `${index}`, sha256: 'one' }));
  expect(plan(copies).left).toHaveLength(count - 1);
});

test('of many files for one place a few are named', () => {
  const { left } = planItem(
    Array.from({ length: 9 }, (_, index) => file(1, { path: `${index}.tif`, sha256: `${index}` })),
    [],
    seqOfName,
    { allowGaps: false },
  );
  expect([...left.values()][0]?.cause).toBe(
    'Number 1 of this item is also 1.tif, 2.tif, 3.tif, 4.tif, 5.tif, …',
  );
});

test('one file that can not be used holds its item back, and takes up its number', () => {
  const bad = { result: 'refused', cause: 'Damaged.', nextStep: 'Scan it again.' } as const;
  const files = [file(1), file(2, { bad }), file(3)];
  expect(plan(files)).toMatchObject({
    left: ['MS-1_2.tif refused'],
    heldBack: "The item is not whole: 1 of its files can't be taken in.",
  });
  expect(plan(files, [], true).groups).toEqual([[1, 1, 3]]);
});

test('an order that somebody changed by hand is respected', () => {
  // 2 was moved to the front.
  const standing = [original(1, 2), original(2, 1), original(3, 4)];
  expect(plan([file(1), file(2), file(3), file(4), file(5)], standing).groups).toEqual([
    [2, 3],
    [5, 5],
  ]);
});

test('what could not be prepared gives its place to another file, if that has as many pages', () => {
  const failed = original(2, 2, { isFailed: true, sha256: 'cut' });
  const standing = [original(1, 1), failed, original(3, 3)];
  expect(plan([file(1), file(2)], standing)).toEqual({
    unchanged: [1],
    left: [],
    groups: [],
    heldBack: undefined,
    replacing: ['MS-1_2.tif upload 2'],
  });
  expect(plan([file(2, { pages: 2 })], standing).left).toEqual(['MS-1_2.tif place taken']);
  // The same damaged file again is what is there.
  expect(plan([file(2, { sha256: 'cut' })], standing).unchanged).toEqual([2]);
});
