import type { ItemQuery } from '@armarium/contract/item-query';
import {
  findItemSurroundings,
  getTableLayouts,
  putTableLayouts,
  SURROUNDINGS_MAX,
  type ItemSurroundings,
  type TableLayout,
} from '@armarium/contract/item-table';
import { listCollectionItems } from '@armarium/contract/collection-calls';
import { searchItems } from '@armarium/contract/item-calls';
import type { Item } from '@armarium/contract/items';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** By the uuid of the item. */
export type Surroundings = ReadonlyMap<string, ItemSurroundings>;

async function surroundingsOf(items: readonly Item[], signal?: AbortSignal): Promise<Surroundings> {
  const parts = Array.from({ length: Math.ceil(items.length / SURROUNDINGS_MAX) }, (_, part) =>
    items.slice(part * SURROUNDINGS_MAX, (part + 1) * SURROUNDINGS_MAX),
  );
  const answers = await Promise.all(
    parts.map((part) =>
      call(findItemSurroundings, { query: { uuid: part.map(({ uuid }) => uuid) }, signal }),
    ),
  );
  return new Map(
    answers.flatMap(({ _embedded }) => _embedded.itemSurroundings.map((one) => [one.uuid, one])),
  );
}

/** The surroundings of the items of a page; for an item that has changed they are read again. */
export function surroundingsQuery(items: readonly Item[]) {
  return queryOptions({
    queryKey: [
      'catalogue',
      'item-surroundings',
      items.map(({ uuid, lastModifiedDate, parentCollectionsUuids }) => [
        uuid,
        lastModifiedDate,
        parentCollectionsUuids.length,
      ]),
    ],
    queryFn: ({ signal }) => surroundingsOf(items, signal),
    placeholderData: keepPreviousData,
    meta: { quiet: true },
  });
}

/** As many as one page of the calls holds. */
const WHOLE_MAX = 1_000;

/** A list from its first item on, as far as one page of the calls goes. @param beside whether with the surroundings of its items */
export async function wholeList(query: ItemQuery, sort: string | undefined, beside: boolean) {
  const { collectionUuid, text = '', ...filters } = query;
  const order = { size: WHOLE_MAX, ...(sort && { sort: [sort] }) };
  const { _embedded, page } =
    collectionUuid === undefined
      ? await call(searchItems, { query: { text, ...filters, ...order } })
      : await call(listCollectionItems, {
          params: { uuid: collectionUuid },
          query: { ...filters, ...order },
        });
  const items = _embedded.culturalItems;
  return { items, total: page.totalElements, surroundings: beside ? await surroundingsOf(items) : undefined };
}

const layoutsKey = ['catalogue', 'table-layouts'];

/** The layouts that this person keeps, with the tag of their version. */
export const layoutsQuery = queryOptions({
  queryKey: layoutsKey,
  queryFn: async ({ signal }) => {
    const { answer, tag } = await callTagged(getTableLayouts, { signal });
    return { layouts: answer.layouts, tag };
  },
});

/** @throws ApiProblem 412 where they were changed elsewhere since; they are shown as they now are */
export async function keepLayouts(layouts: TableLayout[], ifMatch: string | undefined): Promise<void> {
  try {
    const { answer, tag } = await callTagged(putTableLayouts, { body: { layouts }, ifMatch });
    queryClient.setQueryData(layoutsKey, { layouts: answer.layouts, tag });
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: layoutsKey });
    throw error;
  }
}
