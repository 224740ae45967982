import { describe, expect, it } from 'vitest';
import { nextPressmark } from './next-pressmark.ts';

describe('the pressmark that follows', () => {
  it.each([
    ['MS 12', 'MS 13'],
    ['MS 9', 'MS 10'],
    ['MS 009', 'MS 010'],
    ['MS 999', 'MS 1000'],
    ['Ricc. 12 bis', 'Ricc. 13'],
    ['Ricc. 12-ter', 'Ricc. 13'],
    ['Ricc. 012 Bis.', 'Ricc. 013'],
    ['Inc. 7a', 'Inc. 7b'],
    ['Inc. 7Z', 'Inc. 8'],
    ['Pal. 9.14', 'Pal. 9.15'],
    ['Cod. 12 (olim 4)', 'Cod. 13'],
    ['A.12/fol', 'A.13/fol'],
    ['12', '13'],
    ['  MS 1  ', 'MS 2'],
    ['MS 3 in folio', 'MS 4 in folio'],
  ])('behind %j is %j', (pressmark, next) => {
    expect(nextPressmark(pressmark)).toBe(next);
  });

  it.each(['', 'Herbal', 'bis', '(12)', 'ISBN 9781234567890123'])('is none behind %j', (pressmark) => {
    expect(nextPressmark(pressmark)).toBeUndefined();
  });

  it('counts one by one, whatever stands around the number and however wide it is', () => {
    let seed = 20_261_121;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const prefixes = ['MS ', 'Ricc. ', '', 'Pal. 9.', 'Plut. XL, ', 'Ms. Ashb. ', 'È-'];
    const suffixes = ['', '/fol', ' in folio', '.', ' r°'];
    for (let round = 0; round < 500; round += 1) {
      const [prefix = '', suffix = ''] = [
        prefixes[random(prefixes.length)],
        suffixes[random(suffixes.length)],
      ];
      const width = 1 + random(6);
      const first = random(100_000);
      const steps = 1 + random(30);
      const written = (number: number) => `${prefix}${String(number).padStart(width, '0')}${suffix}`;
      let pressmark: string | undefined = written(first);
      for (let step = 0; step < steps; step += 1) pressmark = nextPressmark(pressmark ?? '');
      expect(pressmark).toBe(written(first + steps));
    }
  });
});
