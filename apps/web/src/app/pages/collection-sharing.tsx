import type { Collection } from '@armarium/contract/collections';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { collectionQuery } from '../../records/api/collection.ts';
import { permissionsQuery } from '../../features/session/api/permissions.ts';
import { useTenantName } from '../../features/session/tenant-name.ts';
import { ShareCollectionDialog } from '../../features/sharing/components/share-collection-dialog.tsx';

interface CollectionSharingProps {
  collection: Collection;
  opened: boolean;
  onClose(): void;
}

/** What gives a collection to others, as it stands now. */
export function CollectionSharing({ collection: given, opened, onClose }: CollectionSharingProps) {
  const { data: collection = given } = useQuery(collectionQuery(given.uuid));
  const mayPublish = useQuery(permissionsQuery).data?.publish !== undefined;
  const queries = useQueryClient();
  return (
    <ShareCollectionDialog
      collection={collection}
      keeper={useTenantName()}
      mayPublish={mayPublish}
      onChanged={() => void queries.invalidateQueries({ queryKey: ['catalogue', 'collection'] })}
      opened={opened}
      onClose={onClose}
    />
  );
}
