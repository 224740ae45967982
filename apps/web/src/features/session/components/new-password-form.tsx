import { Button, PasswordInput, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { newPasswordFaults, type NewPassword, type NewPasswordFaults } from '../../../lib/new-password.ts';
import { useFaultFocus } from '../../../ui/form-focus.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { isPasswordRefused } from '../api/password-links.ts';
import { AttemptFailure } from './attempt-failure.tsx';

interface NewPasswordFormProps {
  /** The id of the heading that names it. */
  labelledBy: string;
  /** Whose password it is, where that is known. */
  username?: string;
  draft: NewPassword;
  onDraft(draft: NewPassword): void;
  /** On the button, and while the password is being sent. */
  words: { readonly do: string; readonly doing: string };
  /** Fails where the form has to say why. */
  onSend(password: string): Promise<void>;
}

/** Asks twice for a new password. What was typed stays after a failure. */
export function NewPasswordForm({
  labelledBy,
  username,
  draft,
  onDraft,
  words,
  onSend,
}: NewPasswordFormProps) {
  const { t } = useTranslation('passwordLinks');
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const [faults, setFaults] = useState<NewPasswordFaults>({});
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<{ attempt: number; error: unknown }>();
  const refuse = (found: NewPasswordFaults) => {
    setFaults(found);
    focusFirstFault();
  };
  const submit = async () => {
    if (isWaiting) return;
    const found = newPasswordFaults(draft);
    if (Object.keys(found).length > 0) return refuse(found);
    setWaiting(true);
    setFailure(undefined);
    try {
      await onSend(draft.next);
    } catch (error) {
      if (isPasswordRefused(error)) refuse({ next: 'short' });
      else setFailure({ attempt: (failure?.attempt ?? 0) + 1, error });
    } finally {
      setWaiting(false);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      aria-labelledby={labelledBy}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {/* Tells a password manager whose password it is. */}
      {username !== undefined && <input hidden readOnly autoComplete="username" value={username} />}
      <Stack gap="md">
        {failure && <AttemptFailure key={failure.attempt} error={failure.error} />}
        {(['next', 'confirmed'] as const).map((name) => (
          <PasswordInput
            key={name}
            label={t(name === 'next' ? 'password' : 'repeated')}
            description={name === 'next' ? t('passwordHint') : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            size="md"
            autoComplete="new-password"
            autoFocus={name === 'next'}
            value={draft[name]}
            // The kit marks it by its looks alone.
            aria-invalid={faults[name] !== undefined}
            error={faults[name] && t(`fault.${faults[name]}`)}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            onChange={({ currentTarget }) => {
              onDraft({ ...draft, [name]: currentTarget.value });
              setFaults({ ...faults, [name]: undefined });
            }}
          />
        ))}
        <Button type="submit" size="md" fullWidth mt="xs" {...waitingProps(isWaiting)}>
          {isWaiting ? words.doing : words.do}
        </Button>
      </Stack>
    </form>
  );
}
