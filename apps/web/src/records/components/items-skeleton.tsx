import type { ItemsViewName } from '@armarium/contract/items-view';
import { Skeleton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ITEMS_PER_PAGE } from '../api/collection-items.ts';
import classes from './items-skeleton.module.css';

/**
 * As many cards or rows as may come, in their shape.
 * @param count of the items where it is known
 * @param view how they will be shown, where it is known
 */
export function ItemsSkeleton({
  count = ITEMS_PER_PAGE,
  view,
}: {
  count?: number;
  view?: ItemsViewName | undefined;
}) {
  const { t } = useTranslation('ui');
  const isCards = view === undefined || view === 'cards';
  return (
    <div className={isCards ? classes.grid : undefined} role="status" aria-label={t('loading')}>
      {Array.from({ length: Math.min(count, ITEMS_PER_PAGE) }, (_, index) =>
        isCards ? (
          <div key={index} aria-hidden>
            <Skeleton className={classes.skeletonMat ?? ''} />
            <div className={classes.skeletonText}>
              <Skeleton height={14} width="85%" mt={4} />
              <Skeleton height={14} width="55%" mt={8} />
              <Skeleton height={12} width="40%" mt={10} />
            </div>
          </div>
        ) : (
          <Skeleton key={index} height={52} mb={4} aria-hidden />
        ),
      )}
    </div>
  );
}
