import { Button, Text } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ProblemText } from '../lib/problem/problem-text.ts';
import { DialogActions } from './dialog.tsx';
import { DiscardQuestion } from './discard-question.tsx';
import { FailureAlert } from './failure-alert.tsx';
import { focusFirstField, useFaultFocus } from './form-focus.ts';
import { waitingProps } from './waiting-props.ts';
import { SaveForm } from './save-form.tsx';

interface DraftFormProps {
  /** The name of the form, for screen readers. */
  label: string;
  words: {
    /** Says that an earlier draft is here again. */
    restored: string;
    cancel: string;
    confirm: string;
    /** Whether what was typed may be discarded. */
    question: string;
    keep: string;
    discard: string;
  };
  isRestored: boolean;
  hasChanges: boolean;
  isWorking: boolean;
  /** Whether it can't be confirmed as it is. */
  isDisabled?: boolean;
  failure?: { title: string; text: ProblemText; more?: ReactNode } | undefined;
  /** What the dialog does when it is closed by its cross or by Escape. */
  setLeave(leave: () => void): void;
  /** @returns whether it was saved; otherwise the first field with a fault gets the focus */
  onSave(): Promise<boolean>;
  onDiscard(): void;
  onClose(): void;
  children: ReactNode;
}

/** The form of a dialog: its fields, a failure, and its buttons, in whose place it asks before something typed is discarded. */
export function DraftForm({
  label,
  words,
  isRestored,
  hasChanges,
  isWorking,
  isDisabled = false,
  failure,
  setLeave,
  onSave,
  onDiscard,
  onClose,
  children,
}: DraftFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    // A failure has to be seen.
    if (isWorking) return;
    if (hasChanges) setAsking(true);
    else onClose();
  };
  useEffect(() => setLeave(leave));
  const save = async () => {
    if (!isDisabled && !(await onSave())) focusFirstFault();
  };
  return (
    <SaveForm ref={form} label={label} onSave={() => void save()}>
      {isRestored && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {words.restored}
        </Text>
      )}
      {children}
      {failure && (
        <FailureAlert title={failure.title} text={failure.text}>
          {failure.more}
        </FailureAlert>
      )}
      {isAsking ? (
        <DiscardQuestion
          key="question"
          question={words.question}
          keepWord={words.keep}
          discardWord={words.discard}
          onKeep={() => {
            setAsking(false);
            focusFirstField(form.current);
          }}
          onDiscard={() => {
            onDiscard();
            onClose();
          }}
        />
      ) : (
        <DialogActions key="actions">
          <Button variant="default" onClick={leave}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={isDisabled} {...waitingProps(isWorking)}>
            {words.confirm}
          </Button>
        </DialogActions>
      )}
    </SaveForm>
  );
}
