import { hasRanges, type SearchedField } from '@armarium/contract/search-fields';
import { searchFieldName, standardSearchFields, YEAR_FIELD } from '@armarium/contract/search-grammar';
import { askedDays, dayRange, numberRange, type WholeRange } from './range-words.ts';
import { dayPrefix, numberPrefix } from './record-words.ts';

/** Searched fields by their names. */
export type SearchedFields = ReadonlyMap<string, SearchedField>;

/** The range that a value of a field is; undefined where it is none. */
export function rangeOf(type: string, text: string): WholeRange | undefined {
  if (type === 'DATE') return dayRange(text);
  return hasRanges({ type }) ? numberRange(text) : undefined;
}

/** The range that a search asks of a field; undefined where the text is none. */
export function askedRange(type: string, text: string): WholeRange | undefined {
  return type === 'DATE' ? askedDays(text) : rangeOf(type, text);
}

/** The prefix of the words of a field with dates or numbers. */
export function rangePrefix({ name, type }: Pick<SearchedField, 'name' | 'type'>): string {
  return type === 'DATE' ? dayPrefix(name) : numberPrefix(name);
}

/** The days that a value of a field is for `year:`: a date, or the number of a field that is called so. */
export function yearsOf(field: SearchedField, text: string): WholeRange | undefined {
  const isYear = hasRanges(field) && standardSearchFields.get(searchFieldName(field.name)) === YEAR_FIELD;
  return isYear ? askedDays(text) : field.type === 'DATE' ? dayRange(text) : undefined;
}
