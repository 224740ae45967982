import { Alert, Anchor, Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage, type Language } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem/problem-text.ts';
import { ArmariumMark } from '../../../ui/armarium-mark.tsx';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { hasSession } from '../api/is-logged.ts';
import { ownUsername } from '../api/own-username.ts';
import { OtherAccount } from './other-account.tsx';
import { SignInForm } from './sign-in-form.tsx';
import classes from './sign-in-page.module.css';

const REDIRECT_AFTER_ms = 3500;

interface SignInPageProps {
  loadWords(language: Language): Promise<void>;
  /** Goes to the page that the user wanted: after signing in, or 3.5 s after arriving signed in. */
  onDone(): void;
}

/** The sign-in page. */
export function SignInPage({ loadWords, onDone }: SignInPageProps) {
  const { t } = useTranslation('session');
  const handoff = new URLSearchParams(window.location.search).get('handoff');
  const [signedIn, setSignedIn] = useState<{ instead?: string }>();
  useDocumentTitle(t('signIn'));
  useEffect(() => {
    let gone = false;
    const arrive = async () => {
      if (!(await hasSession())) return;
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
  // Who comes over from another organisation too late (decisions §2) is led here.
  const refused = handoff === 'refused' ? problemText('handoff-refused') : undefined;
  const other = currentLanguage() === 'en' ? 'it' : 'en';
  const [isOffline, setOffline] = useState(false);
  const changeLanguage = () =>
    loadWords(other).then(
      () => {
        setOffline(false);
        chooseLanguage(other);
      },
      () => setOffline(true),
    );

  return (
    <div className={classes.page}>
      <main className={classes.card}>
        <div className={classes.brand}>
          <ArmariumMark size_px={44} />
          <h1 className={classes.name}>Armarium</h1>
          <p className={classes.tagline}>{t('tagline')}</p>
        </div>
        {signedIn?.instead !== undefined ? (
          <OtherAccount
            username={signedIn.instead}
            onStay={onDone}
            onSignedOut={() => setSignedIn(undefined)}
          />
        ) : signedIn ? (
          <div role="status" className={classes.already}>
            <strong>{t('alreadySignedIn')}</strong>
            <p>{t('redirecting')}</p>
            <Button onClick={onDone} fullWidth size="md">
              {t('goNow')}
            </Button>
          </div>
        ) : (
          <>
            {refused && (
              <Alert color="accent" role="alert" title={refused.title} mb="md">
                {refused.next}
              </Alert>
            )}
            <SignInForm onSignedIn={onDone} />
            <Text size="sm" c="dimmed" mt="md">
              {t('lostPassword')}
            </Text>
          </>
        )}
      </main>
      <Anchor
        component="button"
        type="button"
        size="sm"
        lang={other}
        className={classes.language}
        onClick={() => void changeLanguage()}
      >
        {other === 'it' ? 'Italiano' : 'English'}
      </Anchor>
      {isOffline && (
        <Alert color="red" role="alert" title={problemText('offline').title} mt="md">
          {problemText('offline').next}
        </Alert>
      )}
    </div>
  );
}
