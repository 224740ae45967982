import type { Collection } from '@armarium/contract/collections';
import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useOpener } from '../../ui/opener.ts';
import { CollectionDialogs } from '../lazy-dialogs.ts';
import type { CollectionDialog } from './collection-dialogs.tsx';

interface DialogRequest {
  dialog: CollectionDialog;
  collection: Collection;
  parentId: string | undefined;
}

/**
 * The dialogs of a collection, and the function that opens them. Their code is fetched when the first one opens.
 * @param onGone called after the collection was moved, unlinked or deleted; without it the client goes to another page
 */
export function useCollectionDialogs(onGone?: () => void): {
  dialogs: ReactNode;
  openDialog(request: DialogRequest): void;
} {
  const [request, setRequest] = useState<DialogRequest & { time: number }>();
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  const navigate = useNavigate();
  return {
    openDialog: (next) => {
      opener.keep();
      setRequest({ ...next, time: (request?.time ?? 0) + 1 });
      setOpened(true);
    },
    dialogs: request && (
      <Suspense fallback={null}>
        <CollectionDialogs
          key={request.time}
          {...request}
          opened={opened}
          onClose={() => {
            setOpened(false);
            opener.giveBack();
          }}
          onGone={(collectionUuid) => {
            if (onGone) return onGone();
            const to = collectionUuid === undefined ? '/catalog' : `/catalog/${collectionUuid}`;
            void navigate(to, { replace: true });
          }}
        />
      </Suspense>
    ),
  };
}
