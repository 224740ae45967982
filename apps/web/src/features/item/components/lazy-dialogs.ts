import { lazy } from 'react';
import { lazyWithWords } from '../../../lib/lazy-with-words.ts';
import { recordEntryWords } from '../../record-entry/words.ts';

// No dialog is part of the first load of an item's page, as in `app/lazy-dialogs.ts`.

export const ItemDialog = lazyWithWords(
  [recordEntryWords],
  async () => (await import('../../record-entry/components/item-dialog.tsx')).ItemDialog,
);
export const WorkflowDialog = lazy(() =>
  import('../../workflow/components/workflow-dialog.tsx').then((module) => ({
    default: module.WorkflowDialog,
  })),
);
