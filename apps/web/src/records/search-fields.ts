import { fieldNames, isSearched } from '@armarium/contract/search-fields';
import { standardSearchFields, type FieldOfName } from '@armarium/contract/search-grammar';
import type { Template } from '@armarium/contract/templates';

const standard = [...new Set(standardSearchFields.values())];

/** The fields of templates that a search of items can name, beside the standard ones. */
export function searchedTemplates(templates: readonly Template[]): Template[] {
  return templates.filter(
    ({ name, type, searchable }) =>
      isSearched({ type, isSearchable: searchable }) && !standard.includes(name),
  );
}

/** What may be a date or a number. The server takes anything else as text. */
const mayBeInRange = /\d|^\.\.$|\b[ivxlcdm]+\b/i;

/** What the names of a search of items stand for, nearly as the server reads them: only it can read dates. */
export function itemSearchFields(templates: readonly Template[]): FieldOfName {
  const fields = searchedTemplates(templates).map(({ searchable, ...field }) => ({
    ...field,
    isSearchable: searchable,
  }));
  return fieldNames(standard, fields, (_type, value) => mayBeInRange.test(value));
}
