import { GROUP_ROLES_MAX, signOnRoles, type SignOnRole } from '@armarium/contract/sign-on';
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProviderDraft, ProviderFaults } from '../provider-draft.ts';
import classes from './organisation.module.css';

interface GroupRolesFieldProps {
  lines: ProviderDraft['groups'];
  faults: ProviderFaults;
  onChange(lines: ProviderDraft['groups']): void;
}

/** The table of the groups, and the role that each gives. */
export function GroupRolesField({ lines, faults, onChange }: GroupRolesFieldProps) {
  const { t } = useTranslation(['organisation', 'users']);
  const add = useRef<HTMLButtonElement>(null);
  /** Whether the last line was added here: it takes the focus. */
  const [hasAdded, setAdded] = useState(false);
  const replaced = (at: number, part: { group?: string; role?: SignOnRole }) =>
    lines.map((line, index) => (index === at ? { ...line, ...part } : line));
  return (
    <div role="group" aria-label={t('signOn.field.groups')}>
      <p className={classes.label} aria-hidden>
        {t('signOn.field.groups')}
      </p>
      <div className={classes.groups}>
        {lines.map(({ group, role }, at) => {
          const fault = faults[`groups.${at}`];
          return (
            <div key={at} className={classes.group}>
              <TextInput
                className={classes.grows ?? ''}
                aria-label={t('signOn.group', { line: at + 1 })}
                placeholder={at === 0 ? t('signOn.groupExample') : undefined}
                autoComplete="off"
                spellCheck={false}
                dir="auto"
                autoFocus={hasAdded && at === lines.length - 1}
                value={group}
                error={fault && t(`signOn.fault.${fault}`)}
                onChange={(event) => onChange(replaced(at, { group: event.currentTarget.value }))}
              />
              <NativeSelect
                aria-label={t('signOn.role', { line: at + 1 })}
                value={role}
                data={signOnRoles.map((name) => ({ value: name, label: t(`users:role.${name}`) }))}
                onChange={({ currentTarget: { value } }) => {
                  const chosen = signOnRoles.find((name) => name === value);
                  if (chosen) onChange(replaced(at, { role: chosen }));
                }}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t('signOn.removeGroup', { line: at + 1 })}
                title={t('signOn.removeGroup', { line: at + 1 })}
                onClick={() => {
                  setAdded(false);
                  onChange(lines.filter((_, index) => index !== at));
                  // This button is gone, or of another line.
                  add.current?.focus();
                }}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </div>
          );
        })}
      </div>
      {lines.length < GROUP_ROLES_MAX && (
        <Button
          ref={add}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => {
            setAdded(true);
            onChange([...lines, { group: '', role: 'ROLE_USER' }]);
          }}
        >
          {t('signOn.addGroup')}
        </Button>
      )}
    </div>
  );
}
