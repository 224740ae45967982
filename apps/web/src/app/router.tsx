import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type LoaderFunctionArgs } from 'react-router';
import { changedFieldsWords } from '../records/changes/words.ts';
import { contentsWords } from '../features/assets/contents/words.ts';
import { recordEntryWords } from '../features/record-entry/words.ts';
import { sessionQuery } from '../features/session/api/session.ts';
import type { LazyWords } from '../lib/lazy-words.ts';
import { loadWithWords } from '../lib/lazy-with-words.ts';
import { queryClient } from '../lib/query-client.ts';
import { pageFrom } from '../ui/page-window.ts';
import { BrokenPage } from './broken-page.tsx';
import { CollectionRoute } from './pages/collection-route.tsx';
import { askForItem } from './pages/item-first.ts';
import type { administrationPages } from './pages/administration-pages.tsx';
import type { otherPages } from './pages/other-pages.tsx';
import type { storyEditorPages } from './pages/story-editor-route.tsx';
import { ResultsRoute } from './pages/results-route.tsx';
import { Shell } from './shell/shell.tsx';
import { pageWords } from './words.ts';

/** A page beside the lists of the catalogue: its code comes together with the words of such pages. */
const withWords = (words: readonly LazyWords[], load: () => Promise<ComponentType>) => async () => ({
  Component: await loadWithWords(words, load),
});
const itemPage = withWords([pageWords.item], async () => (await import('./pages/item-route.tsx')).ItemRoute);
const contactSheet = withWords(
  [pageWords.item, contentsWords, changedFieldsWords],
  async () => (await import('./pages/contact-sheet-route.tsx')).ContactSheetRoute,
);
const other = (name: keyof typeof otherPages) =>
  withWords(
    [pageWords.item, pageWords.pages, recordEntryWords, changedFieldsWords],
    async () => (await import('./pages/other-pages.tsx')).otherPages[name],
  );
const administration = (name: keyof typeof administrationPages, ...words: readonly LazyWords[]) =>
  withWords(
    [pageWords.administration, ...words],
    async () => (await import('./pages/administration-pages.tsx')).administrationPages[name],
  );

const configurationPage = withWords(
  [pageWords.administration, recordEntryWords, changedFieldsWords],
  async () => (await import('./pages/configuration-route.tsx')).ConfigurationRoute,
);

const storiesPage = withWords(
  [pageWords.stories, recordEntryWords],
  async () => (await import('./pages/stories-route.tsx')).StoriesRoute,
);

const storyEditor = (name: keyof typeof storyEditorPages, ...words: readonly LazyWords[]) =>
  withWords(
    [pageWords.stories, pageWords.storyEditor, recordEntryWords, ...words],
    async () => (await import('./pages/story-editor-route.tsx')).storyEditorPages[name],
  );

/** Fetches what the page of an item shows while its code is loaded, once there is a session. Nothing waits for it here. */
function beginItem({ params: { uuid = '' }, request }: LoaderFunctionArgs): null {
  const position = pageFrom(new URL(request.url).searchParams.get('image'));
  queryClient
    .ensureQueryData(sessionQuery)
    .then((isThere) => (isThere ? askForItem(uuid, position) : undefined))
    // The page fetches it again, and shows a failure.
    .catch(() => undefined);
  return null;
}

/**
 * The routes of catalogue §2 that exist now. An unknown path leads to the catalogue (SHELL-03, A-01). It takes
 * the address as it is when it is called, and starts to load the page's code.
 */
export const createRouter = () =>
  createBrowserRouter(
    [
      {
        element: <Shell />,
        errorElement: <BrokenPage />,
        hydrateFallbackElement: <Shell />,
        children: [
          {
            errorElement: <BrokenPage />,
            children: [
              { path: 'catalog', Component: CollectionRoute },
              { path: 'catalog/results/:collectionUuid?', Component: ResultsRoute },
              { path: 'catalog/trash', lazy: other('trash') },
              { path: 'catalog/operations', lazy: other('operations') },
              { path: 'catalog/operations/:uuid', lazy: other('operation') },
              { path: 'catalog/spreadsheets/:uuid?', lazy: other('spreadsheet') },
              { path: 'catalog/:collectionUuid', Component: CollectionRoute },
              { path: 'catalog/:collectionUuid/new-record', lazy: other('newRecord') },
              {
                path: 'catalog/:collectionUuid/cultural-item/:uuid',
                loader: beginItem,
                // Another image of it is the page's own matter.
                shouldRevalidate: ({ currentParams, nextParams }) =>
                  currentParams['uuid'] !== nextParams['uuid'],
                lazy: itemPage,
              },
              {
                path: 'catalog/:collectionUuid/cultural-item/:uuid/contact-sheet',
                lazy: contactSheet,
              },
              { path: 'catalog/:collectionUuid/cultural-item', lazy: other('noItem') },
              { path: 'story', lazy: storiesPage },
              { path: 'story/series/:seriesUuid', lazy: storiesPage },
              {
                path: 'story/editor/:storyUuid',
                lazy: storyEditor('draft'),
                children: [
                  { index: true, lazy: storyEditor('screen') },
                  { path: 'preview', lazy: storyEditor('preview') },
                  { path: 'cultural-item', lazy: storyEditor('items', pageWords.picking) },
                  { path: 'cultural-item/:itemUuid', lazy: storyEditor('images', pageWords.picking) },
                  {
                    path: 'cultural-item/:itemUuid/select-area',
                    lazy: storyEditor('selectArea', pageWords.picking),
                  },
                  { path: 'selected-area-edit/:step', lazy: storyEditor('editArea', pageWords.picking) },
                ],
              },
              { path: 'audit', lazy: other('audit') },
              { path: 'management', lazy: administration('management') },
              {
                path: 'management/self',
                lazy: administration('profile', pageWords.secondFactor, pageWords.signOn),
              },
              { path: 'configuration', lazy: configurationPage },
              { path: 'organisation', lazy: administration('organisation') },
              { path: 'support', lazy: other('support') },
              { path: '*', element: <Navigate to="/catalog" replace /> },
            ],
          },
        ],
      },
    ],
    { basename: '/ui' },
  );
