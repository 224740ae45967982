import type { Role, UserRights } from '@armarium/contract/capability';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCheck } from '@tabler/icons-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { rolesQuery } from '../../../records/api/roles.ts';
import { RightsSummary } from './rights-summary.tsx';
import { useRoleWords } from './role-words.ts';
import classes from './people.module.css';

interface RolesFieldProps {
  value: readonly Role[];
  onChange(roles: Role[]): void;
  error?: string | undefined;
  /** Why none of them can be changed; undefined where they can. */
  fixed?: string | undefined;
  userRights: UserRights;
  /** Whether the first of them gets the focus. */
  takesFocus?: boolean;
}

/** The roles as toggle buttons, from the server's list, with what those that are chosen add up to. */
export function RolesField({ value, onChange, error, fixed, userRights, takesFocus }: RolesFieldProps) {
  const { t } = useTranslation('users');
  const wordOf = useRoleWords();
  const { data: roles = [] } = useQuery(rolesQuery);
  const id = useId();
  const isLimited = fixed === undefined && roles.some(({ grantable }) => !grantable);
  const note = fixed ?? (isLimited ? t('why.grantable') : undefined);
  return (
    <div>
      <div
        role="group"
        data-fault={error === undefined ? undefined : true}
        aria-labelledby={`${id}-label`}
        {...((note ?? error) !== undefined && { 'aria-describedby': `${id}-note` })}
      >
        <span id={`${id}-label`} className={classes.label}>
          {t('roles')}
        </span>
        <div className={classes.toggles}>
          {roles.map(({ name, grantable }, index) => {
            const isHeld = value.includes(name);
            return (
              <Button
                key={name}
                size="compact-sm"
                variant={isHeld ? 'light' : 'default'}
                className={classes.toggle ?? ''}
                aria-pressed={isHeld}
                autoFocus={takesFocus === true && index === 0}
                disabled={fixed !== undefined || !grantable}
                leftSection={isHeld && <IconCheck size={16} aria-hidden />}
                onClick={() => onChange(isHeld ? value.filter((role) => role !== name) : [...value, name])}
              >
                {wordOf(name)}
              </Button>
            );
          })}
        </div>
      </div>
      <div id={`${id}-note`}>
        {error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        {note !== undefined && (
          <Text size="sm" c="dimmed" mt={4}>
            {note}
          </Text>
        )}
      </div>
      <RightsSummary roles={value} userRights={userRights} />
    </div>
  );
}
