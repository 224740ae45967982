import { Button } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { pageAddress } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { ItemsExport } from './items-export.tsx';
import { ItemsFailed, ItemsShown } from './items-view.tsx';
import { PastEnd } from './past-end.tsx';
import { SelectAll } from './select-all.tsx';
import { SortChoice } from './sort-choice.tsx';
import type { ItemsList } from './use-items-list.ts';
import layout from '../../../records/components/page-layout.module.css';
import classes from './results-page.module.css';

interface FoundItemsBarProps {
  list: ItemsList;
  /** Absent where the heading is elsewhere on the page. */
  heading?: ReactNode;
  /** Items that came since the results were loaded. */
  newItems: ReactNode;
  mayExport: boolean;
}

/** What can be done with the list of the items that a search found. */
export function FoundItemsBar({ list, heading, newItems, mayExport }: FoundItemsBarProps) {
  const { query, view, items, picking, uuids, filters } = list;
  const count = items.data?.page.totalElements;
  return (
    <>
      <div className={classes.bar}>
        {picking && count !== 0 && <SelectAll {...{ picking, uuids }} />}
        {heading}
        <div aria-live="polite">{newItems}</div>
        <div className={classes.filter}>
          {count !== 0 && <SortChoice query={query} sort={view.sort} />}
          {count !== 0 && view.buttons}
          {filters.button}
          {mayExport && count !== undefined && count > 0 && <ItemsExport {...{ query, view }} />}
        </div>
      </div>
      {filters.panel}
    </>
  );
}

interface FoundItemsProps {
  list: ItemsList;
  /** What was searched for, in words. */
  heading: string;
  /** Whether the items are held back although they may be there. */
  waiting: boolean;
  /** The address of the same search in all fields; undefined where this one looks through all. */
  everywhere: string | undefined;
}

/** A page of the items that a search found. */
export function FoundItems({ list, heading, waiting, everywhere }: FoundItemsProps) {
  const { t } = useTranslation('browse');
  const [search] = useSearchParams();
  const { query, view, items, picking, filters } = list;
  if (items.data === undefined || waiting) {
    return items.error ? (
      <div className={classes.awaited}>
        <ItemsFailed view={view} error={items.error} onRetry={() => void items.refetch()} />
      </div>
    ) : (
      // Drawn anew, not moved, where it turns out wider.
      <div key={String(waiting)} className={classes.awaited}>
        <ItemsSkeleton isTable={view.isTable} count={10} />
      </div>
    );
  }
  const { number, totalPages, totalElements } = items.data.page;
  if (items.data._embedded.culturalItems.length === 0) {
    const icon = <IconSearchOff size={40} stroke={1.2} />;
    if (totalElements > 0) return <PastEnd icon={icon} />;
    if (filters.nothing) return filters.nothing;
    return (
      <EmptyState
        icon={icon}
        title={t('results.none')}
        action={
          everywhere !== undefined && (
            <Button variant="default" component={Link} to={everywhere}>
              {t('results.everywhere')}
            </Button>
          )
        }
      >
        {t('results.noneText')}
      </EmptyState>
    );
  }
  return (
    <>
      <ItemsShown
        {...{ view, query, heading, picking }}
        total={totalElements}
        items={items.data._embedded.culturalItems}
        busy={items.isPlaceholderData}
      />
      <div className={layout.pager}>
        <Pager
          page={number + 1}
          totalPages={totalPages}
          addressOf={(page) => pageAddress(search, page)}
          label={t('itemPages')}
        />
      </div>
    </>
  );
}
