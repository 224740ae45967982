import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PasskeyFault } from '../api/passkey-fault.ts';
import { AttemptFailure } from './attempt-failure.tsx';

interface PasskeyFailureProps {
  /** The last attempt, if it failed. */
  failure: { readonly attempt: number; readonly error: unknown } | undefined;
  /** Whose passkey was asked for, where that is fixed. */
  username?: string | undefined;
}

/** Why nobody was signed in with a passkey. Whoever closes the browser's prompt has done nothing wrong. */
export function PasskeyFailure({ failure, username }: PasskeyFailureProps) {
  const { t } = useTranslation('session');
  if (!failure) return null;
  const { attempt, error } = failure;
  if (!(error instanceof PasskeyFault)) return <AttemptFailure key={attempt} error={error} />;
  // Nothing can exist already where nothing is made.
  const kind = error.kind === 'exists' ? 'failed' : error.kind;
  return (
    <Alert
      key={attempt}
      color={kind === 'none' ? 'accent' : 'red'}
      role="alert"
      title={t(`passkey.${kind}.title`)}
    >
      {t(`passkey.${kind}.next`, { username })}
    </Alert>
  );
}
