import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { linkFault, replacePassword } from '../api/password-links.ts';
import { LinkOutcome } from './link-outcome.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { OtherAccount } from './other-account.tsx';
import { PendingLink } from './pending-link.tsx';
import { useLink } from './use-link.ts';
import classes from './sign-in-page.module.css';

interface NewPasswordPageProps {
  /** The token of the link; empty where it has none. */
  token: string;
  /** Goes to the catalogue, as whoever is signed in. */
  onDone(): void;
  onSignIn(): void;
  /** Goes to the form that asks for a link. */
  onForgotten(): void;
}

/** The page that the link of a forgotten password opens. */
export function NewPasswordPage({ token, onDone, onSignIn, onForgotten }: NewPasswordPageProps) {
  const { t } = useTranslation('passwordLinks');
  const [draft, setDraft] = useState({ next: '', confirmed: '' });
  const { stage, setStage, retry } = useLink('new-password', token);
  useDocumentTitle(t('newPassword.title'));
  const send = async (username: string, password: string) => {
    try {
      await replacePassword(token, password);
      setStage({ at: 'done', username });
    } catch (error) {
      const fault = linkFault(error);
      if (fault === undefined) throw error;
      setStage({ at: fault });
    }
  };

  switch (stage.at) {
    case 'loading':
    case 'failed':
      return <PendingLink stage={stage} onRetry={retry} />;
    case 'unknown':
    case 'over':
      return (
        <LinkOutcome
          isFailure
          title={t(stage.at === 'over' ? 'newPassword.over' : 'unknown')}
          texts={[t(stage.at === 'over' ? 'newPassword.overText' : 'newPassword.unknownText')]}
          action={{ word: t('newPassword.again'), onClick: onForgotten }}
        />
      );
    case 'done':
      return (
        <LinkOutcome
          title={t('newPassword.changed')}
          texts={[t('newPassword.changedText', { username: stage.username })]}
          action={{ word: t('toSignIn'), onClick: onSignIn }}
        />
      );
    case 'other': {
      const { link, signedIn } = stage;
      return (
        <OtherAccount
          username={signedIn}
          text={t('newPassword.otherAccount', { username: link.username })}
          onStay={onDone}
          onSignedOut={() => setStage({ at: 'form', link })}
        />
      );
    }
    case 'form': {
      const { username } = stage.link;
      return (
        <>
          <h2 id="new-password" className={classes.heading}>
            {t('newPassword.heading', { username })}
          </h2>
          <NewPasswordForm
            labelledBy="new-password"
            username={username}
            draft={draft}
            onDraft={setDraft}
            words={{ do: t('newPassword.do'), doing: t('newPassword.doing') }}
            onSend={(password) => send(username, password)}
          />
        </>
      );
    }
  }
}
