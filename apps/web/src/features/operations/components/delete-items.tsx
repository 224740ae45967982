import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from '../../record-entry/components/collection-dialogs.module.css';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import type { SelectionDialogProps } from './selection-dialog.ts';
import { useStart } from './use-batch-start.ts';

/** To delete more items than this, their number has to be typed. */
const NUMBER_ASKED_FROM = 50;

/** `Delete`: to the trash, with a reason. */
export function DeleteItems(props: SelectionDialogProps) {
  const { t } = useTranslation('selection');
  const { picking, onClose } = props;
  const { count } = picking;
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const { start, items: _items, ...failing } = useStart(props, true);
  const isSure = count > 0 && (count <= NUMBER_ASKED_FROM || typed.replace(/\D/g, '') === String(count));
  const figures = { count, formatted: grouped(count) };
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('deleteTitle', figures)}
      confirmWord={t('delete')}
      dangerous
      disabled={!isSure}
      work={() => start({ kind: 'trash', ...(reason.trim() && { reason: reason.trim() }) })}
      {...failing}
    >
      <Stack gap="md">
        <p className={classes.question}>{t('deleteQuestion', figures)}</p>
        <TextInput
          label={t('reason')}
          value={reason}
          maxLength={1000}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {count > NUMBER_ASKED_FROM && (
          <TextInput
            label={t('typeNumber', figures)}
            value={typed}
            inputMode="numeric"
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Stack>
    </ConfirmDialog>
  );
}
