import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { newestSeriesQuery } from '../../features/browse/api/newest-series.ts';
import { CollectionPage } from '../../features/browse/components/collection-page.tsx';
import { StoriesStrip } from '../../features/browse/components/stories-strip.tsx';
import { SavedSearchesStrip } from '../../features/saved-searches/components/saved-searches-strip.tsx';
import { savedSearchesQuery } from '../../features/saved-searches/api/saved-searches.ts';
import { selfQuery } from '../../features/session/api/self.ts';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { NotFoundPage } from '../not-found-page.tsx';
import { useCollectionDialogs } from './use-collection-dialogs.tsx';
import { FileDrop } from './file-drop.tsx';
import { NewItems } from './new-items.tsx';
import { useSelectionActions } from './selection-actions.ts';
import { useUploadWizard } from './use-upload-wizard.tsx';

/** `/catalog` and `/catalog/{collectionUuid}`: the catalogue with the uploads beside it. */
export function CollectionRoute() {
  const { collectionUuid } = useParams();
  const isHome = collectionUuid === undefined;
  const accountId = useQuery(selfQuery).data?.id;
  // Together with the collection, so that they are there when that is drawn.
  useQuery({ ...savedSearchesQuery, enabled: isHome, subscribed: false });
  useQuery({ ...newestSeriesQuery, enabled: isHome, subscribed: false });
  const permissions = useQuery(permissionsQuery);
  const actions = useSelectionActions();
  const { wizard, openWizard } = useUploadWizard();
  const { dialogs, openDialog } = useCollectionDialogs();
  // The wizard sends files; without them an item is made elsewhere.
  const mayAdd = permissions.data?.create !== undefined && permissions.data.upload !== undefined;
  return (
    <>
      <CollectionPage
        collectionUuid={collectionUuid}
        newItemsOf={(collection) => (
          <>
            <NewItems collectionUuid={collection.uuid} />
            {mayAdd && <FileDrop target={{ collectionUuid: collection.uuid }} />}
          </>
        )}
        onAddItem={mayAdd ? (collection) => openWizard({ collectionUuid: collection.uuid }) : undefined}
        actions={actions}
        savedSearches={isHome && <SavedSearchesStrip accountId={accountId} />}
        stories={isHome && <StoriesStrip accountId={accountId} />}
        onDialog={openDialog}
        notFound={<NotFoundPage />}
      />
      {wizard}
      {dialogs}
    </>
  );
}
