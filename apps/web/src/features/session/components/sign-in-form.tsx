import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { waitingProps } from '../../../ui/waiting-props.ts';
import type { SecondFactorLack } from '../api/is-logged.ts';
import { signInAs } from '../api/sign-in.ts';
import { AttemptFailure } from './attempt-failure.tsx';
import classes from './sign-in-page.module.css';

export interface SignInFormProps {
  /** Fixed in the dialog of an expired session, where somebody else's session must not take over the page. */
  username?: string | undefined;
  /** The username where another form takes it over; told of each change. */
  typed?: string;
  onUsername?(username: string): void;
  onSignedIn(): void;
  /** Goes on with a sign-in that waits for a second factor. Fails where the form has to say why. */
  onPending(lacks: SecondFactorLack): Promise<void>;
}

/** Username and password, and whatever went wrong beside them; what was typed stays. */
export function SignInForm({ username: fixed, typed, onUsername, onSignedIn, onPending }: SignInFormProps) {
  const { t } = useTranslation('session');
  const [own, setOwn] = useState(fixed ?? '');
  const username = typed ?? own;
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
      const pending = await signInAs(username.trim(), password);
      if (pending === undefined) onSignedIn();
      else await onPending(pending);
    } catch (error) {
      setFailure({ attempt: (failure?.attempt ?? 0) + 1, error });
      setWaiting(false);
      passwordInput.current?.select();
    }
  };
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={t('signIn')}>
      <div className={classes.stack}>
        {failure && !waiting && <AttemptFailure key={failure.attempt} error={failure.error} />}
        <TextInput
          ref={usernameInput}
          label={t('username')}
          name="username"
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={fixed !== undefined}
          autoFocus={username === ''}
          value={username}
          error={missing.username && t('usernameRequired')}
          onChange={(event) => {
            setOwn(event.currentTarget.value);
            onUsername?.(event.currentTarget.value);
          }}
        />
        <PasswordInput
          ref={passwordInput}
          label={t('password')}
          name="password"
          size="md"
          autoComplete="current-password"
          data-autofocus
          autoFocus={username !== ''}
          value={password}
          error={missing.password && t('passwordRequired')}
          description={capsLock ? t('capsLock') : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
          onChange={(event) => setPassword(event.currentTarget.value)}
          onKeyDown={watchCapsLock}
          onKeyUp={watchCapsLock}
          onBlur={() => setCapsLock(false)}
        />
        <Button type="submit" size="md" fullWidth mt="xs" {...waitingProps(waiting)}>
          {waiting ? t('signingIn') : t('signIn')}
        </Button>
      </div>
    </form>
  );
}
