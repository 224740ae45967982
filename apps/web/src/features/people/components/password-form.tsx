import { Button, PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify, notifyProblem } from '../../../ui/notify.tsx';
import { ownSessionsQuery } from '../api/own-sessions.ts';
import { changePassword } from '../api/password.ts';
import { passwordFaults, type PasswordDraft, type PasswordFaults } from '../password-form.ts';
import { useFaultFocus } from '../../../ui/form-focus.ts';
import classes from './profile.module.css';

const nothing: PasswordDraft = { old: '', next: '', confirmed: '' };
const fields = [
  { name: 'old', autoComplete: 'current-password' },
  { name: 'next', autoComplete: 'new-password' },
  { name: 'confirmed', autoComplete: 'new-password' },
] as const;

/** Asks for the old password and twice for the new one (PROF-09). A wrong old one is told at its field. */
export function PasswordForm({ username }: { username: string }) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const [draft, setDraft] = useState(nothing);
  const [faults, setFaults] = useState<PasswordFaults>({});
  const [isWorking, setWorking] = useState(false);

  const refuse = (found: PasswordFaults) => {
    setFaults(found);
    focusFirstFault();
  };
  const submit = async () => {
    if (isWorking) return;
    const found = passwordFaults(draft);
    if (Object.keys(found).length > 0) return refuse(found);
    setWorking(true);
    try {
      await changePassword(draft.old, draft.next);
      setDraft(nothing);
      notify('success', { title: t('passwordChanged') });
      // The others have ended.
      await queries.invalidateQueries(ownSessionsQuery);
    } catch (error) {
      if (isProblem(error, 'wrong-old-password')) refuse({ old: 'oldWrong' });
      else notifyProblem(error as Error, () => t('passwordFailed'));
    } finally {
      setWorking(false);
    }
  };
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('changePassword')}
      className={classes.narrow}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {/* Tells a password manager whose password it is. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <Stack gap="sm">
        {fields.map(({ name, autoComplete }) => (
          <PasswordInput
            key={name}
            label={t(`password.${name}`)}
            description={name === 'next' ? t('passwordHint') : undefined}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete={autoComplete}
            required
            value={draft[name]}
            // The kit marks it by its looks alone.
            aria-invalid={faults[name] !== undefined}
            error={faults[name] && t(`fault.${faults[name]}`)}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            onChange={({ currentTarget }) => {
              setDraft({ ...draft, [name]: currentTarget.value });
              setFaults({ ...faults, [name]: undefined });
            }}
          />
        ))}
      </Stack>
      <div className={classes.actions}>
        <Button type="submit" {...waitingProps(isWorking)}>
          {t('changePassword')}
        </Button>
      </div>
    </form>
  );
}
