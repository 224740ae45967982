import { itemImportStates, type ItemImportState } from '@armarium/contract/import-tracking';
import { pageFrom } from '../../ui/page-window.ts';
import { importKinds, type ImportKind } from './api/import-calls.ts';

/** What the monitor shows, as the address has it. */
export interface ShownImports {
  readonly state: ItemImportState | undefined;
  /** The uuid of the account whose imports are shown. */
  readonly account: string | undefined;
  /** 1-based. */
  readonly page: number;
  /** The uuid of the item that is open. */
  readonly item: string | undefined;
  /** Of its files only those that failed. */
  readonly onlyFailed: boolean;
  /** The file of it that is selected. */
  readonly file: { readonly kind: ImportKind; readonly uuid: string } | undefined;
}

export function shownImports(search: URLSearchParams): ShownImports {
  const file = search.get('file');
  const kind = importKinds.find((one) => one === search.get('kind'));
  return {
    state: itemImportStates.find((one) => one === search.get('state')),
    account: search.get('account') ?? undefined,
    page: pageFrom(search.get('page')),
    item: search.get('item') ?? undefined,
    onlyFailed: search.get('files') === 'failed',
    file: file !== null && kind ? { kind, uuid: file } : undefined,
  };
}

type Changes = {
  readonly [Name in 'state' | 'account' | 'item' | 'files' | 'kind' | 'file']?: string | undefined;
};

/** The address after changes; other parameters stay, such as the tab of the page. Another filter begins at page 1. */
export function changedAddress(search: URLSearchParams, changes: Changes): URLSearchParams {
  const next = new URLSearchParams(search);
  const closed = 'item' in changes ? ['files', 'kind', 'file'] : [];
  const begun = 'state' in changes || 'account' in changes ? ['page', 'item', 'files', 'kind', 'file'] : [];
  for (const name of [...closed, ...begun]) next.delete(name);
  for (const [name, value] of Object.entries<string | undefined>(changes)) {
    if (value === undefined) next.delete(name);
    else next.set(name, value);
  }
  return next;
}
