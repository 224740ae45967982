import { lazy } from 'react';

// What a page of the catalogue shows only when asked. Menus and dialogs alone would weigh 30 kB of its first load.

export const ExportMenu = lazy(() =>
  import('./export-menu.tsx').then((module) => ({ default: module.ExportMenu })),
);
export const FilterPanel = lazy(() =>
  import('./filter-panel.tsx').then((module) => ({ default: module.FilterPanel })),
);
export const ItemDialog = lazy(() =>
  import('./item-dialog.tsx').then((module) => ({ default: module.ItemDialog })),
);
export const ItemsTable = lazy(() =>
  import('./items-table.tsx').then((module) => ({ default: module.ItemsTable })),
);
export const SelectionBar = lazy(() =>
  import('./selection-bar.tsx').then((module) => ({ default: module.SelectionBar })),
);
export const WorkflowDialog = lazy(() =>
  import('./workflow-dialog.tsx').then((module) => ({ default: module.WorkflowDialog })),
);
