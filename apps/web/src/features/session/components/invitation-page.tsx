import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { displayMoment } from '../../../ui/display-date.ts';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { accountHere } from '../api/account-here.ts';
import { linkFault, setFirstPassword, type LinkAccount } from '../api/password-links.ts';
import { signInAs } from '../api/sign-in.ts';
import { LinkOutcome } from './link-outcome.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { OtherAccount } from './other-account.tsx';
import { PendingLink } from './pending-link.tsx';
import { useLink } from './use-link.ts';
import classes from './sign-in-page.module.css';

interface InvitationPageProps {
  /** The token of the link; empty where it has none. */
  token: string;
  /** Goes to the catalogue: signed in with the new password, or as whoever was signed in before. */
  onDone(): void;
  onSignIn(): void;
}

/** The page that the link of an invitation opens: sets the first password, and signs in with it. */
export function InvitationPage({ token, onDone, onSignIn }: InvitationPageProps) {
  const { t } = useTranslation('passwordLinks');
  const [draft, setDraft] = useState({ next: '', confirmed: '' });
  const { stage, setStage, retry } = useLink('invitation', token);
  useDocumentTitle(t('invitation.title'));

  const accept = async (invitation: LinkAccount, password: string) => {
    const { username } = invitation;
    try {
      await setFirstPassword(token, password);
    } catch (error) {
      const signedIn = isProblem(error, 'other-account') ? await accountHere() : undefined;
      if (signedIn !== undefined) return setStage({ at: 'other', link: invitation, signedIn });
      const fault = linkFault(error);
      if (fault === undefined) throw error;
      return setStage({ at: fault });
    }
    try {
      const pending = await signInAs(username, password);
      if (pending === undefined) onDone();
      // The sign-in page goes on with it.
      else onSignIn();
    } catch {
      setStage({ at: 'done', username });
    }
  };

  switch (stage.at) {
    case 'loading':
    case 'failed':
      return <PendingLink stage={stage} onRetry={retry} />;
    case 'unknown':
      return (
        <LinkOutcome
          isFailure
          title={t('unknown')}
          texts={[t('unknownText')]}
          action={{ word: t('toSignIn'), onClick: onSignIn }}
        />
      );
    case 'over':
      return (
        <LinkOutcome
          isFailure
          title={t('invitation.over')}
          texts={[t('invitation.overText'), t('invitation.overNext')]}
          action={{ word: t('toSignIn'), onClick: onSignIn }}
        />
      );
    case 'done':
      return (
        <LinkOutcome
          title={t('invitation.set')}
          texts={[t('invitation.setText', { username: stage.username })]}
          action={{ word: t('toSignIn'), onClick: onSignIn }}
        />
      );
    case 'other': {
      const { link: invitation, signedIn } = stage;
      return (
        <OtherAccount
          username={signedIn}
          text={t('invitation.otherAccount', { username: invitation.username })}
          onStay={onDone}
          onSignedOut={() => setStage({ at: 'form', link: invitation })}
        />
      );
    }
    case 'form': {
      const { link: invitation } = stage;
      const { username, tenantDisplayName, tenantName, expiresAt } = invitation;
      return (
        <>
          <h2 id="invitation" className={classes.heading}>
            {t('invitation.heading', { organisation: tenantDisplayName || tenantName })}
          </h2>
          <Text mt="xs">{t('invitation.username', { username })}</Text>
          <Text size="sm" c="dimmed" mb="md">
            {t('invitation.validUntil', { moment: displayMoment(expiresAt) })}
          </Text>
          <NewPasswordForm
            labelledBy="invitation"
            username={username}
            draft={draft}
            onDraft={setDraft}
            words={{ do: t('invitation.do'), doing: t('invitation.doing') }}
            onSend={(password) => accept(invitation, password)}
          />
        </>
      );
    }
  }
}
