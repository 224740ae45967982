import type { Role } from '@armarium/contract/capability';
import { useTranslation } from 'react-i18next';

/** What the roles are called (back office §6, A-65). */
export function useRoleWords() {
  const { t } = useTranslation('users');
  return (role: Role) => t(`role.${role}`);
}
