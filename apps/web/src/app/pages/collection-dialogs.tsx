import type { Collection } from '@armarium/contract/collections';
import { CollectionDialogs as DialogsOfCatalogue } from '../../features/record-entry/components/collection-dialogs.tsx';
import type { CollectionDialog as DialogOfCatalogue } from '../../features/record-entry/components/collection-dialog.ts';
import { CollectionSharing } from './collection-sharing.tsx';

export type CollectionDialog = DialogOfCatalogue | 'share';

interface CollectionDialogsProps {
  dialog: CollectionDialog;
  collection: Collection;
  parentId: string | undefined;
  opened: boolean;
  onClose(): void;
  onGone(collectionUuid: string | undefined): void;
}

/** The dialogs of a collection: those of the catalogue, and the one that shares it. */
export function CollectionDialogs({ dialog, ...props }: CollectionDialogsProps) {
  if (dialog === 'share') return <CollectionSharing {...props} />;
  return <DialogsOfCatalogue {...props} dialog={dialog} />;
}
