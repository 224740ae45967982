import { years, type ClosedRange } from './date-range.ts';
import { AFTER_CHRIST, AGE, BEFORE_CHRIST } from './date-words.ts';
import { romanNumber } from './roman-number.ts';

const centuryNames = [
  'duecento',
  'trecento',
  'quattrocento',
  'cinquecento',
  'seicento',
  'settecento',
  'ottocento',
  'novecento',
];

/** The words for parts of a century, with the first and the last of its hundred years. */
const centuryParts: readonly (readonly [words: readonly string[], first: number, last: number])[] = [
  [['in', 'ineunte', 'initio', 'inizio', 'inizi', 'beginning', 'early'], 1, 25],
  [['ex', 'exeunte', 'fine', 'end', 'late'], 76, 100],
  [['med', 'medio', 'meta', 'mid', 'middle'], 41, 60],
  [['prima meta', 'i meta', '1 meta', '1st half', 'first half', '1/2', 'i/2'], 1, 50],
  [['seconda meta', 'ii meta', '2 meta', '2nd half', 'second half', '2/2', 'ii/2'], 51, 100],
  [['primo quarto', 'i quarto', '1 quarto', '1st quarter', 'first quarter', '1/4', 'i/4'], 1, 25],
  [['secondo quarto', 'ii quarto', '2 quarto', '2nd quarter', 'second quarter', '2/4', 'ii/4'], 26, 50],
  [['terzo quarto', 'iii quarto', '3 quarto', '3rd quarter', 'third quarter', '3/4', 'iii/4'], 51, 75],
  [['ultimo quarto', 'quarto quarto', 'iv quarto', '4 quarto', '4/4', 'iv/4'], 76, 100],
  [['4th quarter', 'fourth quarter', 'last quarter'], 76, 100],
];
const PART = centuryParts.flatMap(([words]) => words).join('|');
const ORDINAL = String.raw`[ivxl]+|\d{1,2}(?:st|nd|rd|th)?`;
const oneCentury = new RegExp(
  `^(?:(${PART}) (?:of the |del |dell |of |de )?)?(?:(?:the )?(?:${AGE}) )?(${ORDINAL})(?: (?:${AGE}))?(${BEFORE_CHRIST})?` +
    `(?:${AFTER_CHRIST})?(?:[ /](${PART}))?$`,
);
const namedCentury = new RegExp(`^(?:(${PART}) (?:del )?)?(${centuryNames.join('|')})(?: (${PART}))?$`);
const ageWord = new RegExp(`(?:^| )(?:${AGE})(?: |$)`);

/** Reads a century or a part of one: `sec. XV ex.`, `late 15th century`, `Quattrocento`. */
export function century(text: string): ClosedRange | undefined {
  const [, partBefore, name, partAfter] = namedCentury.exec(text) ?? [];
  if (name !== undefined) {
    // The Duecento are roughly the years 1201 to 1300.
    return ofCentury(centuryNames.indexOf(name) + 13, false, partBefore ?? partAfter);
  }
  const [, early, ordinal, isBefore, late] = oneCentury.exec(text) ?? [];
  if (ordinal === undefined || (early !== undefined && late !== undefined)) return undefined;
  // A number alone is a year; a Roman numeral alone is a century.
  if (!ageWord.test(text) && !/^[ivx]{2,}$/.test(ordinal)) return undefined;
  const number = /^\d/.test(ordinal) ? Number.parseInt(ordinal, 10) : romanNumber(ordinal);
  return number === undefined ? undefined : ofCentury(number, isBefore !== undefined, early ?? late);
}

function ofCentury(number: number, isBefore: boolean, part: string | undefined): ClosedRange | undefined {
  if (number < 1 || number > (isBefore ? 99 : 21)) return undefined;
  const zero = isBefore ? -100 * number : 100 * (number - 1);
  const [, first, last] = centuryParts.find(([words]) => words.some((word) => word === part)) ?? ['', 1, 100];
  return years(zero + first, zero + last);
}
