import type { Role } from '@armarium/contract/capability';
import { Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { addMember, usersChanged } from '../api/users.ts';
import type { PeopleOf } from '../people-of.ts';
import { RolesField } from './roles-field.tsx';

interface AddMemberDialogProps {
  people: PeopleOf;
  onClose(): void;
}

/** Gives an account of another organisation roles in this one, by its exact username. */
export function AddMemberDialog({ people, onClose }: AddMemberDialogProps) {
  const { t } = useTranslation('users');
  const queries = useQueryClient();
  const [username, setUsername] = useState('');
  const [roles, setRoles] = useState<Role[]>(['ROLE_USER']);
  const [isUnknown, setUnknown] = useState(false);
  return (
    <ConfirmDialog
      opened
      size="lg"
      title={t('addMember')}
      confirmWord={t('addMemberDo')}
      failedWord={t('addMemberFailed')}
      disabled={username.trim() === '' || roles.length === 0}
      onClose={onClose}
      onFailure={(failure) => setUnknown(isProblem(failure, 'not-found'))}
      work={async () => {
        const added = await addMember(username.trim(), roles);
        usersChanged(queries);
        notify('success', { title: t('memberAdded', { username: added.username }) });
        onClose();
      }}
    >
      <Text size="sm" mb="md">
        {t('addMemberText')}
      </Text>
      <TextInput
        data-autofocus
        mb="md"
        label={t('field.username')}
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={100}
        value={username}
        error={isUnknown && t('fault.unknown')}
        onChange={(event) => {
          setUsername(event.currentTarget.value);
          setUnknown(false);
        }}
      />
      <RolesField value={roles} userRights={people.userRights} onChange={setRoles} />
    </ConfirmDialog>
  );
}
