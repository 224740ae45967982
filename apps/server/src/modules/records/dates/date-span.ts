import { spanOf, type DateSpan } from './date-range.ts';
import { edtfDate } from './edtf-dates.ts';
import { writtenRange } from './written-dates.ts';

/** Longer texts are remarks, not dates. */
const CHARACTERS_MAX = 100;

/**
 * Reads a date as cataloguers write it, in Italian and English, or as EDTF. The caller keeps the text itself.
 * An uncertain or approximate date means its own days. Centuries begin with their year 1;
 * docs/decisions/2026-11-22-dates.md defines their parts.
 * @returns undefined for a text that it does not understand, such as `s.d.`
 */
export function dateSpan(text: string): DateSpan | undefined {
  if (text.length > CHARACTERS_MAX) return undefined;
  const typed = text.normalize('NFKC').trim();
  return edtfDate(typed) ?? spanOf(writtenRange(typed));
}
