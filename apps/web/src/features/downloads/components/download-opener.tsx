import { IconDownload } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogOpener } from '../../../ui/dialog-opener.tsx';
import type { DownloadDialogProps } from './download-dialog.tsx';

const DownloadDialog = lazy(() =>
  import('./download-dialog.tsx').then((module) => ({ default: module.DownloadDialog })),
);

/** The button that leads to the download dialog, for those who may download. */
export function DownloadOpener(props: Omit<DownloadDialogProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation('downloads');
  return (
    <DialogOpener label={t('open')} icon={IconDownload}>
      {(dialog) => <DownloadDialog {...props} {...dialog} />}
    </DialogOpener>
  );
}
