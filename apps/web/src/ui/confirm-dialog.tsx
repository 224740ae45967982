import { Button } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem, type ProblemText } from '../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from './dialog.tsx';
import { isSaveKey } from './letter-keys.ts';
import { FailureAlert } from './failure-alert.tsx';
import { waitingProps } from './waiting-props.ts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  confirmWord: string;
  /** The work deletes or removes something. */
  dangerous?: boolean;
  /** Something that the work needs is missing. */
  disabled?: boolean;
  size?: 'md' | 'lg' | 'xl';
  onClose(): void;
  /** In place of `Cancel`, where that could be taken for the work itself. */
  cancelWord?: string;
  /** `Cancel`, where that is not to close. */
  onCancel?(): void;
  /** Ends the work early: while it goes on, `Stop` stands in place of `Cancel`. */
  onStop?(): void;
  /** To close it ends the work early, which it may do all the time. */
  closesWhileWorking?: boolean;
  /** Whether an input is missing, which `work` then marks: the dialog stays open. */
  keepsOpen?(): boolean;
  /** Does the work. The caller closes the dialog when it is done; the dialog shows a failure. */
  work(): Promise<void>;
  /** What could not be done, as the heading of a failure; without it the dialog's title says so. */
  failedWord?: string;
  /** Why, and what to do next, where the place has words of its own for it. */
  describe?(failure: unknown): ProblemText;
  onFailure?(failure: unknown): void;
  /** Whether a failure is told at the field that it is about: then nothing else tells it. */
  isTold?(failure: unknown): boolean;
  children: ReactNode;
}

/** A question with what it takes to answer it, `Cancel`, and the button that does it, once at a time. */
export function ConfirmDialog({
  opened,
  title,
  confirmWord,
  dangerous = false,
  disabled = false,
  size = 'md',
  onClose,
  cancelWord,
  onCancel = onClose,
  onStop,
  closesWhileWorking = false,
  work,
  keepsOpen = () => false,
  failedWord,
  describe = describeProblem,
  onFailure,
  isTold = () => false,
  children,
}: ConfirmDialogProps) {
  const { t } = useTranslation('ui');
  const [failure, setFailure] = useState<unknown>();
  const [working, setWorking] = useState(false);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    // What was done the last time is over.
    if (opened) {
      setWorking(false);
      setFailure(undefined);
    }
  }
  const failed = failure === undefined ? undefined : describe(failure);
  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (working || disabled) return;
    setWorking(true);
    setFailure(undefined);
    try {
      const stays = keepsOpen();
      await work();
      if (stays) setWorking(false);
    } catch (error) {
      if (!isTold(error)) setFailure(error);
      onFailure?.(error);
      setWorking(false);
    }
  };
  // The dialog stays open while it works, so that a failure can be shown.
  const unlessWorking = (leave: () => void) => () => {
    if (!working || closesWhileWorking) leave();
  };
  return (
    <Dialog opened={opened} onClose={unlessWorking(onClose)} title={title} size={size}>
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => void confirm(event)}
        onKeyDown={(event) => {
          if (!isSaveKey(event)) return;
          event.preventDefault();
          // What takes something away is no saving.
          if (!dangerous && !event.repeat) event.currentTarget.requestSubmit();
        }}
      >
        {children}
        {failed && <FailureAlert title={failedWord ?? t('failedTo', { what: title })} text={failed} />}
        <DialogActions>
          {/* Where nothing is to be filled in: not the cross, which says nothing of the question. */}
          <Button
            variant="default"
            data-autofocus
            onClick={working && onStop ? onStop : unlessWorking(onCancel)}
          >
            {working && onStop ? t('stop') : (cancelWord ?? t('cancel'))}
          </Button>
          <Button
            type="submit"
            disabled={disabled}
            {...waitingProps(working)}
            // White on the plain red is too faint to be read.
            {...(dangerous && { color: 'red.9' })}
          >
            {confirmWord}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
