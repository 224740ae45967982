import type { ItemQuery } from '@armarium/contract/item-query';
import { lazy, Suspense, useState } from 'react';
import { ExportButton } from './export-button.tsx';
import type { ItemsView } from './items-view.tsx';

const ExportMenu = lazy(() => import('./export-menu.tsx').then((module) => ({ default: module.ExportMenu })));

/** The way to what a list shows as a table; its menu is fetched at the first click. */
export function Export({ query, view }: { query: ItemQuery; view: Pick<ItemsView, 'isTable' | 'sort'> }) {
  const [asked, setAsked] = useState(false);
  const button = <ExportButton onClick={() => setAsked(true)} />;
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <ExportMenu {...{ query, view }} />
    </Suspense>
  );
}
