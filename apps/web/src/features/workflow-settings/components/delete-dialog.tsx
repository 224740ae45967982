import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';

interface DeleteDialogProps {
  title: string;
  /** What could not be done, where it fails. */
  failedWord: string;
  /** What was done. */
  removedWord: string;
  /** What is to be deleted is still being read. */
  isPending?: boolean;
  remove(): Promise<void>;
  /** Somebody else changed it meanwhile: it has to be read again. */
  onStale(): void;
  onCancel(): void;
  onDone(): void;
  /** What follows from it. */
  children: ReactNode;
}

/** Asks whether something of the workflow is to be deleted, and deletes it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const {
    title,
    failedWord,
    removedWord,
    isPending = false,
    remove,
    onStale,
    onCancel,
    onDone,
    children,
  } = props;
  const { t } = useTranslation('workflowSettings');
  return (
    <ConfirmDialog
      opened
      dangerous
      disabled={isPending}
      title={title}
      confirmWord={t('delete')}
      failedWord={failedWord}
      onClose={onCancel}
      onFailure={(failure) => {
        if (isProblem(failure, 'stale')) onStale();
      }}
      work={async () => {
        await remove();
        notify('success', { title: removedWord });
        onDone();
      }}
    >
      <Text>{children}</Text>
    </ConfirmDialog>
  );
}
