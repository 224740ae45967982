import { Button } from '@mantine/core';
import type { Collection } from '@armarium/contract/collections';
import { useQuery } from '@tanstack/react-query';
import { IconBooks, IconKeyboard, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { useLetterKey } from '../../../ui/letter-keys.ts';
import { pageAddress, pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { collectionItemsQuery } from '../../../records/api/collection-items.ts';
import { useCountWords } from '../../../records/components/count-words.ts';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { filtersFrom, itemQueryOf } from '../../../records/search-address.ts';
import type { SelectionAction } from '../../operations/actions.ts';
import { ChosenItemsBar } from './chosen-items-bar.tsx';
import { ItemsExport } from './items-export.tsx';
import { ItemsFailed, ItemsShown, useItemsView } from './items-view.tsx';
import { PastEnd } from '../../../records/components/past-end.tsx';
import { SelectAll } from '../../../records/selection/select-all.tsx';
import { SortChoice } from './sort-choice.tsx';
import { useItemsList, type ItemsList } from './use-items-list.ts';
import classes from './collection-page.module.css';

interface CollectionItemsProps {
  collection: Collection;
  /** Items that the user's uploads added since this list was loaded. */
  newItems: ReactNode;
  /** Absent where the user may not add items. */
  onAddItem: (() => void) | undefined;
  /** What the user may do with chosen items. */
  actions: readonly SelectionAction[];
}

/** The items of a collection: how many there are, what can be done with the list, and a page of them. */
export function CollectionItems({ collection, newItems, onAddItem, actions }: CollectionItemsProps) {
  const { t } = useTranslation('browse');
  const counts = useCountWords();
  const [search] = useSearchParams();
  const page = pageFrom(search.get('page'));
  const query = itemQueryOf(search, { collectionUuid: collection.uuid });
  const view = useItemsView(collection.uuid);
  const items = useQuery(collectionItemsQuery(collection.uuid, page, filtersFrom(search), view.sort));
  const total = items.data?.page.totalElements ?? collection.culturalItemsCount;
  const list = useItemsList({ query, view, items, total }, actions.length > 0);
  const { picking, uuids, filters } = list;

  return (
    <section aria-labelledby="items-heading">
      <div className={classes.bar}>
        {picking && total > 0 && <SelectAll {...{ picking, uuids }} />}
        <h2 id="items-heading" className={`${classes.count} tabular`}>
          {counts.items(total)}
        </h2>
        <div className={classes.notice} aria-live="polite">
          {newItems}
        </div>
        {collection.culturalItemsCount > 0 && <SortChoice query={query} sort={view.sort} />}
        {collection.culturalItemsCount > 0 && view.buttons}
        {collection.culturalItemsCount > 0 && filters.button}
        {actions.includes('export') && total > 0 && <ItemsExport {...{ query, view }} />}
        {collection.allowedActions.includes('createItem') && (
          <NewRecordLink collectionUuid={collection.uuid} />
        )}
        {onAddItem && (
          <Button leftSection={<IconPlus size={18} />} onClick={onAddItem}>
            {t('addItem')}
          </Button>
        )}
      </div>
      {filters.panel}
      {picking && <ChosenItemsBar {...{ picking, actions, view, uuids }} collectionUuid={collection.uuid} />}
      <ListedItems {...{ collection, list, onAddItem }} />
      <div className={classes.pager}>
        {items.data && (
          <Pager
            page={page}
            totalPages={items.data.page.totalPages}
            addressOf={(to) => pageAddress(search, to)}
            label={t('itemPages')}
          />
        )}
      </div>
    </section>
  );
}

/** The way to the form of a new record, which has a key. */
function NewRecordLink({ collectionUuid }: { collectionUuid: string }) {
  const { t } = useTranslation('browse');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const form = { pathname: `/catalog/${collectionUuid}/new-record`, search: search.toString() };
  useLetterKey('n', () => void navigate(form));
  return (
    <Button
      component={Link}
      to={form}
      variant="default"
      leftSection={<IconKeyboard size={18} stroke={1.6} />}
      aria-keyshortcuts="n"
    >
      {t('newRecord')}
    </Button>
  );
}

interface ListedItemsProps extends Pick<CollectionItemsProps, 'collection' | 'onAddItem'> {
  list: ItemsList;
}

/** The items of the page; in their place what is still to come, what failed, or why there are none. */
function ListedItems({ collection, list, onAddItem }: ListedItemsProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const { query, view, items, total, picking, filters } = list;
  if (items.data === undefined) {
    return items.error ? (
      <ItemsFailed view={view} error={items.error} onRetry={() => void items.refetch()} />
    ) : (
      <ItemsSkeleton view={view.name} count={collection.culturalItemsCount} />
    );
  }
  if (items.data._embedded.culturalItems.length > 0) {
    return (
      <ItemsShown
        {...{ view, query, total, picking }}
        heading={titleOf(collection, t('catalogue:untitled'))}
        collectionUuid={collection.uuid}
        items={items.data._embedded.culturalItems}
        busy={items.isPlaceholderData}
      />
    );
  }
  const icon = <IconBooks size={40} stroke={1.2} />;
  if (total > 0) return <PastEnd icon={icon} />;
  if (filters.nothing) return filters.nothing;
  if (collection.collectionsCount > 0)
    return <p className={classes.beside}>{t('empty.besideCollections')}</p>;
  return (
    <EmptyState
      icon={icon}
      title={t('empty.title')}
      action={
        onAddItem && (
          <Button variant="light" leftSection={<IconPlus size={18} />} onClick={onAddItem}>
            {t('empty.action')}
          </Button>
        )
      }
    >
      {onAddItem ? t('empty.textCanAdd') : t('empty.text')}
    </EmptyState>
  );
}
