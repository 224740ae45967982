import { Suspense, useState } from 'react';
import { SelectionBar } from './lazy-parts.ts';
import type { SelectionBarProps } from '../../operations/components/selection-bar.tsx';

/** What can be done with the chosen items, once there are any; it comes with the first one (GRID-17). */
export function ChosenItemsBar(props: Omit<SelectionBarProps, 'onDialog'>) {
  // A dialog that finds its last item gone still has to say so: the list whose dialog is open.
  const [dialogOf, setDialogOf] = useState<string>();
  const list = JSON.stringify(props.picking.query);
  if (props.picking.count === 0 && dialogOf !== list) return null;
  return (
    <Suspense fallback={null}>
      <SelectionBar key={list} {...props} onDialog={(isOpen) => setDialogOf(isOpen ? list : undefined)} />
    </Suspense>
  );
}
