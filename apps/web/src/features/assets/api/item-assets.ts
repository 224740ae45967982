import { listItemImages } from '@armarium/contract/image-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { callsOf } from '../asset-calls.ts';
import type { Asset, AssetKind } from '../asset-kinds.ts';

/** Assets per page (catalogue §9). */
export const ASSETS_PER_PAGE = 10;

const POLL_ms = 5000;

/**
 * A page of the assets of one kind of an item, in their order, polled while any of them is processed. The key is that
 * of the page, whose image is among them, so that both ask once.
 * @param page 1-based
 */
export function itemAssetsQuery(itemUuid: string, kind: AssetKind, page: number) {
  return queryOptions({
    queryKey: ['catalogue', 'item-assets', itemUuid, kind, page],
    queryFn: async ({ signal }) => {
      const query = { page: page - 1, size: ASSETS_PER_PAGE };
      const options = { params: { uuid: itemUuid }, query, signal };
      if (kind === 'images') return await call(listItemImages, options);
      return await call(callsOf[kind].list, options);
    },
    refetchInterval: ({ state }) =>
      assetsIn(state.data, kind)?.some(
        ({ importState }) => importState === 'PENDING' || importState === 'IN_PROGRESS',
      )
        ? POLL_ms
        : false,
    meta: { quiet: true },
    placeholderData: (previous, query) =>
      query?.queryKey[2] === itemUuid && query.queryKey[3] === kind ? previous : undefined,
  });
}

/** The assets of a page, under whatever name their kind stands there. */
export function assetsIn(
  page: { readonly _embedded: Readonly<Record<string, unknown>> } | undefined,
  kind: AssetKind,
): readonly Asset[] | undefined {
  return page?._embedded[kind] as readonly Asset[] | undefined;
}
