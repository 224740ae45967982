/** What part of a file a request asks for (RFC 9110 §14): all of it, from `start` to `end` with both, or none that there is. */
export type WantedBytes = { start: number; end: number } | 'all' | 'none';

/**
 * Reads a Range header. One that asks for several ranges, in other units or in no form is left aside, as it may be;
 * so is one whose If-Range names another state of the file.
 * @param entityTag the strong tag of what would be sent
 */
export function wantedBytes(
  headers: { readonly range?: string | undefined; readonly 'if-range'?: string | string[] | undefined },
  size_bytes: number,
  entityTag: string,
): WantedBytes {
  const { range, 'if-range': condition } = headers;
  if (range === undefined) return 'all';
  // A date is never as exact as the tag.
  if (condition !== undefined && condition !== entityTag) return 'all';
  const asked = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(range);
  const [from = '', to = ''] = asked?.slice(1) ?? [];
  if (!asked || (from === '' && to === '')) return 'all';
  if (from === '') {
    const last = Number(to);
    return last === 0 || size_bytes === 0
      ? 'none'
      : { start: Math.max(0, size_bytes - last), end: size_bytes - 1 };
  }
  const start = Number(from);
  const end = to === '' ? size_bytes - 1 : Math.min(Number(to), size_bytes - 1);
  if (to !== '' && Number(to) < start) return 'all';
  return start >= size_bytes ? 'none' : { start, end };
}
