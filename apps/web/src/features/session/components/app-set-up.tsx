import type { NewTotp } from '@armarium/contract/second-factor';
import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { describeProof, passwordFault } from '../api/password-fault.ts';
import { confirmSecret, newSecret } from '../api/second-factor.ts';
import { CodeForm } from './code-form.tsx';
import { OwnPasswordField } from './own-password-field.tsx';
import { TextToCopy } from './text-to-copy.tsx';
import { useAskedPassword, type AskedPassword } from './use-asked-password.ts';
import classes from './second-factor.module.css';

const PICTURE_px = 184;

interface AppSetUpProps {
  /** Whose app it is to be; absent where the page does not know it. */
  username?: string;
  onConfirmed(recoveryCodes: readonly string[]): void;
  /** The sign-in that this completes is over. Without it somebody is signed in, and signs in again where that has ended. */
  onOver?(): void;
}

/** Sets up an authenticator app: its secret as a picture and as a text, then a code by which the app proves that it has it. */
export function AppSetUp({ username = '', onConfirmed, onOver }: AppSetUpProps) {
  const { t } = useTranslation('secondFactor');
  const asked = useAskedPassword();
  const { fresh, failure, isAsking, retry, wasRetried } = useNewSecret(asked, onOver);
  const confirm = async (code: string) => {
    try {
      onConfirmed(await confirmSecret(code, onOver === undefined));
    } catch (error) {
      if (!onOver || !isProblem(error, 'not-signed-in')) throw error;
      onOver();
    }
  };
  if (failure !== undefined) return <NoSecret failure={failure} onRetry={retry} />;
  if (!fresh && asked.isAsked)
    return <PasswordFirst username={username} asked={asked} isWaiting={isAsking} onGiven={retry} />;
  if (!fresh) return <Text role="status">{t('setUp.loading')}</Text>;
  return (
    <ol className={classes.steps}>
      <li>
        <p className={classes.instruction}>{t('setUp.scan')}</p>
        <div className={classes.picture}>
          <QRCodeSVG value={fresh.otpauth} size={PICTURE_px} marginSize={4} title={t('setUp.picture')} />
        </div>
        <Anchor href={fresh.otpauth} className={classes.onThisDevice}>
          {t('setUp.open')}
        </Anchor>
        <TextToCopy
          label={t('setUp.key')}
          hint={t('setUp.keyHint')}
          value={inGroups(fresh.secret)}
          copied={fresh.secret}
          // All of it is seen on a phone.
          rows={2}
        />
      </li>
      <li>
        <p className={classes.instruction}>{t('setUp.type')}</p>
        <CodeForm
          kind="app"
          label={t('setUp.title')}
          word={t('setUp.confirm')}
          wrong={t('setUp.wrong')}
          // The key is read first; but the button that had the focus is gone after another attempt.
          takesFocus={wasRetried}
          onSend={confirm}
        />
      </li>
    </ol>
  );
}

/** A secret in groups of four, as people type it. */
const inGroups = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, '$& ');

interface PasswordFirstProps {
  username: string;
  asked: AskedPassword;
  isWaiting: boolean;
  onGiven(): void;
}

/** Asks for the password before there is a secret: the sign-in was a while ago. */
function PasswordFirst({ username, asked, isWaiting, onGiven }: PasswordFirstProps) {
  const { t } = useTranslation('secondFactor');
  return (
    <form
      noValidate
      aria-label={t('setUp.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (isWaiting) return;
        if (asked.isMissing) asked.markMissing();
        else onGiven();
      }}
    >
      <Stack gap="md">
        <OwnPasswordField username={username} why={t('passkeys.passwordWhy')} {...asked.field} />
        <Button type="submit" size="md" fullWidth {...waitingProps(isWaiting)}>
          {t('setUp.goOn')}
        </Button>
      </Stack>
    </form>
  );
}

/**
 * Asks for a secret, and again where that failed.
 * @param asked takes the failure where the server asks for the password
 * @param onOver as that of `AppSetUp`
 */
function useNewSecret(asked: AskedPassword, onOver: (() => void) | undefined) {
  const [fresh, setFresh] = useState<NewTotp>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const [isAsking, setAsking] = useState(true);
  const ask = useEffectEvent(() => newSecret(onOver === undefined, asked.password));
  const fail = useEffectEvent((error: unknown) => {
    setAsking(false);
    if (onOver && isProblem(error, 'not-signed-in')) onOver();
    else if (passwordFault(error) !== undefined) asked.take(error);
    else setFailure(error);
  });
  useEffect(() => {
    let gone = false;
    ask().then(
      (secret) => !gone && setFresh(secret),
      (error: unknown) => !gone && fail(error),
    );
    return () => {
      gone = true;
    };
  }, [attempt]);
  const retry = () => {
    setFailure(undefined);
    setAsking(true);
    setAttempt(attempt + 1);
  };
  return { fresh, failure, isAsking, retry, wasRetried: attempt > 0 };
}

function NoSecret({ failure, onRetry }: { failure: unknown; onRetry(): void }) {
  const { t } = useTranslation('secondFactor');
  const { title, next } = describeProof(failure);
  return (
    <>
      <Alert color="red" role="alert" title={title} mb="md">
        {next}
      </Alert>
      {/* What had the focus is gone. */}
      <Button variant="default" autoFocus onClick={onRetry}>
        {t('setUp.retry')}
      </Button>
    </>
  );
}
