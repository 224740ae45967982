import { fold } from './folded-text.ts';
import { signsOf, wordsOf, type SearchWord } from './search-words.ts';

/** The longest text that a search takes, in UTF-16 units, and the most terms. */
export const SEARCH_MAX_CHARACTERS = 1_000;
export const SEARCH_MAX_TERMS = 32;

/** One condition of a search. */
export interface SearchTerm {
  /** As it stands in the text, with its sign and its quotes. */
  readonly typed: string;
  /** Where it stands there, in UTF-16 units. */
  readonly start: number;
  readonly isExcluded: boolean;
  /** The field that it asks, as `fieldOf` of `parseSearch` gives it; undefined for the whole record. */
  readonly field: string | undefined;
  /** What it asks for, without quotes and the name of a field that there is. */
  readonly value: string;
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

/** The field that all fields with dates are together, as `year:` asks for it. */
export const YEAR_FIELD = 'year';

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
  ['year', YEAR_FIELD],
  ['anno', YEAR_FIELD],
]);

/** A name or a label of a field as a search writes it: without case and accents, and `_` for what ends a name. */
export function searchFieldName(name: string): string {
  return fold(name).replace(/[\s":]+/gu, '_');
}

/** A term from its beginning: its sign of exclusion, the name of a field, and a phrase or a run without spaces. */
const term = /(?<sign>-(?=\S))?(?:(?<name>[^\s":]+):(?=\S))?(?:"(?<phrase>[^"]*)(?:"|$)|(?<run>[^\s"]+))/gu;

/**
 * The field that a name of a search stands for, with this value; undefined where it is no name of a field, but a part of
 * the text: `MS:12`.
 * @param name as `searchFieldName` makes it
 */
export type FieldOfName = (name: string, value: string) => string | undefined;

/**
 * Reads the text of a search by the grammar of decisions §11. A term that says nothing (a lone `-`, `OR` without two
 * neighbours, `""`) is left out.
 */
export function parseSearch(text: string, fieldOf: FieldOfName): SearchGroup[] {
  const groups: [SearchTerm, ...SearchTerm[]][] = [];
  let joins = false;
  for (const match of text.matchAll(term)) {
    const [typed] = match;
    if (typed === '-') continue;
    if (typed === 'OR') {
      joins = groups.length > 0;
      continue;
    }
    const read = termOf(match, fieldOf);
    if (!read) continue;
    const last = groups.at(-1);
    if (joins && last) last.push(read);
    else groups.push([read]);
    joins = false;
  }
  return groups;
}

function termOf(
  { 0: typed, index: start = 0, groups = {} }: RegExpMatchArray,
  fieldOf: FieldOfName,
): SearchTerm | undefined {
  const { sign, name, phrase, run = '' } = groups;
  const written = phrase ?? run;
  const field = name === undefined ? undefined : fieldOf(searchFieldName(name), written);
  const value = name !== undefined && field === undefined ? `${name}:${written}` : written;
  const folded = fold(value.replaceAll('*', ''));
  const found = wordsOf(folded);
  const signs = found.length > 0 ? [] : signsOf(folded);
  if (found.length === 0 && signs.length === 0) return undefined;
  return {
    typed,
    start,
    isExcluded: sign !== undefined,
    field,
    value,
    kind: found.length === 0 ? 'signs' : phrase === undefined ? 'words' : 'phrase',
    words: found,
    signs,
  };
}

/** A part of a text, in UTF-16 units. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** Where the terms of a group stand in the text of the search, with the `OR` between them. */
export function groupPart(group: SearchGroup): TextPart {
  return { start: group[0].start, end: Math.max(...group.map(({ start, typed }) => start + typed.length)) };
}

/** The text of a search without some of its parts. */
export function withoutParts(text: string, parts: readonly TextPart[]): string {
  return parts
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (left, { start, end }) => `${left.slice(0, start).trimEnd()} ${left.slice(end).trimStart()}`,
      text,
    )
    .trim();
}

/** Whether a text, or the number of its terms, is more than a search takes. @param groups of the text */
export function isSearchTooLong(text: string, groups: readonly SearchGroup[]): boolean {
  return text.length > SEARCH_MAX_CHARACTERS || groups.flat().length > SEARCH_MAX_TERMS;
}
