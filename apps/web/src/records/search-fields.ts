import { FIELD_COLUMN } from '@armarium/contract/item-table';
import {
  fieldsBySearchName,
  standardSearchFields,
  YEAR_FIELD,
  type FieldOfName,
} from '@armarium/contract/search-grammar';
import type { Template } from '@armarium/contract/templates';

const standard = new Set(standardSearchFields.values());

/** Dates and numbers are found in any case, words only in searchable fields. */
const rangeTypes = ['DATE', 'INTEGER', 'NUMBER'];

/** The fields of templates that a search of items can name, beside the standard ones. */
export function searchedTemplates(templates: readonly Template[]): Template[] {
  return templates.filter(
    ({ name, type, searchable }) => (searchable || rangeTypes.includes(type)) && !standard.has(name),
  );
}

/** What may be a date or a number. The server takes anything else as text. */
const mayBeInRange = /\d|^\.\.$|\b[ivxlcdm]+\b/i;

/** What the names of a search of items stand for, as the server reads them. */
export function itemSearchFields(templates: readonly Template[]): FieldOfName {
  const named = fieldsBySearchName(searchedTemplates(templates));
  return (name, value) => {
    const known = standardSearchFields.get(name);
    if (known === YEAR_FIELD) return mayBeInRange.test(value) ? known : undefined;
    if (known !== undefined) return known;
    const field = named.get(name);
    if (!field || !(field.searchable || mayBeInRange.test(value))) return undefined;
    return FIELD_COLUMN + field.name;
  };
}
