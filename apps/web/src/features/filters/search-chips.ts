import { FIELD_COLUMN } from '@armarium/contract/item-table';
import { parseSearch, type SearchGroup, type SearchTerm } from '@armarium/contract/search-grammar';
import type { Template } from '@armarium/contract/templates';
import { itemSearchFields } from '../../records/search-fields.ts';

/** A part of the text of a search that names a field: a term, or several that `OR` joins. */
export interface SearchChip {
  readonly terms: readonly SearchTerm[];
  /** Its place in the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** The parts of a text that name fields, in their order. */
export function searchChips(text: string, templates: readonly Template[]): SearchChip[] {
  return parseSearch(text, itemSearchFields(templates))
    .filter((group) => group.some(({ field }) => field !== undefined))
    .map((group) => ({ terms: group, start: group[0].start, end: endOf(group) }));
}

function endOf(group: SearchGroup): number {
  return Math.max(...group.map(({ start, typed }) => start + typed.length));
}

/** The text without some of its parts. */
export function withoutChips(text: string, chips: readonly SearchChip[]): string {
  return chips
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (left, { start, end }) => `${left.slice(0, start).trimEnd()} ${left.slice(end).trimStart()}`,
      text,
    )
    .trim();
}

/** The name of the field of a template that a term asks; undefined for standard fields. */
export function templateNameOf(field: string | undefined): string | undefined {
  return field?.startsWith(FIELD_COLUMN) ? field.slice(FIELD_COLUMN.length) : undefined;
}
