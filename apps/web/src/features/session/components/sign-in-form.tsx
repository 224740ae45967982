import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentUser } from '@armarium/contract/session';
import { ApiProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { signInAs } from '../api/sign-in.ts';

interface SignInFormProps {
  /** Fixed in the dialog of an expired session, where somebody else's session must not take over the page. */
  username?: string;
  onSignedIn(user: CurrentUser): void;
}

/** Username and password, and whatever went wrong beside them; what was typed stays. */
export function SignInForm({ username: fixed, onSignedIn }: SignInFormProps) {
  const { t } = useTranslation('session');
  const [username, setUsername] = useState(fixed ?? '');
  const [password, setPassword] = useState('');
  const [failure, setFailure] = useState<{ attempt: number; error: unknown }>();
  const [waiting, setWaiting] = useState(false);
  const [capsLock, setCapsLock] = useState(false);
  const [missing, setMissing] = useState({ username: false, password: false });
  const passwordInput = useRef<HTMLInputElement>(null);
  const usernameInput = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (waiting) return;
    const lacks = { username: username.trim() === '', password: password === '' };
    setMissing(lacks);
    if (lacks.username) return usernameInput.current?.focus();
    if (lacks.password) return passwordInput.current?.focus();
    setWaiting(true);
    try {
      onSignedIn(await signInAs(username.trim(), password));
    } catch (error) {
      setFailure({ attempt: (failure?.attempt ?? 0) + 1, error });
      setWaiting(false);
      passwordInput.current?.select();
    }
  };
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t('signIn')}>
      <Stack gap="md">
        {failure && !waiting && <Failure key={failure.attempt} error={failure.error} />}
        <TextInput
          ref={usernameInput}
          label={t('username')}
          name="username"
          data-mantine-stop-propagation={fixed !== undefined || undefined}
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={fixed !== undefined}
          data-autofocus={fixed === undefined || undefined}
          autoFocus={fixed === undefined}
          value={username}
          error={missing.username && t('usernameRequired')}
          onChange={(event) => setUsername(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordInput}
          label={t('password')}
          name="password"
          size="md"
          autoComplete="current-password"
          data-autofocus={fixed !== undefined || undefined}
          data-mantine-stop-propagation={fixed !== undefined || undefined}
          value={password}
          error={missing.password && t('passwordRequired')}
          description={capsLock ? t('capsLock') : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <Button
          type="submit"
          size="md"
          fullWidth
          mt="xs"
          data-mantine-stop-propagation={fixed !== undefined || undefined}
          aria-disabled={waiting}
          data-waiting={waiting || undefined}
        >
          {waiting ? t('signingIn') : t('signIn')}
        </Button>
      </Stack>
    </form>
  );
}

/** The alert of a failed attempt; after 429 it counts the seconds down. */
function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation('session');
  const [waited_s, setWaited] = useState(0);
  const limit_s = error instanceof ApiProblem ? (error.retryAfter_s ?? 0) : 0;
  useEffect(() => {
    if (limit_s === 0) return undefined;
    const timer = setInterval(() => setWaited((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, [limit_s]);
  if (error instanceof ApiProblem && error.status === 401) {
    return <Alert color="red" role="alert" title={t('invalid')} />;
  }
  if (limit_s > 0 && waited_s >= limit_s) return null;
  const left =
    error instanceof ApiProblem && limit_s > 0
      ? new ApiProblem(error.status, error.problem, limit_s - waited_s)
      : error;
  const { title, next } = describeProblem(left);
  return (
    <Alert color="red" role="alert" title={title}>
      {next}
    </Alert>
  );
}
