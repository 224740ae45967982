import type { ItemQuery } from '@armarium/contract/item-query';
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
import { useItemLinks } from '../../../records/list-place.ts';

export interface ItemsGridProps {
  /** The collection that is looked at; without one each item is opened in its first. */
  collectionUuid?: string;
  items: readonly Item[];
  /** An older page is shown until the next one arrives. */
  busy: boolean;
  /** Absent where there is nothing that the user may do with chosen items. */
  picking: Picking | undefined;
  /** What the whole list finds, and its order as the address has it. */
  query: ItemQuery;
  sort: string | undefined;
}

/** The items of a page as cards. */
export function ItemsGrid({ collectionUuid, items, busy, picking, query, sort }: ItemsGridProps) {
  const { t } = useTranslation('browse');
  const templates = useQuery(itemTemplatesQuery);
  const shown = cardTemplates(templates.data ?? []);
  const linkOf = useItemLinks(items, { query, sort, collectionUuid }, busy);
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
            link={linkOf(item, index)}
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
