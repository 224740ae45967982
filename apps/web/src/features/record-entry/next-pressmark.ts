/** Counts a number inserted behind another one: the record that follows is not called so. */
const ordinal = /^[\s.,-]*(?:bis|ter|quater|quinquies|sexies|septies|octies|novies|decies)\.?$/i;

/** The greatest length of a number that is counted on; longer ones are codes. */
const DIGITS_MAX = 15;

/**
 * The pressmark that most likely follows: the last number counted on, its leading zeros kept (`MS 009`, `MS 010`).
 * Behind `12 bis` follows 13, behind `12a` `12b`; a note in brackets at the end goes. A proposal, to be looked at.
 * @returns undefined where there is no number to count on
 */
export function nextPressmark(pressmark: string): string | undefined {
  const bare = pressmark.replace(/\s*\([^()]*\)\s*$/, '').trim();
  const found = /^(.*?)(\d+)(\D*)$/su.exec(bare);
  if (!found) return undefined;
  const [, before = '', digits = '', after = ''] = found;
  if (digits.length > DIGITS_MAX) return undefined;
  if (/^[a-y]$/i.test(after)) {
    return `${before}${digits}${String.fromCharCode(after.charCodeAt(0) + 1)}`;
  }
  const following = String(Number(digits) + 1).padStart(digits.length, '0');
  return `${before}${following}${ordinal.test(after) || /^z$/i.test(after) ? '' : after}`;
}
