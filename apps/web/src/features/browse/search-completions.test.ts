import { describe, expect, it } from 'vitest';
import { completionsAt } from './search-completions.ts';

const fields = [
  { name: 'titolo', label: 'Titolo', values: [] },
  { name: 'autore', label: 'Autore', values: [] },
  {
    name: 'language',
    label: 'Lingua del testo',
    values: ['latino', 'volgare italiano', 'Italiano', 'dire "sì"'],
  },
];
/** What is offered where `|` stands, and the search that the first would make. */
function at(marked: string): { offered: string[]; first: string | undefined } {
  const caret = marked.indexOf('|');
  const offered = completionsAt(marked.replace('|', ''), caret, fields);
  const [first] = offered;
  return {
    offered: offered.map(({ text }) => text),
    first: first && `${first.search.slice(0, first.caret)}|${first.search.slice(first.caret)}`,
  };
}

describe('the completions of a search', () => {
  it.each<[marked: string, offered: string[], first?: string]>([
    ['aut|', ['autore:'], 'autore:|'],
    ['venezia -Aut|ore x', ['autore:'], 'venezia -autore:| x'],
    // By the label too.
    ['lingua|', ['language:'], 'language:|'],
    ['language:|', ['latino', 'volgare italiano', 'Italiano', 'dire "sì"'], 'language:latino |'],
    ['language:ital|', ['volgare italiano', 'Italiano'], 'language:"volgare italiano" |'],
    ['lingua_del_testo:lat|xx dante', ['latino'], 'lingua_del_testo:latino | dante'],
    ['-language:"volg|" dante', ['volgare italiano'], '-language:"volgare italiano" | dante'],
    ['language:dire|', ['dire "sì"'], 'language:"dire  sì " |'],
    // A value that is there already stays.
    ['au|thor:turner x', ['autore:'], 'autore:|turner x'],
    ['"view of ti|', []],
    ['"view of" ti|', ['titolo:'], '"view of" titolo:|'],
    ['a|', []],
    ['language:latino|', []],
    ['autore:tur|', []],
    ['"aut|', []],
    ['aut |', []],
    ['|', []],
  ])('%s', (marked, offered, first) => {
    expect(at(marked)).toEqual({ offered, first });
  });
});
