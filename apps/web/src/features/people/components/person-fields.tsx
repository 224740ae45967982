import { Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Faults, UserDraft } from '../user-form.ts';
import classes from './people.module.css';

interface PersonFieldsProps {
  draft: UserDraft;
  faults: Faults;
  /** Why they can't be changed; undefined where they can. */
  fixed?: string | undefined;
  /** Why the e-mail alone can't be changed; undefined where it can. */
  fixedEmail?: string | undefined;
  /** What follows from another e-mail address. */
  emailHint?: string | undefined;
  /** The field of the username. */
  username: ReactNode;
  onChange(part: Partial<UserDraft>): void;
}

/** Name, surname, username and e-mail of a person. */
export function PersonFields(props: PersonFieldsProps) {
  const { draft, faults, fixed, fixedEmail, emailHint, username, onChange } = props;
  const { t } = useTranslation('users');
  const field = (name: 'name' | 'surname' | 'email') => ({
    label: t(`field.${name}`),
    value: draft[name],
    error: faults[name] && t(`fault.${faults[name]}`),
    disabled: fixed !== undefined,
    dir: 'auto' as const,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      {fixed !== undefined && (
        <Text size="sm" c="dimmed" className={classes.wide ?? ''}>
          {fixed}
        </Text>
      )}
      <TextInput
        {...field('name')}
        data-autofocus={fixed === undefined || undefined}
        autoFocus={fixed === undefined}
      />
      <TextInput {...field('surname')} />
      {username}
      <TextInput
        {...field('email')}
        type="email"
        inputMode="email"
        {...(fixedEmail === undefined ? { required: true } : { readOnly: true, variant: 'filled' })}
        description={fixedEmail ?? emailHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
    </>
  );
}
