/** A count with its thousands set apart by a thin space, in both languages (`4 312`). */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}
