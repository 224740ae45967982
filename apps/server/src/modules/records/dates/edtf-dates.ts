import edtf from 'edtf';
import {
  dayNumber,
  monthOrDay,
  OPEN_END,
  OPEN_START,
  spanOf,
  YEAR_MAX,
  years,
  type DateSpan,
  type DayNumber,
  type Range,
} from './date-range.ts';

/** Reads a date as EDTF (ISO 8601-2). @returns undefined for a text that is not EDTF */
export function edtfDate(text: string): DateSpan | undefined {
  return spanOf(exactRange(text)) ?? listSpan(text) ?? librarySpan(text);
}

/**
 * Reads a day, month or year of EDTF, or an interval of two. It uses a calendar that has 29 February 1500;
 * the library has none.
 */
function exactRange(text: string): Range | undefined {
  const [start = '', end, ...others] = text.split('/');
  if (others.length > 0) return undefined;
  if (end === undefined) return exactDate(start);
  const from = start === '..' ? {} : exactDate(start);
  const to = end === '..' ? {} : exactDate(end);
  if (!from || !to || (from.from && to.to && from.mark !== to.mark)) return undefined;
  return { from: from.from, to: to.to, mark: from.mark ?? to.mark };
}

function exactDate(text: string): Range | undefined {
  const [, year, month, day, mark] = /^(-?\d{4})(?:-(\d{2})(?:-(\d{2}))?)?([~?%]?)$/.exec(text) ?? [];
  if (year === undefined) return undefined;
  // 1921-22 is a range of years: 22 is no month.
  const range =
    month === undefined
      ? years(Number(year))
      : monthOrDay(Number(year), Number(month), day === undefined ? undefined : Number(day));
  return range && { ...range, ...(mark && { mark }) };
}

/** Reads an EDTF list, as the days from its first to its last. The library reads only the start of a range. */
function listSpan(text: string): DateSpan | undefined {
  const [, all, some] = /^(?:\{(.+)\}|\[(.+,.+)\])$/.exec(text) ?? [];
  const members = (all ?? some)?.split(',').map((member) => memberSpan(member.trim())) ?? [];
  const spans = members.flatMap((span) => span ?? []);
  if (spans.length === 0 || spans.length < members.length) return undefined;
  return {
    edtf: text.replace(/\s/g, ''),
    first: Math.min(...spans.map(({ first }) => first)),
    last: Math.max(...spans.map(({ last }) => last)),
  };
}

/** A member of a list: `1480`, `1480..1490`, `..1490` or `1480..`. */
function memberSpan(text: string): Pick<DateSpan, 'first' | 'last'> | undefined {
  const [start = '', end = start, ...others] = text.split('..');
  if (others.length > 0 || start + end === '') return undefined;
  const bound = (one: string) => spanOf(exactDate(one)) ?? librarySpan(one);
  const first = start === '' ? OPEN_START : bound(start)?.first;
  const last = end === '' ? OPEN_END : bound(end)?.last;
  return first === undefined || last === undefined || last < first ? undefined : { first, last };
}

const looksLikeEdtf = (text: string) =>
  /^(?:\.\.|\/|Y-?\d|-?\d[\dX]{3})[-\dX~?%/.ESY]*$/.test(text) &&
  // 1921-22 and 1480/90 are years; the library takes seasons for quarters.
  !/^\d{4}\/\d{1,3}$|\d-(?:1[3-9]|[2-9]\d)(?!\d)/.test(text);

/** Reads every other form of EDTF by the library. @returns undefined where a year is too large to be kept */
function librarySpan(text: string): DateSpan | undefined {
  if (!looksLikeEdtf(text)) return undefined;
  let read: { readonly min: number | null; readonly max: number | null };
  try {
    read = edtf(text);
  } catch {
    return undefined;
  }
  const first = dayOfMoment(read.min, OPEN_START);
  const last = dayOfMoment(read.max, OPEN_END);
  if (first === undefined || last === undefined || last < first) return undefined;
  return { edtf: text, first, last };
}

/** @param open the answer for an open bound */
function dayOfMoment(moment_ms: number | null, open: DayNumber): DayNumber | undefined {
  if (moment_ms === null || Math.abs(moment_ms) === Infinity) return open;
  const moment = new Date(moment_ms);
  if (Number.isNaN(moment.getTime()) || Math.abs(moment.getUTCFullYear()) > YEAR_MAX) return undefined;
  return dayNumber(moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate());
}
