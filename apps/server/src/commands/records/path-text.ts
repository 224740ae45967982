import { type TitlePath } from '../../modules/catalogue/public.ts';
import { cleanText } from '../../modules/records/public.ts';
import { PATH_SEPARATOR, pathTitles, START } from '../../modules/spreadsheets/public.ts';
import { RefusedRow } from './refused-row.ts';

/** Deeper paths come from mistakes. */
const PATH_MAX_TITLES = 64;

/** @throws RefusedRow where a title is empty or not allowed, or there are too many */
export function cleanPath(titles: readonly string[]): TitlePath {
  const path = titles.map(cleanText);
  if (path.includes('')) {
    throw new RefusedRow('The collection path has an empty title.', 'Give each collection of it a title.');
  }
  // Titles are looked up before the rules of titles check them.
  if (path.some((title) => /[^\P{Cc}\n\t]|\p{Cs}/u.test(title))) {
    throw new RefusedRow(
      'The collection path holds an invisible control character or half of a character.',
      'Type the path again.',
    );
  }
  if (path.length > PATH_MAX_TITLES) {
    throw new RefusedRow(
      `The collection path has ${path.length} titles.`,
      `At most ${PATH_MAX_TITLES} fit: see that the separator is right.`,
    );
  }
  return path;
}

/** The inverse of `pathText`; with another separator nothing is escaped. */
export function pathOf(text: string, separator = PATH_SEPARATOR): TitlePath {
  if (text.trim() === START) return [];
  return cleanPath(separator === PATH_SEPARATOR ? pathTitles(text) : text.split(separator));
}
