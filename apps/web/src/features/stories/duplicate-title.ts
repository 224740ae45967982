/** The title of a duplicate: it ends with a number from 2, which is counted on (`Title (2)`, `Title (3)`); a year is none. */
export function duplicateTitle(title: string): string {
  const [, bare = title, number = '1'] = /^(.*\S)\s*\(([2-9]|[1-9]\d)\)$/su.exec(title.trim()) ?? [];
  return `${bare.trim()} (${Number(number) + 1})`;
}
