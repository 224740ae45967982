import { findRootCollection } from '@armarium/contract/collection-calls';
import { findItemByPressmark, getItem } from '@armarium/contract/item-calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { isProblem } from '../../../lib/api-problem.ts';
import { nextPressmark } from '../next-pressmark.ts';

/**
 * An item as it is now, to be copied, with the collections that the copy goes into: those in which the user sees the item.
 * Where there are none, as all are restricted, it is the root, which is then given too.
 */
export function copiedItemQuery(uuid: string) {
  return queryOptions({
    queryKey: ['catalogue', 'copied-item', uuid],
    queryFn: async ({ signal }) => {
      const item = await call(getItem, { params: { uuid }, signal });
      const { customMetadataList: list, parentCollectionsUuids: parents } = item;
      if (parents.length > 0) return { list, parents, root: undefined };
      const root = await call(findRootCollection, { signal });
      return { list, parents: [root.uuid], root };
    },
    meta: { quiet: true },
    staleTime: 0,
    gcTime: 0,
  });
}

/** So many pressmarks are tried: of a record within a long row all that follow are taken. */
const TRIES_MAX = 10;

/** The first free one of the pressmarks that follow another; null where none of them is, or no number can be counted on. */
export function freePressmarkQuery(pressmark: string) {
  return queryOptions({
    queryKey: ['catalogue', 'free-pressmark', pressmark],
    queryFn: async ({ signal }) => {
      let next = nextPressmark(pressmark);
      for (let tries = 0; next !== undefined && tries < TRIES_MAX; tries += 1) {
        try {
          await call(findItemByPressmark, { query: { pressmark: next }, signal });
        } catch (error) {
          if (isProblem(error, 'not-found')) return next;
          throw error;
        }
        next = nextPressmark(next);
      }
      return null;
    },
    meta: { quiet: true },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}
