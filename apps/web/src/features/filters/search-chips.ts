import { FIELD_COLUMN } from '@armarium/contract/item-table';
import { groupPart, parseSearch, type SearchTerm, type TextPart } from '@armarium/contract/search-grammar';
import type { Template } from '@armarium/contract/templates';
import { itemSearchFields } from '../../records/search-fields.ts';

/** A part of the text of a search that names a field: a term, or several that `OR` joins. */
export interface SearchChip extends TextPart {
  readonly terms: readonly SearchTerm[];
}

/** The parts of a text that name fields, in their order. */
export function searchChips(text: string, templates: readonly Template[]): SearchChip[] {
  return parseSearch(text, itemSearchFields(templates))
    .filter((group) => group.some(({ field }) => field !== undefined))
    .map((group) => ({ terms: group, ...groupPart(group) }));
}

/** The name of the field of a template that a term asks; undefined for standard fields. */
export function templateNameOf(field: string | undefined): string | undefined {
  return field?.startsWith(FIELD_COLUMN) ? field.slice(FIELD_COLUMN.length) : undefined;
}
