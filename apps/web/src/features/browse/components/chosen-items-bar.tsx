import { Suspense, useState } from 'react';
import { SelectionBar } from './lazy-parts.ts';
import type { SelectionBarProps } from '../../operations/components/selection-bar.tsx';

/** What can be done with the chosen items, once there are any; it comes with the first one (GRID-17). */
export function ChosenItemsBar(props: Omit<SelectionBarProps, 'onAsked'>) {
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
