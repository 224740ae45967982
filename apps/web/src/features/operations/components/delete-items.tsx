import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '../../record-entry/components/collection-dialogs.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { useDeletionFields } from './deletion-fields.tsx';
import type { SelectionDialogProps } from './selection-dialog.ts';
import { useStart } from './use-batch-start.ts';

/** `Delete`: to the trash, with a reason. */
export function DeleteItems(props: SelectionDialogProps) {
  const { t } = useTranslation('selection');
  const { picking, onClose } = props;
  const { count } = picking;
  const { reason, isSure, fields } = useDeletionFields(count);
  const { start, items: _items, ...failing } = useStart(props, true);
  const figures = { count, formatted: grouped(count) };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('deleteTitle', figures)}
      confirmWord={t('delete')}
      dangerous
      disabled={!isSure}
      work={() => start({ kind: 'trash', ...(reason && { reason }) })}
      {...failing}
    >
      <Stack gap="md">
        <p className={classes.question}>{t('deleteQuestion', figures)}</p>
        {fields}
      </Stack>
    </ConfirmDialog>
  );
}
