/**
 * Which page buttons to show: at most `most` numbers, the first and the last always among them, the current one
 * in the middle of what is left; null stands for a gap.
 * @param current 1-based
 */
export function pageWindow(current: number, total: number, most = 12): (number | null)[] {
  if (total <= most) return Array.from({ length: total }, (_, index) => index + 1);
  const inner = most - 2;
  const first = Math.min(Math.max(current - Math.floor(inner / 2), 2), total - inner);
  const numbers = Array.from({ length: inner }, (_, index) => first + index);
  return [
    1,
    ...(first > 2 ? [null] : []),
    ...numbers,
    ...(first + inner - 1 < total - 1 ? [null] : []),
    total,
  ];
}

/** The 1-based page of a query string; anything that is no positive whole number is page 1. */
export function pageFrom(text: string | null): number {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** The address of another page of the list that is shown. @param name of the page in the query string */
export function pageAddress(search: URLSearchParams, page: number, name = 'page'): { search: string } {
  const next = new URLSearchParams(search);
  next.set(name, String(page));
  return { search: next.toString() };
}
