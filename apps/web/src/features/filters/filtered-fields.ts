import { isSearched } from '@armarium/contract/search-fields';
import type { Template } from '@armarium/contract/templates';

/** Every item has them. */
const always = ['sgtt', 'pressmark'];
/** They have few values. */
const choiceTypes = ['ENUM', 'BOOLEAN'];

/** The fields by which items are filtered: the searchable ones, and those with dates, numbers and few values. */
export function filteredFields(templates: readonly Template[]): Template[] {
  return templates.filter(
    ({ name, type, searchable }) =>
      (isSearched({ type, isSearchable: searchable }) || choiceTypes.includes(type)) &&
      !always.includes(name),
  );
}

/** Whether an address narrows its list by a field. */
export function isSet(search: URLSearchParams, field: string): boolean {
  return (
    ['field', 'date', 'number'].some((name) =>
      search.getAll(name).some((pair) => pair.startsWith(`${field}=`)),
    ) || ['filled', 'empty'].some((name) => search.getAll(name).includes(field))
  );
}

/** What an address narrows its list to by a property of files, each as `name=value`. */
export const setOfFile = (search: URLSearchParams, property: string): string[] =>
  search.getAll('file').filter((pair) => pair.startsWith(`${property}=`));
