import type { Collection } from '@armarium/contract/collections';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../ui/grouped.ts';

/** Counts in the words of the page's language. */
export function useCountWords() {
  const { t } = useTranslation('catalogue');
  const items = (count: number) => t('itemsCount', { count, formatted: grouped(count) });
  const collections = (count: number) => t('collectionsCount', { count, formatted: grouped(count) });
  return {
    items,
    collections,
    ofCollection: ({
      collectionsCount,
      culturalItemsCount,
    }: Pick<Collection, 'collectionsCount' | 'culturalItemsCount'>) =>
      collectionsCount > 0
        ? t('collectionCounts', {
            collections: collections(collectionsCount),
            items: items(culturalItemsCount),
          })
        : items(culturalItemsCount),
  };
}
