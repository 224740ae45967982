import type { Collection } from '@armarium/contract/collections';
import { Suspense, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useOpener } from '../../ui/opener.ts';
import { CollectionDialogs } from '../lazy-dialogs.ts';
import type { CollectionDialog } from './collection-dialogs.tsx';

interface Asked {
  dialog: CollectionDialog;
  collection: Collection;
  parentId: string | undefined;
}

/**
 * The dialogs of a collection, and what opens them. Their code comes with the first.
 * @param onGone where it isn't the page of that collection, which would be left
 */
export function useCollectionDialogs(onGone?: () => void): {
  dialogs: ReactNode;
  openDialog(asked: Asked): void;
} {
  const [asked, setAsked] = useState<Asked & { time: number }>();
  const [opened, setOpened] = useState(false);
  const opener = useOpener();
  const navigate = useNavigate();
  return {
    openDialog: (next) => {
      opener.keep();
      setAsked({ ...next, time: (asked?.time ?? 0) + 1 });
      setOpened(true);
    },
    dialogs: asked && (
      <Suspense fallback={null}>
        <CollectionDialogs
          key={asked.time}
          {...asked}
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
