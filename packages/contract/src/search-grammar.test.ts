import { describe, expect, it } from 'vitest';
import { fold } from './folded-text.ts';
import {
  groupPart,
  isSearchTooLong,
  parseSearch,
  searchFieldName,
  standardSearchFields,
  withoutParts,
} from './search-grammar.ts';
import { hasWords, indexedWords, wordsOf } from './search-words.ts';

const fields = new Map([...standardSearchFields, ['due_parole', 'field:due parole']]);
const parsed = (text: string) => parseSearch(text, (name) => fields.get(name));

/** The groups of a text: each term as its field, its words and its kind. */
function read(text: string): string[][] {
  return parsed(text).map((group) =>
    group.map(({ isExcluded, field, kind, words, signs }) => {
      const written = kind === 'signs' ? signs.join(' ') : words.map((word) => word.text).join(' ');
      const quoted = kind === 'phrase' ? `"${written}"` : written;
      return `${isExcluded ? '-' : ''}${field === undefined ? '' : `${field}:`}${quoted}`;
    }),
  );
}

describe('the text of a search', () => {
  it.each<[text: string, groups: string[][]]>([
    ['turner  venice', [['turner'], ['venice']]],
    ['l’Arte', [['l arte']]],
    ['MS-2', [['ms 2']]],
    ['"Divina  Commedia" dante', [['"divina commedia"'], ['dante']]],
    ['"divina comm', [['"divina comm"']]],
    ['dante"divina commedia"', [['dante'], ['"divina commedia"']]],
    ['dante -inferno -"la vita"', [['dante'], ['-inferno'], ['-"la vita"']]],
    ['--inferno', [['-inferno']]],
    ['dante OR petrarca commedia', [['dante', 'petrarca'], ['commedia']]],
    ['dante OR petrarca OR -boccaccio', [['dante', 'petrarca', '-boccaccio']]],
    ['dante or petrarca', [['dante'], ['or'], ['petrarca']]],
    ['"OR"', [['"or"']]],
    ['author:turner Titolo:"due parole"', [['autn:turner'], ['sgtt:"due parole"']]],
    ['-segnatura:MS-2', [['-pressmark:ms 2']]],
    ['descrizione:pergamena', [['sgti:pergamena']]],
    ['anno:1840..1850', [['year:1840 1850']]],
    ['-due_parole:"tre parole"', [['-field:due parole:"tre parole"']]],
    ['MS:12 http://example.org/a', [['ms 12'], ['http example org a']]],
    ['author: turner', [['author'], ['turner']]],
    ['La *Divina', [['la'], ['divina']]],
    ['%', [['%']]],
    ['§ -%%', [['§'], ['-%%']]],
    ['源氏物語 MS特7', [['源氏物語'], ['ms 特 7']]],
  ])('%s', (text, groups) => {
    expect(read(text)).toEqual(groups);
  });

  it.each(['', '  ', '-', 'OR', 'OR OR', '""', '"', '*', '- OR -', '\u0000', '\u200F\u202E', '\u0301\u0308'])(
    'has no term in %j',
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  it('keeps each term as it was typed, and the value that it asks for', () => {
    const terms = parsed('-Autore:"De  Sica" MS:12 year:1840..1850').flat();
    expect(terms.map(({ typed, value }) => [typed, value])).toEqual([
      ['-Autore:"De  Sica"', 'De  Sica'],
      ['MS:12', 'MS:12'],
      ['year:1840..1850', '1840..1850'],
    ]);
  });

  it.each([
    ['Lingua', 'lingua'],
    ['Età del "manoscritto": parte', 'eta_del_manoscritto_parte'],
  ])('names the field %s by %s', (name, written) => {
    expect(searchFieldName(name)).toBe(written);
  });

  it('joins nothing by an OR without two neighbours', () => {
    expect(read('OR dante')).toEqual([['dante']]);
    expect(read('dante OR')).toEqual([['dante']]);
    expect(read('dante OR OR petrarca')).toEqual([['dante', 'petrarca']]);
    expect(read('dante OR "" petrarca')).toEqual([['dante', 'petrarca']]);
  });

  it.each<[text: string, places: number[], part: string, rest: string]>([
    ['dante  OR petrarca commedia', [0], 'dante  OR petrarca', 'commedia'],
    ['commedia dante OR -"la vita" OR petrarca', [1], 'dante OR -"la vita" OR petrarca', 'commedia'],
    ['uno  dante OR "" petrarca  due', [1], 'dante OR "" petrarca', 'uno due'],
    ['uno -author:dante "due tre"', [1], '-author:dante', 'uno "due tre"'],
    ['dante"divina commedia"inferno', [1], '"divina commedia"', 'dante inferno'],
    ['uno due tre quattro', [0, 2], 'uno+tre', 'due quattro'],
    ['uno due tre quattro', [2, 0], 'tre+uno', 'due quattro'],
    ['uno OR due tre', [0, 1], 'uno OR due+tre', ''],
    ['  uno  due ', [], '', 'uno  due'],
  ])('%j without its groups %j', (text, places, part, rest) => {
    const groups = parsed(text).map(groupPart);
    const parts = places.flatMap((place) => groups[place] ?? []);
    expect(parts.map(({ start, end }) => text.slice(start, end)).join('+')).toBe(part);
    expect(withoutParts(text, parts)).toBe(rest);
  });

  const isTooLong = (text: string) => isSearchTooLong(text, parsed(text));

  it('is too long beyond 1,000 characters or 32 terms', () => {
    expect(isTooLong('a'.repeat(1_000))).toBe(false);
    expect(isTooLong('a'.repeat(1_001))).toBe(true);
    expect(isTooLong('a '.repeat(32))).toBe(false);
    expect(isTooLong('a '.repeat(33))).toBe(true);
    expect(isTooLong(`"${'a '.repeat(33)}"`)).toBe(false);
    expect(isTooLong(Array.from({ length: 33 }, () => 'a').join(' OR '))).toBe(true);
  });
});

const finds = (text: string, stored: string) => hasWords(fold(stored), fold(text));

describe('words as a search compares them', () => {
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
  ])('%j is found in %j', (text, stored) => {
    expect(finds(text, stored)).toBe(true);
  });

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
    'สวัสดี ສະບາຍດີ ភាសាខ្មែរ',
  ];
  const variants = (text: string) =>
    [text, text.normalize('NFC'), text.normalize('NFD'), text.toUpperCase(), text.toLowerCase()].flatMap(
      (variant) => [variant, ` ${variant}  `],
    );

  it.each(texts)('[SEARCH-40] are folded as what is stored, however either is written: %s', (text) => {
    for (const stored of variants(text)) {
      for (const asked of variants(text)) expect(finds(asked, stored)).toBe(true);
    }
  });

  it('are in the index one by one, and in pairs of neighbours where a script has no spaces', () => {
    expect(indexedWords('l arte 12b')).toEqual(['l', 'arte', '12b']);
    expect(indexedWords('源氏物 ms特')).toEqual(['源氏', '氏物', '物', 'ms', '特']);
    expect(indexedWords('𠮷野')).toEqual(['𠮷野', '野']);
  });

  it('are compared as far as 200 characters', () => {
    expect(wordsOf('a'.repeat(300))[0]?.text).toBe('a'.repeat(200));
    expect(wordsOf('é'.repeat(300))[0]?.text).toBe('é'.repeat(200));
  });
});
