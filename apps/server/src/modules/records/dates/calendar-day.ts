import { MONTH, monthNumbers } from './date-words.ts';

/**
 * The number of days of a month. Before the reform of the calendar 29 February 1500 was a day, so the years
 * 1500, 1400, … have one here too.
 * @param month from 1
 * @returns 0 where the month does not exist
 */
export function daysOfMonth(year: number, month: number): number {
  return [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
const inWords = new RegExp(`^(\\d{1,2}) (${MONTH}) (\\d{4})$`);

const isDay = (year: number, month: number, day: number): boolean =>
  day >= 1 && day <= daysOfMonth(year, month);

/**
 * Whether a text has the form of a full date (`1480-05-09`, `9/5/1480`, `9 maggio 1480`) but names a day that does not
 * exist. Of numbers with the year last, the month may stand first.
 */
export function isNoDay(text: string): boolean {
  const [, year, , month, day] = yearFirst.exec(text) ?? [];
  if (year !== undefined) return !isDay(Number(year), Number(month), Number(day));
  const [, one, , other, last] = yearLast.exec(text) ?? [];
  if (last !== undefined) {
    const [first, second] = [Number(one), Number(other)];
    return !isDay(Number(last), second, first) && !isDay(Number(last), first, second);
  }
  const [, dayNumber, monthName = '', ofYear] = inWords.exec(text.toLowerCase()) ?? [];
  return ofYear !== undefined && !isDay(Number(ofYear), monthNumbers.get(monthName) ?? 0, Number(dayNumber));
}
