import { useQuery } from '@tanstack/react-query';
import { NewItemsNotice } from '../../features/browse/components/new-items-notice.tsx';
import { selfQuery } from '../../features/session/api/self.ts';
import { forgetNewItems, useNewItems } from '../new-items.ts';

/** How many items came since a list was loaded. @param collectionUuid undefined for all collections */
export function NewItems({ collectionUuid }: { collectionUuid: string | undefined }) {
  const accountId = useQuery(selfQuery).data?.id;
  const count = useNewItems(accountId, collectionUuid);
  return (
    <NewItemsNotice
      list={collectionUuid ?? 'found'}
      count={count}
      onShown={() => accountId !== undefined && forgetNewItems(accountId, collectionUuid)}
    />
  );
}
