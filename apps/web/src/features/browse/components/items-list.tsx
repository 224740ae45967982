import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { itemTemplatesQuery } from '../../../records/api/templates.ts';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { useItemLinks } from '../../../records/list-place.ts';
import { fieldLabel, labelOf } from '../../../records/label.ts';
import { isChosen } from '../../../records/selection/selection.ts';
import { useItemGestures } from '../../../records/selection/use-item-gestures.ts';
import { listColumns } from '../list-columns.ts';
import type { ItemsGridProps } from './items-grid.tsx';
import { ListRow } from './list-row.tsx';
import { ListFields } from './list-fields.tsx';
import classes from './items-list.module.css';

interface ItemsListProps extends ItemsGridProps {
  /** The names of the fields that this person chose; null where none were chosen. */
  fields: readonly string[] | null;
  onFields(names: string[]): void;
}

/**
 * The items of a page as a compact list: title, author, pressmark, date and two fields, with a small picture where there
 * is one. Items are opened and chosen as cards are (`use-item-gestures.ts`).
 */
export function ItemsList({
  collectionUuid,
  items,
  busy,
  picking,
  query,
  sort,
  fields,
  onFields,
}: ItemsListProps) {
  const { t } = useTranslation('browse');
  const templates = useQuery(itemTemplatesQuery);
  const linkOf = useItemLinks(items, { query, sort, collectionUuid }, busy);
  const uuids = items.map(({ uuid }) => uuid);
  const gestures = useItemGestures<HTMLUListElement>(uuids, busy, picking);

  if (templates.data === undefined && templates.isPending)
    return <ItemsSkeleton view="list" count={items.length} />;
  const all = templates.data ?? [];
  const columns = listColumns(all, fields);
  const shown = columns.date ? [columns.date, ...columns.fields] : columns.fields;
  const widths = shown.map((field) => `minmax(0, ${field === columns.date ? 0.6 : 1.3}fr)`).join(' ');
  const isPictured = items.some(({ thumbnail }) => thumbnail !== null);
  return (
    <div
      className={classes.list}
      data-pictured={isPictured || undefined}
      data-pickable={picking !== undefined || undefined}
      style={{ '--fields': widths } as CSSProperties}
    >
      <div className={classes.head}>
        <div className={classes.labels} data-labels aria-hidden>
          {picking && <span />}
          {isPictured && <span />}
          <span>{fieldLabel(all, 'sgtt')}</span>
          <span>{fieldLabel(all, 'pressmark')}</span>
          {shown.map((field) => (
            <span key={field.name}>{labelOf(field)}</span>
          ))}
        </div>
        <ListFields columns={columns} onChoose={onFields} />
      </div>
      <ul className={classes.rows} aria-label={t('items')} aria-busy={busy} {...gestures.around}>
        {items.map((item, index) => (
          <li key={item.uuid}>
            <ListRow
              {...{ item, gestures, shown, isPictured }}
              templates={all}
              link={linkOf(item, index)}
              first={index < 12}
              chosen={picking && isChosen(picking.selection, item.uuid)}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
