import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { sessionState, type SecondFactorLack } from '../api/is-logged.ts';
import { completeSignIn } from '../api/second-factor.ts';
import { endSession } from '../api/sign-out.ts';
import { AppSetUp } from './app-set-up.tsx';
import { CodeForm, type CodeKind } from './code-form.tsx';
import { PasskeyFailure } from './passkey-failure.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { usePasskey, type PasskeyUse } from './use-passkey.ts';
import classes from './sign-in-page.module.css';

export interface SecondFactorStepProps {
  /** What the sign-in waits for. */
  lacks: SecondFactorLack;
  /** Whether one can sign in with a passkey; undefined as long as that is not known. */
  passkeys: boolean | undefined;
  /** Of the fixed account, where somebody else's session must not take over the page. */
  username?: string | undefined;
  onSignedIn(): void;
  /** The pending sign-in is over: it begins again with the password. */
  onOver(): void;
  /** It was given up, for somebody else to sign in. */
  onGivenUp(): void;
}

/** What completes a sign-in that waits for a second factor: a code, a passkey, or setting up an app. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { lacks, passkeys, username, onSignedIn, onOver, onGivenUp } = props;
  const { t } = useTranslation('secondFactor');
  const [codes, setCodes] = useState<readonly string[]>();
  const beginAgain = async () => {
    // It may have been completed in another tab.
    const state = await sessionState().catch(() => undefined);
    if (state?.logged) onSignedIn();
    else onOver();
  };
  if (codes) return <NewCodes codes={codes} onKept={onSignedIn} />;
  return (
    <>
      {lacks === 'due' ? (
        <>
          <h2 className={classes.heading}>{t('title')}</h2>
          <CodeStep onSignedIn={onSignedIn} onOver={beginAgain} />
          {passkeys === true && <PasskeyInstead username={username} onSignedIn={onSignedIn} />}
        </>
      ) : lacks === 'passkey' ? (
        <PasskeyStep {...{ passkeys, username, onSignedIn }} />
      ) : (
        <SetUpStep onConfirmed={setCodes} onOver={() => void beginAgain()} />
      )}
      <GiveUp onGivenUp={onGivenUp} />
    </>
  );
}

interface SetUpStepProps {
  onConfirmed(recoveryCodes: readonly string[]): void;
  onOver(): void;
}

/** The heading of a step that begins with why it is there, so the focus does too. */
function FirstRead({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </h2>
  );
}

type PasskeyStepProps = Pick<SecondFactorStepProps, 'passkeys' | 'username' | 'onSignedIn'>;

/** Signs in with a passkey: the account has no app. */
function PasskeyStep({ passkeys, ...use }: PasskeyStepProps) {
  const { t } = useTranslation('secondFactor');
  return (
    <>
      <FirstRead>{t('passkeyNeeded.title')}</FirstRead>
      <Text>{t('passkeyNeeded.text')}</Text>
      {passkeys === false && <Text mt="sm">{t('passkeyNeeded.notHere')}</Text>}
      <PasskeySignIn offered={passkeys} isOnly {...use} />
    </>
  );
}

/** The way to a passkey in place of a code. */
function PasskeyInstead(use: PasskeyUse) {
  const { t } = useTranslation(['secondFactor', 'session']);
  const { isWaiting, failure, control } = usePasskey(use);
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt="md"
        mb={failure ? 'md' : undefined}
        display="block"
        {...control}
      >
        {t(isWaiting ? 'session:signingIn' : 'usePasskey')}
      </Anchor>
      <PasskeyFailure failure={failure} username={use.username} />
    </>
  );
}

/** Sets up the second factor that is demanded. */
function SetUpStep(props: SetUpStepProps) {
  const { t } = useTranslation('secondFactor');
  return (
    <>
      <FirstRead>{t('setUp.title')}</FirstRead>
      <Text mb="md">{t('missing.text')}</Text>
      <AppSetUp {...props} />
    </>
  );
}

/** The recovery codes of the new app, this once. A reload would lose them. */
function NewCodes({ codes, onKept }: { codes: readonly string[]; onKept(): void }) {
  const { t } = useTranslation('secondFactor');
  useWindowEvent('beforeunload', (event) => event.preventDefault());
  return (
    <>
      <h2 className={classes.heading}>{t('codes.title')}</h2>
      <RecoveryCodes codes={codes} />
      <Button size="md" fullWidth mt="md" onClick={onKept}>
        {t('codes.continue')}
      </Button>
    </>
  );
}

/** A code of the app, or a recovery code. */
function CodeStep({ onSignedIn, onOver }: { onSignedIn(): void; onOver(): Promise<void> }) {
  const { t } = useTranslation(['secondFactor', 'session']);
  const [kind, setKind] = useState<CodeKind>('app');
  const send = async (code: string) => {
    try {
      await completeSignIn(kind === 'app' ? { code } : { recoveryCode: code });
    } catch (error) {
      if (!isProblem(error, 'not-signed-in')) throw error;
      return onOver();
    }
    onSignedIn();
  };
  return (
    <>
      <CodeForm key={kind} kind={kind} label={t('title')} word={t('session:signIn')} onSend={send} />
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt="md"
        display="block"
        onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}
      >
        {t(kind === 'app' ? 'useRecovery' : 'useApp')}
      </Anchor>
    </>
  );
}

/** Gives up the pending sign-in. */
function GiveUp({ onGivenUp }: Pick<SecondFactorStepProps, 'onGivenUp'>) {
  const { t } = useTranslation('session');
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const failed = failure === undefined ? undefined : describeProblem(failure);
  const giveUp = async () => {
    if (isWaiting) return;
    setWaiting(true);
    setFailure(undefined);
    try {
      await endSession();
      onGivenUp();
    } catch (error) {
      setFailure(error);
      setWaiting(false);
    }
  };
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt="md"
        aria-disabled={isWaiting}
        onClick={() => void giveUp()}
      >
        {t('again.leave')}
      </Anchor>
      {failed && (
        <Alert color="red" role="alert" title={failed.title} mt="md">
          {failed.next}
        </Alert>
      )}
    </>
  );
}
