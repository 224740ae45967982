import { DEFAULT_STATE } from '@armarium/contract/item-states';
import type { ItemState } from '@armarium/contract/item-states';
import type { TransitionTemplate } from '@armarium/contract/transitions';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { labelOf } from '../../../records/label.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DraftForm } from '../../../ui/draft-form.tsx';
import { languageName } from '../../../ui/language-labels.tsx';
import { notify } from '../../../ui/notify.tsx';
import { deleteState, stateQuery, stateUsageQuery } from '../api/states.ts';
import { allTransitionsQuery } from '../api/transitions.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { SettingDialog } from './setting-dialog.tsx';
import { StateFacts } from './state-facts.tsx';
import { StateFields } from './state-fields.tsx';
import { useFormWords } from './use-form-words.ts';
import { stateDraftKey, useStateForm, type StateForm } from './use-state-form.ts';

interface StateDialogProps {
  uuid: string;
  onClose(): void;
}

/** A state: read first, then edited or deleted (back office §2.3 and §5). */
export function StateDialog({ uuid, onClose }: StateDialogProps) {
  const { t } = useTranslation('workflowSettings');
  const transitions = useQuery(allTransitionsQuery);
  const query = useQuery(stateQuery(uuid));
  return (
    <SettingDialog
      query={query}
      draftKey={stateDraftKey(uuid)}
      titleOf={(state) => (state ? labelOf(state) : t('state'))}
      reading={(state, actions) => (
        <ReadState
          state={state}
          transitions={transitions.data}
          haveFailed={transitions.isError}
          {...actions}
          onClose={onClose}
        />
      )}
      editing={(state, tag, setLeave) => <EditState {...{ state, tag, setLeave, onClose }} />}
      deleting={(state, tag, actions) => <DeleteState {...{ state, tag, ...actions }} onDone={onClose} />}
      onClose={onClose}
    />
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
  onStale(): void;
  onCancel(): void;
  onDone(): void;
}

function DeleteState({ state, tag, ...actions }: DeleteStateProps) {
  const { t } = useTranslation('workflowSettings');
  return (
    <DeleteDialog
      title={t('deleteQuestion', { state: labelOf(state) })}
      failedWord={t('saveFailed')}
      removedWord={t('removed')}
      remove={() => deleteState(state.uuid, tag)}
      {...actions}
    >
      {t('deleteText')}
    </DeleteDialog>
  );
}
