import { describe, expect, it } from 'vitest';
import { itemWords } from './record-columns.ts';
import { fieldPrefix, quotedWord, recordWords, standardPrefixes, titleWords } from './record-words.ts';

const { sgtt, autn } = standardPrefixes;
/** The words with their positions. */
const wordsOf = (text: string) =>
  new Map(
    [...text.matchAll(/'((?:[^']|'')*)':(\S+)/g)].map(([, word = '', at = '']) => [
      word.replaceAll("''", "'").replaceAll('\\\\', '\\'),
      at,
    ]),
  );

describe('the words of a record', () => {
  it('stand in their order, once as they are and once for their field', () => {
    const words = wordsOf(recordWords([{ prefix: sgtt, values: ['Divina Commedia divina'], weight: 'A' }]));
    expect(Object.fromEntries(words)).toEqual({
      divina: '1A,3A',
      [`${sgtt}divina`]: '1A,3A',
      commedia: '2A',
      [`${sgtt}commedia`]: '2A',
    });
  });

  it('of two values and of two fields are no neighbours', () => {
    const binding = fieldPrefix('binding');
    const words = wordsOf(
      recordWords([
        { prefix: autn, values: ['Dante'] },
        { prefix: binding, values: ['calf', 'wood'] },
      ]),
    );
    expect([words.get('dante'), words.get('calf'), words.get('wood')]).toEqual(['1', '12', '23']);
    expect(words.get(`${binding}wood`)).toBe('23');
    expect(words.has(`${autn}wood`)).toBe(false);
  });

  it('have signs by themselves, between which words remain neighbours', () => {
    const words = wordsOf(recordWords([{ prefix: sgtt, values: ["l'arte, 50%% \\"] }]));
    expect([words.get('l'), words.get('arte'), words.get('50')]).toEqual(['1', '2', '3']);
    expect([words.get("'"), words.get(','), words.get('%%'), words.get('%'), words.get('\\')]).toEqual([
      '1',
      '12',
      '23',
      '24',
      '35',
    ]);
  });

  it('have all pressmarks without punctuation', () => {
    const metadata = [
      { name: 'sgtt', value: 'La *Divina' },
      { name: 'pressmark', value: 'MS. Lat. 5' },
      { name: 'note', value: 'seen' },
      { name: 'hidden', value: 'unseen' },
    ];
    const note = { name: 'note', label: 'Note', labels: {}, type: 'STRING', isSearchable: true };
    const words = wordsOf(itemWords(metadata, new Map([['note', note]]), ['Old 3/4']));
    for (const word of ['divina', 'ms', 'lat', '5', 'old', '3', '4', 'seen', '\u0005mslat5', '\u0005old34'])
      expect(words.has(word), word).toBe(true);
    expect(words.has('unseen')).toBe(false);
    expect(words.has('*')).toBe(false);
  });

  it('are as many as a tsvector holds, whatever the text', () => {
    const bytes = (text: string) => Buffer.byteLength(recordWords([{ prefix: sgtt, values: [text] }]));
    for (const text of [
      'word '.repeat(100_000),
      '語'.repeat(100_000),
      '. '.repeat(100_000),
      'a'.repeat(100_000),
    ])
      expect(bytes(text)).toBeLessThan(2 ** 20);
    const many = Array.from({ length: 30_000 }, (_, index) => (index % 1_000).toString(36)).join(' ');
    const positions = [...wordsOf(recordWords([{ prefix: sgtt, values: [many] }])).values()];
    expect(Math.max(...positions.flatMap((at) => at.split(',').map(Number)))).toBe(16_383);
  });

  it('are quoted as PostgreSQL reads them', () => {
    expect(quotedWord(`a'b\\`)).toBe(`'a''b\\\\'`);
  });
});

describe('a title as searches compare it', () => {
  it.each([
    ['without case and accents', 'Œuvres COMPLÈTES', 'oeuvres completes'],
    ['without punctuation and spaces around', " «L'arte»,  in 2 parti. ", 'l arte in 2 parti'],
    ['without asterisks', 'La *Divina comme*dia', 'la divina commedia'],
    ['with numbers as they are', 'MS 2 / 010', 'ms 2 010'],
    ['of a script without spaces', '源氏 物語(上)', '源氏 物語 上'],
    ['of two scripts', 'Leaf源氏2', 'leaf 源氏 2'],
    ['of signs alone', '%%', ''],
    ['as far as 200 characters, not halves of them', '𠀀 '.repeat(300), '𠀀 '.repeat(100).trim()],
  ])('%s', (_what, title, words) => {
    expect(titleWords(title)).toBe(words);
    expect(titleWords(words)).toBe(words);
  });
});
