import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpener } from '../../../ui/opener.ts';
import '../messages.ts';
import type { DownloadDialogProps } from './download-dialog.tsx';
import classes from './download-opener.module.css';

const DownloadDialog = lazy(() =>
  import('./download-dialog.tsx').then((module) => ({ default: module.DownloadDialog })),
);

/** The button that leads to the download dialog, for those who may download. */
export function DownloadOpener(props: Omit<DownloadDialogProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation('downloads');
  // Its code is fetched when it is first opened; then it stays, with what was chosen.
  const [opened, setOpened] = useState<boolean>();
  const opener = useOpener();
  return (
    <>
      <Button
        variant="default"
        className={classes.opener ?? ''}
        aria-label={t('open')}
        title={t('open')}
        aria-haspopup="dialog"
        onClick={(event) => {
          opener.keep(event.currentTarget);
          setOpened(true);
        }}
      >
        <IconDownload size={18} stroke={1.7} aria-hidden />
      </Button>
      {opened !== undefined && (
        <Suspense fallback={null}>
          <DownloadDialog
            {...props}
            opened={opened}
            onClose={() => {
              setOpened(false);
              opener.giveBack();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
