import { Button, Skeleton } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import type { Collection } from '@armarium/contract/records';
import { useQuery } from '@tanstack/react-query';
import {
  IconBooks,
  IconFolderPlus,
  IconKeyboard,
  IconPlus,
  IconStack2,
  IconTrash,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { isLetterKey } from '../../../ui/letter-keys.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { pageFrom } from '../../../ui/page-window.ts';
import { Pager } from '../../../ui/pager.tsx';
import { collectionItemsQuery } from '../../../records/api/collection-items.ts';
import { collectionQuery } from '../../../records/api/collection.ts';
import { isMissing } from '../../../records/api/missing.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { filtersFrom, itemQueryOf } from '../../../records/search-address.ts';
import type { SelectionAction } from '../../operations/actions.ts';
import { usePicking } from '../../../records/selection/picking.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import type { CollectionDialog } from '../../record-entry/components/collection-dialogs.tsx';
import { CollectionsStrip } from './collections-strip.tsx';
import { ChosenItemsBar } from './chosen-items-bar.tsx';
import { useCountWords } from '../../../records/components/count-words.ts';
import { Failed } from '../../../ui/failed.tsx';
import { ItemsExport } from './items-export.tsx';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import { ItemsFailed, ItemsShown, useItemsView } from './items-view.tsx';
import { SelectAll } from './select-all.tsx';
import { useFilters } from './use-filters.tsx';
import classes from './collection-page.module.css';

interface CollectionPageProps {
  /** Undefined for the root collection. */
  collectionUuid: string | undefined;
  /** Items that the user's uploads added since this list was loaded. */
  newItemsOf(collection: Collection): ReactNode;
  /** Absent where the user may not add items. */
  onAddItem: ((collection: Collection) => void) | undefined;
  /** Whether the user may bring deleted records back. */
  mayRestore: boolean;
  /** Whether the user may take the items along as a table. */
  mayExport: boolean;
  /** What the user may do with chosen items. */
  actions: readonly SelectionAction[];
  /** Opens a dialog of a collection. @param asked.parentId the parent through which the user arrived */
  onDialog(asked: {
    dialog: CollectionDialog | 'share';
    collection: Collection;
    parentId: string | undefined;
  }): void;
  notFound: ReactNode;
}

/** A collection of the catalogue: where it stands, its collections, its items (catalogue §2, Catalogue home). */
export function CollectionPage({
  collectionUuid,
  newItemsOf,
  onAddItem,
  mayRestore,
  mayExport,
  actions,
  onDialog,
  notFound,
}: CollectionPageProps) {
  const { t } = useTranslation('catalogue');
  const collection = useQuery(collectionQuery(collectionUuid));
  const title = collection.data && titleOf(collection.data, t('untitled'));
  useDocumentTitle(title ?? (collection.isError ? undefined : t('catalogue')));

  if (collection.data === undefined) {
    if (collection.error === null) return <PageSkeleton />;
    return isMissing(collection.error) ? (
      notFound
    ) : (
      <Failed error={collection.error} headingLevel={1} onRetry={() => void collection.refetch()} />
    );
  }
  return (
    <Contents
      key={collection.data.uuid}
      {...{ collection: collection.data, newItemsOf, onAddItem, mayRestore, mayExport, actions, onDialog }}
    />
  );
}

interface ContentsProps extends Pick<
  CollectionPageProps,
  'newItemsOf' | 'onAddItem' | 'mayRestore' | 'mayExport' | 'actions' | 'onDialog'
> {
  collection: Collection;
}

function Contents({
  collection,
  newItemsOf,
  onAddItem,
  mayRestore,
  mayExport,
  actions,
  onDialog,
}: ContentsProps) {
  const { t } = useTranslation(['browse', 'catalogue']);
  const counts = useCountWords();
  const [search] = useSearchParams();
  const page = pageFrom(search.get('page'));
  const view = useItemsView();
  const items = useQuery(collectionItemsQuery(collection.uuid, page, filtersFrom(search), view.sort));
  const total = items.data?.page.totalElements ?? collection.culturalItemsCount;
  const query = itemQueryOf(search, { collectionUuid: collection.uuid });
  const picking = usePicking(query, total);
  const filter = useFilters(query);
  const shown = items.data?._embedded.culturalItems.map(({ uuid }) => uuid) ?? [];
  // Those that are shown until the others arrive may not match any more.
  const uuids = items.isPlaceholderData ? [] : shown;
  const addressOf = (to: number) => {
    const next = new URLSearchParams(search);
    next.set('page', String(to));
    return { search: next.toString() };
  };
  const parentId = search.get('parentId') ?? undefined;
  const open = (dialog: CollectionDialog | 'share') => onDialog({ dialog, collection, parentId });
  const mayEnter = collection.allowedActions.includes('createItem');
  const entryForm = { pathname: `/catalog/${collection.uuid}/new-record`, search: search.toString() };
  const navigate = useNavigate();
  useWindowEvent('keydown', (event) => {
    if (!mayEnter || !isLetterKey(event, 'n')) return;
    event.preventDefault();
    void navigate(entryForm);
  });
  const add = onAddItem && (
    <Button leftSection={<IconPlus size={18} />} onClick={() => onAddItem(collection)}>
      {t('addItem')}
    </Button>
  );

  return (
    <div className={classes.page}>
      <div className={classes.way}>
        <Breadcrumb
          collection={collection}
          parentId={parentId}
          onShow={() => open(collection.parentCollectionsUuids.length === 0 ? 'summary' : 'show')}
        />
        <div className={classes.deeds}>
          {actions.length > 0 && collection.parentCollectionsUuids.length === 0 && (
            <Button
              component={Link}
              to="/catalog/operations"
              variant="subtle"
              size="sm"
              leftSection={<IconStack2 size={18} stroke={1.6} />}
            >
              {t('operations')}
            </Button>
          )}
          {mayRestore && collection.parentCollectionsUuids.length === 0 && (
            <Button
              component={Link}
              to="/catalog/trash"
              variant="subtle"
              size="sm"
              leftSection={<IconTrash size={18} stroke={1.6} />}
            >
              {t('trash')}
            </Button>
          )}
          <Button variant="default" size="sm" aria-haspopup="dialog" onClick={() => open('share')}>
            {t('share')}
          </Button>
          {collection.allowedActions.includes('createCollection') && (
            <Button
              variant="default"
              size="sm"
              leftSection={<IconFolderPlus size={18} stroke={1.6} />}
              onClick={() => open('create')}
            >
              {t('createCollection')}
            </Button>
          )}
        </div>
      </div>
      <h1 className={`${classes.title} record-title`} dir="auto">
        {titleOf(collection, t('catalogue:untitled'))}
      </h1>
      {collection.sgti && (
        <p className={classes.description} dir="auto">
          {collection.sgti}
        </p>
      )}
      <div className={classes.body}>
        <CollectionsStrip collection={collection} />
        <section aria-labelledby="items-heading">
          <div className={classes.bar}>
            {actions.length > 0 && total > 0 && <SelectAll picking={picking} uuids={uuids} />}
            <h2 id="items-heading" className={`${classes.count} tabular`}>
              {counts.items(total)}
            </h2>
            <div className={classes.notice} aria-live="polite">
              {newItemsOf(collection)}
            </div>
            {collection.culturalItemsCount > 0 && view.buttons}
            {collection.culturalItemsCount > 0 && filter.button}
            {mayExport && total > 0 && <ItemsExport {...{ query, view }} />}
            {mayEnter && (
              <Button
                component={Link}
                to={entryForm}
                variant="default"
                leftSection={<IconKeyboard size={18} stroke={1.6} />}
                aria-keyshortcuts="n"
              >
                {t('newRecord')}
              </Button>
            )}
            {add}
          </div>
          {filter.panel}
          {actions.length > 0 && (
            <ChosenItemsBar {...{ picking, actions, uuids }} collectionUuid={collection.uuid} />
          )}
          {items.data === undefined ? (
            items.error ? (
              <ItemsFailed view={view} error={items.error} onRetry={() => void items.refetch()} />
            ) : (
              <ItemsSkeleton isTable={view.isTable} count={collection.culturalItemsCount} />
            )
          ) : items.data._embedded.culturalItems.length > 0 ? (
            <ItemsShown
              {...{ view, query, total }}
              heading={titleOf(collection, t('catalogue:untitled'))}
              collectionUuid={collection.uuid}
              items={items.data._embedded.culturalItems}
              busy={items.isPlaceholderData}
              picking={actions.length > 0 ? picking : undefined}
            />
          ) : total > 0 ? (
            <EmptyState
              icon={<IconBooks size={40} stroke={1.2} />}
              title={t('empty.pastEnd')}
              action={
                <Button variant="default" component={Link} to={addressOf(1)}>
                  {t('empty.firstPage')}
                </Button>
              }
            >
              {t('empty.pastEndText')}
            </EmptyState>
          ) : filter.nothing ? (
            filter.nothing
          ) : collection.collectionsCount > 0 ? (
            <p className={classes.beside}>{t('empty.besideCollections')}</p>
          ) : (
            <EmptyState
              icon={<IconBooks size={40} stroke={1.2} />}
              title={t('empty.title')}
              action={
                onAddItem && (
                  <Button
                    variant="light"
                    leftSection={<IconPlus size={18} />}
                    onClick={() => onAddItem(collection)}
                  >
                    {t('empty.action')}
                  </Button>
                )
              }
            >
              {onAddItem ? t('empty.textCanAdd') : t('empty.text')}
            </EmptyState>
          )}
          <div className={classes.pager}>
            {items.data && (
              <Pager
                page={page}
                totalPages={items.data.page.totalPages}
                addressOf={addressOf}
                label={t('itemPages')}
              />
            )}
          </div>
        </section>
      </div>
    </div>
  );
}

function PageSkeleton() {
  return (
    <div className={classes.page} aria-busy>
      <Skeleton height={36} width={260} mb={36} />
      <div className={classes.body}>
        <div className={classes.bar}>
          <Skeleton height={20} width={90} />
        </div>
        <ItemsSkeleton />
      </div>
    </div>
  );
}
