import { describe, expect, it } from 'vitest';
import { missingNumbers, stemOf } from './missing-numbers.ts';

const told = (names: string[]) =>
  missingNumbers(names).map(({ after, first, last, count }) =>
    [after, count === 1 ? first : `${first}–${last}`].join(' '),
  );

describe('missing numbers', () => {
  it.each<[string, string[], string[]]>([
    ['none', ['1r', '1v', '2r', '2v'], []],
    ['a side', ['1r', '1v', '2v', '3r'], ['1 2r']],
    ['leaves', ['12v', '15r', '15v'], ['0 13r–14v']],
    [
      'of files, with their zeros',
      ['MS_8_0009', 'MS_8_0010', 'MS_8_0012', 'MS_8_0020'],
      ['1 MS_8_0011', '2 MS_8_0013–MS_8_0019'],
    ],
    ['in roman numerals', ['p. iii', 'p. vi'], ['0 p. 4–p. 5']],
    ['of leaves in capitals', ['IIIr', 'IIIv', 'IVv'], ['1 4r']],
    ['what stands elsewhere is not missing', ['1', '4', '2', '3', '5'], []],
    ['told once, where least is missing', ['11', '17', '12', '13', '16'], ['3 14–15']],
    ['another count begins', ['Flyleaf 2v', '1r', '1v', 'Insert 7r'], []],
    ['a number that begins anew', ['9', '10', '1', '2'], []],
    ['words', ['Front cover', 'mild', '[n.n.]'], []],
    ['far apart', ['1', '2000'], []],
    ['the letters after a number', ['scan 3 a', 'scan 5 a'], ['0 scan 4 a']],
    ['one letter that is no side', ['12 volume', '14 volume'], ['0 13 volume']],
  ])('%s', (_, names, gaps) => {
    expect(told(names)).toEqual(gaps);
  });
});

it('a file’s ending is no part of its name', () => {
  expect(['a.tif', 'MS 1.2.jpeg', 'plain', 'f. 12'].map(stemOf)).toEqual(['a', 'MS 1.2', 'plain', 'f. 12']);
});
