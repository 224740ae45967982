import { safeTitle } from './download-name.ts';

/** The dialog names no more. */
const NAMED_MAX = 10;
/** Proxies refuse headers of more than some kilobytes. A sign may take twelve bytes. */
const MAX_bytes = 1500;

/**
 * What `X-Left-Out` says: the number of images that are not in an archive, and the titles of the first ones:
 * `2 c.%201r c.%201v`. Long titles leave room for fewer.
 */
export function leftOutText(titles: readonly string[]): string {
  let text = String(titles.length);
  for (const title of titles.slice(0, NAMED_MAX)) {
    const longer = `${text} ${encodeURIComponent(safeTitle(title))}`;
    if (longer.length > MAX_bytes) break;
    text = longer;
  }
  return text;
}
