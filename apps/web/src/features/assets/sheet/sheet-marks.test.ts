import { expect, it } from 'vitest';
import { marksOf } from './sheet-marks.ts';

const image = (more: Partial<Parameters<typeof marksOf>[0][number]> & { n: number }) => ({
  sha256: `sum ${more.n}`,
  page: 0,
  sgtt: `${more.n}`,
  originalFilename: `${more.n}.tif`,
  width_px: 2000,
  height_px: 3000,
  ...more,
});
const images = (count: number, more: Record<number, object> = {}) =>
  Array.from({ length: count }, (_, index) => image({ n: index + 1, ...more[index + 1] }));
const turned = (all: ReturnType<typeof images>) =>
  marksOf(all).flatMap(({ isTurned }, index) => (isTurned ? [index + 1] : []));

it('images with the same content are told by their places, pages of one file are not', () => {
  const marks = marksOf(
    images(5, {
      2: { sha256: 'twice' },
      5: { sha256: 'twice' },
      3: { sha256: 'pdf', page: 0 },
      4: { sha256: 'pdf', page: 1 },
    }),
  );
  expect(marks.map(({ sameAs }) => sameAs)).toEqual([[], [5], [], [], [2]]);
});

it('a page that lies among standing ones is likely turned, and the other way round', () => {
  const lies = { width_px: 3000, height_px: 2000 };
  expect(turned(images(7, { 4: lies }))).toEqual([4]);
  expect(turned(images(7, { 1: lies, 7: lies }))).toEqual([1, 7]);
  expect(turned(images(9, { 4: lies, 5: lies }))).toEqual([4, 5]);
  const all = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [index + 1, lies]));
  expect(turned(images(7, { ...all, 3: {} }))).toEqual([3]);
  expect(turned(images(7, all))).toEqual([]);
});

it('squares, pages whose size is not known, and a sheet of two tell nothing', () => {
  const square = { width_px: 2000, height_px: 2010 };
  expect(turned(images(5, { 3: square }))).toEqual([]);
  expect(turned(images(5, { 3: { width_px: null, height_px: null } }))).toEqual([]);
  expect(turned(images(2, { 2: { width_px: 3000, height_px: 2000 } }))).toEqual([]);
});

it('gaps are told by labels and by names of files, once where both say the same', () => {
  const told = (all: ReturnType<typeof images>) =>
    marksOf(all).map(({ missing }) => missing.map(({ first, last }) => `${first}–${last}`));
  expect(told([image({ n: 1 }), image({ n: 4 })])).toEqual([['2–3'], []]);
  expect(
    told([image({ n: 1, sgtt: '1r' }), image({ n: 3, sgtt: '1v' }), image({ n: 4, sgtt: '2v' })]),
  ).toEqual([['2–2'], ['2r–2r'], []]);
});
