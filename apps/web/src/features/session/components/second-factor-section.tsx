import type { SecondFactor } from '@armarium/contract/second-factor';
import { Alert, Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import { displayMoment } from '../../../ui/display-date.ts';
import { notify } from '../../../ui/notify.tsx';
import { useOpened } from '../../../ui/opener.ts';
import { PageSection } from '../../../ui/page-section.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { removeApp, renewCodes, secondFactorQuery } from '../api/own-second-factor.ts';
import { AppSetUp } from './app-set-up.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { useHasPassword } from './use-own-password.ts';
import classes from './second-factor.module.css';

/** With so few recovery codes, or fewer, new ones are recommended. */
const FEW_CODES = 3;

interface SecondFactorSectionProps {
  /** Of the signed-in account. */
  username: string;
  /** After it was set up, which ends the other sessions of the account. */
  onSetUp(): void;
}

/** The part of the own profile about the second factor. */
export function SecondFactorSection({ username, onSetUp }: SecondFactorSectionProps) {
  const { t } = useTranslation('secondFactor');
  const query = useQuery(secondFactorQuery);
  return (
    <PageSection title={t('title')} text={t('profile.text')}>
      {query.data ? (
        <OwnSecondFactor secondFactor={query.data} username={username} onSetUp={onSetUp} />
      ) : (
        <PendingRows query={query} height_px={36} />
      )}
    </PageSection>
  );
}

function OwnSecondFactor({
  secondFactor,
  username,
  onSetUp,
}: SecondFactorSectionProps & { secondFactor: SecondFactor }) {
  const { t } = useTranslation('secondFactor');
  const { totp, passkeys, demanded } = secondFactor;
  const hasPasskeys = passkeys.length > 0;
  const hasPassword = useHasPassword();
  const queries = useQueryClient();
  const { opened, open, close } = useOpened<'setUp' | 'renew' | 'remove'>();
  const first = useRef<HTMLButtonElement>(null);
  const look = () => queries.invalidateQueries(secondFactorQuery);
  return (
    <>
      <Facts secondFactor={secondFactor} />
      <div className={classes.actions}>
        {/* One button in both states, so that it is still there after a dialog. */}
        <Button
          ref={first}
          variant={totp ? 'default' : 'filled'}
          aria-haspopup="dialog"
          onClick={() => open(totp ? 'renew' : 'setUp')}
        >
          {t(totp ? 'profile.renew' : 'profile.setUp')}
        </Button>
        {totp && (
          <Button variant="default" className="danger" aria-haspopup="dialog" onClick={() => open('remove')}>
            {t('profile.remove')}
          </Button>
        )}
      </div>
      {opened === 'setUp' && (
        <SetUpDialog
          username={username}
          onSetUp={() => {
            void look();
            onSetUp();
          }}
          onClose={close}
        />
      )}
      {opened === 'renew' && (
        <RenewDialog username={username} onRenewed={() => void look()} onClose={close} />
      )}
      {opened === 'remove' && (
        <PasswordDialog
          username={username}
          hasPassword={hasPassword}
          title={t('profile.removeTitle')}
          texts={[
            t('profile.removeText'),
            t(
              !demanded
                ? hasPassword
                  ? 'profile.removeAlone'
                  : 'profile.removeAloneSignOn'
                : hasPasskeys
                  ? 'profile.removeToPasskeys'
                  : 'profile.removeDemanded',
            ),
          ]}
          confirmWord={t('profile.remove')}
          failedWord={t('profile.removeFailed')}
          dangerous
          onClose={close}
          work={async (password) => {
            await removeApp(password);
            // At once: where another is demanded, what is asked next is answered only after a new sign-in.
            queries.setQueryData(secondFactorQuery.queryKey, { ...secondFactor, totp: null });
            void look();
            notify('success', { title: t('profile.removed') });
            close();
            // The button that opened it is gone.
            first.current?.focus();
          }}
        />
      )}
    </>
  );
}

/** Whether there is a second factor, and what is left of the recovery codes of an app. */
function Facts({ secondFactor }: { secondFactor: SecondFactor }) {
  const { t } = useTranslation('secondFactor');
  const { totp, passkeys, demanded } = secondFactor;
  if (!totp) {
    const withPasskeys = demanded ? 'profile.passkeysDemanded' : 'profile.passkeysAlone';
    return (
      <div className={classes.facts}>
        <p>{t(passkeys.length > 0 ? withPasskeys : 'profile.off')}</p>
      </div>
    );
  }
  const left = t('profile.left', { count: totp.recoveryCodesLeft });
  return (
    <div className={classes.facts}>
      <p>{t('profile.on', { moment: displayMoment(totp.confirmedDate) })}</p>
      {totp.recoveryCodesLeft > FEW_CODES ? (
        <p>{left}</p>
      ) : (
        <Alert
          color="yellow"
          role="note"
          mt="xs"
          // The kit's own yellow is too faint to be read.
          styles={{ title: { color: 'var(--text-strong)' }, icon: { color: 'var(--text-strong)' } }}
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={left}
        >
          {t('profile.few')}
        </Alert>
      )}
    </div>
  );
}

interface SetUpDialogProps {
  username: string;
  onSetUp(): void;
  onClose(): void;
}

function SetUpDialog({ username, onSetUp, onClose }: SetUpDialogProps) {
  const { t } = useTranslation('secondFactor');
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <Dialog opened onClose={onClose} title={t('setUp.title')}>
      <p className={classes.lead}>{t('profile.sessionsEnd')}</p>
      <AppSetUp
        username={username}
        onConfirmed={(made) => {
          setCodes(made);
          onSetUp();
        }}
      />
    </Dialog>
  );
}

interface RenewDialogProps {
  username: string;
  onRenewed(): void;
  onClose(): void;
}

function RenewDialog({ username, onRenewed, onClose }: RenewDialogProps) {
  const { t } = useTranslation('secondFactor');
  const hasPassword = useHasPassword();
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <PasswordDialog
      username={username}
      hasPassword={hasPassword}
      title={t('profile.renew')}
      texts={[t('profile.renewText')]}
      confirmWord={t('profile.renew')}
      failedWord={t('profile.renewFailed')}
      onClose={onClose}
      work={async (password) => {
        setCodes(await renewCodes(password));
        onRenewed();
      }}
    />
  );
}
