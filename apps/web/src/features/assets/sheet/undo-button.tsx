import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translate } from '../../../lib/i18n.ts';
import { undoKey, type ChangeKind } from './sheet-outcome.ts';
import type { SheetChanges } from './use-sheet-changes.ts';

/** Takes the last change back. With nothing more to undo it stays, disabled by word: the focus stands on it. */
export function UndoButton({ changes }: { changes: SheetChanges }) {
  // Draws it anew in another language.
  useTranslation('sheet');
  const { undoOf, undoText, isBusy } = changes;
  const [undone, setUndone] = useState<ChangeKind>();
  const shown = undoOf ?? undone;
  const mayUndo = undoOf !== undefined && !isBusy;
  if (shown === undefined) return null;
  return (
    <Button
      variant="default"
      size="compact-md"
      leftSection={<IconArrowBackUp size={17} />}
      title={undoText}
      aria-disabled={mayUndo ? undefined : true}
      onClick={() => {
        if (!mayUndo) return;
        setUndone(undoOf);
        void changes.undo();
      }}
    >
      {translate(undoKey(shown))}
    </Button>
  );
}
