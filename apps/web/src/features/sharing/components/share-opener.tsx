import { IconShare2 } from '@tabler/icons-react';
import { lazy } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogOpener } from '../../../ui/dialog-opener.tsx';
import type { ShareDialogProps } from './share-dialog.tsx';

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);

/** The button that leads to the share dialog (ITEM-13). */
export function ShareOpener(props: Omit<ShareDialogProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation('sharing');
  return (
    <DialogOpener label={t('share')} icon={IconShare2}>
      {(dialog) => <ShareDialog {...props} {...dialog} />}
    </DialogOpener>
  );
}
