import {
  fieldsBySearchName,
  searchFieldName,
  standardSearchFields,
  YEAR_FIELD,
  type FieldOfName,
} from '@armarium/contract/search-grammar';
import { FIELD_COLUMN } from '@armarium/contract/item-table';
import { dayRange, numberRange, type WholeRange } from './range-words.ts';

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

/** The types of fields by which items are filtered in any case. */
const filteredTypes = ['DATE', 'INTEGER', 'NUMBER', 'ENUM', 'BOOLEAN'];

/** Whether a field adds something to the words of a record: words, dates or numbers, or whether it has a value. */
export function isSearched({ type, isSearchable }: Pick<SearchedField, 'type' | 'isSearchable'>): boolean {
  return isSearchable || filteredTypes.includes(type);
}

/** Whether the values of a field are dates or numbers. */
export function hasRanges({ type }: Pick<SearchedField, 'type'>): boolean {
  return type === 'DATE' || type === 'INTEGER' || type === 'NUMBER';
}

/** The range that a value of a field is, or that a search asks of it; undefined where it is none. */
export function rangeOf({ type }: SearchedField, text: string): WholeRange | undefined {
  if (type === 'DATE') return dayRange(text);
  return type === 'INTEGER' || type === 'NUMBER' ? numberRange(text) : undefined;
}

/** The days that a value of a field is for `year:`: a date, or the number of a field that is called so. */
export function yearsOf(field: SearchedField, text: string): WholeRange | undefined {
  const isYear = hasRanges(field) && standardSearchFields.get(searchFieldName(field.name)) === YEAR_FIELD;
  return field.type === 'DATE' || isYear ? dayRange(text) : undefined;
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
    if (known === YEAR_FIELD) return dayRange(value) && YEAR_FIELD;
    if (known !== undefined && standard.includes(known)) return known;
    const field = named.get(name);
    if (!field || !(field.isSearchable || rangeOf(field, value))) return undefined;
    return FIELD_COLUMN + field.name;
  };
}
