import { describe, expect, it } from 'vitest';
import { orderWith } from './api/change-assets.ts';
import { durationWords, factsInList, sizeWords } from './asset-facts.ts';
import type { Asset } from './asset-kinds.ts';
import { assetsBetween, withChosen } from './components/use-asset-gestures.ts';

const links = new Map(['a', 'b', 'c', 'd'].map((uuid) => [uuid, `/meta/images/${uuid}`]));
const order = (uuids: readonly string[], position: number) =>
  orderWith(links, uuids, position)
    .map((link) => link.at(-1))
    .join('');

describe('the order of assets', () => {
  it('[ASSET-22] counts positions from 1, and takes a greater one than there are places for the last', () => {
    expect(order(['c'], 1)).toBe('cabd');
    expect(order(['a'], 3)).toBe('bcad');
    expect(order(['a', 'b'], 3)).toBe('cdab');
    expect(order(['a', 'b'], 99)).toBe('cdab');
  });

  it('leaves out whoever has gone meanwhile', () => {
    expect(order(['x', 'b'], 1)).toBe('bacd');
  });
});

describe('choosing assets', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((uuid) => ({ uuid }) as Asset) as [Asset, Asset, Asset];

  it('takes in all between two, in either direction', () => {
    expect(assetsBetween([a, b, c], 'c', a)).toEqual([a, b, c]);
    expect(assetsBetween([a, b, c], 'elsewhere', b)).toEqual([b]);
  });

  it('adds and takes away without touching what was given', () => {
    const chosen = withChosen(new Map(), [a, b], true);
    expect([...withChosen(chosen, [a], false).keys()]).toEqual(['b']);
    expect([...chosen.keys()]).toEqual(['a', 'b']);
  });
});

it('a page of a PDF has its pixels in a list, and not the size of the whole PDF', () => {
  const page = { width_px: 1200, height_px: 1800, size_bytes: 12_000_000 };
  expect(factsInList({ ...page, originalFilename: 'Atlas.PDF' })).toEqual(['1200 × 1800']);
  expect(factsInList({ ...page, originalFilename: 'atlas.tif' })).toHaveLength(2);
});

it('sizes and lengths are written as people read them', () => {
  expect([sizeWords(0, 'en'), sizeWords(999, 'en'), sizeWords(12_400_000, 'it')]).toEqual([
    '0 B',
    '999 B',
    '12,4 MB',
  ]);
  expect([durationWords(187.4), durationWords(3750)]).toEqual(['3:07', '1:02:30']);
});
