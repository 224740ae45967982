import { useDraggable } from '@dnd-kit/core';
import type { ReactNode } from 'react';

interface CarrierProps {
  id: string;
  className: string | undefined;
  enabled: boolean;
  children: ReactNode;
}

/** Takes up whatever is pulled at within it. */
export function Carrier({ id, className, enabled, children }: CarrierProps) {
  const { setNodeRef, listeners } = useDraggable({ id, disabled: !enabled });
  return (
    <div ref={setNodeRef} className={className} {...listeners}>
      {children}
    </div>
  );
}
