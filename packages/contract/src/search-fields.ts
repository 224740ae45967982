import { FIELD_COLUMN } from './item-table.ts';
import type { Labels } from './labels.ts';
import { searchFieldName, standardSearchFields, YEAR_FIELD, type FieldOfName } from './search-grammar.ts';

/** A field that a template defines, as searches know it. */
export interface SearchedField {
  readonly name: string;
  readonly label: string;
  readonly labels: Labels;
  /** One of `fieldTypes`. */
  readonly type: string;
  /** Whether the words of its values are found. */
  readonly isSearchable: boolean;
}

/** Whether the values of a field are dates or numbers. */
export function hasRanges({ type }: Pick<SearchedField, 'type'>): boolean {
  return type === 'DATE' || type === 'INTEGER' || type === 'NUMBER';
}

/** Whether a search can ask the field: dates and numbers in any case, words where it is searchable. */
export function isSearched(field: Pick<SearchedField, 'type' | 'isSearchable'>): boolean {
  return field.isSearchable || hasRanges(field);
}

/**
 * The field that a name of a search stands for: a standard field, `year`, or `field:` and the name of a template's field,
 * which may be named by any of its labels too. `year`, and a field whose words are not searched, stand for nothing where the value
 * is no date or number.
 * @param standard the standard fields that the records have
 * @param fields those of templates, without fields that are not searched
 * @param isRange whether a text is a date or a number that a search can ask of a field of this type
 */
export function fieldNames(
  standard: readonly string[],
  fields: readonly SearchedField[],
  isRange: (type: string, text: string) => boolean,
): FieldOfName {
  const named = new Map<string, SearchedField>();
  const spellings = [
    ...fields.map((field) => ({ field, spelling: field.name })),
    ...fields.map((field) => ({ field, spelling: field.label })),
    ...fields.flatMap((field) => Object.values(field.labels).map((spelling) => ({ field, spelling }))),
  ];
  for (const { field, spelling } of spellings) {
    const name = searchFieldName(spelling);
    if (!named.has(name)) named.set(name, field);
  }
  return (name, value) => {
    const known = standardSearchFields.get(name);
    if (known === YEAR_FIELD) return isRange('DATE', value) ? known : undefined;
    if (known !== undefined && standard.includes(known)) return known;
    const field = named.get(name);
    if (!field || !(field.isSearchable || isRange(field.type, value))) return undefined;
    return FIELD_COLUMN + field.name;
  };
}
