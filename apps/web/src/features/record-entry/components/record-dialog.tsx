import type { MetadataEntry } from '@armarium/contract/metadata';
import { Box, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { recallDraft } from '../../../lib/drafts.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { draftOf } from '../record-form.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { MetadataList } from './metadata-list.tsx';
import { RecordEditForm, type RecordEditFormProps } from './record-edit-form.tsx';
import type { EditedRecord, LeaveRef } from './use-record-edit.ts';
import classes from './metadata.module.css';

export interface RecordDialogProps extends Pick<
  RecordEditFormProps,
  'templates' | 'saveWord' | 'never' | 'fixed' | 'read' | 'save'
> {
  opened: boolean;
  /** Whether it opens in its edit mode; else it is read first. */
  editing?: boolean;
  onClose(): void;
  title: string;
  record: { readonly uuid: string; readonly customMetadataList: readonly MetadataEntry[] };
  /** Whether there is a way into the edit mode. */
  mayEdit: boolean;
  /** Shown above its fields while it is read. */
  lead?: ReactNode;
  /** What else can be done with the record, beside the way into the edit mode. */
  actions?: ReactNode;
}

/** A record's metadata: read-only first, then an edit mode (catalogue §4). What was typed outlives closing it. */
export function RecordDialog(props: RecordDialogProps) {
  const { opened, onClose, title } = props;
  // Closing asks the form, which knows whether something would be lost.
  const leaveRef = useRef<(() => boolean) | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (leaveRef.current?.() ?? true) onClose();
      }}
      title={title}
      size="lg"
    >
      <Contents {...props} leaveRef={leaveRef} />
    </Dialog>
  );
}

/** @returns the record as it is edited, once it was read; undefined while it is only shown */
function useEditMode(props: RecordDialogProps) {
  const { record, templates, mayEdit, read, editing: atOnce = false } = props;
  const [kept] = useState(() => recallDraft<EditedRecord>(record.uuid));
  const [edited, setEdited] = useState<EditedRecord | undefined>(mayEdit ? kept : undefined);
  const [failure, setFailure] = useState<unknown>();
  const [isOpening, setOpening] = useState(atOnce && mayEdit && kept === undefined);
  const [hasEnded, setEnded] = useState(false);
  const load = async () => {
    try {
      const state = await read();
      setEdited({ ...state, draft: draftOf(state.list, templates) });
    } catch (error) {
      setFailure(error);
    } finally {
      setOpening(false);
    }
  };
  const begin = () => {
    if (isOpening) return;
    setOpening(true);
    setFailure(undefined);
    void load();
  };
  const end = () => {
    setEnded(true);
    setEdited(undefined);
  };
  // The dialog may open in its edit mode.
  const opensAtOnce = useRef(isOpening);
  useEffect(() => {
    if (!opensAtOnce.current) return;
    opensAtOnce.current = false;
    void load();
  });
  return { edited, isRestored: edited === kept, failure, isOpening, hasEnded, begin, end };
}

function Contents({ leaveRef, ...props }: RecordDialogProps & { leaveRef: LeaveRef }) {
  const { t } = useTranslation('editing');
  const { record, templates, mayEdit, lead, actions } = props;
  const mode = useEditMode(props);
  const { edited, failure } = mode;
  // Which fields are shown outlives the edit mode.
  const [showsBlank, setShowsBlank] = useState(false);
  if (edited)
    return (
      <RecordEditForm
        {...props}
        begun={edited}
        isRestored={mode.isRestored}
        leaveRef={leaveRef}
        onEnd={mode.end}
      />
    );
  return (
    <>
      {lead !== undefined && <Box mb="md">{lead}</Box>}
      <MetadataList
        list={record.customMetadataList}
        templates={templates}
        showsBlank={showsBlank}
        onShowBlank={setShowsBlank}
      />
      {failure !== undefined && <FailureAlert title={t('form.openFailed')} text={describeProblem(failure)} />}
      {(mayEdit || actions !== undefined) && (
        <DialogActions justify="space-between" mt={0} className={classes.actions ?? ''}>
          <Group gap="sm">{actions}</Group>
          {mayEdit && (
            <Button
              ml="auto"
              onClick={mode.begin}
              aria-disabled={mode.isOpening}
              data-autofocus
              // The field that had the focus is gone.
              autoFocus={mode.hasEnded}
            >
              {t('form.edit')}
            </Button>
          )}
        </DialogActions>
      )}
    </>
  );
}
