import type { UserRights } from '@armarium/contract/capability';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { labelOf } from '../../../records/label.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DraftForm } from '../../../ui/draft-form.tsx';
import { notify } from '../../../ui/notify.tsx';
import { deleteTransition, transitionQuery } from '../api/transitions.ts';
import { changesVisibility, isComplete } from '../transition-form.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { SettingDialog } from './setting-dialog.tsx';
import { TransitionFacts } from './transition-facts.tsx';
import { TransitionFields } from './transition-fields.tsx';
import { useFormWords } from './use-form-words.ts';
import { useTransitionName } from './use-transition-name.ts';
import { useTransitionParts } from './use-transition-parts.ts';
import {
  transitionDraftKey,
  useNewTransition,
  useTransitionEdit,
  type Ends,
  type TransitionForm,
} from './use-transition-form.ts';

interface TransitionDialogProps {
  uuid: string;
  userRights: UserRights;
  onClose(): void;
}

/** A transition: read first, then edited or deleted (back office §2.3 and §5). */
export function TransitionDialog({ uuid, userRights, onClose }: TransitionDialogProps) {
  const { t } = useTranslation('workflowSettings');
  const query = useQuery(transitionQuery(uuid));
  return (
    <SettingDialog
      query={query}
      draftKey={transitionDraftKey(uuid)}
      titleOf={(transition) => (transition ? labelOf(transition) : t('transitionTitle'))}
      reading={(transition, { onEdit, onDelete }) => (
        <>
          <TransitionFacts transition={transition} />
          <DialogActions>
            <Button variant="subtle" color="red" mr="auto" onClick={onDelete}>
              {t('delete')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('close')}
            </Button>
            <Button data-autofocus autoFocus onClick={onEdit}>
              {t('edit')}
            </Button>
          </DialogActions>
        </>
      )}
      editing={(transition, tag, setLeave) => (
        <EditTransition {...{ transition, tag, userRights, setLeave, onClose }} />
      )}
      deleting={(transition, tag, actions) => (
        <DeleteTransition {...{ transition, tag, ...actions }} onDone={onClose} />
      )}
      onClose={onClose}
    />
  );
}

interface EditTransitionProps extends Omit<TransitionDialogProps, 'uuid'> {
  transition: TransitionTemplate;
  tag: string | undefined;
  setLeave(leave: () => void): void;
}

function EditTransition({ transition, tag, onClose, ...more }: EditTransitionProps) {
  const { t } = useTranslation('workflowSettings');
  const form = useTransitionEdit(transition, tag);
  const done = (title: string) => {
    notify('success', { title });
    onClose();
  };
  return (
    <TransitionFormBody
      {...more}
      form={form}
      isNew={false}
      isForPublishers={changesVisibility(transition)}
      onSaved={() => done(t('updated'))}
      onMakeAgain={() => void form.makeAgain().then((isMade) => isMade && done(t('transitionCreated')))}
      onClose={onClose}
    />
  );
}

interface NewTransitionDialogProps extends Omit<TransitionDialogProps, 'uuid'> {
  resourceType: TemplateResourceType;
  /** Where it leads from and to, where that was drawn. */
  ends: Ends | undefined;
}

/** Makes a transition of a kind of records. */
export function NewTransitionDialog({ resourceType, ends, onClose, ...more }: NewTransitionDialogProps) {
  const { t } = useTranslation('workflowSettings');
  const form = useNewTransition(resourceType, ends);
  const leave = useRef(onClose);
  return (
    <Dialog opened onClose={() => leave.current()} title={t('addTransition')} size="lg">
      <TransitionFormBody
        {...more}
        form={form}
        isNew
        isForPublishers={false}
        onSaved={() => {
          notify('success', { title: t('transitionCreated') });
          onClose();
        }}
        setLeave={(act) => {
          leave.current = act;
        }}
        onClose={onClose}
      />
    </Dialog>
  );
}

interface TransitionFormBodyProps extends Pick<EditTransitionProps, 'setLeave' | 'userRights' | 'onClose'> {
  form: TransitionForm;
  isNew: boolean;
  isForPublishers: boolean;
  onSaved(): void;
  /** Makes it anew, where it was deleted meanwhile. */
  onMakeAgain?(): void;
}

function TransitionFormBody({
  form,
  isNew,
  isForPublishers,
  userRights,
  onSaved,
  onMakeAgain,
  setLeave,
  onClose,
}: TransitionFormBodyProps) {
  const { t } = useTranslation('workflowSettings');
  const words = useFormWords();
  const partWords = useTransitionParts(isForPublishers);
  const { failure, changes, theirs } = form;
  const isGone = onMakeAgain !== undefined && isProblem(failure, 'not-found');
  const failed = failure === undefined ? undefined : words.failed(failure);
  return (
    <DraftForm
      label={t('transitionTitle')}
      words={words.buttons}
      isRestored={form.isRestored}
      hasChanges={changes > 0}
      isWorking={form.isWorking}
      isDisabled={!isComplete(form.draft) || changes === 0 || form.faults.combination === true}
      failure={
        failed && {
          title: failed.title,
          text: isGone ? { title: t('gone'), next: t('goneNext') } : failed.text,
          more: isGone ? (
            <Button size="compact-md" variant="default" mt="xs" onClick={onMakeAgain}>
              {t('makeAgain')}
            </Button>
          ) : (
            theirs.map(({ part, isConflict }) => (
              <Text key={part} size="sm">
                {t(isConflict ? 'theirs.conflict' : 'theirs.taken', {
                  part: partWords.nameOf(part),
                  value: partWords.valueOf(form.base, part) || t('theirs.empty'),
                })}
              </Text>
            ))
          ),
        }
      }
      setLeave={setLeave}
      onSave={async () => {
        const isSaved = await form.save();
        if (isSaved) onSaved();
        return isSaved;
      }}
      onDiscard={form.discard}
      onClose={onClose}
    >
      <TransitionFields form={form} isNew={isNew} isForPublishers={isForPublishers} userRights={userRights} />
    </DraftForm>
  );
}

interface DeleteTransitionProps {
  transition: TransitionTemplate;
  tag: string | undefined;
  onStale(): void;
  onCancel(): void;
  onDone(): void;
}

function DeleteTransition({ transition, tag, ...actions }: DeleteTransitionProps) {
  const { t } = useTranslation('workflowSettings');
  const nameOf = useTransitionName();
  const count = transition.actions.length;
  return (
    <DeleteDialog
      title={t('deleteTransitionQuestion', { transition: nameOf(transition) })}
      failedWord={t('saveFailed')}
      removedWord={t('removed')}
      remove={() => deleteTransition(transition.uuid, tag)}
      {...actions}
    >
      {count > 0 && `${t('deletesActions', { count })} `}
      {t('deleteTransitionText')}
    </DeleteDialog>
  );
}
