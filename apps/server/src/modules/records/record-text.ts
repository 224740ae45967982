import { barePressmark, fold } from '@armarium/contract/folded-text';

/** Printable ASCII, which Unicode normalisation does not change. Bulk edits spend most of their time here. */
const plain = /^[ -~]*$/;

/** Brings text to the stored form (decisions §4): Unicode NFC, trimmed, line ends as LF. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text.trim();
  return text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/** The form in which two pressmarks are compared: without case and white space (decisions §4). */
export function normalisePressmark(pressmark: string): string {
  return pressmark.normalize('NFKC').replace(/\s+/gu, ' ').trim().toUpperCase().toLowerCase();
}

/** Longer further values are found only as far as this: an index of all pairs of characters has a limit. */
const FURTHER_MAX_CHARACTERS = 60_000;

/** The lines of further values, as many whole characters as fit. */
function furtherLines(values: readonly string[]): string[] {
  const lines = values.map((value) => fold(value.replaceAll('*', ''))).filter((line) => line !== '');
  const whole = lines.join('\n');
  return whole === '' ? [] : [whole.slice(0, FURTHER_MAX_CHARACTERS).toWellFormed()];
}

/**
 * The text that a search of items looks through: title, author, pressmark as written and without punctuation,
 * each on its own line. An empty one keeps its line, so that a search by one field knows the line. The values
 * of searchable fields follow.
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

/**
 * The text that a search of collections looks through: title, description, searchable fields, each on its own
 * line.
 */
export function collectionSearchText(record: {
  sgtt: string;
  sgti: string;
  further?: readonly string[];
}): string {
  const { sgtt, sgti, further = [] } = record;
  return [fold(sgtt.replaceAll('*', '')), fold(sgti), ...furtherLines(further)].join('\n');
}

/** A LIKE pattern that finds the text anywhere in `search_text`; wildcards in it are escaped. */
export function searchPattern(text: string): string {
  return `%${fold(text.replaceAll('*', '')).replace(/[\\%_]/g, '\\$&')}%`;
}

/**
 * The single characters and pairs of neighbours in a text, which every matching item's text also has. They
 * are for texts without three letters or digits in a row, which the trigram index can't find. Empty for all
 * other texts.
 */
export function searchGrams(text: string): string[] {
  const folded = fold(text.replaceAll('*', ''));
  if (/[\p{L}\p{N}]{3}/u.test(folded)) return [];
  const grams = folded.split(' ').flatMap((word) => {
    const characters = [...word];
    if (characters.length === 1) return characters;
    return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  });
  // A few are enough: the remaining rows are compared with the text.
  return [...new Set(grams)].filter((gram) => gram !== '').slice(0, 20);
}

/**
 * The text by which a former pressmark of an item is found: as written and without punctuation, as in
 * `searchTextOf`.
 */
export function formerPressmarkSearchText(pressmark: string): string {
  return [fold(pressmark), barePressmark(pressmark)].join('\n');
}

/** Puts the length before each number, so that MS 2 comes before MS 10 in byte order. */
function withSortableNumbers(text: string): string {
  return text.replace(/\d+/g, (digits) => {
    const significant = digits.replace(/^0+(?=\d)/, '');
    // Two digits of length, then the number: 2 → 012, 10 → 0210. Longer than 99 digits sort as text.
    return significant.length > 99 ? digits : `${String(significant.length).padStart(2, '0')}${significant}`;
  });
}

/** The limit of sort keys. They are indexed, and longer ones would not fit into an index page. */
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

/** The first asterisk before a word. The client hides the same one (`display-title.ts`). */
const filingAsterisk = /(?<=^|[\s'’"«“(])\*(?=[\p{L}\p{N}])/u;

/** The filing title: the part from the asterisk on, as Italian libraries write it (decisions §10). */
export function sortTitle(sgtt: string): string {
  const asterisk = sgtt.search(filingAsterisk);
  return sortKey(asterisk >= 0 ? sgtt.slice(asterisk + 1) : sgtt);
}

/** The filing form of a pressmark: natural order (decisions §10). */
export function sortPressmark(pressmark: string): string {
  return sortKey(pressmark);
}
