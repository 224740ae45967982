import {
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
  /** Whether the words of its values are found. The days of a DATE field are found in any case. */
  readonly isSearchable: boolean;
}

/** By name. */
export type SearchedFields = ReadonlyMap<string, SearchedField>;

/** The range that a value of a field is, or that a search asks of it; undefined where it is none. */
export function rangeOf({ type, isSearchable }: SearchedField, text: string): WholeRange | undefined {
  if (type === 'DATE') return dayRange(text);
  return isSearchable && (type === 'INTEGER' || type === 'NUMBER') ? numberRange(text) : undefined;
}

/**
 * The field that a name of a search stands for: a standard field, `year`, or `field:` and the name of a template's field,
 * which may be named by its label too. A field with dates whose words are not searched, and `year`, stand for nothing
 * where the value is no date.
 * @param standard the standard fields that the records have
 */
export function fieldNames(standard: readonly string[], fields: readonly SearchedField[]): FieldOfName {
  const named = new Map<string, SearchedField>();
  for (const spelling of ['name', 'label'] as const) {
    for (const field of fields) {
      const name = searchFieldName(field[spelling]);
      if (!named.has(name)) named.set(name, field);
    }
  }
  return (name, value) => {
    const known = standardSearchFields.get(name);
    if (known === YEAR_FIELD) return dayRange(value) && YEAR_FIELD;
    if (known !== undefined && standard.includes(known)) return known;
    const field = named.get(name);
    if (!field || !(field.isSearchable || rangeOf(field, value))) return undefined;
    return FIELD_COLUMN + field.name;
  };
}
