import { barePressmark, fold } from '@armarium/contract/folded-text';
import { indexedWords, pairsOf, signsOf, wordsOf } from '@armarium/contract/search-words';
import { beginningsOf, type WholeRange } from './range-words.ts';

/** A field of a record. */
export interface FieldText {
  /** `standardPrefixes`, or `fieldPrefix` of its name. */
  readonly prefix: string;
  readonly values: readonly string[];
  /** The weight of its words: A title, B pressmark, C author; default all other fields. */
  readonly weight?: 'A' | 'B' | 'C';
}

/** A date or a number of a record. */
export interface FieldRange {
  /** `dayPrefix` or `numberPrefix` of the name of its field, or `yearPrefix`. */
  readonly prefix: string;
  readonly range: WholeRange;
}

/** The prefixes of the words of standard fields: control characters, which no text that is typed begins with. */
export const standardPrefixes = {
  sgtt: '\u0001',
  autn: '\u0002',
  pressmark: '\u0003',
  sgti: '\u0004',
} as const;

/** The prefix of the words of the titles of a story's steps. */
export const stepPrefix = '\u0008';

/** The prefix of the words of a field that a template defines. */
export const fieldPrefix = (name: string) => `\u001F${name}\u001F`;

/** The prefixes of the dates and of the numbers of such a field, and that of the years of all such fields. */
export const dayPrefix = (name: string) => `\u001E${name}\u001F`;
export const numberPrefix = (name: string) => `\u001D${name}\u001F`;
export const yearPrefix = '\u0006';

/** The prefix of the name of a field that has a value. */
export const filledPrefix = '\u0007';

/** The positions that a `tsvector` has, and how many of one word it keeps. */
const POSITIONS_MAX = 16_383;
const POSITIONS_OF_A_WORD = 255;
/** No phrase extends from one value into the next one. */
const GAP = 10;
/** Characters of a record that a search finds: a `tsvector` has at most a megabyte. */
const CHARACTERS_MAX = 60_000;
/** Characters of its words without a position, for the same reason. */
const UNPLACED_CHARACTERS_MAX = 50_000;

interface FurtherWords {
  /** The present pressmark and former ones. */
  readonly pressmarks?: readonly string[];
  readonly ranges?: readonly FieldRange[];
  /** Names of fields that have a value. */
  readonly filled?: readonly string[];
}

/**
 * The words of a record as PostgreSQL reads a `tsvector`: each word of its fields with its positions, once as
 * it is and once behind the prefix of its field; in the same way what is neither letter nor digit; its
 * pressmarks without punctuation and spaces; the beginnings of its dates and numbers (range-words.ts); and the
 * names of fields that have a value.
 */
export function recordWords(
  fields: readonly FieldText[],
  { pressmarks = [], ranges = [], filled = [] }: FurtherWords = {},
): string {
  const places = new Map<string, string[]>();
  const note = (word: string, place: string) => {
    const known = places.get(word);
    if (known === undefined) places.set(word, [place]);
    else if (known.length < POSITIONS_OF_A_WORD) known.push(place);
  };
  const at = { word: 0, sign: 0 };
  const next = (kind: keyof typeof at, step = 1) =>
    (at[kind] = Math.min(at[kind] + step, POSITIONS_MAX)).toString();
  let left = CHARACTERS_MAX;
  for (const { prefix, values, weight = '' } of fields) {
    for (const value of values) {
      const text = fold(value).slice(0, left).toWellFormed();
      left -= text.length;
      for (const word of indexedWords(text)) {
        const place = next('word') + weight;
        note(word, place);
        note(prefix + word, place);
      }
      for (const sign of signsOf(text)) {
        for (const pair of pairsOf(sign)) {
          const place = next('sign') + weight;
          note(pair, place);
          note(prefix + pair, place);
        }
        next('sign', GAP);
      }
      next('word', GAP);
    }
  }
  for (const pressmark of pressmarks) {
    const bare = barePressmark(pressmark);
    if (bare !== '') note(bareWord(bare), '1B');
  }
  const placed = [...places].map(([word, at]) => `${quotedWord(word)}:${at.join(',')}`);
  return [...placed, ...unplacedWords(ranges, filled)].join(' ');
}

/** The words without a position, as many as there is room for. */
function unplacedWords(ranges: readonly FieldRange[], filled: readonly string[]): string[] {
  const words = new Set([
    ...filled.map((name) => filledPrefix + name),
    ...ranges.flatMap(({ prefix, range }) => beginningsOf(range).map((digits) => prefix + digits)),
  ]);
  let left = UNPLACED_CHARACTERS_MAX;
  return [...words].filter((word) => (left -= word.length) >= 0).map(quotedWord);
}

/** Characters of a title by which searches compare it as a whole. */
const TITLE_CHARACTERS = 200;

/**
 * A title, or the text of a search, in the form in which both are compared as a whole: its words, without case,
 * accents and punctuation, with a blank between them.
 */
export function titleWords(title: string): string {
  const words = wordsOf(fold(title.replaceAll('*', '')));
  const joined = words.map(({ text }) => text).join(' ');
  return [...joined].slice(0, TITLE_CHARACTERS).join('').trim();
}

/** A pressmark without its punctuation and spaces, as the words of a record have it, and as far as they do. */
export function bareWord(bare: string): string {
  return `\u0005${[...bare].slice(0, 200).join('')}`;
}

/** A word as PostgreSQL reads it in a `tsvector` and a `tsquery`. */
export function quotedWord(word: string): string {
  return `'${word.replace(/['\\]/g, '$&$&')}'`;
}
