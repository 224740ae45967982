const NAMES_SHOWN = 5;

/**
 * The first names of a list, in one line.
 * @param more words for the number of names that are left out
 */
export function nameList(
  names: readonly string[],
  more: (count: number) => string,
  language: string,
): string {
  const shown = names.slice(0, NAMES_SHOWN);
  if (names.length > shown.length) shown.push(more(names.length - shown.length));
  return new Intl.ListFormat(language, { type: 'unit', style: 'long' }).format(shown);
}
