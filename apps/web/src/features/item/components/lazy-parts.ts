import { lazy } from 'react';

// What stands beside an image only when somebody opens it there is no part of the first load of an item's page.

export const ContentsPanel = lazy(() =>
  import('./contents-panel.tsx').then((module) => ({ default: module.ContentsPanel })),
);
export const PageText = lazy(() =>
  import('./page-text.tsx').then((module) => ({ default: module.PageText })),
);
