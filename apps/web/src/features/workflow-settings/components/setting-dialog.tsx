import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { hasDraft } from '../../../ui/use-draft.ts';
import { useReadOnce } from './use-read-once.ts';

/** A state or transition as it was read, with the entity tag that a change sends back. */
interface Tagged<Setting> {
  readonly answer: Setting;
  readonly tag: string | undefined;
}

interface SettingDialogProps<Setting> {
  query: UseQueryResult<Tagged<Setting>>;
  /** The name of the draft of its form. */
  draftKey: string;
  /** What it is called; without a setting, until that is read. */
  titleOf(setting: Setting | undefined): string;
  reading(setting: Setting, actions: { onEdit(): void; onDelete(): void }): ReactNode;
  /** @param setLeave takes what the dialog does when it is closed by its cross or by Escape: the form knows whether to ask */
  editing(setting: Setting, tag: string | undefined, setLeave: (leave: () => void) => void): ReactNode;
  /** The question in place of the dialog. */
  deleting(
    setting: Setting,
    tag: string | undefined,
    actions: { onStale(): void; onCancel(): void },
  ): ReactNode;
  onClose(): void;
}

type Mode = 'read' | 'edit' | 'delete';

/** The dialog of a state or transition: it is read first, then edited or deleted (back office §2.3 and §5). */
export function SettingDialog<Setting>(props: SettingDialogProps<Setting>) {
  const { query, draftKey, titleOf, deleting, onClose } = props;
  // What was typed before goes on.
  const [mode, setMode] = useState<Mode>(hasDraft(draftKey) ? 'edit' : 'read');
  const { read, readAgain } = useReadOnce(query);
  const leave = useRef(onClose);
  if (read && mode === 'delete')
    return deleting(read.answer, read.tag, {
      onStale: () => void readAgain(),
      onCancel: () => setMode('read'),
    });
  return (
    <Dialog
      opened
      onClose={() => (mode === 'edit' ? leave.current() : onClose())}
      title={<bdi>{titleOf(read?.answer)}</bdi>}
      size="lg"
    >
      {read ? (
        <Content
          {...props}
          read={read}
          mode={mode}
          onMode={setMode}
          setLeave={(act) => {
            leave.current = act;
          }}
        />
      ) : (
        <PendingRows query={query} height_px={40} />
      )}
    </Dialog>
  );
}

interface ContentProps<Setting> extends Pick<SettingDialogProps<Setting>, 'reading' | 'editing'> {
  read: Tagged<Setting>;
  mode: Mode;
  onMode(mode: Mode): void;
  setLeave(leave: () => void): void;
}

function Content<Setting>({ read, mode, reading, editing, onMode, setLeave }: ContentProps<Setting>) {
  if (mode === 'edit') return editing(read.answer, read.tag, setLeave);
  return reading(read.answer, { onEdit: () => onMode('edit'), onDelete: () => onMode('delete') });
}
