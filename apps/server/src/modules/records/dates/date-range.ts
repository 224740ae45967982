import { daysOfMonth } from './calendar-day.ts';

/**
 * A day as a number that sorts: year × 10000 + month × 100 + day. Years are those of EDTF, where year 0 is 1
 * BC: the ides of March of 44 BC are -429685.
 */
export type DayNumber = number;

/** The days that a date may mean, both inclusive, and the same date as EDTF (ISO 8601-2). */
export interface DateSpan {
  readonly edtf: string;
  /** `OPEN_START` where the span has no beginning. */
  readonly first: DayNumber;
  /** `OPEN_END` where the span has no end. */
  readonly last: DayNumber;
}

export const OPEN_START: DayNumber = -2_000_000_000;
export const OPEN_END: DayNumber = 2_000_000_000;
/** The limit that lets a day fit into an integer of four bytes. */
export const YEAR_MAX = 99_999;

/**
 * The first or the last day of a range, as far as it is known. Month and day are absent where all of them are
 * meant.
 */
interface Point {
  readonly year: number;
  readonly month?: number;
  readonly day?: number;
}
/** The range between two points. It is open where a point is absent. */
export interface Range {
  readonly from?: Point | undefined;
  readonly to?: Point | undefined;
  /** The mark of EDTF: `~` approximate, `?` uncertain, `%` both. */
  readonly mark?: string | undefined;
}
export interface ClosedRange extends Range {
  readonly from: Point;
  readonly to: Point;
}

/** From the start of one year to the end of another, or of the same one. */
export const years = (first: number, last = first): ClosedRange => ({
  from: { year: first },
  to: { year: last },
});

/** A whole month or, with a day, that day. @returns undefined where the calendar has none */
export function monthOrDay(year: number, month: number, day?: number): ClosedRange | undefined {
  const days = daysOfMonth(year, month);
  if (days === 0 || (day !== undefined && (day < 1 || day > days))) return undefined;
  const point = { year, month, ...(day !== undefined && { day }) };
  return { from: point, to: point };
}

/** @returns undefined for an empty range, one without any point, and years beyond the limit */
export function spanOf(range: Range | undefined): DateSpan | undefined {
  if (!range) return undefined;
  const { from, to, mark = '' } = range;
  const points = [from, to].flatMap((point) => point ?? []);
  if (points.length === 0 || points.some(({ year }) => Math.abs(year) > YEAR_MAX)) return undefined;
  const first = from ? firstDay(from) : OPEN_START;
  const last = to ? lastDay(to) : OPEN_END;
  if (last < first) return undefined;
  const text = (point: Point | undefined) => (point ? edtfOf(point) + mark : '..');
  return { edtf: text(from) === text(to) ? text(from) : `${text(from)}/${text(to)}`, first, last };
}

export const dayNumber = (year: number, month: number, day: number): DayNumber =>
  year * 10_000 + month * 100 + day;

export const firstDay = ({ year, month = 1, day = 1 }: Point): DayNumber => dayNumber(year, month, day);

export const lastDay = ({ year, month = 12, day = daysOfMonth(year, month) }: Point): DayNumber =>
  dayNumber(year, month, day);

/** The year, month or day before one. */
export function pointBefore({ year, month, day }: Point): Point {
  if (month === undefined) return { year: year - 1 };
  if (day !== undefined && day > 1) return { year, month, day: day - 1 };
  const before = month > 1 ? { year, month: month - 1 } : { year: year - 1, month: 12 };
  return day === undefined ? before : { ...before, day: daysOfMonth(before.year, before.month) };
}

/** The year, month or day after one. */
export function pointAfter({ year, month, day }: Point): Point {
  if (month === undefined) return { year: year + 1 };
  if (day !== undefined && day < daysOfMonth(year, month)) return { year, month, day: day + 1 };
  const after = month < 12 ? { year, month: month + 1 } : { year: year + 1, month: 1 };
  return day === undefined ? after : { ...after, day: 1 };
}

function edtfOf({ year, month, day }: Point): string {
  const digits = String(Math.abs(year)).padStart(4, '0');
  const parts = [`${digits.length > 4 ? 'Y' : ''}${year < 0 ? '-' : ''}${digits}`, month, day];
  return parts.flatMap((part) => (part === undefined ? [] : [String(part).padStart(2, '0')])).join('-');
}
