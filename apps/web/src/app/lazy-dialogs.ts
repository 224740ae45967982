import { lazy, type ComponentType } from 'react';
import { loadPageWords } from './words.ts';

// No dialog is part of the first load of a page: the dialogs' frame alone weighs 20 kB.

export const ChangeOrganisation = lazy(() =>
  import('../features/session/components/change-organisation.tsx').then((module) => ({
    default: module.ChangeOrganisation,
  })),
);
export const SignInAgain = lazy(async () => {
  const [{ SignInAgain: dialog }] = await Promise.all([
    import('../features/session/components/sign-in-again.tsx'),
    loadPageWords('signOn'),
  ]);
  return { default: dialog };
});
export const KeysDialog = lazy(() =>
  import('./shell/keys-dialog.tsx').then((module) => ({ default: module.KeysDialog })),
);
export const MenuDrawer = lazy(() =>
  import('./shell/menu-drawer.tsx').then((module) => ({ default: module.MenuDrawer })),
);
/** A dialog that shares something: its words come with it. */
const withSharingWords = <Props>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [dialog] = await Promise.all([load(), loadPageWords('sharing')]);
    return { default: dialog };
  });

/** One of them shares the collection. */
export const CollectionDialogs = withSharingWords(() =>
  import('./pages/collection-dialogs.tsx').then((module) => module.CollectionDialogs),
);
export const ItemSharingDialog = lazy(() =>
  import('./pages/item-sharing-dialog.tsx').then((module) => ({ default: module.ItemSharingDialog })),
);
export const ShareStoryDialog = withSharingWords(() =>
  import('../features/sharing/components/share-story-dialog.tsx').then((module) => module.ShareStoryDialog),
);
export const ShareSeriesDialog = withSharingWords(() =>
  import('../features/sharing/components/share-series-dialog.tsx').then((module) => module.ShareSeriesDialog),
);
export const ItemAssetDialogs = lazy(() =>
  import('./pages/item-asset-dialogs.tsx').then((module) => ({ default: module.ItemAssetDialogs })),
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
