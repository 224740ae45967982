import type { ItemQuery } from '@armarium/contract/item-query';
import type { Item } from '@armarium/contract/items';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Surroundings } from '../api/item-table.ts';
import { displayTimestamp } from '../../../ui/display-date.ts';
import { setFilters } from '../../filters/set-filters.ts';
import type { Column } from '../columns.ts';
import { useCountWords } from '../../../records/components/count-words.ts';
import { grouped } from '../../../ui/grouped.ts';
import { useFilterWords } from '../../filters/components/filter-words.ts';
import { useCellTexts } from './item-cells.tsx';
import classes from './items-table.module.css';

interface PrintedTableProps {
  query: ItemQuery;
  heading: string;
  columns: readonly Column[];
  /** Whether the list is shown from its first item on; else one page of it, whichever that is. */
  isWhole: boolean;
  items: readonly Item[];
  total: number;
  surroundings: Surroundings | undefined;
  /** The label of the column that it is sorted by; undefined for relevance. */
  sortedBy: string | undefined;
  isDescending: boolean;
}

/** What comes out of the printer in place of the page: the table with what it shows in words. */
export function PrintedTable({
  query,
  heading,
  columns,
  isWhole,
  items,
  total,
  surroundings,
  sortedBy,
  isDescending,
}: PrintedTableProps) {
  const { t } = useTranslation('table');
  const [search] = useSearchParams();
  const words = useFilterWords(query, search);
  const counts = useCountWords();
  const texts = useCellTexts(surroundings);
  const filters = setFilters(search);
  const order = {
    order: sortedBy
      ? t('sortedBy', { column: sortedBy, direction: t(isDescending ? 'desc' : 'asc') })
      : t('byRelevance'),
    items: counts.items(total),
  };
  // The sheet stays while it is printed: its date is when that began.
  const [date] = useState(() => displayTimestamp(new Date().toISOString()));
  return createPortal(
    <div className={classes.sheet} data-sheet>
      <h1 dir="auto">{heading}</h1>
      <p>
        {items.length < total
          ? t(isWhole ? 'printedFirst' : 'printedPart', { ...order, shown: grouped(items.length) })
          : t('printed', order)}
      </p>
      {filters.length > 0 && <p dir="auto">{t('filters', { filters: filters.map(words).join('; ') })}</p>}
      <p>{t('printedOn', { date })}</p>
      <table>
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.uuid}>
              {columns.map((column) => (
                <td key={column.name} dir="auto">
                  {texts(item, column).join('\n')}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
    document.body,
  );
}
