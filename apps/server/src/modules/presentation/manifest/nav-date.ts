/**
 * A day as `navDate` writes it (Presentation 3.0 §3.1), its first moment in UTC.
 * @param day year × 10000 + month × 100 + day, as the dates of records are kept
 * @returns undefined for a year that `xsd:dateTime` does not write in four digits
 */
export function navDate(day: number): string | undefined {
  const year = Math.floor(day / 10_000);
  if (year < 1 || year > 9999) return undefined;
  const month = Math.floor(day / 100) % 100;
  // 29 February of 1500 was a day then, and is none in the calendar of the standard.
  const last = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  const digits = (value: number, length: number) => String(value).padStart(length, '0');
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(Math.min(day % 100, last), 2)}T00:00:00Z`;
}
