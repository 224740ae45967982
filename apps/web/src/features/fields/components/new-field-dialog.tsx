import type { TemplateResourceType } from '@armarium/contract/record-types';
import { Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { focusFirstField, useFaultFocus } from '../../../ui/form-focus.ts';
import { waitingProps } from '../../../ui/named-row.tsx';
import { SaveForm } from '../../../ui/save-form.tsx';
import type { FieldDraft } from '../field-form.ts';
import { FieldFields } from './field-fields.tsx';
import { useFieldWords } from './use-field-words.ts';
import { useNewField } from './use-field-form.ts';

interface NewFieldDialogProps {
  begin: FieldDraft;
  isCopy: boolean;
  /** Called with the kind of record that the field was made for, and what became of it. */
  onMade(type: TemplateResourceType, text: string): void;
  onClose(): void;
}

/** Makes a field. It closes without a question only where nothing was typed. */
export function NewFieldDialog({ begin, isCopy, onMade, onClose }: NewFieldDialogProps) {
  const { t } = useTranslation('fields');
  const words = useFieldWords();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const field = useNewField(begin, isCopy);
  const [isAsking, setAsking] = useState(false);
  const { failure } = field;
  const submit = async () => {
    const made = await field.create();
    if (!made) return focusFirstFault();
    onMade(
      made.resourceType,
      t('created', { field: words.labelOf(made), list: t(`priority.${made.priority}`) }),
    );
    onClose();
  };
  const leave = () => {
    // A failure has to be seen.
    if (field.isWorking) return;
    if (field.hasChanges) setAsking(true);
    else onClose();
  };
  return (
    <Dialog opened onClose={leave} title={t(isCopy ? 'duplicateTitle' : 'add')} size="xl">
      <SaveForm ref={form} label={t('add')} onSave={() => void submit()}>
        {field.isRestored && (
          <Text size="sm" c="dimmed" mb="md" role="status">
            {t('restored')}
          </Text>
        )}
        <FieldFields
          draft={field.draft}
          faults={field.faults}
          hasCheckFailed={field.hasCheckFailed}
          onChange={field.change}
        />
        {failure !== undefined && <FailureAlert title={t('createFailed')} text={describeProblem(failure)} />}
        {isAsking ? (
          <DiscardQuestion
            key="question"
            question={t('discardNew')}
            keepWord={t('keepEditing')}
            discardWord={t('discard')}
            onKeep={() => {
              setAsking(false);
              focusFirstField(form.current);
            }}
            onDiscard={() => {
              field.discard();
              onClose();
            }}
          />
        ) : (
          <DialogActions key="actions">
            <Button variant="default" onClick={leave}>
              {t('cancel')}
            </Button>
            <Button type="submit" {...waitingProps(field.isWorking)}>
              {t('create')}
            </Button>
          </DialogActions>
        )}
      </SaveForm>
    </Dialog>
  );
}
