import type { ItemQuery } from '@armarium/contract/item-query';
import { Button } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { keyOf } from '../../../lib/drafts.ts';
import { recall, remember } from '../../../lib/remembered.ts';
import { Failed } from '../../../ui/failed.tsx';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { ItemsGrid, type ItemsGridProps } from './items-grid.tsx';
import { ItemsTable } from './lazy-parts.ts';
import { SortRefused } from '../../table/components/sort-refused.tsx';
import classes from './items-view.module.css';

const views = ['cards', 'table'] as const;

/** How a list of items is shown. */
export interface ItemsView {
  readonly isTable: boolean;
  /** Its order, as in `sort` of the calls; undefined for the list's own. */
  readonly sort: string | undefined;
  readonly buttons: ReactNode;
}

/** The view that the address names, else the one that this person chose last in this browser; and its switch. */
export function useItemsView(): ItemsView {
  const { t } = useTranslation('browse');
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const key = keyOf('items-view');
  const named = search.get('view') ?? recall(key);
  const isTable = named === 'table';
  return {
    isTable,
    sort: search.get('sort') ?? undefined,
    buttons: (
      <div role="group" aria-label={t('items')} className={classes.views}>
        {views.map((view) => {
          const pressed = (view === 'table') === isTable;
          return (
            <Button
              key={view}
              variant={pressed ? 'light' : 'default'}
              size="sm"
              aria-pressed={pressed}
              onClick={() => {
                if (pressed) return;
                remember(key, view);
                const next = new URLSearchParams(search);
                next.set('view', view);
                // No step to go back: the list is the same.
                setSearch(next, { replace: true, preventScrollReset: true, state });
              }}
            >
              {t(`view.${view}`)}
            </Button>
          );
        })}
      </div>
    ),
  };
}

interface ItemsShownProps extends ItemsGridProps {
  view: ItemsView;
  /** What the whole list finds, and how many. */
  query: ItemQuery;
  total: number;
  /** Is printed above the list. */
  heading: string;
}

/** The items of a page as cards or as a table, whose code is fetched when it is first shown. */
export function ItemsShown({ view, query, total, heading, ...list }: ItemsShownProps) {
  if (!view.isTable) return <ItemsGrid {...list} />;
  return (
    <Suspense fallback={<ItemsSkeleton isTable count={list.items.length} />}>
      <ItemsTable {...{ query, total, heading, sort: view.sort }} {...list} />
    </Suspense>
  );
}

/** A list that could not be loaded; one that can't be sorted as the address says can get its own order again. */
export function ItemsFailed({ view, error, onRetry }: { view: ItemsView; error: Error; onRetry(): void }) {
  const isOrder = view.sort !== undefined && error instanceof ApiProblem && [400, 422].includes(error.status);
  if (!isOrder) return <Failed error={error} onRetry={onRetry} />;
  return <SortRefused error={error} />;
}
