import { PasswordInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';

/** What is wrong with the password. A new one each time, so that the field gets the focus again. */
export interface PasswordFault {
  readonly word: 'passwordMissing' | 'passwordWrong';
}

interface OwnPasswordFieldProps {
  /** Whose password is asked for. */
  username: string;
  password: string;
  fault: PasswordFault | undefined;
  /** Why it is asked for, where the dialog does not say it. */
  why?: string;
  /** It has come into a dialog that was open. */
  comesLate?: boolean;
  onChange(password: string): void;
}

/** The field for the own password, before something is done to how one signs in. */
export function OwnPasswordField(props: OwnPasswordFieldProps) {
  const { username, password, fault, why, comesLate, onChange } = props;
  const { t } = useTranslation('secondFactor');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (fault) field.current?.focus();
  }, [fault]);
  return (
    <>
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordInput
        ref={field}
        data-autofocus
        autoFocus={comesLate}
        label={t('profile.password')}
        description={why}
        required
        autoComplete="current-password"
        value={password}
        // The kit marks it by its looks alone.
        aria-invalid={fault !== undefined}
        error={fault && t(`profile.${fault.word}`)}
        visibilityToggleButtonProps={{ 'aria-label': t('profile.showPassword') }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  );
}
