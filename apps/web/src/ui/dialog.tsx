import { Group, Modal, type GroupProps, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './dialog.module.css';

/** A dialog whose cross says in the user's language what it does. */
export function Dialog(props: Omit<ModalProps, 'closeButtonProps' | 'onClickCapture'>) {
  const { t } = useTranslation('ui');
  return (
    <Modal
      {...props}
      closeButtonProps={{ 'aria-label': t('close') }}
      onClickCapture={(event) => {
        // The second click of a double click must not confirm what the first one brought to its place.
        const { detail, target } = event;
        if (detail > 1 && target instanceof Element && target.closest('button[type=submit]'))
          event.preventDefault();
      }}
    />
  );
}

/** The buttons that end a dialog. */
export function DialogActions({ className = '', ...props }: GroupProps & { role?: string }) {
  return (
    <Group justify="flex-end" gap="sm" mt="sm" {...props} className={`${classes.actions} ${className}`} />
  );
}
