import type { TenantUser } from '@armarium/contract/accounts';
import type { CurrentUser } from '@armarium/contract/session';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Failed } from '../../../ui/failed.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify } from '../../../ui/notify.tsx';
import { PendingRows } from '../../../ui/pending-rows.tsx';
import { UserPicture } from '../../../ui/user-picture.tsx';
import { userQuery } from '../api/users.ts';
import { PersonForm } from './person-form.tsx';
import { useRoleWords } from './role-words.ts';
import { useUserEdit, type UserEdit } from './use-user-edit.ts';
import people from './people.module.css';
import classes from './profile.module.css';

interface ProfilePersonProps {
  self: Pick<CurrentUser, 'id'>;
  organisation: string;
  /** Whether it sends mail, so that a message to the address can set a new password. */
  sendsMail: boolean;
  /** Why the e-mail can't be changed; undefined where it can. */
  fixedEmail: string | undefined;
}

/** Who one is: read-only first, then an edit mode. */
export function ProfilePerson({ self, ...props }: ProfilePersonProps) {
  const query = useQuery(userQuery(self.id));
  if (query.data) return <Person user={query.data.answer} {...props} />;
  if (query.error) return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  return <PendingRows query={query} height_px={120} />;
}

function Person(props: Omit<ProfilePersonProps, 'self'> & { user: TenantUser }) {
  const { user, organisation, sendsMail, fixedEmail } = props;
  const { t } = useTranslation('profile');
  const edit = useUserEdit(user, user.tenantPermissions[0]?.tenant ?? '', { takesPassword: sendsMail });
  const [hasEnded, setEnded] = useState(false);
  const [isAsking, setAsking] = useState(false);
  if (edit.edited === undefined)
    return <PersonView user={user} organisation={organisation} edit={edit} takesFocus={hasEnded} />;
  return (
    <PersonForm
      user={user}
      edit={edit}
      fixedEmail={fixedEmail}
      // The picker of the profile (back office §5); the server takes other types too.
      accept="image/jpeg"
      isAsking={isAsking}
      setAsking={setAsking}
      onEnd={() => {
        edit.end();
        setAsking(false);
        setEnded(true);
      }}
      onSaved={() => {
        setEnded(true);
        notify('success', { title: t('saved') });
      }}
    />
  );
}

interface PersonViewProps {
  user: TenantUser;
  organisation: string;
  edit: UserEdit;
  /** Whether what had the focus is gone, since the edit mode ended. */
  takesFocus: boolean;
}

function PersonView({ user, organisation, edit, takesFocus }: PersonViewProps) {
  const { t } = useTranslation(['profile', 'users']);
  const wordOf = useRoleWords();
  const { name, surname, username, email, avatarUrl } = user;
  const roles = user.tenantPermissions[0]?.roles ?? [];
  return (
    <>
      <div className={people.person}>
        <UserPicture isLarge address={avatarUrl} name={`${name} ${surname}`.trim() || username} />
        <dl className={people.facts}>
          <dt>{t('users:field.name')}</dt>
          <dd dir="auto">{name || t('users:noValue')}</dd>
          <dt>{t('users:field.surname')}</dt>
          <dd dir="auto">{surname || t('users:noValue')}</dd>
          <dt>{t('users:field.username')}</dt>
          <dd dir="auto">{username}</dd>
          <dt>{t('users:field.email')}</dt>
          <dd dir="auto">{email || t('users:noValue')}</dd>
          <dt>{t('users:roles')}</dt>
          <dd>
            {roles.map(wordOf).join(', ')}
            <span className={classes.note}>{t('rolesNote', { organisation })}</span>
          </dd>
        </dl>
      </div>
      {edit.failure !== undefined && (
        <FailureAlert title={t('openFailed')} text={describeProblem(edit.failure)} />
      )}
      <div className={classes.actions}>
        <Button
          // What had the focus is gone.
          autoFocus={takesFocus}
          onClick={() => void edit.begin()}
          {...waitingProps(edit.isWorking)}
        >
          {t('users:edit')}
        </Button>
      </div>
    </>
  );
}
