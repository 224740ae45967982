import type { TenantUser } from '@armarium/contract/accounts';
import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PeopleOf } from '../people-of.ts';
import { PersonForm } from './person-form.tsx';
import { RolesField } from './roles-field.tsx';
import type { UserEdit } from './use-user-edit.ts';
import { useReasons } from './use-reasons.ts';
import classes from './people.module.css';

interface UserEditFormProps {
  people: PeopleOf;
  user: TenantUser;
  edit: UserEdit;
  /** Whether it asks if the changes may be discarded. */
  isAsking: boolean;
  setAsking(isAsking: boolean): void;
  onEnd(): void;
  onSaved(): void;
}

/** The edit mode of a user, with the roles. */
export function UserEditForm({ people, ...props }: UserEditFormProps) {
  const { user, edit } = props;
  const { t } = useTranslation('users');
  const reasons = useReasons(people, user);
  return (
    <PersonForm {...props} fixed={reasons.edit}>
      <div className={classes.wide}>
        <RolesField
          value={edit.edited?.draft.roles ?? []}
          fixed={reasons.roles}
          takesFocus={reasons.edit !== undefined}
          userRights={people.userRights}
          onChange={(roles) => edit.change({ roles })}
        />
        {user.signOn?.givesRoles === true && reasons.roles === undefined && (
          <Text size="sm" c="dimmed" mt={4}>
            {t('signOn.givesRoles', { label: user.signOn.label })}
          </Text>
        )}
      </div>
    </PersonForm>
  );
}
