import type { TenantUser } from '@armarium/contract/accounts';
import { useTranslation } from 'react-i18next';
import type { PeopleOf } from '../people-of.ts';

/** Why the signed-in user can't change a user's name, e-mail and picture, or the roles; undefined where that is possible. */
export function useReasons({ ownId }: PeopleOf, { id, tenantName, allowedActions }: TenantUser) {
  const { t } = useTranslation('users');
  const isOwn = id === ownId;
  return {
    edit: allowedActions.includes('edit')
      ? undefined
      : t(
          tenantName === null && allowedActions.includes('assignRoles')
            ? 'why.elsewhere'
            : 'why.administrator',
        ),
    roles: allowedActions.includes('assignRoles') ? undefined : t(isOwn ? 'why.own' : 'why.administrator'),
  };
}
