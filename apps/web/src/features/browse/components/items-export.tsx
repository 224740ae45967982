import { Suspense, useState } from 'react';
import { ExportButton } from '../../table/components/export-button.tsx';
import type { ExportMenuProps } from '../../table/components/export-menu.tsx';
import { ExportMenu } from './lazy-parts.ts';

/** The button that leads to what a list shows as a table. Its menu comes with the first click, which opens it. */
export function ItemsExport(props: ExportMenuProps) {
  const [asked, setAsked] = useState(false);
  const button = <ExportButton onClick={() => setAsked(true)} />;
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <ExportMenu {...props} />
    </Suspense>
  );
}
