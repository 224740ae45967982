import { PasswordInput, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';

interface PasswordDialogProps {
  /** Whose password is asked for. */
  username: string;
  title: string;
  /** What follows from it, a paragraph each. */
  texts: readonly string[];
  confirmWord: string;
  failedWord: string;
  dangerous?: boolean;
  /** @throws ApiProblem `invalid` with the field `password`, and others, which the dialog shows */
  work(password: string): Promise<void>;
  onClose(): void;
}

/** Asks for the own password before something is done to the second factor. */
export function PasswordDialog({ username, texts, work, ...dialog }: PasswordDialogProps) {
  const { t } = useTranslation('secondFactor');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<'passwordMissing' | 'passwordWrong'>();
  const field = useRef<HTMLInputElement>(null);
  const refuse = (found: typeof fault) => {
    setFault(found);
    field.current?.focus();
  };
  return (
    <ConfirmDialog
      opened
      {...dialog}
      keepsOpen={() => password === ''}
      work={async () => {
        if (password === '') refuse('passwordMissing');
        else await work(password);
      }}
      isTold={isWrongPassword}
      onFailure={(failure) => {
        if (isWrongPassword(failure)) refuse('passwordWrong');
      }}
    >
      {texts.map((text) => (
        <Text key={text} size="sm" mb="md">
          {text}
        </Text>
      ))}
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordInput
        ref={field}
        data-autofocus
        label={t('profile.password')}
        required
        autoComplete="current-password"
        value={password}
        // The kit marks it by its looks alone.
        aria-invalid={fault !== undefined}
        error={fault && t(`profile.${fault}`)}
        visibilityToggleButtonProps={{ 'aria-label': t('profile.showPassword') }}
        onChange={(event) => {
          setPassword(event.currentTarget.value);
          setFault(undefined);
        }}
      />
    </ConfirmDialog>
  );
}

const isWrongPassword = (failure: unknown) => isProblem(failure, 'invalid');
