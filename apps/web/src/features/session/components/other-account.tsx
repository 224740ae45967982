import { Alert, Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { endSession } from '../api/sign-out.ts';
import classes from './sign-in-page.module.css';

interface OtherAccountProps {
  /** Who is signed in. */
  username: string;
  /** Why that one has to sign out. */
  text: string;
  onStay(): void;
  onSignedOut(): void;
}

/**
 * Who comes over from another organisation, or opens an invitation, with another account than is signed in here: whether
 * that one goes is theirs to say, since anybody could have led them here.
 */
export function OtherAccount({ username, text, onStay, onSignedOut }: OtherAccountProps) {
  const { t } = useTranslation('session');
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const failed = failure === undefined ? undefined : describeProblem(failure);

  const leave = async () => {
    if (leaving) return;
    setLeaving(true);
    setFailure(undefined);
    try {
      await endSession();
      onSignedOut();
    } catch (error) {
      setFailure(error);
      setLeaving(false);
    }
  };

  return (
    <div className={classes.stack}>
      <Alert color="accent" role="alert" title={t('otherAccount.title', { name: username })}>
        {text}
      </Alert>
      {failed && (
        <Alert color="red" role="alert" title={failed.title}>
          {failed.next}
        </Alert>
      )}
      <Button onClick={() => void leave()} fullWidth size="md" {...waitingProps(leaving)}>
        {t('signOut')}
      </Button>
      {/* What had the focus is gone. */}
      <Button variant="default" autoFocus onClick={onStay} fullWidth size="md">
        {t('otherAccount.stay')}
      </Button>
    </div>
  );
}
