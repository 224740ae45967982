import { fold } from './folded-text.ts';
import { signsOf, wordsOf, type SearchWord } from './search-words.ts';

/** The longest text that a search takes, in UTF-16 units, and the most terms. */
export const SEARCH_MAX_CHARACTERS = 1_000;
export const SEARCH_MAX_TERMS = 32;

/** One condition of a search. */
export interface SearchTerm {
  readonly isExcluded: boolean;
  /** The field that it asks, as `fields` of `parseSearch` names it; undefined for the whole record. */
  readonly field: string | undefined;
  /**
   * `words`: each of them has to be found; `phrase`: one behind the other, as whole words; `signs`: the text has
   * neither letter nor digit, and is looked for as it stands.
   */
  readonly kind: 'words' | 'phrase' | 'signs';
  readonly words: readonly SearchWord[];
  /** Of `signs`, the runs without white space. */
  readonly signs: readonly string[];
}

/** Terms of which one has to be found; of several groups all. */
export type SearchGroup = readonly [SearchTerm, ...SearchTerm[]];

/** The names by which a search asks the standard fields, in English and Italian (decisions §11). */
export const standardSearchFields: ReadonlyMap<string, string> = new Map([
  ['title', 'sgtt'],
  ['titolo', 'sgtt'],
  ['author', 'autn'],
  ['autore', 'autn'],
  ['pressmark', 'pressmark'],
  ['segnatura', 'pressmark'],
  ['description', 'sgti'],
  ['descrizione', 'sgti'],
]);

/** A term from its beginning: its sign of exclusion, the name of a field, and a phrase or a run without spaces. */
const term = /(?<sign>-(?=\S))?(?:(?<name>[^\s":]+):(?=\S))?(?:"(?<phrase>[^"]*)(?:"|$)|(?<run>[^\s"]+))/gu;

/**
 * Reads the text of a search by the grammar of decisions §11. A term that says nothing (a lone `-`, `OR` without two
 * neighbours, `""`) is left out.
 * @param fields the fields that can be asked, by the names that are typed, in small letters
 */
export function parseSearch(
  text: string,
  fields: ReadonlyMap<string, string> = standardSearchFields,
): SearchGroup[] {
  const groups: [SearchTerm, ...SearchTerm[]][] = [];
  let joins = false;
  for (const match of text.matchAll(term)) {
    const [typed] = match;
    if (typed === '-') continue;
    if (typed === 'OR') {
      joins = groups.length > 0;
      continue;
    }
    const read = termOf(match, fields);
    if (!read) continue;
    const last = groups.at(-1);
    if (joins && last) last.push(read);
    else groups.push([read]);
    joins = false;
  }
  return groups;
}

function termOf(
  { groups = {} }: RegExpMatchArray,
  fields: ReadonlyMap<string, string>,
): SearchTerm | undefined {
  const { sign, name, phrase, run = '' } = groups;
  const field = name === undefined ? undefined : fields.get(fold(name));
  // A name that is no field is a part of the text: MS:12.
  const before = name !== undefined && field === undefined ? `${name}:` : '';
  const folded = fold((before + (phrase ?? run)).replaceAll('*', ''));
  const found = wordsOf(folded);
  const signs = found.length > 0 ? [] : signsOf(folded);
  if (found.length === 0 && signs.length === 0) return undefined;
  return {
    isExcluded: sign !== undefined,
    field,
    kind: found.length === 0 ? 'signs' : phrase === undefined ? 'words' : 'phrase',
    words: found,
    signs,
  };
}

/** Whether a text, or the number of its terms, is more than a search takes. @param groups of the text */
export function isSearchTooLong(text: string, groups: readonly SearchGroup[]): boolean {
  return text.length > SEARCH_MAX_CHARACTERS || groups.flat().length > SEARCH_MAX_TERMS;
}
