import type { Collection } from '@armarium/contract/collections';

export type CollectionDialog = 'create' | 'show' | 'summary';

/** The dialogs that the buttons of a collection's dialog open in its place. */
export const steps = ['move', 'link', 'unlink', 'delete'] as const;
export type Step = (typeof steps)[number] | 'workflow';

export interface CollectionDialogsProps {
  dialog: CollectionDialog;
  collection: Collection;
  /** The parent through which the user arrived (HOME-03). */
  parentId: string | undefined;
  opened: boolean;
  onClose(): void;
  /** The collection is no longer where the user looks at it: where to go. */
  onGone(collectionUuid: string | undefined): void;
}

export type StepProps = CollectionDialogsProps & { onBack(): void };
