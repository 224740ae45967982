import { createBrowserRouter, Navigate } from 'react-router';
import { BrokenPage } from './broken-page.tsx';
import { Shell } from './shell/shell.tsx';

const catalogue = () =>
  import('./pages/collection-route.tsx').then((module) => ({ Component: module.CollectionRoute }));

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
                lazy: () =>
                  import('./pages/item-route.tsx').then((module) => ({ Component: module.ItemRoute })),
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
