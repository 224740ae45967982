import { LOGO_MAX_BYTES } from '@armarium/contract/organisation';
import { Button } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileFault } from '../../../lib/problem/file-fault.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { ChooseFileButton } from '../../../ui/choose-file-button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { useWork } from '../../../ui/use-work.ts';
import { saveLogo } from '../api/organisation.ts';
import classes from './organisation.module.css';

/** The logo: another one is shown to everybody as soon as it is chosen. @param address null where there is none */
export function LogoField({ address }: { address: string | null }) {
  const { t } = useTranslation('organisation');
  const choose = useRef<HTMLButtonElement>(null);
  const { isWorking, failure, work, forgetFailure } = useWork();
  const [isTooLarge, setTooLarge] = useState(false);
  const [said, setSaid] = useState('');
  const [isRemoving, setRemoving] = useState(false);
  const send = async (file: File) => {
    forgetFailure();
    setSaid('');
    setTooLarge(file.size > LOGO_MAX_BYTES);
    if (file.size > LOGO_MAX_BYTES) return;
    if (await work(() => saveLogo(file))) setSaid(t('logo.saved'));
  };
  return (
    <div className={classes.form}>
      <div role="group" aria-label={t('logo.label')}>
        <p className={classes.label} aria-hidden>
          {t('logo.label')}
        </p>
        <div className={classes.logo}>
          {address !== null && (
            // On the grounds of light and of dark pages, whatever those of this page are.
            <>
              <img className={classes.logoPicture} src={address} alt={t('logo.alt')} />
              <img className={classes.logoPicture} src={address} alt={t('logo.altDark')} data-dark />
            </>
          )}
          <ChooseFileButton
            ref={choose}
            variant="default"
            leftSection={<IconUpload size={17} aria-hidden />}
            accept="image/png,image/jpeg,image/tiff,image/gif"
            onChoose={(file) => {
              if (!isWorking) void send(file);
            }}
            {...waitingProps(isWorking)}
          >
            {t(address === null ? 'logo.choose' : 'logo.another')}
          </ChooseFileButton>
          {address !== null && (
            <Button
              variant="subtle"
              className="danger"
              leftSection={<IconTrash size={17} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setRemoving(true)}
            >
              {t('logo.remove')}
            </Button>
          )}
        </div>
      </div>
      <p className={classes.note}>{t('logo.hint')}</p>
      {isTooLarge && (
        <p className={classes.fault} role="alert">
          {t('logo.tooLarge')}
        </p>
      )}
      {failure !== undefined && (
        <FailureAlert title={t('logo.failed')} text={fileFault(failure) ?? describeProblem(failure)} />
      )}
      <p className={classes.note} role="status">
        {said}
      </p>
      <ConfirmDialog
        opened={isRemoving}
        onClose={() => setRemoving(false)}
        title={t('logo.removeTitle')}
        confirmWord={t('logo.remove')}
        dangerous
        work={async () => {
          await saveLogo(undefined);
          setRemoving(false);
          setSaid(t('logo.removed'));
          choose.current?.focus();
        }}
      >
        {t('logo.removeText')}
      </ConfirmDialog>
    </div>
  );
}
