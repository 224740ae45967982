import { exportFormats } from '@armarium/contract/exchange';
import type { ItemQuery } from '@armarium/contract/item-query';
import type { ItemsViewName } from '@armarium/contract/items-view';
import { ownOrder, useColumns } from './columns.ts';

/** A list of items as it stands on the page. */
export interface ExportedList {
  query: ItemQuery;
  /** How the list is shown, and its order as in `sort` of the calls; undefined for the list's own. */
  view: { readonly name: ItemsViewName | undefined; readonly sort: string | undefined };
}

/** A file that a list or some of its items can be exported to. */
export interface ListExport {
  /** The columns of the table before the reader, everything in the records, or their files. */
  readonly content: 'table' | 'records' | 'files';
  readonly format: (typeof exportFormats)[number];
  /** What the call gets beside the format and the items. */
  readonly table:
    { readonly column: string[]; readonly heading: string[]; readonly sort: string[] } | undefined;
}

/** What a list can be exported to, in the order of the menu. */
export function useListExports({ query, view: { name, sort } }: ExportedList): readonly ListExport[] {
  const columns = useColumns();
  const table = name === 'table' &&
    columns && {
      column: columns.shown.map((column) => column.name),
      heading: columns.shown.map(({ label }) => label),
      sort: [sort ?? ownOrder(query)],
    };
  const inFormats = (content: ListExport['content'], asTable?: ListExport['table']) =>
    exportFormats.map((format) => ({ content, format, table: asTable }));
  return [...(table ? inFormats('table', table) : []), ...inFormats('records'), ...inFormats('files')];
}
