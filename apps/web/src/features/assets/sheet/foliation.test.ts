import { describe, expect, it } from 'vitest';
import { continued, continuedBehind, labelsOf, type Foliation } from './foliation.ts';
import { romanNumber, romanNumeral } from './roman-numeral.ts';

const leaves: Extract<Foliation, { kind: 'leaves' }> = {
  kind: 'leaves',
  prefix: '',
  numerals: 'arabic',
  first: 1,
  side: 'r',
};

describe('the labels of a run of images', () => {
  it.each<[string, Foliation, string[]]>([
    ['leaves', leaves, ['1r', '1v', '2r', '2v', '3r']],
    ['leaves from a back on', { ...leaves, first: 12, side: 'v' }, ['12v', '13r', '13v', '14r', '14v']],
    ['in capitals', { ...leaves, numerals: 'ROMAN', first: 3 }, ['IIIr', 'IIIv', 'IVr', 'IVv', 'Vr']],
    [
      'flyleaves, whose sides are no numerals',
      { ...leaves, prefix: 'Flyleaf ', numerals: 'roman' },
      ['Flyleaf i r', 'Flyleaf i v', 'Flyleaf ii r', 'Flyleaf ii v', 'Flyleaf iii r'],
    ],
    [
      'pages',
      { kind: 'pages', prefix: 'p. ', numerals: 'arabic', first: 9 },
      ['p. 9', 'p. 10', 'p. 11', 'p. 12', 'p. 13'],
    ],
    [
      'pages of a preface',
      { kind: 'pages', prefix: '', numerals: 'roman', first: 3 },
      ['iii', 'iv', 'v', 'vi', 'vii'],
    ],
    [
      'leaves that repeat a number',
      { ...leaves, kind: 'repeated', first: 12 },
      ['12bis r', '12bis v', '12ter r', '12ter v', '12quater r'],
    ],
    [
      'a cover',
      { kind: 'words', words: ['Cover', 'Inside'] },
      ['Cover', 'Inside', 'Cover', 'Inside', 'Cover'],
    ],
    [
      'unnumbered ones',
      { kind: 'words', words: ['[n.n.]'] },
      ['[n.n.]', '[n.n.]', '[n.n.]', '[n.n.]', '[n.n.]'],
    ],
  ])('%s', (_, foliation, labels) => {
    expect(labelsOf(foliation, 5)).toEqual(labels);
  });

  it('of no images are none', () => {
    expect(labelsOf(leaves, 0)).toEqual([]);
  });

  it('a number too great for roman numerals stays in digits', () => {
    expect(labelsOf({ ...leaves, numerals: 'ROMAN', first: 4000 }, 1)).toEqual(['4000r']);
  });
});

it('roman numerals are written and read alike, and other words are none', () => {
  for (const number of [1, 4, 9, 14, 40, 90, 149, 400, 944, 1999, 3999]) {
    expect(romanNumber(romanNumeral(number))).toBe(number);
    expect(romanNumber(romanNumeral(number).toLowerCase())).toBe(number);
  }
  expect(['', 'IIII', 'VX', 'mild', 'IC', 'a'].map(romanNumber)).toEqual(Array(6).fill(undefined));
});

it('a count goes on behind the label before', () => {
  expect(['12r', 'f. 12v', 'p. 7', 'Front cover'].map(continued)).toEqual([
    { first: 12, side: 'v' },
    { first: 13, side: 'r' },
    { first: 8, side: 'r' },
    undefined,
  ]);
});

it('a file name that ends in a number is no label to go on behind', () => {
  const behind = (sgtt: string, originalFilename: string) => continuedBehind({ sgtt, originalFilename });
  expect(behind('MS-12_0002', 'MS-12_0002.tif')).toBeUndefined();
  expect(behind('MS-12_002v', 'MS-12_002v.tif')).toEqual({ first: 3, side: 'r' });
  expect(behind('p. 7', 'MS-12_0009.tif')).toEqual({ first: 8, side: 'r' });
  expect(continuedBehind(undefined)).toBeUndefined();
});
