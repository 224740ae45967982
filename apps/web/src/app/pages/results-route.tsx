import { useQuery } from '@tanstack/react-query';
import { recordsChanged } from '../../records/api/edit-records.ts';
import { ResultsPage } from '../../features/browse/components/results-page.tsx';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { useCollectionDialogs } from './use-collection-dialogs.tsx';
import { NewItems } from './new-items.tsx';
import { useSelectionActions } from './selection-actions.ts';

/** `/catalog/results`: what a search found. */
export function ResultsRoute() {
  const actions = useSelectionActions();
  const permissions = useQuery(permissionsQuery);
  const { dialogs, openDialog } = useCollectionDialogs(() => void recordsChanged());
  return (
    <>
      <ResultsPage
        actions={actions}
        newItems={<NewItems collectionUuid={undefined} />}
        mayShareSearches={permissions.data?.editSharedSearches !== undefined}
        onCollection={(collection) => openDialog({ dialog: 'show', collection, parentId: undefined })}
      />
      {dialogs}
    </>
  );
}
