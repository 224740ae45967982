import { lazy, Suspense } from 'react';
import type { SelectionBarProps } from './selection-bar.tsx';

const SelectionBar = lazy(() =>
  import('./selection-bar.tsx').then((module) => ({ default: module.SelectionBar })),
);

/** What can be done with the chosen items; its code is fetched when the first is chosen (GRID-17). */
export function SelectionBarHost(props: SelectionBarProps) {
  if (props.picking.count === 0) return null;
  return (
    <Suspense fallback={null}>
      <SelectionBar {...props} />
    </Suspense>
  );
}
