import { expect, it } from 'vitest';
import { contentsRanges } from './contents-ranges.ts';

const images = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** @param lines such as `  c-e`: two spaces for each level, the first image, and the last one where it is named */
function ranges(lines: readonly string[], order = images) {
  const entries = lines.map((line) => {
    const [first = '', last = null] = line.trim().split('-');
    return { depth: line.search(/\S/) / 2, first, last };
  });
  return contentsRanges(entries, order).map((range) => range && `${order[range.first]}${order[range.last]}`);
}

it('an entry ends before the next one begins, and the last one with the last image', () => {
  expect(ranges(['b', 'd', 'e'])).toEqual(['bc', 'dd', 'eh']);
  // In another order than that of the images, as where a volume was bound wrongly.
  expect(ranges(['e', 'b'])).toEqual(['eh', 'bd']);
  // Two that begin on one page: the first one has that page alone.
  expect(ranges(['b', 'b', 'd'])).toEqual(['bb', 'bc', 'dh']);
});

it('an entry with others in it ends where the next one beside it begins, and they end with it', () => {
  expect(ranges(['a', '  b', '  c', '    d', 'f'])).toEqual(['ae', 'bb', 'ce', 'de', 'fh']);
  expect(ranges(['a-d', '  b', '  c', 'g'])).toEqual(['ad', 'bb', 'cd', 'gh']);
  // One that stands outside of the entry that it is in keeps its own end.
  expect(ranges(['a-b', '  e', 'g'])).toEqual(['ab', 'ef', 'gh']);
});

it('a named end may be the page with which the next entry begins, and none after it', () => {
  expect(ranges(['a-c', 'c', 'f'])).toEqual(['ac', 'ce', 'fh']);
  expect(ranges(['a-g', 'c', 'f-f'])).toEqual(['ac', 'ce', 'ff']);
  // An end that is before the beginning, or not there, is none.
  expect(ranges(['d-b', 'f-x'])).toEqual(['de', 'fh']);
});

it('an entry follows its image to another place, and has no range while its image is not there', () => {
  expect(ranges(['a', 'c', '  d'], ['c', 'd', 'a', 'b'])).toEqual(['ab', 'cd', 'dd']);
  expect(ranges(['a', 'x', '  d', 'f'])).toEqual(['ac', undefined, 'de', 'fh']);
});
