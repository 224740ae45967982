import type { Item } from '@armarium/contract/records';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ITEMS_PER_PAGE } from '../api/collection-items.ts';
import { itemTemplatesQuery } from '../api/templates.ts';
import { cardTemplates } from '../metadata-view.ts';
import type { Picking } from '../selection/picking.ts';
import { isChosen } from '../selection/selection.ts';
import { ItemCard } from './item-card.tsx';
import { useItemGestures } from './use-item-gestures.ts';
import classes from './items-grid.module.css';

export interface ItemsGridProps {
  /** The collection that is looked at; without one each item is opened in its first. */
  collectionUuid?: string;
  items: readonly Item[];
  /** An older page is shown until the one asked for arrives. */
  busy: boolean;
  /** Absent where there is nothing that the user may do with chosen items. */
  picking: Picking | undefined;
}

/** The items of a page as cards. */
export function ItemsGrid({ collectionUuid, items, busy, picking }: ItemsGridProps) {
  const { t } = useTranslation('catalogue');
  const templates = useQuery(itemTemplatesQuery);
  const shown = cardTemplates(templates.data ?? []);
  const uuids = items.map(({ uuid }) => uuid);
  const { highlighted, onClick, onTick, around } = useItemGestures<HTMLUListElement>(uuids, busy, picking);

  if (templates.data === undefined && templates.isPending) return <ItemsSkeleton />;
  return (
    <ul className={classes.grid} aria-label={t('items')} aria-busy={busy} {...around}>
      {items.map((item, index) => (
        <li key={item.uuid}>
          <ItemCard
            item={item}
            templates={shown}
            address={itemAddress(item, collectionUuid)}
            first={index < 12}
            chosen={picking && isChosen(picking.selection, item.uuid)}
            highlighted={item.uuid === highlighted}
            onClick={(event) => onClick(event, item.uuid)}
            onTick={(withShift) => onTick(item.uuid, withShift)}
          />
        </li>
      ))}
    </ul>
  );
}

/** Where an item of a list is opened. @param collectionUuid that is looked at; else its first */
export function itemAddress(item: Item, collectionUuid: string | undefined): string {
  return `/catalog/${collectionUuid ?? item.parentCollectionsUuids[0]}/cultural-item/${item.uuid}`;
}

/** As many cards or rows as may come, in their shape. @param count of the items where it is known */
export function ItemsSkeleton({ count = ITEMS_PER_PAGE, isTable }: { count?: number; isTable?: boolean }) {
  const { t } = useTranslation('ui');
  return (
    <div className={isTable ? undefined : classes.grid} role="status" aria-label={t('loading')}>
      {Array.from({ length: Math.min(count, ITEMS_PER_PAGE) }, (_, index) =>
        isTable ? (
          <Skeleton key={index} height={52} mb={4} aria-hidden />
        ) : (
          <div key={index} aria-hidden>
            <Skeleton className={classes.skeletonMat ?? ''} />
            <div className={classes.skeletonText}>
              <Skeleton height={14} width="85%" mt={4} />
              <Skeleton height={14} width="55%" mt={8} />
              <Skeleton height={12} width="40%" mt={10} />
            </div>
          </div>
        ),
      )}
    </div>
  );
}
