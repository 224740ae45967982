import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import classes from './download-form.module.css';

/** The button that leads to a file as it was sent, after the agreement. @param href of the file */
export function OriginalButton({ href, name }: { href: string; name: string }) {
  const { t } = useTranslation('downloads');
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  return (
    <>
      <Button variant="default" size="compact-sm" aria-haspopup="dialog" onClick={() => setOpened(true)}>
        {t('original')}
      </Button>
      <Dialog opened={opened} onClose={close} title={t('originalOf', { name })}>
        <p className={classes.agreement} lang="it">
          {t('agreement')}
        </p>
        <DialogActions>
          <Button variant="default" lang="it" onClick={close} data-autofocus>
            {t('cancel')}
          </Button>
          <Button
            component="a"
            href={href}
            download
            lang="it"
            onClick={() => {
              notify('success', { title: t('begun'), message: t('begunText') });
              close();
            }}
          >
            {t('confirm')}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
