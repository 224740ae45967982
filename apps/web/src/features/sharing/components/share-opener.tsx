import { Button } from '@mantine/core';
import { IconShare2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpener } from '../../../ui/opener.ts';
import '../opening/messages.ts';
import type { ShareDialogProps } from './share-dialog.tsx';
import classes from './share-opener.module.css';

const ShareDialog = lazy(() =>
  import('./share-dialog.tsx').then((module) => ({ default: module.ShareDialog })),
);

/** The button that leads to the share dialog (ITEM-13). */
export function ShareOpener(props: Omit<ShareDialogProps, 'opened' | 'onClose'>) {
  const { t } = useTranslation('opening');
  // Its code is fetched when it is first opened; then it stays, with what was chosen.
  const [opened, setOpened] = useState<boolean>();
  const opener = useOpener();
  return (
    <>
      <Button
        variant="default"
        className={classes.opener ?? ''}
        aria-label={t('share')}
        title={t('share')}
        aria-haspopup="dialog"
        onClick={(event) => {
          opener.keep(event.currentTarget);
          setOpened(true);
        }}
      >
        <IconShare2 size={18} stroke={1.7} aria-hidden />
      </Button>
      {opened !== undefined && (
        <Suspense fallback={null}>
          <ShareDialog
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
