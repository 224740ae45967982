import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { knowsPasskeys } from '../api/sign-in-options.ts';
import { PasskeyFailure } from './passkey-failure.tsx';
import { usePasskey, type PasskeyUse } from './use-passkey.ts';
import classes from './sign-in-page.module.css';

interface PasskeySignInProps extends PasskeyUse {
  /** Undefined as long as it is not known: then there is room for it where the browser could do it. */
  offered: boolean | undefined;
  /** It is the only way on. */
  isOnly?: boolean;
}

/** The button to sign in with a passkey, and whatever went wrong beside it. */
export function PasskeySignIn({ offered, isOnly = false, ...use }: PasskeySignInProps) {
  const { t } = useTranslation('session');
  const { isWaiting, failure, control } = usePasskey(use);
  if (!(offered ?? knowsPasskeys())) return null;
  return (
    <div className={classes.passkey}>
      {offered && (
        <Button variant={isOnly ? 'filled' : 'default'} size="md" fullWidth {...control}>
          {t(isWaiting ? 'signingIn' : 'passkey.signIn')}
        </Button>
      )}
      <PasskeyFailure failure={failure} username={use.username} />
    </div>
  );
}
