/** The number format of a cell. */
export type NumberForm =
  | { readonly kind: 'plain' }
  | { readonly kind: 'date' }
  /** Leading zeros fill it up to this many digits. */
  | { readonly kind: 'digits'; readonly digits: number };

/** Built-in number formats without codes (ECMA-376 part 1, 18.8.30): dates, times, and both. */
const builtInDates = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 57, 58]);

/** No spreadsheet writes longer ones, and they take time to parse. */
const CODE_MAX_CHARACTERS = 255;

/** @param code absent where the workbook has none for this id */
export function numberForm(id: number, code: string | undefined): NumberForm {
  if (code === undefined) return { kind: builtInDates.has(id) ? 'date' : 'plain' };
  if (code.length > CODE_MAX_CHARACTERS) return { kind: 'plain' };
  const bare = code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '');
  if (/^0{2,}$/.test(bare)) return { kind: 'digits', digits: bare.length };
  return { kind: /[dy]|m(?!m?s)/i.test(bare) && !/[#0?]/.test(bare) ? 'date' : 'plain' };
}

const DAY_MS = 24 * 60 * 60 * 1000;
const two = (number: number) => String(number).padStart(2, '0');

/** A serial number of a date as ISO 8601, with the time where it has one. */
export function dayOfSerial(serial: number, is1904: boolean): string | undefined {
  if (serial < 0 || serial >= 2_958_466) return undefined;
  // The 1900 system has a 29 February 1900, for compatibility with a bug of another program.
  const days = is1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  const date = new Date(Math.round((Date.UTC(1899, 11, 30) + days * DAY_MS) / 1000) * 1000);
  const day = `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`;
  return time === '00:00:00' ? day : `${day} ${time}`;
}

/** A number as a spreadsheet shows it: fifteen digits are significant, further ones are rounding errors. */
export function numberText(raw: string, form: NumberForm, is1904: boolean): string {
  const number = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(number)) return raw;
  if (form.kind === 'date') return dayOfSerial(number, is1904) ?? raw;
  const shown = Number(number.toPrecision(15));
  const text = Number.isSafeInteger(shown) ? String(shown) : /e/i.test(String(shown)) ? raw : String(shown);
  return form.kind === 'digits' && /^\d+$/.test(text) ? text.padStart(form.digits, '0') : text;
}

/** Decodes characters that XML can't hold: `_x000B_`. */
export function cellText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : text;
}

export interface CellPlace {
  /** From 0. */
  readonly column: number;
  /** From 1. */
  readonly row: number;
}

/** `BC12` → column 54, row 12; undefined where it is no cell reference. */
export function placeOf(reference: string): CellPlace | undefined {
  const parts = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference);
  if (!parts) return undefined;
  const column = [...(parts[1] ?? '')].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { column, row: Number(parts[2]) };
}
