import type { ItemQuery } from '@armarium/contract/item-query';
import { Button } from '@mantine/core';
import { IconLayoutGrid, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-client.ts';
import { keyOf } from '../../../lib/drafts.ts';
import { recall, remember } from '../../../lib/remembered.ts';
import '../messages.ts';
import { sortFrom } from '../search-address.ts';
import { Failed } from './failed.tsx';
import { ItemsGrid, ItemsGridSkeleton, ItemsTableSkeleton, type ItemsGridProps } from './items-grid.tsx';
import { useNarrowing } from './use-narrowing.ts';
import classes from './items-grid.module.css';

const ItemsTable = lazy(() => import('./items-table.tsx').then((module) => ({ default: module.ItemsTable })));

const views = ['cards', 'table'] as const;
const icons = { cards: IconLayoutGrid, table: IconTable };

/** How a list of items is shown. */
export interface ItemsView {
  readonly isTable: boolean;
  /** Its order, as in `sort` of the calls; undefined for the list's own. */
  readonly sort: string | undefined;
  readonly buttons: ReactNode;
}

/** The view that the address names, else the one that this person chose last in this browser; and its switch. */
export function useItemsView(): ItemsView {
  const { t } = useTranslation('catalogue');
  const [search, setSearch] = useNarrowing();
  const key = keyOf('items-view');
  const named = search.get('view') ?? recall(key);
  const isTable = named === 'table';
  return {
    isTable,
    sort: sortFrom(search),
    buttons: (
      <Button.Group aria-label={t('view.label')} className={classes.views ?? ''}>
        {views.map((view) => {
          const pressed = (view === 'table') === isTable;
          const Icon = icons[view];
          return (
            <Button
              key={view}
              variant={pressed ? 'light' : 'default'}
              size="sm"
              leftSection={<Icon size={18} stroke={1.6} />}
              aria-pressed={pressed}
              onClick={() => {
                if (pressed) return;
                remember(key, view);
                const next = new URLSearchParams(search);
                next.set('view', view);
                setSearch(next);
              }}
            >
              {t(`view.${view}`)}
            </Button>
          );
        })}
      </Button.Group>
    ),
  };
}

interface ItemsShownProps extends ItemsGridProps {
  view: ItemsView;
  /** What the whole list finds, and how many. */
  query: ItemQuery;
  total: number;
  /** What stands above the list, when it is printed. */
  heading: string;
}

/** The items of a page as cards or as a table, whose code is fetched when it is first shown. */
export function ItemsShown({ view, query, total, heading, ...list }: ItemsShownProps) {
  if (!view.isTable) return <ItemsGrid {...list} />;
  return (
    <Suspense fallback={<ItemsTableSkeleton count={list.items.length} />}>
      <ItemsTable {...{ query, total, heading, sort: view.sort }} {...list} />
    </Suspense>
  );
}

/** @param count of the items where it is known */
export function ItemsSkeleton({ view, count }: { view: ItemsView; count: number }) {
  return view.isTable ? <ItemsTableSkeleton count={count} /> : <ItemsGridSkeleton count={count} />;
}

/** A list that could not be loaded; one that is too long for its order gets its own again. */
export function ItemsFailed({ error, onRetry }: { error: Error; onRetry(): void }) {
  const { t } = useTranslation('catalogue');
  const [search, setSearch] = useNarrowing();
  if (!isProblem(error, 'too-many-to-sort')) return <Failed error={error} onRetry={onRetry} />;
  return (
    <Failed
      error={error}
      word={t('view.unsort')}
      onRetry={() => {
        const next = new URLSearchParams(search);
        next.delete('sort');
        setSearch(next);
      }}
    />
  );
}
