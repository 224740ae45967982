import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { LeavingGuard } from '../../../ui/leaving-guard.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface CodesDialogProps {
  codes: readonly string[];
  onClose(): void;
}

/** Shows new recovery codes, this once: it asks before it is left in another way than by its button. */
export function CodesDialog({ codes, onClose }: CodesDialogProps) {
  const { t } = useTranslation('secondFactor');
  const [isAsking, setAsking] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  return (
    <Dialog opened onClose={() => setAsking(true)} title={t('codes.title')}>
      <RecoveryCodes codes={codes} />
      <LeavingGuard onLeave={() => setAsking(true)} />
      {isAsking ? (
        <DiscardQuestion
          key="question"
          question={t('codes.question')}
          keepWord={t('codes.stay')}
          discardWord={t('codes.leave')}
          onKeep={() => {
            setAsked(true);
            setAsking(false);
          }}
          onDiscard={onClose}
        />
      ) : (
        <DialogActions key="actions">
          <Button
            // The button that had the focus is gone with the question.
            autoFocus={hasAsked}
            onClick={onClose}
          >
            {t('codes.done')}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}
