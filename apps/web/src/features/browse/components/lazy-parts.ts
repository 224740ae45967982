import { lazy } from 'react';

// Parts of a page of the catalogue that the user opens. Menus and dialogs alone would add 30 kB to its first load.

export const ExportMenu = lazy(() =>
  import('../../table/components/export-menu.tsx').then((module) => ({ default: module.ExportMenu })),
);
export const FilterPanel = lazy(() =>
  import('../../filters/components/filter-panel.tsx').then((module) => ({ default: module.FilterPanel })),
);
export const ItemsList = lazy(() =>
  import('./items-list.tsx').then((module) => ({ default: module.ItemsList })),
);
export const ItemsTable = lazy(() =>
  import('../../table/components/items-table.tsx').then((module) => ({ default: module.ItemsTable })),
);
export const NothingLeft = lazy(() =>
  import('../../filters/components/nothing-left.tsx').then((module) => ({ default: module.NothingLeft })),
);
export const OtherSearches = lazy(() =>
  import('./other-searches.tsx').then((module) => ({ default: module.OtherSearches })),
);
export const SearchSuggestions = lazy(() =>
  import('./search-suggestions.tsx').then((module) => ({ default: module.SearchSuggestions })),
);
export const SelectionBar = lazy(() =>
  import('../../operations/components/selection-bar.tsx').then((module) => ({
    default: module.SelectionBar,
  })),
);
