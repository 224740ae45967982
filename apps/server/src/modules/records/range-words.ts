import { daysOfMonth } from './dates/calendar-day.ts';
import { OPEN_END, OPEN_START } from './dates/date-range.ts';
import { dateSpan } from './dates/date-span.ts';

/*
 * Dates and numbers are among the words of a record, so that the index that finds words finds ranges too, and `OR` and
 * exclusions hold for them. A range of numbers that have the same count of digits equals a few beginnings of digits:
 * 1840 to 1850 are all numbers that begin with 184, and 1850. A record has as words the beginnings that equal its date, or
 * all digits of its number. A search for a range asks for each beginning of the range, and for what that begins with: the
 * decade 184 meets the year 1845, which begins so, and the century 18, with which it begins.
 */

/** Whole numbers from 0 that have at most `digits` digits, both ends inclusive. */
export interface WholeRange {
  readonly first: bigint;
  readonly last: bigint;
  readonly digits: number;
}

/** A day: six digits for the year, counted from -100000, two for the month, two for the day. */
const DAY_DIGITS = 10;
const YEAR_0 = 100_000;
const DAY_MAX = 1_999_999_999n;
/** A number: fourteen digits before the decimal point, counted from -10,000,000,000,000, and six after it. */
const NUMBER_DIGITS = 20;
const DECIMALS = 6;
const NUMBER_0 = 10n ** 19n;
const NUMBER_MAX = 2n * NUMBER_0 - 1n;

/** The fewest beginnings of digits that all numbers of the range have, and no others with so many digits. */
export function beginningsOf({ first, last, digits }: WholeRange): string[] {
  const found: string[] = [];
  let [from, to, width] = [first, last, digits];
  const add = (number: bigint) => found.push(number.toString().padStart(width, '0'));
  for (; from <= to && width > 0; width -= 1) {
    for (; from <= to && from % 10n !== 0n; from += 1n) add(from);
    for (; from <= to && to % 10n !== 9n; to -= 1n) add(to);
    // What is left are whole tens.
    from /= 10n;
    to = (to + 1n) / 10n - 1n;
  }
  return found;
}

/**
 * The days that a date of a record may mean, as `dateSpan` reads it.
 * @returns undefined where the text is not understood as a date
 */
export function dayRange(text: string): WholeRange | undefined {
  const span = dateSpan(text);
  if (!span) return undefined;
  const { first, last } = span;
  const isDay = first === last;
  return {
    first: first === OPEN_START ? 0n : isDay ? dayKey(first) : fromStart(first),
    last: last === OPEN_END ? DAY_MAX : isDay ? dayKey(last) : toEnd(last),
    digits: DAY_DIGITS,
  };
}

/**
 * The days that a search asks for: any date, and from one to another by `..`, in either order, of which one may be
 * absent. A year may have fewer than four digits here.
 */
export function askedDays(text: string): WholeRange | undefined {
  const ends = text
    .split('..')
    .map((end) =>
      end.replace(/^(-?)(\d{1,3})$/, (_, sign: string, year: string) => sign + year.padStart(4, '0')),
    );
  if (ends.length !== 2) return dayRange(ends.join('..'));
  const [from = '', to = ''] = ends;
  return dayRange(`${from}..${to}`) ?? dayRange(`${from || '..'}/${to || '..'}`) ?? dayRange(`${to}/${from}`);
}

const dayKey = (day: number) => BigInt(day + YEAR_0 * 10_000);

/** The first of a month, and of a year, with the numbers before it, which no day has. */
function fromStart(day: number): bigint {
  const { month, dayOfMonth } = partsOf(day);
  if (dayOfMonth > 1) return dayKey(day);
  return dayKey(day - dayOfMonth - (month > 1 ? 0 : 100));
}

/** The last of a month, and of a year, with the numbers behind it, which no day has. */
function toEnd(day: number): bigint {
  const { year, month, dayOfMonth } = partsOf(day);
  if (dayOfMonth < daysOfMonth(year, month)) return dayKey(day);
  return dayKey(day - dayOfMonth + 99 + (month < 12 ? 0 : 8_700));
}

function partsOf(day: number) {
  const year = Math.floor(day / 10_000);
  const inYear = day - year * 10_000;
  return { year, month: Math.floor(inYear / 100), dayOfMonth: inYear % 100 };
}

/**
 * A number, with point or comma, or from one to another, in either order: `12..20`, `12..`, `..20`.
 * @returns undefined for any other text
 */
export function numberRange(text: string): WholeRange | undefined {
  const [from = '', to = from, ...others] = text.split('..');
  if (others.length > 0 || (from === '' && to === '')) return undefined;
  const first = from === '' ? 0n : numberKey(from);
  const last = to === '' ? NUMBER_MAX : numberKey(to);
  if (first === undefined || last === undefined) return undefined;
  return first <= last
    ? { first, last, digits: NUMBER_DIGITS }
    : { first: last, last: first, digits: NUMBER_DIGITS };
}

/** Numbers with more digits count as the largest or the smallest one. */
function numberKey(text: string): bigint | undefined {
  if (!/^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const number = Number(text.replace(',', '.'));
  if (Math.abs(number) >= 1e13) return number < 0 ? 0n : NUMBER_MAX;
  return NUMBER_0 + BigInt(number.toFixed(DECIMALS).replace('.', ''));
}
