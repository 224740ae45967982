import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem/problem-text.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { sessionState, type SecondFactorLack } from '../api/is-logged.ts';
import { ownUsername } from '../api/own-username.ts';
import { signInOptions, type SignInOptions } from '../api/sign-in-options.ts';
import type { ForgottenFormProps } from './forgotten-form.tsx';
import { OtherAccount } from './other-account.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignInSteps, type LoadSecondFactorStep } from './sign-in-steps.tsx';
import classes from './sign-in-page.module.css';

const REDIRECT_AFTER_ms = 3500;

type ForgottenForm = ComponentType<ForgottenFormProps>;

interface SignInPageProps {
  loadWords(language: Language): Promise<void>;
  /** Fetches the form that asks for a link to a new password, with its words. */
  loadForgottenForm(): Promise<ForgottenForm>;
  loadSecondFactorStep: LoadSecondFactorStep;
  /** Goes to the page that the user wanted: after signing in, or 3.5 s after arriving signed in. */
  onDone(): void;
}

/** The sign-in page. */
export function SignInPage(props: SignInPageProps) {
  const { loadWords, loadForgottenForm, loadSecondFactorStep, onDone } = props;
  const { t } = useTranslation('session');
  const handoff = new URLSearchParams(window.location.search).get('handoff');
  const [signedIn, setSignedIn] = useState<{ instead?: string }>();
  const [pending, setPending] = useState<SecondFactorLack>();
  const [forgotten, setForgotten] = useState<{ Form: ForgottenForm }>();
  const openForgotten = useCallback(
    async () => setForgotten({ Form: await loadForgottenForm() }),
    [loadForgottenForm],
  );
  // The form has a title of its own.
  useDocumentTitle(forgotten && !signedIn ? undefined : t('signIn'));
  useEffect(() => {
    let gone = false;
    const arrive = async () => {
      const { logged, secondFactor } = await sessionState();
      if (!gone) setPending(secondFactor);
      if (!logged) return;
      const found = handoff === 'other-account' ? { instead: await ownUsername() } : {};
      if (!gone) setSignedIn(found);
    };
    // A server that can't say now will say it when the form is sent.
    arrive().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [handoff]);
  useEffect(() => {
    if (!signedIn || signedIn.instead !== undefined) return undefined;
    const timer = setTimeout(onDone, REDIRECT_AFTER_ms);
    return () => clearTimeout(timer);
  }, [signedIn, onDone]);

  return (
    <SignInFrame loadWords={loadWords}>
      {signedIn?.instead !== undefined ? (
        <OtherAccount
          username={signedIn.instead}
          text={t('otherAccount.text')}
          onStay={onDone}
          onSignedOut={() => setSignedIn(undefined)}
        />
      ) : signedIn ? (
        <div role="status" className={classes.already}>
          <strong>{t('alreadySignedIn')}</strong>
          <p>{t('redirecting')}</p>
          <Button onClick={onDone} fullWidth size="md" autoFocus>
            {t('goNow')}
          </Button>
        </div>
      ) : (
        <SignInForms
          // Who comes over from another organisation too late (decisions §2) is led here.
          isRefused={handoff === 'refused'}
          pending={pending}
          loadSecondFactorStep={loadSecondFactorStep}
          forgotten={forgotten}
          onForgotten={openForgotten}
          onBack={() => {
            setForgotten(undefined);
            // A reload stays on the form that is shown.
            window.history.replaceState(null, '', window.location.pathname);
          }}
          onSignedIn={onDone}
        />
      )}
    </SignInFrame>
  );
}

interface SignInFormsProps {
  isRefused: boolean;
  /** What a sign-in waits for that was begun before. */
  pending: SecondFactorLack | undefined;
  loadSecondFactorStep: LoadSecondFactorStep;
  /** The form that asks for a link to a new password, while it stands in place of the other. */
  forgotten: { Form: ForgottenForm } | undefined;
  /** Opens it. Fails where it can't be fetched. The options are asked for once as long as this stays the same. */
  onForgotten(): Promise<void>;
  onBack(): void;
  onSignedIn(): void;
}

/** What the page offers where the server can't say. */
const NO_OPTIONS: SignInOptions = { sendsLinks: false, passkeys: false };

/** The form to sign in, and the way to a new password where the organisation sends mail. What is typed stays on the way. */
function SignInForms(props: SignInFormsProps) {
  const { isRefused, forgotten, onForgotten, onBack, ...steps } = props;
  const { t } = useTranslation('session');
  const [username, setUsername] = useState('');
  const [options, setOptions] = useState<SignInOptions>();
  const [hasLeft, setLeft] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const open = useCallback(() => {
    setFailed(false);
    onForgotten().then(
      () => setLeft(true),
      () => setFailed(true),
    );
  }, [onForgotten]);
  useEffect(() => {
    let gone = false;
    signInOptions().then(
      (offered) => {
        if (gone) return;
        setOptions(offered);
        // The page of a link that has expired leads here.
        if (offered.sendsLinks && new URLSearchParams(window.location.search).has('forgotten')) open();
      },
      () => !gone && setOptions(NO_OPTIONS),
    );
    return () => {
      gone = true;
    };
  }, [open]);
  return (
    <>
      <div hidden={forgotten !== undefined}>
        <SignInSteps
          {...steps}
          typed={username}
          onUsername={setUsername}
          passkeys={options?.passkeys}
          notice={isRefused ? problemText('handoff-refused') : undefined}
          onGivenUp={() => setUsername('')}
        >
          {!forgotten && (
            <div className={classes.lost}>
              {options?.sendsLinks === true ? (
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  // What had the focus is gone with the other form.
                  autoFocus={hasLeft}
                  onBlur={() => setLeft(false)}
                  onClick={open}
                >
                  {t('forgottenPassword')}
                </Anchor>
              ) : (
                options && (
                  <Text size="sm" c="dimmed">
                    {t('lostPassword')}
                  </Text>
                )
              )}
              {hasFailed && (
                <Alert color="red" role="alert" title={problemText('offline').title} mt="md">
                  {problemText('offline').next}
                </Alert>
              )}
            </div>
          )}
        </SignInSteps>
      </div>
      {forgotten && <forgotten.Form username={username} onUsername={setUsername} onBack={onBack} />}
    </>
  );
}
