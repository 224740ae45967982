import type { ItemState } from '@armarium/contract/item-states';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { labelOf } from '../../../records/label.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DraftForm } from '../../../ui/draft-form.tsx';
import { languageName } from '../../../ui/language-labels.tsx';
import { notify } from '../../../ui/notify.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { hasDraft } from '../../../ui/use-draft.ts';
import { deleteState, stateQuery, stateUsageQuery } from '../api/states.ts';
import { allTransitionsQuery } from '../api/transitions.ts';
import { DEFAULT_STATE } from '../state-form.ts';
import { StateFacts } from './state-facts.tsx';
import { StateFields } from './state-fields.tsx';
import { useFormWords } from './use-form-words.ts';
import { useReadOnce } from './use-read-once.ts';
import { stateDraftKey, useStateForm, type StateForm } from './use-state-form.ts';

interface StateDialogProps {
  uuid: string;
  onClose(): void;
}

type Mode = 'read' | 'edit' | 'delete';

/** A state: read first, then edited or deleted (back office §2.3 and §5). */
export function StateDialog({ uuid, onClose }: StateDialogProps) {
  const { t } = useTranslation('workflowSettings');
  const query = useQuery(stateQuery(uuid));
  const transitions = useQuery(allTransitionsQuery);
  // What was typed before goes on.
  const [mode, setMode] = useState<Mode>(hasDraft(stateDraftKey(uuid)) ? 'edit' : 'read');
  const { read, readAgain } = useReadOnce(query);
  const leave = useRef(onClose);
  if (read && mode === 'delete')
    return (
      <DeleteState
        state={read.answer}
        tag={read.tag}
        onStale={() => void readAgain()}
        onCancel={() => setMode('read')}
        onDone={onClose}
      />
    );
  return (
    <Dialog
      opened
      onClose={() => (mode === 'edit' ? leave.current() : onClose())}
      title={read ? <bdi>{labelOf(read.answer)}</bdi> : t('state')}
      size="lg"
    >
      {!read ? (
        <PendingRows query={query} height_px={40} />
      ) : mode === 'edit' ? (
        <EditState
          state={read.answer}
          tag={read.tag}
          setLeave={(act) => {
            leave.current = act;
          }}
          onClose={onClose}
        />
      ) : (
        <ReadState
          state={read.answer}
          transitions={transitions.data}
          haveFailed={transitions.isError}
          onEdit={() => setMode('edit')}
          onDelete={() => setMode('delete')}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

/** The transitions that lead from or to a state; undefined until they are known. */
const using = (transitions: readonly TransitionTemplate[] | undefined, { name }: ItemState) =>
  transitions?.filter(({ itemFromState, itemToState }) => itemFromState === name || itemToState === name);

interface ReadStateProps {
  state: ItemState;
  transitions: readonly TransitionTemplate[] | undefined;
  /** Whether the transitions could not be read. */
  haveFailed: boolean;
  onEdit(): void;
  onDelete(): void;
  onClose(): void;
}

function ReadState({ state, transitions, haveFailed, onEdit, onDelete, onClose }: ReadStateProps) {
  const { t } = useTranslation('workflowSettings');
  const users = using(transitions, state);
  const isDefault = state.name === DEFAULT_STATE;
  const usage = useQuery(stateUsageQuery(state.uuid));
  const records = usage.data?.records;
  const mayDelete = !isDefault && users?.length === 0 && records === 0;
  const reason = isDefault
    ? 'defaultStays'
    : users && users.length > 0
      ? 'usedByTransitions'
      : records !== undefined && records > 0
        ? 'usedByRecords'
        : haveFailed || usage.isError
          ? 'useUnknown'
          : undefined;
  return (
    <>
      <StateFacts state={state} users={users} haveFailed={haveFailed} usage={usage} />
      {reason !== undefined && (
        <Text size="sm" c="dimmed">
          {t(reason)}
        </Text>
      )}
      <DialogActions>
        {mayDelete && (
          <Button variant="subtle" color="red" mr="auto" onClick={onDelete}>
            {t('delete')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {t('close')}
        </Button>
        <Button data-autofocus autoFocus onClick={onEdit}>
          {t('edit')}
        </Button>
      </DialogActions>
    </>
  );
}

interface EditStateProps {
  state: ItemState;
  tag: string | undefined;
  /** What the dialog does when it is closed by its cross or by Escape: the form knows whether to ask. */
  setLeave(leave: () => void): void;
  onClose(): void;
}

function EditState({ state, tag, setLeave, onClose }: EditStateProps) {
  const { t } = useTranslation('workflowSettings');
  const form = useStateForm(state, tag);
  return (
    <StateFormBody
      form={form}
      isNew={false}
      onSaved={() => {
        notify('success', { title: t('updated') });
        onClose();
      }}
      setLeave={setLeave}
      onClose={onClose}
    />
  );
}

/** Makes a state. */
export function NewStateDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('workflowSettings');
  const form = useStateForm();
  const leave = useRef(onClose);
  return (
    <Dialog opened onClose={() => leave.current()} title={t('addState')} size="lg">
      <StateFormBody
        form={form}
        isNew
        onSaved={() => {
          notify('success', { title: t('stateCreated') });
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

interface StateFormBodyProps extends Pick<EditStateProps, 'setLeave' | 'onClose'> {
  form: StateForm;
  isNew: boolean;
  onSaved(): void;
}

function StateFormBody({ form, isNew, onSaved, setLeave, onClose }: StateFormBodyProps) {
  const { t } = useTranslation('workflowSettings');
  const words = useFormWords();
  const { failure, faults, changes } = form;
  return (
    <DraftForm
      label={t('state')}
      words={words.buttons}
      isRestored={form.isRestored}
      hasChanges={changes > 0}
      isWorking={form.isWorking}
      isDisabled={Object.keys(faults).length > 0 || changes === 0}
      failure={
        failure === undefined
          ? undefined
          : {
              ...words.failed(failure),
              more: form.theirs.map(({ part, isConflict }) => (
                <Text key={part} size="sm">
                  {t(isConflict ? 'theirs.conflict' : 'theirs.taken', {
                    part:
                      part === 'en' || part === 'it'
                        ? t('labelIn', { language: languageName(part) })
                        : t(`part.${part}`),
                    value: form.base[part] || t('theirs.empty'),
                  })}
                </Text>
              )),
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
      <StateFields form={form} isNew={isNew} />
    </DraftForm>
  );
}

interface DeleteStateProps {
  state: ItemState;
  tag: string | undefined;
  /** Somebody else changed it meanwhile. */
  onStale(): void;
  onCancel(): void;
  onDone(): void;
}

function DeleteState({ state, tag, onStale, onCancel, onDone }: DeleteStateProps) {
  const { t } = useTranslation('workflowSettings');
  return (
    <ConfirmDialog
      opened
      dangerous
      title={t('deleteQuestion', { state: labelOf(state) })}
      confirmWord={t('delete')}
      failedWord={t('saveFailed')}
      onClose={onCancel}
      onFailure={(failure) => {
        if (isProblem(failure, 'stale')) onStale();
      }}
      work={async () => {
        await deleteState(state.uuid, tag);
        notify('success', { title: t('removed') });
        onDone();
      }}
    >
      <Text>{t('deleteText')}</Text>
    </ConfirmDialog>
  );
}
