import { Alert, Anchor, Button, Text } from '@mantine/core';
import { Suspense, useCallback, useEffect, useState, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { hasMessage, translate, type Language } from '../../../lib/i18n.ts';
import { problemText, type ProblemText } from '../../../lib/problem/problem-text.ts';
import { recall, remember } from '../../../lib/remembered.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { sessionState, type SecondFactorLack } from '../api/is-logged.ts';
import { ownUsername } from '../api/own-username.ts';
import { signInOptions, type SignInOptions } from '../api/sign-in-options.ts';
import type { ForgottenFormProps } from './forgotten-form.tsx';
import { OtherAccount } from './other-account.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { SignInSteps, type LoadSecondFactorStep } from './sign-in-steps.tsx';
import type { SignOnChoicesProps } from './sign-on-choices.tsx';
import classes from './sign-in-page.module.css';

const REDIRECT_AFTER_ms = 3500;

type ForgottenForm = ComponentType<ForgottenFormProps>;

interface SignInPageProps {
  loadWords(language: Language): Promise<void>;
  /** Fetches the form that asks for a link to a new password, with its words. */
  loadForgottenForm(): Promise<ForgottenForm>;
  loadSecondFactorStep: LoadSecondFactorStep;
  /** Fetched where there are providers of sign-on. Of a sign-on that failed, its words have come with the page. */
  SignOnChoices: ComponentType<SignOnChoicesProps>;
  /** Goes to the page that the user wanted: after signing in, or 3.5 s after arriving signed in. */
  onDone(): void;
}

/** The sign-in page. */
export function SignInPage(props: SignInPageProps) {
  const { loadWords, loadForgottenForm, onDone, ...parts } = props;
  const { t } = useTranslation('session');
  const handoff = addressSays('handoff');
  const [signOn] = useState(() => addressSays('signOn'));
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
      const isOther = [handoff, signOn].includes('other-account');
      const found = isOther ? { instead: await ownUsername() } : {};
      if (!gone) setSignedIn(found);
    };
    // A server that can't say now will say it when the form is sent.
    arrive().catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [handoff, signOn]);
  useEffect(() => {
    // A reload does not tell it again.
    const address = new URL(window.location.href);
    address.searchParams.delete('signOn');
    window.history.replaceState(null, '', address);
  }, []);
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
          text={signOn === null ? t('otherAccount.text') : translate('signOn:otherAccount')}
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
          {...parts}
          // Who comes over from another organisation too late (decisions §2) is led here.
          notice={handoff === 'refused' ? problemText('handoff-refused') : failureOf(signOn)}
          pending={pending}
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

const addressSays = (name: string) => new URLSearchParams(window.location.search).get(name);

/** What is said of a sign-on that failed; nothing of one that is not known. */
function failureOf(signOn: string | null): ProblemText | undefined {
  const key = `signOn:failure.${signOn}`;
  return hasMessage(`${key}.title`)
    ? { title: translate(`${key}.title`), next: translate(`${key}.next`) }
    : undefined;
}

interface SignInFormsProps extends Pick<SignInPageProps, 'loadSecondFactorStep' | 'SignOnChoices'> {
  /** Why one has to sign in here. */
  notice: ProblemText | undefined;
  /** What a sign-in waits for that was begun before. */
  pending: SecondFactorLack | undefined;
  /** The form that asks for a link to a new password, while it stands in place of the other. */
  forgotten: { Form: ForgottenForm } | undefined;
  /** Opens it. Fails where it can't be fetched. The options are asked for once as long as this stays the same. */
  onForgotten(): Promise<void>;
  onBack(): void;
  onSignedIn(): void;
}

/** What the page offers where the server can't say. */
const NO_OPTIONS: SignInOptions = { sendsLinks: false, passkeys: false, signOn: [] };

/** The form to sign in, and the way to a new password where the organisation sends mail. What is typed stays on the way. */
function SignInForms(props: SignInFormsProps) {
  const { SignOnChoices, forgotten, onForgotten, onBack, ...steps } = props;
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
        if (offered.sendsLinks && addressSays('forgotten') !== null) open();
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
          onGivenUp={() => setUsername('')}
        >
          <SignOnPlace offered={options?.signOn} Choices={SignOnChoices} />
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

/** How many providers there were the last time. */
const REMEMBERED = 'armarium.sign-on';
/** A button with the space above it. */
const CHOICE_px = 54;

interface SignOnPlaceProps {
  /** Undefined as long as it is not known: then there is room for as many as there were the last time. */
  offered: SignInOptions['signOn'] | undefined;
  Choices: ComponentType<SignOnChoicesProps>;
}

function SignOnPlace({ offered, Choices }: SignOnPlaceProps) {
  const count = offered?.length;
  const [before] = useState(() => Number(recall(REMEMBERED)));
  useEffect(() => {
    if (count !== undefined) remember(REMEMBERED, `${count}`);
  }, [count]);
  return (
    <div style={{ minHeight: (count ?? before) * CHOICE_px }}>
      {offered && count !== 0 && (
        <Suspense>
          <Choices offered={offered} />
        </Suspense>
      )}
    </div>
  );
}
