/** A day as DD/MM/YYYY in both languages (I18N-11), in the reader's time zone. @param timestamp ISO 8601 */
export function displayTimestamp(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(date.getDate())}/${two(date.getMonth() + 1)}/${String(date.getFullYear()).padStart(4, '0')}`;
}

/** A moment as DD/MM/YYYY HH:MM, in the reader's time zone. @param timestamp ISO 8601 */
export function displayMoment(timestamp: string): string {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return timestamp;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${displayTimestamp(timestamp)} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/**
 * The value of a DATE field: a full date as DD/MM/YYYY, anything else is an uncertain date and shown as it was
 * typed (decisions §4).
 */
export function displayDate(value: string): string {
  const full = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  return full ? `${full[3]}/${full[2]}/${full[1]}` : value;
}

/** A full date as it is kept, from DD/MM/YYYY; an uncertain one is kept as it was typed (decisions §4). */
export function storedDate(text: string): string {
  const full = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text);
  return full ? `${full[3]}-${full[2]?.padStart(2, '0')}-${full[1]?.padStart(2, '0')}` : text;
}
