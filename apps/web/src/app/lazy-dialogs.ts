import { lazy } from 'react';
import { technicalWords } from '../records/technical/words.ts';
import { downloadWords } from '../features/downloads/words.ts';
import { recordEntryWords } from '../features/record-entry/words.ts';
import { lazyWithWords } from '../lib/lazy-with-words.ts';
import { pageWords } from './words.ts';

// No dialog is part of the first load of a page: the dialogs' frame alone weighs 20 kB.

export const ChangeOrganisation = lazy(() =>
  import('../features/session/components/change-organisation.tsx').then((module) => ({
    default: module.ChangeOrganisation,
  })),
);
export const SignInAgain = lazyWithWords(
  [pageWords.signOn],
  async () => (await import('../features/session/components/sign-in-again.tsx')).SignInAgain,
);
export const KeysDialog = lazy(() =>
  import('./shell/keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })),
);
export const MenuDrawer = lazy(() =>
  import('./shell/menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer })),
);
/** Shown while operations on many items are followed. It asks before it undoes one of them. */
export const BatchPanel = lazy(() =>
  import('../features/operations/components/batch-panel.tsx').then((module) => ({
    default: module.BatchPanel,
  })),
);
/** One of them shares the collection. */
export const CollectionDialogs = lazyWithWords(
  [pageWords.sharing, recordEntryWords],
  async () => (await import('./pages/collection-dialogs.tsx')).CollectionDialogs,
);
export const ItemSharingDialog = lazyWithWords(
  [pageWords.sharing, downloadWords],
  async () => (await import('./pages/item-sharing-dialog.tsx')).ItemSharingDialog,
);
export const ShareStoryDialog = lazyWithWords(
  [pageWords.sharing],
  async () => (await import('../features/sharing/components/share-story-dialog.tsx')).ShareStoryDialog,
);
export const ShareSeriesDialog = lazyWithWords(
  [pageWords.sharing],
  async () => (await import('../features/sharing/components/share-series-dialog.tsx')).ShareSeriesDialog,
);
export const ItemAssetDialogs = lazyWithWords(
  [recordEntryWords, technicalWords, downloadWords],
  async () => (await import('./pages/item-asset-dialogs.tsx')).ItemAssetDialogs,
);
export const UploadWizard = lazy(() =>
  import('../features/upload/components/upload-wizard.tsx').then((module) => ({
    default: module.UploadWizard,
  })),
);
export const DropDialog = lazy(() =>
  import('../features/upload/components/drop-dialog.tsx').then((module) => ({
    default: module.DropDialog,
  })),
);
