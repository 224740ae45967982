/**
 * The number of days of a month. Before the reform of the calendar 29 February 1500 was a day, so the years
 * 1500, 1400, … have one here too.
 * @param month from 1
 * @returns 0 where the month does not exist
 */
export function daysOfMonth(year: number, month: number): number {
  return [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Whether a text has the form of a full date (`1480-05-09`) but names a day that does not exist. */
export function isNoDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return day < 1 || day > daysOfMonth(year, month);
}
