import type { Item } from '@armarium/contract/records';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router';
import { moveFocusByArrows } from '../../../ui/arrow-focus.ts';
import { ITEMS_PER_PAGE } from '../api/collection-items.ts';
import { itemTemplatesQuery } from '../api/templates.ts';
import { cardTemplates } from '../metadata-view.ts';
import '../messages.ts';
import { ItemCard } from './item-card.tsx';
import classes from './items-grid.module.css';

interface ItemsGridProps {
  /** The collection that is looked at; without one each item is opened in its first. */
  collectionUuid?: string;
  items: readonly Item[];
  /** An older page is shown until the one asked for arrives. */
  busy: boolean;
}

/** The card that was opened last: going back puts the focus on it. */
let openedLast: string | undefined;

export function ItemsGrid({ collectionUuid, items, busy }: ItemsGridProps) {
  const { t } = useTranslation('catalogue');
  const templates = useQuery(itemTemplatesQuery);
  const navigation = useNavigationType();
  const list = useRef<HTMLUListElement>(null);
  const shown = cardTemplates(templates.data ?? []);

  useEffect(() => {
    if (navigation !== 'POP' || openedLast === undefined) return;
    list.current?.querySelector<HTMLElement>(`[data-card="${openedLast}"]`)?.focus({ preventScroll: true });
    openedLast = undefined;
  }, [navigation]);

  if (templates.data === undefined && templates.isPending) return <ItemsGridSkeleton />;
  return (
    <ul
      ref={list}
      className={classes.grid}
      aria-label={t('items')}
      aria-busy={busy}
      onKeyDown={(event) => moveFocusByArrows(event, '[data-card]')}
    >
      {items.map((item, index) => (
        <li key={item.uuid}>
          <ItemCard
            item={item}
            templates={shown}
            address={`/catalog/${collectionUuid ?? item.parentCollectionsUuids[0]}/cultural-item/${item.uuid}`}
            first={index < 12}
            onOpen={() => {
              openedLast = item.uuid;
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** As many cards as may come, in their shape. @param count of the items where it is known */
export function ItemsGridSkeleton({ count = ITEMS_PER_PAGE }: { count?: number }) {
  const { t } = useTranslation('ui');
  return (
    <div className={classes.grid} role="status" aria-label={t('loading')}>
      {Array.from({ length: Math.min(count, ITEMS_PER_PAGE) }, (_, index) => (
        <div key={index} aria-hidden>
          <Skeleton className={classes.skeletonMat ?? ''} />
          <div className={classes.skeletonText}>
            <Skeleton height={14} width="85%" mt={4} />
            <Skeleton height={14} width="55%" mt={8} />
            <Skeleton height={12} width="40%" mt={10} />
          </div>
        </div>
      ))}
    </div>
  );
}
