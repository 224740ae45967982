import type { ItemQuery } from '@armarium/contract/item-query';
import {
  FIELD_COLUMN,
  itemColumns,
  RELEVANCE,
  type ItemColumnName,
  type TableLayout,
} from '@armarium/contract/item-table';
import type { Template } from '@armarium/contract/templates';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../lib/drafts.ts';
import { recall, remember } from '../../lib/remembered.ts';
import { itemTemplatesQuery } from '../../records/api/templates.ts';
import { labelOf } from '../../records/label.ts';
import { inOrder } from '../../records/metadata-view.ts';

/** A column that a table can show. */
export interface Column {
  /** As in the contract: its name, or `field:` and that of the field. */
  readonly name: string;
  readonly label: string;
  /** Of the field that it shows; undefined for what is no field. */
  readonly template: Template | undefined;
}

/** Those that a table begins with. */
export const usualColumns: readonly string[] = [
  'pressmark',
  'sgtt',
  'autn',
  'parentCollections',
  'state',
  'imagesCount',
  'lastModifiedDate',
] satisfies ItemColumnName[];

/** The fields that have a column of their own name. */
const mirrored: readonly string[] = ['pressmark', 'sgtt', 'autn'] satisfies ItemColumnName[];

/** Moves one of a list to another place. Pure. */
export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, place) => place !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** An order as it is written in `sort` of the calls; of a field's name only the end is a direction. */
export function readSort(sort: string): { readonly name: string; readonly isDescending: boolean } {
  const isDescending = sort.endsWith(',desc');
  return { name: sort.replace(/,(?:asc|desc)$/, ''), isDescending };
}

/** The order that a list has without another: relevance where it is searched, else by title (A-75, decisions §11). */
export function ownOrder({ text = '' }: ItemQuery): string {
  return text.trim() === '' ? 'sgtt' : RELEVANCE;
}

/** Ascending by a column that the list is not sorted by; else the other way. */
export function nextSort(present: string, name: string): string {
  const { name: sorted, isDescending } = readSort(present);
  return sorted === name && !isDescending ? `${name},desc` : name;
}

/** Whether a table that shows these columns in this order is of this layout. */
export function isLayout(layout: TableLayout, columns: readonly string[], sort: string | undefined): boolean {
  return layout.sort === sort && JSON.stringify(layout.columns) === JSON.stringify(columns);
}

const listeners = new Set<() => void>();
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
const chosenText = () => recall(keyOf('table-columns')) ?? '';

/** The columns of this person's tables in this browser. */
export function chooseColumns(columns: readonly string[]): void {
  remember(keyOf('table-columns'), JSON.stringify(columns));
  for (const listener of listeners) listener();
}

function readChosen(text: string): readonly string[] {
  try {
    const chosen: unknown = JSON.parse(text);
    return Array.isArray(chosen) ? [...new Set(chosen.map(String))] : usualColumns;
  } catch {
    return usualColumns;
  }
}

/** What a table can show and what it does, both in order; undefined until the fields are known. */
export function useColumns():
  { readonly all: readonly Column[]; readonly shown: readonly Column[] } | undefined {
  const { t } = useTranslation('table');
  const templates = useQuery(itemTemplatesQuery);
  const text = useSyncExternalStore(subscribe, chosenText);
  if (templates.data === undefined && templates.isPending) return undefined;
  const fields = inOrder(templates.data ?? []);
  const byName = new Map(fields.map((template) => [template.name, template]));
  const all: Column[] = [
    ...itemColumns.map((name) => {
      const template = byName.get(name);
      return { name, template, label: template ? labelOf(template) : t(`column.${name}`) };
    }),
    ...fields
      .filter(({ name }) => !mirrored.includes(name))
      .map((template) => ({ name: `${FIELD_COLUMN}${template.name}`, template, label: labelOf(template) })),
  ];
  const named = (names: readonly string[]) =>
    names.flatMap((name) => all.find((column) => column.name === name) ?? []);
  const shown = named(readChosen(text));
  // Fields go; a table of nothing would help nobody.
  return { all, shown: shown.length > 0 ? shown : named(usualColumns) };
}
