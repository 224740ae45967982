import { roles as knownRoles, type Role } from '@armarium/contract/capability';
import { nearestWord } from '../spelling.ts';
import { UsageError } from './command.ts';

/** Roles in the forms that people type: `ROLE_TENANT_ADMIN`, `tenant-admin`. @throws UsageError */
export function rolesNamed(words: readonly string[]): Role[] {
  const named = words.map((word) => {
    const plain = word.toUpperCase().replaceAll('-', '_');
    const name = plain.startsWith('ROLE_') ? plain : `ROLE_${plain}`;
    const role = knownRoles.find((known) => known === name);
    if (role) return role;
    const meant = nearestWord(name, knownRoles);
    throw new UsageError(`"${word}" is not a role.${meant === undefined ? '' : ` Is ${meant} meant?`}`);
  });
  return [...new Set(named)];
}
