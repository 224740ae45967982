import type { Template } from '@armarium/contract/templates';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { focusFirstField, useFaultFocus } from '../../../ui/form-focus.ts';
import { grouped } from '../../../ui/grouped.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { SaveForm } from '../../../ui/save-form.tsx';
import { fieldQuery, usageQuery } from '../api/fields.ts';
import type { FieldDraft } from '../field-form.ts';
import { FieldFields } from './field-fields.tsx';
import { TheirChanges } from './their-changes.tsx';
import { useFieldEdit } from './use-field-form.ts';
import { useFieldWords } from './use-field-words.ts';
import classes from './fields.module.css';

interface EditFieldDialogProps {
  uuid: string;
  /** Opens the dialog of a new field, filled with what is typed here. */
  onDuplicate(draft: FieldDraft): void;
  /** Called with what became of the field. */
  onDone(text: string): void;
  onClose(): void;
}

/** The edit mode of a field: its words, default and rules; deletes and duplicates it. */
export function EditFieldDialog({ uuid, onDuplicate, onDone, onClose }: EditFieldDialogProps) {
  const { t } = useTranslation('fields');
  const words = useFieldWords();
  const query = useQuery(fieldQuery(uuid));
  const [read, setRead] = useState(query.data);
  // What is typed stands over what was read first; a change by others is told when it is saved.
  if (read === undefined && query.data) setRead(query.data);
  const leave = useRef(onClose);
  return (
    <Dialog
      opened
      onClose={() => leave.current()}
      title={read ? <bdi>{words.labelOf(read.answer)}</bdi> : t('edit')}
      size="xl"
    >
      {read ? (
        <EditForm
          template={read.answer}
          tag={read.tag}
          setLeave={(act) => {
            leave.current = act;
          }}
          onDuplicate={onDuplicate}
          onDone={onDone}
          onClose={onClose}
        />
      ) : (
        <PendingRows query={query} height_px={56} />
      )}
    </Dialog>
  );
}

interface EditFormProps {
  template: Template;
  tag: string | undefined;
  /** What the dialog does when it is closed by its cross or by Escape: the form knows whether to ask. */
  setLeave(leave: () => void): void;
  onDuplicate(draft: FieldDraft): void;
  /** Called with what became of the field. */
  onDone(text: string): void;
  onClose(): void;
}

type Asking = 'discard' | 'delete';

function EditForm({ template, tag, setLeave, onDuplicate, onDone, onClose }: EditFormProps) {
  const { t } = useTranslation('fields');
  const words = useFieldWords();
  const label = words.labelOf(template);
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const edit = useFieldEdit(template, tag);
  const usage = useQuery(usageQuery(template.uuid));
  const [asking, setAsking] = useState<Asking>();
  const [deleting, setDeleting] = useState(false);
  const { failure, changes } = edit;
  const submit = async () => {
    if (changes === 0) return;
    if (!(await edit.save())) return focusFirstFault();
    onDone(
      t('saved', {
        field: words.labelOf({ ...template, label: edit.draft.label, labels: edit.draft }),
      }),
    );
  };
  const archive = async () => {
    setDeleting(true);
    if (!(await edit.archive())) {
      setAsking(undefined);
      // The buttons of the question are gone.
      return focusFirstField(form.current);
    }
    onDone(t('deleted', { field: label }));
  };
  const leave = () => {
    // A failure has to be seen.
    if (edit.isWorking) return;
    if (changes > 0) setAsking('discard');
    else onClose();
  };
  useEffect(() => setLeave(leave));
  const used =
    usage.data === undefined
      ? undefined
      : usage.data.records === 0
        ? t('notUsed')
        : t('usedIn', { count: usage.data.records, formatted: grouped(usage.data.records) });
  const text = failure === undefined ? undefined : describeProblem(failure);
  return (
    <SaveForm ref={form} label={t('form', { field: label })} onSave={() => void submit()}>
      {edit.isRestored && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {t('restored')}
        </Text>
      )}
      <p className={classes.used} role="status">
        {usage.isError ? t('notCounted') : used}
      </p>
      <FieldFields
        draft={edit.draft}
        faults={edit.faults}
        stored={edit.stored}
        template={template}
        usage={usage.isPending ? undefined : (usage.data ?? 'unknown')}
        onChange={edit.change}
      />
      {text && (
        <FailureAlert
          title={t(deleting ? 'deleteFailed' : 'saveFailed')}
          text={
            isProblem(failure, 'stale') ? { ...text, next: t(deleting ? 'staleDelete' : 'staleNext') } : text
          }
        >
          <TheirChanges changes={edit.theirs} />
        </FailureAlert>
      )}
      {asking === 'discard' && (
        <DiscardQuestion
          key="discard"
          question={t('discardQuestion', { count: changes })}
          keepWord={t('keepEditing')}
          discardWord={t('discard')}
          onKeep={() => {
            setAsking(undefined);
            focusFirstField(form.current);
          }}
          onDiscard={() => {
            edit.discard();
            onClose();
          }}
        />
      )}
      {asking === 'delete' && (
        <DiscardQuestion
          key="delete"
          question={`${t('deleteQuestion', { field: label })} ${used ?? t(usage.isError ? 'notCounted' : 'counting')} ${t('deleteText')}`}
          keepWord={t('keepField')}
          discardWord={t('delete')}
          onKeep={() => {
            setAsking(undefined);
            focusFirstField(form.current);
          }}
          onDiscard={() => void archive()}
        />
      )}
      {asking === undefined && (
        <DialogActions key="actions">
          <div className={classes.asides}>
            {template.locked ? (
              <Text size="sm" c="dimmed">
                {t('lockedText')}
              </Text>
            ) : (
              <Button variant="subtle" color="red" onClick={() => setAsking('delete')}>
                {t('delete')}
              </Button>
            )}
            <Button variant="subtle" onClick={() => onDuplicate(edit.draft)}>
              {t('duplicate')}
            </Button>
          </div>
          <Button variant="default" onClick={leave}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            disabled={changes === 0}
            {...waitingProps(edit.isWorking)}
            onClick={() => setDeleting(false)}
          >
            {t('save')}
          </Button>
        </DialogActions>
      )}
    </SaveForm>
  );
}
