import { lazy, Suspense, useState } from 'react';
import type { SelectionBarProps } from './selection-bar.tsx';

const SelectionBar = lazy(() =>
  import('./selection-bar.tsx').then((module) => ({ default: module.SelectionBar })),
);

/** What can be done with the chosen items; its code is fetched when the first is chosen (GRID-17). */
export function SelectionBarHost(props: Omit<SelectionBarProps, 'onAsked'>) {
  // A dialog that finds its last item gone still has to say so.
  const [asked, setAsked] = useState<string>();
  const list = JSON.stringify(props.picking.query);
  if (props.picking.count === 0 && asked !== list) return null;
  return (
    <Suspense fallback={null}>
      <SelectionBar key={list} {...props} onAsked={(open) => setAsked(open ? list : undefined)} />
    </Suspense>
  );
}
