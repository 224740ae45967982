import {
  isSearchTooLong,
  parseSearch,
  SEARCH_MAX_CHARACTERS,
  SEARCH_MAX_TERMS,
  YEAR_FIELD,
  type SearchGroup,
  type SearchTerm,
} from '@armarium/contract/search-grammar';
import { FIELD_COLUMN } from '@armarium/contract/item-table';
import { fieldNames, type SearchedField } from '@armarium/contract/search-fields';
import { pairsOf, wordsOf, type SearchWord } from '@armarium/contract/search-words';
import { ProblemError } from '../../problem-error.ts';
import { askedDays, beginningsOf, type WholeRange } from './range-words.ts';
import {
  bareWord,
  dayPrefix,
  fieldPrefix,
  filledPrefix,
  quotedWord,
  numberPrefix,
  standardPrefixes,
  yearPrefix,
} from './record-words.ts';
import { askedRange, rangePrefix } from './search-fields.ts';

/** The most neighbouring words that together may be the beginning of a pressmark. */
const RUN_MAX_WORDS = 10;

/** Of filters of fields: PostgreSQL takes a megabyte. */
const FILTERS_MAX_BYTES = 400_000;

type StandardField = keyof typeof standardPrefixes;

/** The fields that a search looks through. */
export interface SearchScope {
  /** Only these standard fields, or fields of templates as `field:` and the name; default the whole record. */
  readonly only?: readonly string[] | undefined;
  /** Whether the records have pressmarks, so that words may be the beginning of one. */
  readonly hasPressmarks: boolean;
  /** The fields of templates that a text can name (`namedFields`). */
  readonly fields?: readonly SearchedField[];
  /** The words that are looked up in place of beginnings (`wordsInPlaceOf`). */
  readonly completions?: Completions | undefined;
}

/**
 * For a beginning: all words of the records that begin so, and the beginning itself. Where these are not known, the
 * beginning is absent.
 */
export type Completions = ReadonlyMap<string, readonly string[]>;

/** Filters of fields, by name. */
export interface FieldFilters {
  /** Of each field the dates, or the numbers, of which one has to be met. */
  readonly dates: ReadonlyMap<string, readonly WholeRange[]>;
  readonly numbers: ReadonlyMap<string, readonly WholeRange[]>;
  readonly filled: readonly string[];
  readonly empty: readonly string[];
}

/**
 * The text of a search as conditions on the words of records (`recordWords`). Each is a `tsquery`, and all of them
 * have to hold. Empty where the text has no term.
 * @throws ProblemError 422 `search-too-long`
 */
export function searchConditions(text: string, scope: SearchScope): string[] {
  const groups = readSearch(text, scope);
  if (isSearchTooLong(text, groups)) {
    throw new ProblemError(
      'search-too-long',
      `A search takes ${SEARCH_MAX_CHARACTERS} characters and ${SEARCH_MAX_TERMS} words or phrases at most. Leave ` +
        'some out; the rarest words find best.',
    );
  }
  const conditions: string[] = [];
  for (let from = 0; from < groups.length;) {
    const neighbours = plainWords(groups.slice(from));
    if (neighbours.length > 0) {
      conditions.push(...wordConditions(neighbours.flat(), fieldsOf(undefined, scope)));
      from += neighbours.length;
    } else {
      const group = groups[from] ?? [];
      conditions.push(anyOf(group.map((term) => termCondition(term, scope))));
      from += 1;
    }
  }
  // One word may be hundreds, joined by punctuation; the database looks at each condition by itself.
  return conditions.length <= SEARCH_MAX_TERMS
    ? conditions
    : [...conditions.slice(0, SEARCH_MAX_TERMS - 1), allOf(conditions.slice(SEARCH_MAX_TERMS - 1))];
}

/**
 * The same as one `tsquery`; undefined where the text has no term.
 * @throws ProblemError 422 `search-too-long`
 */
export function searchCondition(text: string, scope: SearchScope): string | undefined {
  const conditions = searchConditions(text, scope);
  return conditions.length === 0 ? undefined : conditions.join(' & ');
}

/** The terms of a search, by the names of the fields that records of the scope have. */
export function readSearch(text: string, { hasPressmarks, fields = [] }: SearchScope): SearchGroup[] {
  // Without pressmarks they are collections, which have titles and descriptions only.
  const standard = hasPressmarks ? Object.keys(standardPrefixes) : ['sgtt', 'sgti'];
  return parseSearch(
    text,
    fieldNames(standard, fields, (type, value) => askedRange(type, value) !== undefined),
  );
}

/**
 * The words of a search that are looked up as beginnings of words, at most as many as a search may have terms. Empty for a
 * search that is too long, which `searchConditions` refuses.
 */
export function soughtBeginnings(text: string, scope: SearchScope): string[] {
  const groups = readSearch(text, scope);
  if (isSearchTooLong(text, groups)) return [];
  const words = groups.flat().flatMap((term) => (term.kind === 'words' ? term.words : []));
  const beginnings = words.flatMap((word) => (word.isUnspaced ? [] : word.text));
  return [...new Set(beginnings)].slice(0, SEARCH_MAX_TERMS);
}

/** The words of the groups at the beginning that each are words of the whole record. */
function plainWords(groups: readonly SearchGroup[]): (readonly SearchWord[])[] {
  const end = groups.findIndex(
    ([{ kind, field, isExcluded }, ...others]) =>
      others.length > 0 || kind !== 'words' || field !== undefined || isExcluded,
  );
  return groups.slice(0, end < 0 ? undefined : end).map(([{ words }]) => words);
}

/** The prefixes of the words that a term asks for, whether it asks pressmarks, and `completions` of the scope. */
interface AskedFields {
  readonly prefixes: readonly string[];
  readonly asksPressmarks: boolean;
  readonly completions?: Completions | undefined;
}

function fieldsOf(field: string | undefined, { only, hasPressmarks, completions }: SearchScope): AskedFields {
  const asked = field === undefined ? only : [field];
  return {
    prefixes: asked ? asked.map(prefixOf) : [''],
    asksPressmarks: hasPressmarks && (asked === undefined || asked.includes('pressmark')),
    completions,
  };
}

function prefixOf(field: string): string {
  return field.startsWith(FIELD_COLUMN)
    ? fieldPrefix(field.slice(FIELD_COLUMN.length))
    : standardPrefixes[field as StandardField];
}

/** The prefixes behind which a term looks for its words; several where one of them is enough. */
export function prefixesOf({ field }: SearchTerm, scope: SearchScope): readonly string[] {
  return fieldsOf(field, scope).prefixes;
}

/** One term as a `tsquery`. */
export function termCondition(term: SearchTerm, scope: SearchScope): string {
  const { field, kind, words, signs, isExcluded } = term;
  const range = rangeCondition(term, scope);
  if (range !== undefined) return isExcluded ? `!${range}` : range;
  const fields = fieldsOf(field, scope);
  const condition =
    kind === 'words'
      ? allOf(wordConditions(words, fields))
      : anyOf(
          fields.prefixes.map((prefix) =>
            kind === 'phrase'
              ? phraseCondition(words, prefix)
              : allOf(signs.map((sign) => runCondition(sign, prefix))),
          ),
        );
  return isExcluded ? `!${condition}` : condition;
}

/** Where a term asks a field for dates or a number: one of the beginnings of the record meets one of the range. */
function rangeCondition({ field, value }: SearchTerm, { fields = [] }: SearchScope): string | undefined {
  if (field === YEAR_FIELD) return meeting(yearPrefix, askedDays(value));
  const named = fields.find(({ name }) => field === FIELD_COLUMN + name);
  return named && meeting(rangePrefix(named), askedRange(named.type, value));
}

/**
 * Filters of fields as conditions on the words of records, all of which have to hold.
 * @throws ProblemError 422 `search-too-long`
 */
export function filterConditions({ dates, numbers, filled, empty }: FieldFilters): string[] {
  const met = (ranges: ReadonlyMap<string, readonly WholeRange[]>, prefixOf: (name: string) => string) =>
    [...ranges].map(([name, given]) => anyOf(given.flatMap((range) => meeting(prefixOf(name), range) ?? [])));
  const conditions = [
    ...met(dates, dayPrefix),
    ...met(numbers, numberPrefix),
    ...filled.map((name) => quotedWord(filledPrefix + name)),
    ...empty.map((name) => `!${quotedWord(filledPrefix + name)}`),
  ];
  if (Buffer.byteLength(conditions.join('')) > FILTERS_MAX_BYTES) {
    throw new ProblemError(
      'search-too-long',
      'These are more ranges of dates and numbers than can be asked for at once. Leave some out.',
    );
  }
  return conditions;
}

/** The condition that a field has a value with the words of a folded text, each as a beginning. */
export function fieldWordsCondition(name: string, folded: string): string | undefined {
  const words = wordsOf(folded);
  if (words.length === 0) return undefined;
  const prefix = Object.hasOwn(standardPrefixes, name)
    ? standardPrefixes[name as StandardField]
    : fieldPrefix(name);
  return allOf(wordConditions(words, { prefixes: [prefix], asksPressmarks: false }));
}

function meeting(prefix: string, range: WholeRange | undefined): string | undefined {
  if (!range) return undefined;
  const beginnings = beginningsOf(range);
  const before = beginnings.flatMap((digits) =>
    Array.from({ length: digits.length - 1 }, (_, end) => digits.slice(0, end + 1)),
  );
  return anyOf([
    ...beginnings.map((digits) => beginning(prefix + digits)),
    ...before.map((digits) => quotedWord(prefix + digits)),
  ]);
}

/**
 * One condition for each word: a word of the record begins with it. Neighbours together may also be the beginning
 * of a pressmark, which then satisfies all of them.
 */
function wordConditions(
  words: readonly SearchWord[],
  { prefixes, asksPressmarks, completions }: AskedFields,
): string[] {
  const runs: { from: number; to: number; condition: string }[] = [];
  if (asksPressmarks) {
    for (let from = 0; from < Math.min(words.length, SEARCH_MAX_TERMS); from += 1) {
      for (let to = from + 1; to <= Math.min(words.length, from + RUN_MAX_WORDS); to += 1) {
        const bare = words.slice(from, to).map(({ text }) => text);
        runs.push({ from, to, condition: beginning(bareWord(bare.join(''))) });
      }
    }
  }
  return words.map(({ text, isUnspaced }, index) =>
    anyOf([
      ...prefixes.flatMap((prefix) => {
        if (isUnspaced) return [runCondition(text, prefix)];
        // For a beginning the index collects all entries before it compares them with those of another word. Whole words
        // it compares entry by entry, which takes a tenth of the time where both are frequent.
        const whole = completions?.get(text);
        return whole ? whole.map((word) => quotedWord(prefix + word)) : [beginning(prefix + text)];
      }),
      ...runs.filter(({ from, to }) => from <= index && index < to).map(({ condition }) => condition),
    ]),
  );
}

function beginning(word: string): string {
  return `${quotedWord(word)}:*`;
}

/** A run of characters at any place: its pairs one behind the other. */
function runCondition(run: string, prefix: string): string {
  const pairs = pairsOf(run);
  if (pairs.length === 1) return beginning(prefix + run);
  return inParentheses(
    pairs.slice(0, -1).map((pair) => quotedWord(prefix + pair)),
    ' <-> ',
  );
}

/** Whole words one behind the other; a run without spaces has one position for each of its characters. */
function phraseCondition(words: readonly SearchWord[], prefix: string): string {
  let condition = '';
  let distance = 1;
  for (const { text, isUnspaced } of words) {
    const pairs = isUnspaced ? pairsOf(text) : [text];
    const asked =
      isUnspaced && pairs.length === 1
        ? [beginning(prefix + text)]
        : (isUnspaced ? pairs.slice(0, -1) : pairs).map((pair) => quotedWord(prefix + pair));
    for (const one of asked) {
      condition = condition === '' ? one : `${condition} <${distance}> ${one}`;
      distance = 1;
    }
    distance = isUnspaced && pairs.length > 1 ? 2 : 1;
  }
  return `(${condition})`;
}

const inParentheses = (conditions: readonly string[], operator: string) =>
  conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(operator)})`;
export const allOf = (conditions: readonly string[]) => inParentheses(conditions, ' & ');
export const anyOf = (conditions: readonly string[]) => inParentheses([...new Set(conditions)], ' | ');
