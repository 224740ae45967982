import type { TenantUser } from '@armarium/contract/accounts';
import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { displayMoment } from '../../../ui/display-date.ts';
import { UserPicture } from '../../../ui/user-picture.tsx';
import { invitationState } from '../invitation-state.ts';
import { useRoleWords } from './role-words.ts';
import classes from './people.module.css';

/** What a user is called in a list: the surname, then the name. */
const displayName = ({ name, surname }: Pick<TenantUser, 'name' | 'surname'>) => `${surname} ${name}`.trim();

interface UserRowProps {
  user: TenantUser;
  onOpen(): void;
}

/** A user in the list; a click anywhere on the row opens the details. */
export function UserRow({ user, onOpen }: UserRowProps) {
  const { t } = useTranslation('users');
  const wordOf = useRoleWords();
  const { username, avatarUrl, tenantPermissions, active, closed, lastSignInDate, tenantName } = user;
  const { secondFactor, signOn } = user;
  const invitation = invitationState(user);
  const roles = tenantPermissions[0]?.roles ?? [];
  return (
    <li className={classes.row} data-off={active ? undefined : true}>
      <UserPicture address={avatarUrl} name={`${user.name} ${user.surname}`.trim() || username} />
      <div className={classes.who}>
        <button type="button" className={classes.username} aria-haspopup="dialog" onClick={onOpen}>
          <bdi>{username}</bdi>
        </button>
        <span className={classes.name} dir="auto">
          {displayName(user)}
        </span>
      </div>
      <p className={classes.roles}>{roles.map(wordOf).join(', ') || t('noRoles')}</p>
      <p className={`${classes.signIn} tabular`}>
        <span>
          {lastSignInDate === null
            ? t('neverSignedIn')
            : t('lastSignIn', { moment: displayMoment(lastSignInDate) })}
        </span>
        {secondFactor !== null && (
          <span>{t(secondFactor ? 'secondFactor.with' : 'secondFactor.without')}</span>
        )}
        {signOn && <span>{t('signOn.with', { label: signOn.label })}</span>}
      </p>
      <p className={classes.marks}>
        {!active && <Badge color="gray">{t(closed ? 'state.closed' : 'state.deactivated')}</Badge>}
        {invitation && <Badge variant="default">{t(`invitation.${invitation}`)}</Badge>}
        {tenantName === null && <Badge variant="default">{t('guest')}</Badge>}
      </p>
    </li>
  );
}
