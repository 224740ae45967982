import { Suspense, useState } from 'react';
import { ExportButton } from '../../table/components/export-button.tsx';
import type { ExportedList } from '../../table/exports.ts';
import { ExportMenu } from './lazy-parts.ts';

/** The button that exports what a list shows as a table. Its menu comes with the first click, which opens it. */
export function ItemsExport(props: ExportedList) {
  const [wanted, setWanted] = useState(false);
  const button = <ExportButton onClick={() => setWanted(true)} />;
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <ExportMenu {...props} />
    </Suspense>
  );
}
