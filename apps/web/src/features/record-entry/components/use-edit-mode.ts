import { useEffect, useRef, useState } from 'react';
import { recallDraft } from '../../../lib/drafts.ts';
import { draftOf } from '../record-form.ts';
import type { EditedRecord, RecordEditProps } from './use-record-edit.ts';

export interface EditModeProps extends Pick<RecordEditProps, 'record' | 'templates' | 'read'> {
  /** Whether it begins in edit mode; else the record is shown first. */
  editing?: boolean;
  mayEdit: boolean;
}

/**
 * Whether the dialog of a record shows it or edits it.
 * @returns `edited` is the record as it was read for editing; undefined while it is only shown
 */
export function useEditMode(props: EditModeProps) {
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
  const opensAtOnce = useRef(isOpening);
  useEffect(() => {
    if (!opensAtOnce.current) return;
    opensAtOnce.current = false;
    void load();
  });
  return { edited, isRestored: edited === kept, failure, isOpening, hasEnded, begin, end };
}
