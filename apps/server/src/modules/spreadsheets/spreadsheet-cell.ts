/** What a spreadsheet would run as a formula; a plain number (-20) is none. The wide forms are signs in Japanese. */
const formula = /^'*(?!-?\d+(?:\.\d+)?$)[=+\-@＝＋－＠]/u;

/**
 * A cell as a spreadsheet may open it: an apostrophe before what would be a formula, as spreadsheets write
 * text themselves. Where apostrophes stand before a sign already, one more; so `readCell` is the exact way back.
 */
export function harmlessCell(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** The text that `harmlessCell` was given. */
export function readCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
