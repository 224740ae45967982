import { Modal, type ModalProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import './messages.ts';

/** A dialog whose cross says in the user's language what it does. */
export function Dialog(props: Omit<ModalProps, 'closeButtonProps'>) {
  const { t } = useTranslation('ui');
  return <Modal {...props} closeButtonProps={{ 'aria-label': t('close') }} />;
}
