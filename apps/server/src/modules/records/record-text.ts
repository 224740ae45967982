import { barePressmark, fold } from '@armarium/contract/folded-text';

/** Printable ASCII, with which Unicode has nothing to do: bulk edits spend their time here. */
const plain = /^[ -~]*$/;

/** Unicode NFC, trimmed: how text is kept (decisions §4). Line ends become LF. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text.trim();
  return text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/** What a pressmark's uniqueness is judged by: case and white space do not count (decisions §4). */
export function normalisePressmark(pressmark: string): string {
  return pressmark.normalize('NFKC').replace(/\s+/gu, ' ').trim().toUpperCase().toLowerCase();
}

/** As much of a record's further values is found; an index of all pairs of characters has its bounds. */
const FURTHER_MAX_CHARACTERS = 60_000;

/** The lines of further values, whole characters as far as they fit. */
function furtherLines(values: readonly string[]): string[] {
  const lines = values.map((value) => fold(value.replaceAll('*', ''))).filter((line) => line !== '');
  const whole = lines.join('\n');
  return whole === '' ? [] : [whole.slice(0, FURTHER_MAX_CHARACTERS).toWellFormed()];
}

/**
 * The text that search looks through: title, author, pressmark as written and bare, each on its line, also where it
 * is empty, so that a search by one field knows its line; below them the values of searchable fields.
 */
export function searchTextOf(record: {
  sgtt: string;
  autn?: string;
  pressmark?: string;
  further?: readonly string[];
}): string {
  const { sgtt, autn = '', pressmark = '', further = [] } = record;
  const own = [fold(sgtt.replaceAll('*', '')), fold(autn), fold(pressmark), barePressmark(pressmark)];
  return [...own, ...furtherLines(further)].join('\n');
}

/** The text that search looks through in a collection: title and description, then searchable fields, each on its line. */
export function collectionSearchText(record: {
  sgtt: string;
  sgti: string;
  further?: readonly string[];
}): string {
  const { sgtt, sgti, further = [] } = record;
  return [fold(sgtt.replaceAll('*', '')), fold(sgti), ...furtherLines(further)].join('\n');
}

/** A LIKE pattern that finds the text anywhere in `search_text`, with its wildcards taken literally. */
export function searchPattern(text: string): string {
  return `%${fold(text.replaceAll('*', '')).replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * What an item's text holds where it holds this one, each a character or a pair of neighbours: for texts without three
 * letters or digits in a row, by which alone the index of their patterns finds anything. Empty for all others.
 */
export function searchGrams(text: string): string[] {
  const folded = fold(text.replaceAll('*', ''));
  if (/[\p{L}\p{N}]{3}/u.test(folded)) return [];
  const grams = folded.split(' ').flatMap((word) => {
    const characters = [...word];
    if (characters.length === 1) return characters;
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  // A few are as good as all: the rows that they leave are looked at.
  return [...new Set(grams)].filter((gram) => gram !== '').slice(0, 20);
}

/** The text by which a pressmark that an item once had is found: as written and bare, as in `searchTextOf`. */
export function formerPressmarkSearchText(pressmark: string): string {
  return [fold(pressmark), barePressmark(pressmark)].join('\n');
}

/** Numbers are padded by their length, so that MS 2 stands before MS 10 in plain byte order. */
function withSortableNumbers(text: string): string {
  return text.replace(/\d+/g, (digits) => {
    const significant = digits.replace(/^0+(?=\d)/, '');
    // Two digits of length, then the number: 2 → 012, 10 → 0210. Longer than 99 digits sort as text.
    return significant.length > 99 ? digits : `${String(significant.length).padStart(2, '0')}${significant}`;
  });
}

/** Sort keys are indexed: longer ones would not fit an index page, and nobody reads that far. */
const SORT_KEY_CHARACTERS = 200;

function sortKey(text: string): string {
  const key = withSortableNumbers(
    fold(text)
      .replace(/[^\p{L}\p{N} ]+/gu, ' ')
      .replace(/ +/g, ' ')
      .trim(),
  );
  return [...key].slice(0, SORT_KEY_CHARACTERS).join('');
}

/** The first asterisk that stands before a word; the client hides the same one (`display-title.ts`). */
const filingAsterisk = /(?<=^|[\s'’"«“(])\*(?=[\p{L}\p{N}])/u;

/** The filing title: from the asterisk on, as Italian libraries write it (decisions §10). */
export function sortTitle(sgtt: string): string {
  const asterisk = sgtt.search(filingAsterisk);
  return sortKey(asterisk >= 0 ? sgtt.slice(asterisk + 1) : sgtt);
}

/** The filing form of a pressmark: natural order (decisions §10). */
export function sortPressmark(pressmark: string): string {
  return sortKey(pressmark);
}
