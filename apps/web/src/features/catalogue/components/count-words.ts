import type { Collection } from '@armarium/contract/records';
import { useTranslation } from 'react-i18next';
import '../messages.ts';

/** A count with its thousands set apart by a thin space, in both languages (`4 312`). */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** Counts in the words of the page's language. */
export function useCountWords() {
  const { t } = useTranslation('catalogue');
  const items = (count: number) => t('itemsCount', { count, formatted: grouped(count) });
  const collections = (count: number) => t('collectionsCount', { count, formatted: grouped(count) });
  return {
    items,
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
