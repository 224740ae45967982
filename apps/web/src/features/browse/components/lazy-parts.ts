import { lazy } from 'react';
import { lazyWithWords } from '../../../lib/lazy-with-words.ts';
import { technicalWords } from '../../../records/technical/words.ts';
import { filterWords } from '../../filters/words.ts';
import { recordEntryWords } from '../../record-entry/words.ts';

/** What a list can be narrowed by, and what of files. */
const narrowingWords = [filterWords, technicalWords];

// Parts of a page of the catalogue that the user opens. Menus and dialogs alone would add 30 kB to its first load.

export const ExportMenu = lazy(() =>
  import('../../table/components/export-menu.tsx').then((module) => ({ default: module.ExportMenu })),
);
export const FilterPanel = lazyWithWords(
  narrowingWords,
  async () => (await import('../../filters/components/filter-panel.tsx')).FilterPanel,
);
export const ItemsList = lazy(() =>
  import('./items-list.tsx').then((module) => ({ default: module.ItemsList })),
);
/** The editing of its cells has the words of forms, and its print those of the filters that are set. */
export const ItemsTable = lazyWithWords(
  [...narrowingWords, recordEntryWords],
  async () => (await import('../../table/components/items-table.tsx')).ItemsTable,
);
export const NothingLeft = lazyWithWords(
  narrowingWords,
  async () => (await import('../../filters/components/nothing-left.tsx')).NothingLeft,
);
export const OtherSearches = lazy(() =>
  import('./other-searches.tsx').then((module) => ({ default: module.OtherSearches })),
);
export const SearchSuggestions = lazy(() =>
  import('./search-suggestions.tsx').then((module) => ({ default: module.SearchSuggestions })),
);
export const SelectionBar = lazyWithWords(
  [recordEntryWords],
  async () => (await import('../../operations/components/selection-bar.tsx')).SelectionBar,
);
