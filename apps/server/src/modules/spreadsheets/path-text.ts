import type { TitlePath } from '../catalogue/public.ts';
import { PATH_SEPARATOR, START } from './column-names.ts';

/** A path as text: `Sicily / Palermo`. A separate / within a title is written \/. */
export function pathText(path: TitlePath): string {
  if (path.length === 0) return START;
  return path.map((title) => title.replace(/(?<=^|\s)\\*\/(?=\s|$)/gu, '\\$&')).join(PATH_SEPARATOR);
}

/** The titles of a path, the inverse of `pathText`; empty for the starting collection. */
export function pathTitles(text: string): string[] {
  if (text.trim() === START) return [];
  return text.split(PATH_SEPARATOR).map((title) => title.replace(/(?<=^|\s)\\(?=\\*\/(?:\s|$))/gu, ''));
}
