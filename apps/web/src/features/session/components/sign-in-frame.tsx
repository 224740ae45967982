import { Alert, Anchor } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage, currentLanguage, type Language } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem/problem-text.ts';
import { ArmariumMark } from '../../../ui/armarium-mark.tsx';
import classes from './sign-in-page.module.css';

interface SignInFrameProps {
  loadWords(language: Language): Promise<void>;
  children: ReactNode;
}

/** The frame of the pages without a session: the brand above what they are for, and the other language below. */
export function SignInFrame({ loadWords, children }: SignInFrameProps) {
  const { t } = useTranslation('session');
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
        {children}
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
