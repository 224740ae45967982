import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { LeavingGuard } from '../../../ui/leaving-guard.tsx';

interface ShownOnceDialogProps {
  title: string;
  words: {
    /** On the button that closes it: the person has kept what it shows. */
    done: string;
    /** Whether that was done, where it is left in another way. */
    question: string;
    stay: string;
    leave: string;
  };
  onClose(): void;
  children: ReactNode;
}

/** Shows what can't be shown again: it asks before it is left in another way than by its button. */
export function ShownOnceDialog({ title, words, onClose, children }: ShownOnceDialogProps) {
  const [isAsking, setAsking] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  return (
    <Dialog opened onClose={() => setAsking(true)} title={title}>
      {children}
      <LeavingGuard onLeave={() => setAsking(true)} />
      {isAsking ? (
        <DiscardQuestion
          key="question"
          question={words.question}
          keepWord={words.stay}
          discardWord={words.leave}
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
            {words.done}
          </Button>
        </DialogActions>
      )}
    </Dialog>
  );
}
