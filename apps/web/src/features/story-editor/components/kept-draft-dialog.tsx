import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { keepOnMachine } from '../../../lib/drafts.ts';
import { displayMoment } from '../../../ui/display-date.ts';
import { useEditorStore } from '../state/editor-store.ts';
import { recalledDraft, type FoundDraft } from '../state/kept-draft.ts';
import { mergeSteps } from '../state/merge-steps.ts';
import { ConflictDialog, type Conflict } from './conflict-dialog.tsx';

interface KeptDraftDialogProps {
  found: FoundDraft;
  /** The draft is edited from now on. */
  onTaken(): void;
  onDiscarded(): void;
}

/** Offers changes that were left on this machine, with their time. Closing it takes them over: nothing is lost by it. */
export function KeptDraftDialog({ found, onTaken, onDiscarded }: KeptDraftDialogProps) {
  const { t } = useTranslation('storyEditor');
  const store = useEditorStore();
  const [conflict, setConflict] = useState<Conflict>();
  const { key, draft: kept } = found;
  const take = (steps: Conflict['mine']) => {
    store.dispatch({ type: 'replace', steps });
    store.keepNow();
    // A full storage has room for the one or the other.
    if (store.isKept()) keepOnMachine(key, undefined);
    onTaken();
  };
  const restore = () => {
    const { saved, tag } = store.state();
    const { steps, base } = recalledDraft(kept, saved);
    if (kept.tag === tag) return take(steps);
    const merge = mergeSteps(base, steps, saved);
    if (merge.conflicts.length > 0 || merge.isOrderInConflict)
      setConflict({ merge, mine: steps, theirs: saved });
    else take(merge.resolve(() => 'mine', 'mine'));
  };
  if (conflict)
    return (
      <ConflictDialog
        conflict={conflict}
        confirmWord={t('conflict.take')}
        onSettle={take}
        onCancel={() => setConflict(undefined)}
      />
    );
  return (
    <Dialog opened onClose={restore} title={t('kept.title')}>
      <p>{t('kept.text', { time: displayMoment(new Date(kept.at).toISOString()) })}</p>
      <DialogActions>
        <Button
          variant="default"
          className="danger"
          onClick={() => {
            keepOnMachine(key, undefined);
            onDiscarded();
          }}
        >
          {t('kept.discard')}
        </Button>
        <Button data-autofocus onClick={restore}>
          {t('kept.restore')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
