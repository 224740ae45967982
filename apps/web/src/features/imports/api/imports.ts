import {
  getImportedItem,
  listTenantImports,
  retryItemImports,
  type ImportedImage,
} from '@armarium/contract/import-tracking';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { ShownImports } from '../imports-address.ts';
import { importCalls, type ImportKind } from './import-calls.ts';

const ITEMS_PER_PAGE = 20;
/** The files of an item are fetched by so many of a kind (back office §9). */
export const FILES_AT_ONCE = 10;

/** All that the monitor fetches; events about imports have it fetched again (`live-records.ts`). */
const monitor = ['catalogue', 'imports'] as const;

/** A page of the items of the organisation with their imports, the newest first. */
export function itemsQuery(tenant: string, { state, account, page }: ShownImports) {
  return queryOptions({
    queryKey: [...monitor, 'items', tenant, state, account, page],
    queryFn: ({ signal }) =>
      call(listTenantImports, {
        query: { tenant, state, account, page: page - 1, size: ITEMS_PER_PAGE },
        signal,
      }),
    staleTime: 0,
    placeholderData: (previous) => previous,
    meta: { inPlace: true },
  });
}

/** One item, for where it is open and no page that is shown has it. Quiet: it may be gone. */
export function itemQuery(uuid: string) {
  return queryOptions({
    queryKey: [...monitor, 'item', uuid],
    queryFn: ({ signal }) => call(getImportedItem, { params: { uuid }, signal }),
    staleTime: 0,
    meta: { quiet: true },
  });
}

/** Which files of an item are shown. */
export interface ShownFiles {
  readonly itemUuid: string;
  readonly kind: ImportKind;
  /** Only those that this account sent. */
  readonly account: string | undefined;
  readonly onlyFailed: boolean;
}

/** The files of one kind of an item, ten at a time. */
export function filesQuery({ itemUuid, kind, account, onlyFailed }: ShownFiles) {
  return infiniteQueryOptions({
    queryKey: [...monitor, 'files', itemUuid, kind, account, onlyFailed],
    queryFn: async ({ pageParam, signal }) => {
      const state = onlyFailed ? ('ERROR' as const) : undefined;
      const query = { account, state, page: pageParam, size: FILES_AT_ONCE };
      const answer = await call(importCalls[kind].list, { params: { uuid: itemUuid }, query, signal });
      // The list has the name of its kind.
      const files = Object.values(answer._embedded as Record<string, ImportedImage[]>).flat();
      return { files, page: answer.page };
    },
    initialPageParam: 0,
    getNextPageParam: ({ page }) => (page.number + 1 < page.totalPages ? page.number + 1 : undefined),
    staleTime: 0,
    meta: { inPlace: true },
  });
}

/** The stages of one file. @param known of a list that is shown */
export function fileQuery(kind: ImportKind, uuid: string, known: ImportedImage | undefined) {
  return queryOptions({
    queryKey: [...monitor, 'file', kind, uuid],
    queryFn: ({ signal }) => call(importCalls[kind].get, { params: { uuid }, signal }),
    staleTime: 0,
    placeholderData: known,
    meta: { inPlace: true },
  });
}

const lookAgain = () => queryClient.invalidateQueries({ queryKey: monitor });

/** Runs the failed import of a file again. */
export const fileRetry = {
  mutationFn: ({ kind, uuid }: { kind: ImportKind; uuid: string }) =>
    call(importCalls[kind].retry, { params: { uuid } }),
  meta: { quiet: true },
  onSettled: lookAgain,
};

/** Runs all failed imports of an item again, or those of an account. */
export const itemRetry = {
  mutationFn: ({ uuid, account }: { uuid: string; account: string | undefined }) =>
    call(retryItemImports, { params: { uuid }, query: { account } }),
  meta: { quiet: true },
  onSettled: lookAgain,
};
