import { describe, expect, it } from 'vitest';
import { editsOf } from './close-words.ts';

describe('the words that one may have been meant as', () => {
  it.each<[edit: string, typed: string, meant: string]>([
    ['a letter too many', 'dantte', 'dante'],
    ['a letter too many before it', 'xdante', 'dante'],
    ['a letter too many behind it', 'dantex', 'dante'],
    ['two letters exchanged', 'adnte', 'dante'],
    ['the last letters exchanged', 'danet', 'dante'],
    ['another letter', 'donte', 'dante'],
    ['another first letter', 'zante', 'dante'],
    ['another last letter', 'danta', 'dante'],
    ['a letter missing', 'dnte', 'dante'],
    ['the first letter missing', 'ante', 'dante'],
    ['the last letter missing', 'dant', 'dante'],
    ['a Greek letter too many', 'λογγοσ', 'λογοσ'],
    ['Greek letters exchanged', 'λγοοσ', 'λογοσ'],
    ['another Greek letter', 'λωγοσ', 'λογοσ'],
    ['a Greek letter missing', 'λογο', 'λογοσ'],
    ['a Cyrillic letter missing', 'книа', 'книга'],
    ['another Hebrew letter', 'שלומ', 'שלום'],
    ['an Arabic letter missing', 'كتب', 'كتاب'],
  ])('%s: %s for %s', (_edit, typed, meant) => {
    expect(editsOf(typed)).toContain(meant);
  });

  it('are each edit once, and no others', () => {
    const latin = [...'abcdefghijklmnopqrstuvwxyz'];
    const wanted = new Set([
      ...['a', 'b', 'ba'],
      ...latin.flatMap((letter) => [`${letter}b`, `a${letter}`]),
      ...latin.flatMap((letter) => [`${letter}ab`, `a${letter}b`, `ab${letter}`]),
    ]);
    wanted.delete('ab');
    expect(editsOf('ab').toSorted()).toEqual([...wanted].toSorted());
  });

  it('have the letters of the script of the word alone', () => {
    expect(editsOf('λογοσ').join('')).toMatch(/^\p{Script=Greek}+$/u);
    expect(editsOf('книга').join('')).toMatch(/^\p{Script=Cyrillic}+$/u);
  });

  it.each([
    ['of Georgian', 'წიგნ', ['იგნ', 'წგნ', 'წინ', 'წიგ', 'იწგნ', 'წგინ', 'წინგ']],
    ['of two scripts', 'aλ', ['λ', 'a', 'λa']],
    ['of characters of two units', '𐐨𐐩', ['𐐩', '𐐨', '𐐩𐐨']],
  ])('%s, whose letters are not known, have no other letters', (_what, word, edits) => {
    expect(editsOf(word).toSorted()).toEqual(edits.toSorted());
  });

  it.each(['a', 'aa', 'aab', 'dante', 'λ', 'წ', 'წწ', ''])('are never %j itself, nor nothing', (word) => {
    const edits = editsOf(word);
    expect(edits).not.toContain(word);
    expect(edits).not.toContain('');
  });
});
