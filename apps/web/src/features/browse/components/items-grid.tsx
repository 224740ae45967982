import type { Item } from '@armarium/contract/items';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { cardTemplates } from '../../../records/metadata-view.ts';
import type { Picking } from '../../../records/selection/picking.ts';
import { isChosen } from '../../../records/selection/selection.ts';
import { ItemCard } from './item-card.tsx';
import { useItemGestures } from '../../../records/selection/use-item-gestures.ts';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import grid from '../../../records/components/items-skeleton.module.css';
import { useItemAddress } from '../../../records/item-address.ts';

export interface ItemsGridProps {
  /** The collection that is looked at; without one each item is opened in its first. */
  collectionUuid?: string;
  items: readonly Item[];
  /** An older page is shown until the next one arrives. */
  busy: boolean;
  /** Absent where there is nothing that the user may do with chosen items. */
  picking: Picking | undefined;
}

/** The items of a page as cards. */
export function ItemsGrid({ collectionUuid, items, busy, picking }: ItemsGridProps) {
  const { t } = useTranslation('browse');
  const templates = useQuery(itemTemplatesQuery);
  const shown = cardTemplates(templates.data ?? []);
  const addressOf = useItemAddress(items, collectionUuid);
  const uuids = items.map(({ uuid }) => uuid);
  const { highlighted, onClick, onTick, around } = useItemGestures<HTMLUListElement>(uuids, busy, picking);

  if (templates.data === undefined && templates.isPending) return <ItemsSkeleton />;
  return (
    <ul className={grid.grid} aria-label={t('items')} aria-busy={busy} {...around}>
      {items.map((item, index) => (
        <li key={item.uuid}>
          <ItemCard
            item={item}
            templates={shown}
            address={addressOf(item)}
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
