import { Skeleton } from '@mantine/core';
import type { Collection } from '@armarium/contract/collections';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { collectionQuery } from '../../../records/api/collection.ts';
import { isMissing } from '../../../records/api/missing.ts';
import { ItemsSkeleton } from '../../../records/components/items-skeleton.tsx';
import type { SelectionAction } from '../../operations/actions.ts';
import type { CollectionDialog } from '../../record-entry/components/collection-dialog.ts';
import { CollectionHead } from './collection-head.tsx';
import { CollectionItems } from './collection-items.tsx';
import { CollectionsStrip } from './collections-strip.tsx';
import classes from './collection-page.module.css';

interface CollectionPageProps {
  /** Undefined for the root collection. */
  collectionUuid: string | undefined;
  /** Items that the user's uploads added since this list was loaded. */
  newItemsOf(collection: Collection): ReactNode;
  /** Absent where the user may not add items. */
  onAddItem: ((collection: Collection) => void) | undefined;
  /** What the user may do with chosen items. */
  actions: readonly SelectionAction[];
  /** The line of saved searches above the collections; only the home page has it. */
  savedSearches?: ReactNode;
  /** The newest series, below the collections; only the home page has them. */
  stories?: ReactNode;
  /** Opens a dialog of a collection. @param wanted.parentId the parent through which the user arrived */
  onDialog(wanted: {
    dialog: CollectionDialog | 'share';
    collection: Collection;
    parentId: string | undefined;
  }): void;
  notFound: ReactNode;
}

/** A collection of the catalogue: the way to it, its collections, its items (catalogue §2, Catalogue home). */
export function CollectionPage({
  collectionUuid,
  newItemsOf,
  onAddItem,
  actions,
  savedSearches,
  stories,
  onDialog,
  notFound,
}: CollectionPageProps) {
  const { t } = useTranslation('catalogue');
  const [search] = useSearchParams();
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
  const parentId = search.get('parentId') ?? undefined;
  return (
    <div key={collection.data.uuid} className={classes.page}>
      <CollectionHead
        collection={collection.data}
        parentId={parentId}
        onDialog={(dialog) => onDialog({ dialog, collection: collection.data, parentId })}
      />
      <div className={classes.body}>
        {savedSearches}
        <CollectionsStrip collection={collection.data} />
        {stories}
        <CollectionItems
          collection={collection.data}
          newItems={newItemsOf(collection.data)}
          onAddItem={onAddItem && (() => onAddItem(collection.data))}
          actions={actions}
        />
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
