import { FEW_ITEMS } from '@armarium/contract/suggestions';
import { IconSearchOff } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { pageAddress } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { ItemsExport } from './items-export.tsx';
import { ItemsFailed, ItemsShown } from './items-view.tsx';
import { OtherSearches } from './lazy-parts.ts';
import { PastEnd } from '../../../records/components/past-end.tsx';
import { SelectAll } from '../../../records/selection/select-all.tsx';
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
}

/** A page of the items that a search found. */
export function FoundItems({ list, heading, waiting }: FoundItemsProps) {
  const { t } = useTranslation('browse');
  const [search] = useSearchParams();
  const { query, view, items, picking } = list;
  // The other searches belong to this one, not to one whose items are shown until its own arrive.
  const isEmptyUntilRead = items.isPlaceholderData && items.data.page.totalElements === 0;
  if (items.data === undefined || waiting || isEmptyUntilRead) {
    return items.error ? (
      <div className={classes.awaited}>
        <ItemsFailed view={view} error={items.error} onRetry={() => void items.refetch()} />
      </div>
    ) : (
      // Drawn anew, not moved, where it turns out wider.
      <div key={String(waiting)} className={classes.awaited}>
        <ItemsSkeleton view={view.name} count={10} />
      </div>
    );
  }
  const { number, totalPages, totalElements } = items.data.page;
  const others = (isEmpty: boolean) => (
    <Suspense fallback={null}>
      <OtherSearches {...{ query, isEmpty }} />
    </Suspense>
  );
  if (items.data._embedded.culturalItems.length === 0) {
    if (totalElements > 0) return <PastEnd icon={<IconSearchOff size={40} stroke={1.2} />} />;
    return others(true);
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
      {totalElements <= FEW_ITEMS && !items.isPlaceholderData && others(false)}
    </>
  );
}
