import type { TitlePath } from '../catalogue/public.ts';
import { PATH_SEPARATOR, START } from './column-names.ts';

/** A path in one text: `Sicily / Palermo`. A title's own / that stands alone is written \/. */
export function pathText(path: TitlePath): string {
  if (path.length === 0) return START;
  return path.map((title) => title.replace(/(?<=^|\s)\\*\/(?=\s|$)/gu, '\\$&')).join(PATH_SEPARATOR);
}

/** The titles of a path, the way back from `pathText`; none for the collection from which paths go down. */
export function pathTitles(text: string): string[] {
  if (text.trim() === START) return [];
  return text.split(PATH_SEPARATOR).map((title) => title.replace(/(?<=^|\s)\\(?=\\*\/(?:\s|$))/gu, ''));
}
