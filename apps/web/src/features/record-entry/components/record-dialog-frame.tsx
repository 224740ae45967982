import { useRef, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { RecordEditForm, type RecordEditFormProps } from './record-edit-form.tsx';
import { RecordView, type RecordViewProps } from './record-view.tsx';
import { useEditMode, type EditModeProps } from './use-edit-mode.ts';
import type { LeaveRef } from './use-record-edit.ts';

interface RecordDialogFrameProps
  extends
    Pick<RecordEditFormProps, 'record' | 'templates' | 'saveWord' | 'never' | 'fixed' | 'read' | 'save'>,
    Pick<EditModeProps, 'mayEdit' | 'editing'>,
    Pick<RecordViewProps, 'lead' | 'actions'> {
  record: RecordEditFormProps['record'] & RecordViewProps['record'];
  opened: boolean;
  onClose(): void;
  title: string;
}

/** The dialog of a record's metadata: read-only first, then an edit mode (catalogue §4). What was typed is kept when it closes. */
export function RecordDialogFrame(props: RecordDialogFrameProps) {
  const { opened, onClose, title } = props;
  // The form decides whether the dialog may close: it knows whether something would be lost.
  const leaveRef = useRef<(() => boolean) | null>(null);
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (leaveRef.current?.() ?? true) onClose();
      }}
      title={title}
      size="xl"
    >
      <Contents {...props} leaveRef={leaveRef} />
    </Dialog>
  );
}

function Contents({ leaveRef, ...props }: RecordDialogFrameProps & { leaveRef: LeaveRef }) {
  const mode = useEditMode(props);
  // Which fields are shown outlives the edit mode.
  const blank = useState(false);
  if (mode.edited === undefined) return <RecordView {...props} mode={mode} blank={blank} />;
  return (
    <RecordEditForm
      {...props}
      begun={mode.edited}
      isRestored={mode.isRestored}
      leaveRef={leaveRef}
      onEnd={mode.end}
    />
  );
}
