/**
 * The days of a month as anybody who dated something may have counted them: 29 February 1500 was a day, before the
 * calendar's reform.
 * @param month from 1
 * @returns 0 for what is no month
 */
export function daysOfMonth(year: number, month: number): number {
  return [31, year % 4 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Whether a text has the form of a full date (`1480-05-09`) and names no day. */
export function isNoDay(text: string): boolean {
  const [, year, month, day] = (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []).map(Number);
  if (year === undefined || month === undefined || day === undefined) return false;
  return day < 1 || day > daysOfMonth(year, month);
}
