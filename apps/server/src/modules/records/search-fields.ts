import {
  fieldsBySearchName,
  searchFieldName,
  standardSearchFields,
  YEAR_FIELD,
  type FieldOfName,
} from '@armarium/contract/search-grammar';
import { FIELD_COLUMN } from '@armarium/contract/item-table';
import { askedDays, dayRange, numberRange, type WholeRange } from './range-words.ts';
import { dayPrefix, numberPrefix } from './record-words.ts';

/** A field that a template defines, as searches know it. */
export interface SearchedField {
  readonly name: string;
  readonly label: string;
  /** One of `fieldTypes` of the contract. */
  readonly type: string;
  /** Whether the words of its values are found. */
  readonly isSearchable: boolean;
}

/** By name. */
export type SearchedFields = ReadonlyMap<string, SearchedField>;

/** Whether the values of a field add words, dates or numbers to the words of a record. */
export function isSearched(field: Pick<SearchedField, 'type' | 'isSearchable'>): boolean {
  return field.isSearchable || hasRanges(field);
}

/** Whether the values of a field are dates or numbers. */
export function hasRanges({ type }: Pick<SearchedField, 'type'>): boolean {
  return type === 'DATE' || type === 'INTEGER' || type === 'NUMBER';
}

/** The range that a value of a field is; undefined where it is none. */
export function rangeOf({ type }: Pick<SearchedField, 'type'>, text: string): WholeRange | undefined {
  if (type === 'DATE') return dayRange(text);
  return hasRanges({ type }) ? numberRange(text) : undefined;
}

/** The range that a search asks of a field; undefined where the text is none. */
export function askedRange({ type }: Pick<SearchedField, 'type'>, text: string): WholeRange | undefined {
  return type === 'DATE' ? askedDays(text) : rangeOf({ type }, text);
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

/**
 * The field that a name of a search stands for: a standard field, `year`, or `field:` and the name of a template's field,
 * which may be named by its label too. `year`, and a field with dates or numbers whose words are not searched, stand for
 * nothing where the value is no date or number.
 * @param standard the standard fields that the records have
 */
export function fieldNames(standard: readonly string[], fields: readonly SearchedField[]): FieldOfName {
  const named = fieldsBySearchName(fields);
  return (name, value) => {
    const known = standardSearchFields.get(name);
    if (known === YEAR_FIELD) return askedDays(value) && YEAR_FIELD;
    if (known !== undefined && standard.includes(known)) return known;
    const field = named.get(name);
    if (!field || !(field.isSearchable || askedRange(field, value))) return undefined;
    return FIELD_COLUMN + field.name;
  };
}
