import { lazy } from 'react';

// No dialog is part of the first load of an item's page, as in `app/lazy-dialogs.ts`.

export const ItemDialog = lazy(() =>
  import('../../record-entry/components/item-dialog.tsx').then((module) => ({ default: module.ItemDialog })),
);
export const WorkflowDialog = lazy(() =>
  import('../../workflow/components/workflow-dialog.tsx').then((module) => ({
    default: module.WorkflowDialog,
  })),
);
