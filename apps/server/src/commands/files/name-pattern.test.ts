import { expect, test } from 'vitest';
import { DEFAULT_PATTERN, readPattern } from './name-pattern.ts';

const reading = (pressmark: string, seq: number, label = '') => ({ pressmark, seq, label });
const readings = (pattern: string, path: string) => {
  const match = readPattern(pattern).match(path);
  return match.kind === 'match' ? match.readings : match.kind;
};

test.each([
  [DEFAULT_PATTERN, 'MS-12_001_1r.tif', [reading('MS-12', 1, '1r')]],
  [DEFAULT_PATTERN, 'MS-12_001.JPG', [reading('MS-12', 1)]],
  [DEFAULT_PATTERN, 'box 3/tray/MS-12_0010_c. 5v.TIFF', [reading('MS-12', 10, 'c. 5v')]],
  [
    '{pressmark}_{seq}_{label}.tif',
    'MS_12_001_1r.TIF',
    [reading('MS_12', 1, '1r'), reading('MS', 12, '001_1r')],
  ],
  [
    '{pressmark}_{seq}_{label}',
    'MS_1_001_12.tif',
    [reading('MS_1_001', 12), reading('MS_1', 1, '12'), reading('MS', 1, '001_12')],
  ],
  ['{pressmark}/{seq}.tif', 'deep/MS 12/0007.tif', [reading('MS 12', 7)]],
  ['{pressmark}/{seq}.tif', '0007.tif', 'no-match'],
  ['./{pressmark}/{seq}', 'MS 12/7.png', [reading('MS 12', 7)]],
  ['{pressmark}-{seq}.{tif,jpg}', 'Cod. Lat.-3-4.jpg', [reading('Cod. Lat.-3', 4)]],
  ['{pressmark}-{seq}.{tif,jpg}', 'Cod-4.png', 'other-kind'],
  ['{label} [{pressmark}] ({seq})', 'verso [MS 1] (2).gif', [reading('MS 1', 2, 'verso')]],
  ['SCAN_{pressmark}_{seq}', 'scan_ü1_3.webp', [reading('ü1', 3)]],
  ['{pressmark}.{seq}', 'MS.1.4.png', [reading('MS.1', 4)]],
  [DEFAULT_PATTERN, 'MS-12_00l_1r.tif', 'no-match'],
  [DEFAULT_PATTERN, '_001.tif', 'no-match'],
  [DEFAULT_PATTERN, 'MS-12_.tif', 'no-match'],
  [DEFAULT_PATTERN, 'MS-12_20261121094836.tif', 'no-match'],
  [DEFAULT_PATTERN, 'MS-12_001_1r.xml', 'other-kind'],
  [DEFAULT_PATTERN, 'MS-12_001_1r', 'other-kind'],
  [DEFAULT_PATTERN, '.tif', 'other-kind'],
  // Read, so that the report can say why it is refused.
  [DEFAULT_PATTERN, 'MS-12_001.jp2', [reading('MS-12', 1)]],
])('%s reads %s', (pattern, path, expected) => {
  expect(readings(pattern, path)).toEqual(expected);
});

test('a name is compared as composed, as another system may have written it', () => {
  expect(readings('{pressmark}_à_{seq}', 'MS_a\u0300_1.tif')).toEqual([reading('MS', 1)]);
});

test.each([
  ['{seq}.tif', /lacks \{pressmark\}.*An example/s],
  ['{pressmark}.tif', /lacks \{seq\}.*MS-12_001_1r\.tif/s],
  ['{pressmark}{seq}', /nothing between \{pressmark\} and \{seq\}/],
  ['{pressmark}_{seq}_{seq}', /twice/],
  ['{pressmark}_p1{seq}', /a digit beside \{seq\}/],
  ['{pressmark}_{seq}0', /a digit beside \{seq\}/],
  ['{shelf}_{pressmark}_{seq}', /\{shelf\}, which is none/],
  ['{pressmark}_{seq}_{', /none of/],
])('the pattern %s is refused with an example', (pattern, message) => {
  expect(() => readPattern(pattern)).toThrow(message);
});

test('a long name is read as soon as a short one', () => {
  const pattern = readPattern('{label}_{pressmark}_{seq}x');
  // Some hundred ways to read it, none of which ends in x; an expression that tries them all would never return.
  expect(pattern.match(`${'a_1'.repeat(1300)}y.tif`).kind).toBe('no-match');
});

test('an example is a name that the pattern takes', () => {
  for (const text of [DEFAULT_PATTERN, '{pressmark}/{seq}.{jpg,tif}', 'x {label}/{pressmark} {seq}']) {
    const pattern = readPattern(text);
    expect(pattern.match(pattern.example)).toEqual({
      kind: 'match',
      readings: [reading('MS-12', 1, text.includes('label') ? '1r' : '')],
    });
  }
});

test('the number in a file name alone is read back', () => {
  const isPressmark = (text: string) => text === 'MS_12';
  expect(readPattern(DEFAULT_PATTERN).seqOf('MS_12_003_2r.jpg', isPressmark)).toBe(3);
  expect(readPattern(DEFAULT_PATTERN).seqOf('Other_003.jpg', isPressmark)).toBeUndefined();
  expect(readPattern('{pressmark}/p{seq}').seqOf('p003.jpg', isPressmark)).toBe(3);
  expect(readPattern('{pressmark}/{seq}/{label}').seqOf('1r.jpg', isPressmark)).toBeUndefined();
});
