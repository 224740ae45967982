import { describe, expect, it } from 'vitest';
import { cleanText, normalisePressmark, sortPressmark, sortTitle } from './record-text.ts';

describe('text as it is kept', () => {
  it.each([
    ['  a  b ', 'a  b'],
    ['a\r\nb\rc', 'a\nb\nc'],
    ['Cafe\u0301', 'Café'],
    ['\u1100\u1161', '가'],
    ['ﬁ', 'ﬁ'],
    [' \u00a0\ufeff', ''],
  ])('[API-080] %j is %j', (typed, kept) => {
    expect(cleanText(typed)).toBe(kept);
    expect(cleanText(kept)).toBe(kept);
  });
});

describe('a pressmark as it is compared', () => {
  it.each([
    ['MS 1', 'ms 1'],
    ['  Ms.  Lat.\t12 ', 'ms. lat. 12'],
    ['ＭＳ１', 'ms1'],
    ['Größe', 'GRÖSSE'],
    ['Σ', 'σ'],
  ])('[API-081] %j is the same as %j', (one, other) => {
    expect(normalisePressmark(one)).toBe(normalisePressmark(other));
  });

  it.each([
    ['MS 1', 'MS1'],
    ['MS.1', 'MS 1'],
    ['MS 1', 'MS 01'],
    ['A', 'À'],
  ])('[API-081] %j is another than %j', (one, other) => {
    expect(normalisePressmark(one)).not.toBe(normalisePressmark(other));
  });
});

describe('the order', () => {
  const sorted = (values: string[], key: (value: string) => string) =>
    values.toSorted((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0));

  it('of pressmarks is the natural one', () => {
    const inOrder = ['MS 1', 'MS 2', 'MS 2 bis', 'MS 10', 'MS 10a', 'MS 100', 'MT 1'];
    expect(sorted(inOrder.toReversed(), sortPressmark)).toEqual(inOrder);
  });

  it('counts numbers by their worth, leading zeros or not', () => {
    expect(sortPressmark('MS 007')).toBe(sortPressmark('MS 7'));
    expect(sorted(['A 1000000000000', 'A 999999999999', 'A 0'], sortPressmark)).toEqual([
      'A 0',
      'A 999999999999',
      'A 1000000000000',
    ]);
    expect(sorted(['A 10', 'A 9', `A ${'9'.repeat(98)}`, `A 1${'0'.repeat(98)}`], sortPressmark)).toEqual([
      'A 9',
      'A 10',
      `A ${'9'.repeat(98)}`,
      `A 1${'0'.repeat(98)}`,
    ]);
  });

  it('of titles begins at the asterisk, and knows no accents, case or marks', () => {
    const inOrder = ['«Abbecedario»', 'La *Divina commedia', 'Èra', 'Œuvres', 'Zibaldone'];
    expect(sorted(inOrder.toReversed(), sortTitle)).toEqual(inOrder);
    expect(sortTitle('La *Divina commedia')).toBe('divina commedia');
    // An asterisk before no word is the title's own.
    expect(sortTitle('100 *')).toBe(sortTitle('100'));
    expect(sortTitle('Sirio * e altre')).toBe(sortTitle('Sirio e altre'));
    expect(sortTitle("L'*Adone")).toBe('adone');
  });

  it('is kept to a length that an index takes, without half a character at its end', () => {
    for (const long of ['x'.repeat(10_000), '𝔘𠀀'.repeat(5_000), '語'.repeat(5_000)]) {
      const key = sortTitle(long);
      expect(Buffer.byteLength(key)).toBeLessThan(2_000);
      expect(key.isWellFormed()).toBe(true);
    }
    expect(sortTitle(`x${'𠀀'.repeat(5_000)}`).isWellFormed()).toBe(true);
  });
});
