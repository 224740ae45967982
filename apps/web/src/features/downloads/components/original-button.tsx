import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { useAgreement } from './agreement.tsx';

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
        <OriginalDownload href={href} onClose={close} />
      </Dialog>
    </>
  );
}

function OriginalDownload({ href, onClose }: { href: string; onClose(): void }) {
  const { t } = useTranslation('downloads');
  const agreement = useAgreement();
  const address = new URL(href, window.location.href);
  if (agreement.version !== undefined) address.searchParams.set('agreement', agreement.version);
  return (
    <>
      {agreement.text}
      <DialogActions>
        <Button variant="default" lang="it" onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        {agreement.version !== undefined && (
          <Button
            component="a"
            href={address.href}
            download
            lang="it"
            onClick={() => {
              notify('success', { title: t('begun'), message: t('begunText') });
              onClose();
            }}
          >
            {t('confirm')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
