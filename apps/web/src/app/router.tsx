import { createBrowserRouter, Navigate, type LoaderFunctionArgs } from 'react-router';
import { sessionQuery } from '../features/session/api/session.ts';
import { queryClient } from '../lib/query-client.ts';
import { pageFrom } from '../ui/page-window.ts';
import { BrokenPage } from './broken-page.tsx';
import { Shell } from './shell/shell.tsx';

const catalogue = () =>
  import('./pages/collection-route.tsx').then((module) => ({ Component: module.CollectionRoute }));

/** What the page of an item shows is asked for beside its code, once there is a session; nobody waits for it here. */
function beginItem({ params: { uuid = '' }, request }: LoaderFunctionArgs): null {
  import('./pages/item-first.ts')
    .then(
      async (module) =>
        (await queryClient.ensureQueryData(sessionQuery)) &&
        module.askForItem(uuid, pageFrom(new URL(request.url).searchParams.get('image'))),
    )
    // The page asks for itself, and tells of what fails.
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
              { path: 'catalog', lazy: catalogue },
              {
                path: 'catalog/results/:collectionUuid?',
                lazy: () =>
                  import('./pages/results-route.tsx').then((module) => ({ Component: module.ResultsRoute })),
              },
              {
                path: 'catalog/trash',
                lazy: () =>
                  import('../features/catalogue/components/trash-page.tsx').then((module) => ({
                    Component: module.TrashPage,
                  })),
              },
              {
                path: 'catalog/operations',
                lazy: () =>
                  import('../features/catalogue/components/operations-page.tsx').then((module) => ({
                    Component: module.OperationsPage,
                  })),
              },
              {
                path: 'catalog/operations/:uuid',
                lazy: () =>
                  import('../features/catalogue/components/operation-page.tsx').then((module) => ({
                    Component: module.OperationPage,
                  })),
              },
              {
                path: 'catalog/spreadsheets/:uuid?',
                lazy: () =>
                  import('../features/catalogue/components/spreadsheet-page.tsx').then((module) => ({
                    Component: module.SpreadsheetPage,
                  })),
              },
              { path: 'catalog/:collectionUuid', lazy: catalogue },
              {
                path: 'catalog/:collectionUuid/new-record',
                lazy: () =>
                  import('../features/catalogue/components/new-record-page.tsx').then((module) => ({
                    Component: module.NewRecordPage,
                  })),
              },
              {
                path: 'catalog/:collectionUuid/cultural-item/:uuid',
                loader: beginItem,
                // Another image of it is the page's own matter.
                shouldRevalidate: ({ currentParams, nextParams }) =>
                  currentParams['uuid'] !== nextParams['uuid'],
                lazy: () =>
                  import('./pages/item-route.tsx').then((module) => ({ Component: module.ItemRoute })),
              },
              {
                path: 'catalog/:collectionUuid/cultural-item/:uuid/contact-sheet',
                lazy: () =>
                  import('./pages/contact-sheet-route.tsx').then((module) => ({
                    Component: module.ContactSheetRoute,
                  })),
              },
              {
                path: 'catalog/:collectionUuid/cultural-item',
                lazy: () =>
                  import('../features/catalogue/components/no-item-page.tsx').then((module) => ({
                    Component: module.NoItemPage,
                  })),
              },
              {
                path: 'audit',
                lazy: () =>
                  import('../features/catalogue/components/audit-page.tsx').then((module) => ({
                    Component: module.AuditPage,
                  })),
              },
              {
                path: 'support',
                lazy: () =>
                  import('./pages/support-route.tsx').then((module) => ({ Component: module.SupportRoute })),
              },
              { path: '*', element: <Navigate to="/catalog" replace /> },
            ],
          },
        ],
      },
    ],
    { basename: '/ui' },
  );
