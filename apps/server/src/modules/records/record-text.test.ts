import { describe, expect, it } from 'vitest';
import {
  cleanText,
  formerPressmarkSearchText,
  normalisePressmark,
  searchGrams,
  searchPattern,
  searchTextOf,
  sortPressmark,
  sortTitle,
} from './record-text.ts';

/** Whether a search for the text finds a record of that title, as LIKE would decide it. */
function finds(text: string, record: Parameters<typeof searchTextOf>[0]): boolean {
  const literal = searchPattern(text)
    .slice(1, -1)
    .replace(/\\([\\%_])/g, '$1');
  return searchTextOf(record).includes(literal);
}

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

describe('text as search compares it', () => {
  it.each([
    ['perche', 'Perché'],
    ['ODYSSEE', 'Odyssée'],
    ['οδυσσευς', 'Ὀδυσσεύς'],
    ['ΟΔΥΣΣΕΥΣ', 'Ὀδυσσεύς'],
    ['strasse', 'Straße'],
    ['STRAẞE', 'strasse'],
    ['œuvre', 'Oeuvre'],
    ['aeon', 'Æon'],
    ['Lodz', 'Łódź'],
    ['istanbul', 'İstanbul'],
    ['fi', 'ﬁn'],
    ['가', '\u1100\u1161'],
    ['שלום', 'שָׁלוֹם'],
    ['كتاب', 'كِتَاب'],
    ['co operate', 'co\u00adoperate now co operate'],
    ['a b', 'a\u00a0\n b'],
  ])('%j is found in %j', (text, sgtt) => {
    expect(finds(text, { sgtt })).toBe(true);
  });

  it('a pressmark is found with and without its punctuation', () => {
    const record = { sgtt: '', pressmark: 'MS. Lat. XIV, 221 (=4631)' };
    for (const text of ['ms. lat. xiv', 'MSLATXIV221', '4631']) expect(finds(text, record)).toBe(true);
  });

  it('a title is found without its filing asterisk', () => {
    expect(finds('la divina', { sgtt: 'La *Divina commedia' })).toBe(true);
    expect(finds('La *Divina', { sgtt: 'La *Divina commedia' })).toBe(true);
  });

  it('the signs of LIKE stand for themselves', () => {
    expect(searchPattern('100%_a\\b')).toBe('%100\\%\\_a\\\\b%');
  });

  it('fields are not run together', () => {
    expect(finds('commedia dante', { sgtt: 'Commedia', autn: 'Dante' })).toBe(false);
  });
});

describe('what is looked for', () => {
  const texts = [
    'Straße',
    'ΌΜΗΡΟΣ ὁ ποιητής',
    'İstanbul ılık IĞDIR',
    'Cre\u0300me brûlée',
    'מוֹרֵה נְבוּכִים',
    'كِتَابُ الشِّفَاء',
    'ｶﾞﾗｽ ガラス ﾊﾟ',
    'Й и ё',
    '𠮷野家',
    'ﬁn ＡＢ Ⅳ ½',
    'a\u00ADb\u200Fc',
  ];
  const variants = (text: string) =>
    [text, text.normalize('NFC'), text.normalize('NFD'), text.toUpperCase(), text.toLowerCase()].flatMap(
      (variant) => [variant, ` ${variant}  `],
    );

  it.each(texts)('[SEARCH-40] is folded as what is stored, however either is written: %s', (text) => {
    for (const stored of variants(text)) {
      for (const asked of variants(text)) {
        expect(finds(asked, { sgtt: stored })).toBe(true);
        expect(finds(asked, { sgtt: '', autn: stored })).toBe(true);
        expect(formerPressmarkSearchText(stored)).toContain(searchPattern(asked).slice(1, -1));
      }
    }
  });

  it('[SEARCH-40] has each of its characters and pairs in what is stored, where it has no three letters in a row', () => {
    for (const text of texts.flatMap(variants)) {
      const stored = searchTextOf({ sgtt: text });
      const characters = [...text];
      for (const length of [1, 2]) {
        for (let at = 0; at + length <= characters.length; at += 1) {
          const asked = characters.slice(at, at + length).join('');
          if (!finds(asked, { sgtt: text })) continue;
          for (const gram of searchGrams(asked)) expect(stored).toContain(gram);
        }
      }
    }
    expect(searchGrams('a b-')).toEqual(['a', 'b-']);
    expect(searchGrams('語')).toEqual(['語']);
    expect(searchGrams('物語')).toEqual(['物語']);
    expect(searchGrams('源氏物')).toEqual([]);
    expect(searchGrams(' * ')).toEqual([]);
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
