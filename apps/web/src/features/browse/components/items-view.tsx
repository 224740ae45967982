import { itemsViews, type ItemsViewName } from '@armarium/contract/items-view';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'react-router';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { Failed } from '../../../ui/failed.tsx';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { itemsViewQuery, keepItemsView, showItemsView, type ItemsViewChange } from '../api/items-view.ts';
import { ItemsGrid, type ItemsGridProps } from './items-grid.tsx';
import { ItemsList, ItemsTable } from './lazy-parts.ts';
import { SortRefused } from '../../table/components/sort-refused.tsx';
import classes from './items-view.module.css';

/** How a list of items is shown. */
export interface ItemsView {
  /** Undefined until it is known. */
  readonly name: ItemsViewName | undefined;
  /** The names of the fields that this person chose for the compact list; null where none were chosen. */
  readonly fields: readonly string[] | null;
  chooseFields(fields: string[]): void;
  /** Its order, as in `sort` of the calls; undefined for the list's own. */
  readonly sort: string | undefined;
  readonly buttons: ReactNode;
}

/**
 * The view that the address names, else the one that this person chose for the collection, else what suits its items;
 * and its switch. @param collectionUuid undefined for the results of searches
 */
export function useItemsView(collectionUuid: string | undefined): ItemsView {
  const { t } = useTranslation('browse');
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const kept = useQuery(itemsViewQuery(collectionUuid));
  const { mutate } = useMutation({
    onMutate: (change: ItemsViewChange) => showItemsView(collectionUuid, change),
    mutationFn: (change) => keepItemsView(collectionUuid, change),
    // What is chosen last is kept last.
    scope: { id: 'items-view' },
  });
  const named = itemsViews.find((view) => view === search.get('view'));
  // Without an answer the items are still shown.
  const name = named ?? kept.data?.view ?? (kept.isError ? 'cards' : undefined);
  return {
    name,
    fields: kept.data?.fields ?? null,
    chooseFields: (fields) => mutate({ fields }),
    sort: search.get('sort') ?? undefined,
    buttons: (
      <div role="group" aria-label={t('items')} className={classes.views}>
        {itemsViews.map((view) => (
          <Button
            key={view}
            variant={view === name ? 'light' : 'default'}
            size="sm"
            aria-pressed={view === name}
            onClick={() => {
              if (view === name) return;
              mutate({ view });
              const next = new URLSearchParams(search);
              next.set('view', view);
              // No step to go back: the list is the same.
              setSearch(next, { replace: true, preventScrollReset: true, state });
            }}
          >
            {t(`view.${view}`)}
          </Button>
        ))}
      </div>
    ),
  };
}

interface ItemsShownProps extends Omit<ItemsGridProps, 'sort'> {
  view: ItemsView;
  /** How many items the whole list finds. */
  total: number;
  /** Is printed above the list. */
  heading: string;
}

/** The items of a page in the view; the code of a list or a table is fetched when it is first shown. */
export function ItemsShown({ view, total, heading, ...shown }: ItemsShownProps) {
  const list = { ...shown, sort: view.sort };
  if (view.name === 'cards') return <ItemsGrid {...list} />;
  const waiting = <ItemsSkeleton view={view.name} count={list.items.length} />;
  if (view.name === undefined) return waiting;
  return (
    <Suspense fallback={waiting}>
      {view.name === 'list' ? (
        <ItemsList {...list} fields={view.fields} onFields={view.chooseFields} />
      ) : (
        <ItemsTable {...{ total, heading }} {...list} />
      )}
    </Suspense>
  );
}

/** A list that could not be loaded; one that can't be sorted as the address says can get its own order again. */
export function ItemsFailed({ view, error, onRetry }: { view: ItemsView; error: Error; onRetry(): void }) {
  const isOrder = view.sort !== undefined && error instanceof ApiProblem && [400, 422].includes(error.status);
  if (!isOrder) return <Failed error={error} onRetry={onRetry} />;
  return <SortRefused error={error} />;
}
