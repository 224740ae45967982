import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import type { DownloadChoice } from '../download-choice.ts';
import { DownloadForm, type DownloadFormProps } from './download-form.tsx';

export interface DownloadDialogProps extends Omit<DownloadFormProps, 'choice' | 'onChoose'> {
  opened: boolean;
}

/** The form in a dialog of its own (catalogue §2, Download dialog). */
export function DownloadDialog({ opened, ...props }: DownloadDialogProps) {
  const { t } = useTranslation('downloads');
  const [choice, setChoice] = useState<DownloadChoice>();
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t('open')} size="lg">
      <DownloadForm {...props} choice={choice} onChoose={setChoice} />
    </Dialog>
  );
}
