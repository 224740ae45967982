/**
 * Text that a spreadsheet would run as a formula; a plain number (-20) is none. The wide forms are Japanese
 * characters.
 */
const formula = /^'*(?!-?\d+(?:\.\d+)?$)[=+\-@＝＋－＠]/u;

/**
 * A cell that is safe to open in a spreadsheet: an apostrophe is put before text that would be a formula, as
 * spreadsheets do themselves. Text that begins with apostrophes and such a character gets one more, so that
 * `readCell` is the exact inverse.
 */
export function harmlessCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The original text of `harmlessCell`. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
