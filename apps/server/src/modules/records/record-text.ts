import { fold } from '@armarium/contract/folded-text';
import type { Labels } from '@armarium/contract/labels';
import { languages } from '@armarium/contract/preferences';

/** Printable ASCII, which Unicode normalisation does not change. Bulk edits spend most of their time here. */
const plain = /^[ -~]*$/;

/** Brings text to the stored form (decisions §4): Unicode NFC, trimmed, line ends as LF. */
export function cleanText(text: string): string {
  if (plain.test(text)) return text.trim();
  return text.replace(/\r\n?/g, '\n').normalize('NFC').trim();
}

/** Labels in the stored form, in the order of the languages and without empty ones. */
export function cleanLabels(labels: Labels): Labels {
  const cleaned = languages.map((language) => [language, cleanText(labels[language] ?? '')] as const);
  return Object.fromEntries(cleaned.filter(([, label]) => label !== ''));
}

/** The form in which two pressmarks are compared: without case and white space (decisions §4). */
export function normalisePressmark(pressmark: string): string {
  return pressmark.normalize('NFKC').replace(/\s+/gu, ' ').trim().toUpperCase().toLowerCase();
}

/**
 * What two pressmarks have in common that differ only in punctuation, spaces, case, accents, leading zeros, or
 * in O for 0 and I or l for 1. Numbers side by side stay apart: MS 1.12 is not MS 11.2.
 * @param pressmark as `normalisePressmark` gives it
 */
export function nearPressmarkKey(pressmark: string): string {
  return (
    pressmark
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      // A lone 0 or 1 behind a letter was meant as one (M0 12), letters at the edge of a number as digits
      // (MS O12, 1O).
      .replace(/([^0-9 ])0(?![0-9])/g, '$1o')
      .replace(/([^0-9 ])1(?![0-9])/g, '$1i')
      .replace(/([0-9])o(?![^0-9 ])/g, (_, digit: string) => `${digit}0`)
      .replace(/([0-9])[il](?![^0-9 ])/g, (_, before: string) => `${before}1`)
      .replace(/( )[il](?=[0-9])/g, (_, before: string) => `${before}1`)
      .replace(/( )[o0]+(?=[0-9])/g, '$1')
      .replace(/(^|[^0-9])0+(?=[0-9])/g, '$1')
      .replace(/(?<![0-9]) | (?![0-9])/g, '')
      .replace(/[oil]/g, (letter) => (letter === 'o' ? '0' : '1'))
  );
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
