import type { CollectionTotal } from '@armarium/contract/collection-calls';
import type { Collection } from '@armarium/contract/collections';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../ui/grouped.ts';

/** Counts in the words of the page's language. */
export function useCountWords() {
  const { t } = useTranslation('catalogue');
  const items = (count: number) => t('itemsCount', { count, formatted: grouped(count) });
  const collections = (count: number) => t('collectionsCount', { count, formatted: grouped(count) });
  const itemsInAll = (count: number) => t('itemsInAll', { items: items(count) });
  return {
    items,
    collections,
    itemsInAll,
    /**
     * The collections and items in a collection. One that holds collections alone says nothing of items until it is known
     * what stands below it.
     * @param below takes the place of the items in the collection itself
     */
    ofCollection: (
      { collectionsCount, culturalItemsCount }: Pick<Collection, 'collectionsCount' | 'culturalItemsCount'>,
      below?: CollectionTotal,
    ) => {
      if (collectionsCount === 0) return items(culturalItemsCount);
      const total = below?.culturalItems ?? culturalItemsCount;
      if (total === 0) return collections(collectionsCount);
      return t('collectionCounts', {
        collections: collections(collectionsCount),
        items: total > culturalItemsCount ? itemsInAll(total) : items(culturalItemsCount),
      });
    },
  };
}
