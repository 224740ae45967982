import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { isSaveKey } from '../../../ui/letter-keys.ts';
import type { EditState } from './use-edit-state.ts';

/** A form that changes metadata, as a hook holds it. */
export interface Edit {
  readonly state: EditState;
  /** Whether it goes on from a draft that was left. */
  readonly isRestored: boolean;
  /** How many fields are changed. */
  readonly changes: number;
  submit(): Promise<void>;
  /** Of the button that ends it. */
  cancel(): void;
  /** Ends it without its changes. */
  discard(): void;
}

interface EditFormProps {
  edit: Edit;
  label: string;
  /** On the button that saves. */
  saveWord: string;
  /** Whether nothing can be saved before something is changed. */
  needsChange?: boolean;
  /** What to do next where the record was changed by others meanwhile. */
  staleNext: string;
  /** The fields. */
  children: ReactNode;
  /** What can be chosen where the saving failed. */
  choices?: ReactNode;
  /** How far the saving is. */
  progress?: ReactNode;
}

/** A form that changes metadata: its fields, why it was not saved, and its buttons. */
export function EditForm(props: EditFormProps) {
  const { edit, label, needsChange = false, staleNext, children, choices, progress } = props;
  const { t } = useTranslation('editing');
  const { form, failure } = edit.state;
  const failed = failure === undefined ? undefined : describeProblem(failure);
  return (
    <form
      ref={form}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void edit.submit();
      }}
      onKeyDown={(event) => {
        if (!isSaveKey(event)) return;
        event.preventDefault();
        if (!needsChange || edit.changes > 0) void edit.submit();
      }}
    >
      {edit.isRestored && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {t('form.restored')}
        </Text>
      )}
      {children}
      {failed && (
        <FailureAlert
          title={t('form.saveFailed')}
          text={{ ...failed, ...(isProblem(failure, 'stale') && { next: staleNext }) }}
        >
          {choices}
        </FailureAlert>
      )}
      {progress}
      <EditButtons {...props} />
    </form>
  );
}

function EditButtons({ edit, saveWord, needsChange = false }: EditFormProps) {
  const { t } = useTranslation('editing');
  const { isInvalid, isSaving, isAsking, setAsking } = edit.state;
  // Keys, or "Keep editing" would become the button that saves while it is clicked.
  if (isAsking)
    return (
      <DiscardQuestion
        key="question"
        question={t('form.discardQuestion', { count: edit.changes })}
        keepWord={t('form.keepEditing')}
        discardWord={t('form.discard')}
        onKeep={() => setAsking(false)}
        onDiscard={edit.discard}
      />
    );
  return (
    <DialogActions key="actions">
      <Button variant="default" onClick={edit.cancel}>
        {t('form.cancel')}
      </Button>
      <Button
        type="submit"
        disabled={isInvalid || (needsChange && edit.changes === 0)}
        aria-disabled={isSaving}
        data-waiting={isSaving || undefined}
      >
        {saveWord}
      </Button>
    </DialogActions>
  );
}
