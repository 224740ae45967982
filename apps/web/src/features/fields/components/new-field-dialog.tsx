import type { TemplateResourceType } from '@armarium/contract/record-types';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DraftForm } from '../../../ui/draft-form.tsx';
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
  const field = useNewField(begin, isCopy);
  const leave = useRef(onClose);
  const { failure } = field;
  const save = async () => {
    const made = await field.create();
    if (!made) return false;
    onMade(
      made.resourceType,
      t('created', { field: words.labelOf(made), list: t(`priority.${made.priority}`) }),
    );
    onClose();
    return true;
  };
  return (
    <Dialog opened onClose={() => leave.current()} title={t(isCopy ? 'duplicateTitle' : 'add')} size="xl">
      <DraftForm
        label={t('add')}
        words={{
          restored: t('restored'),
          cancel: t('cancel'),
          confirm: t('create'),
          question: t('discardNew'),
          keep: t('keepEditing'),
          discard: t('discard'),
        }}
        isRestored={field.isRestored}
        hasChanges={field.hasChanges}
        isWorking={field.isWorking}
        failure={
          failure === undefined ? undefined : { title: t('createFailed'), text: describeProblem(failure) }
        }
        setLeave={(act) => {
          leave.current = act;
        }}
        onSave={save}
        onDiscard={field.discard}
        onClose={onClose}
      >
        <FieldFields
          draft={field.draft}
          faults={field.faults}
          hasCheckFailed={field.hasCheckFailed}
          onChange={field.change}
        />
      </DraftForm>
    </Dialog>
  );
}
