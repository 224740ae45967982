import { storedDate } from './display-date.ts';

/** Whether this is a day of the calendar as YYYY-MM-DD. While a year is typed, it is one of the first millennium for a moment, which is none here. */
export function isDay(value: string): boolean {
  const [year, month, day] = /^([1-9]\d{3})-(\d\d)-(\d\d)$/.exec(value)?.slice(1).map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * A day as YYYY-MM-DD from what was typed, its day before its month: 1/2/2026, 01.02.2026, 01-02-2026 or 01022026; also
 * from 2026-02-01. What is no day comes back as it was typed, and blanks as nothing.
 */
export function typedDay(text: string): string {
  const typed = text.trim();
  // Of eight digits that begin with the year the last four are a month and a day, 1231 at most, and no year of these.
  const parted = typed.replace(/^(\d\d)(\d\d)(1[3-9]\d\d|[2-9]\d{3})$/, '$1/$2/$3').replaceAll('-', '/');
  const day = isDay(typed) ? typed : storedDate(parted);
  return isDay(day) ? day : typed;
}
