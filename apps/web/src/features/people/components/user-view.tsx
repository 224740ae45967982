import type { TenantUser } from '@armarium/contract/accounts';
import { Badge, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { DialogActions } from '../../../ui/dialog.tsx';
import { displayMoment } from '../../../ui/display-date.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify } from '../../../ui/notify.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { UserPicture } from '../../../ui/user-picture.tsx';
import { changeUser, inviteUser, usersChanged } from '../api/users.ts';
import { invitationState } from '../invitation-state.ts';
import type { PeopleOf } from '../people-of.ts';
import { RightsSummary } from './rights-summary.tsx';
import { useRoleWords } from './role-words.ts';
import type { UserEdit } from './use-user-edit.ts';
import { useReasons } from './use-reasons.ts';
import classes from './people.module.css';

interface UserViewProps {
  people: PeopleOf;
  user: TenantUser;
  edit: UserEdit;
  /** Whether what had the focus is gone, since the edit mode ended. */
  takesFocus: boolean;
  /** Asks whether the second factor is to be removed. */
  onReset(): void;
}

/** What there is to know of a user, and the ways to change it. */
export function UserView({ people, user, edit, takesFocus, onReset }: UserViewProps) {
  const { t } = useTranslation('users');
  const wordOf = useRoleWords();
  const { username, email, avatarUrl, active, closed, lastSignInDate, tenantName } = user;
  const { allowedActions, invitation, secondFactor, signOn } = user;
  const roles = user.tenantPermissions[0]?.roles ?? [];
  const mayEdit = allowedActions.includes('edit') || allowedActions.includes('assignRoles');
  const [isAsking, setAsking] = useState(false);
  const [hasAsked, setAsked] = useState(false);
  return (
    <>
      <div className={classes.person}>
        <UserPicture isLarge address={avatarUrl} name={`${user.name} ${user.surname}`.trim() || username} />
        <dl className={classes.facts}>
          <dt>{t('field.name')}</dt>
          <dd dir="auto">{user.name || t('noValue')}</dd>
          <dt>{t('field.surname')}</dt>
          <dd dir="auto">{user.surname || t('noValue')}</dd>
          <dt>{t('field.username')}</dt>
          <dd dir="auto">{username}</dd>
          <dt>{t('field.email')}</dt>
          <dd dir="auto">{email || t('noValue')}</dd>
          <dt>{t('roles')}</dt>
          <dd>{roles.map(wordOf).join(', ') || t('noRoles')}</dd>
          <dt>{t('signInTitle')}</dt>
          <dd className="tabular">
            {lastSignInDate === null ? t('neverSignedIn') : displayMoment(lastSignInDate)}
          </dd>
          {invitation && (
            <>
              <dt>{t('invitation.title')}</dt>
              <dd className="tabular">
                {invitationState(user) === 'expired'
                  ? t('invitation.expiredText')
                  : t('invitation.validUntil', { moment: displayMoment(invitation.expiresDate) })}
              </dd>
            </>
          )}
          {secondFactor !== null && (
            <>
              <dt>{t('secondFactor.title')}</dt>
              <dd>{t(secondFactor ? 'secondFactor.on' : 'secondFactor.off')}</dd>
            </>
          )}
          {signOn && (
            <>
              <dt>{t('signOn.title')}</dt>
              <dd dir="auto">{t('signOn.with', { label: signOn.label })}</dd>
            </>
          )}
        </dl>
      </div>
      <Group gap={8} mt={12}>
        {!active && <Badge color="gray">{t(closed ? 'state.closed' : 'state.deactivated')}</Badge>}
        {tenantName === null && <Badge variant="default">{t('guest')}</Badge>}
      </Group>
      {active ? (
        <RightsSummary roles={roles} userRights={people.userRights} />
      ) : (
        <p className={classes.nothing}>{t(closed ? 'closedText' : 'deactivatedText')}</p>
      )}
      <Reasons people={people} user={user} />
      {edit.failure !== undefined && (
        <FailureAlert title={t('openFailed')} text={describeProblem(edit.failure)} />
      )}
      {isAsking ? (
        <ActiveQuestion
          user={user}
          onEnd={() => {
            setAsked(true);
            setAsking(false);
          }}
        />
      ) : (
        <DialogActions justify="space-between">
          <Group>
            {allowedActions.includes('deactivate') && (
              <ActiveButton user={user} takesFocus={hasAsked} onAsk={() => setAsking(true)} />
            )}
            {allowedActions.includes('invite') && <InviteButton user={user} />}
            {allowedActions.includes('resetSecondFactor') && (
              <Button variant="default" aria-haspopup="dialog" onClick={onReset}>
                {t('secondFactor.reset')}
              </Button>
            )}
          </Group>
          {mayEdit && (
            <Button
              onClick={() => void edit.begin()}
              data-autofocus
              // What had the focus is gone.
              autoFocus={takesFocus && !hasAsked}
              {...waitingProps(edit.isWorking)}
            >
              {t('edit')}
            </Button>
          )}
        </DialogActions>
      )}
    </>
  );
}

/** Why something can't be changed, before a button is looked for. */
function Reasons({ people, user }: { people: PeopleOf; user: TenantUser }) {
  const reasons = useReasons(people, user);
  const shown = [...new Set([reasons.edit, reasons.roles].filter((reason) => reason !== undefined))];
  return shown.map((reason) => (
    <p key={reason} className={classes.nothing}>
      {reason}
    </p>
  ));
}

interface ActiveButtonProps {
  user: TenantUser;
  /** Whether the button that had the focus is gone, with the question. */
  takesFocus: boolean;
  onAsk(): void;
}

/** Activates at once, since that takes nothing away; asks before it deactivates. */
function ActiveButton({ user, takesFocus, onAsk }: ActiveButtonProps) {
  const { t } = useTranslation('users');
  const { isWorking, failure, change } = useActive(user);
  return (
    <>
      <Button
        variant="default"
        autoFocus={takesFocus}
        {...waitingProps(isWorking)}
        onClick={() => (user.active ? onAsk() : void change(true))}
      >
        {t(user.active ? 'deactivate' : 'activate')}
      </Button>
      {failure !== undefined && <FailureAlert title={t('activeFailed')} text={describeProblem(failure)} />}
    </>
  );
}

/** Sends the invitation, the first or another one. */
function InviteButton({ user }: { user: TenantUser }) {
  const { t } = useTranslation('users');
  const queries = useQueryClient();
  const { isWorking, failure, work } = useWork();
  const invite = () =>
    work(async () => {
      const { email } = await inviteUser(user.id);
      usersChanged(queries);
      notify('success', { title: t('invitation.sent', { email }) });
    });
  return (
    <>
      <Button variant="default" {...waitingProps(isWorking)} onClick={() => void invite()}>
        {t(user.invitation === null ? 'invitation.send' : 'invitation.sendAgain')}
      </Button>
      {failure !== undefined && (
        <FailureAlert title={t('invitation.failed')} text={describeProblem(failure)} />
      )}
    </>
  );
}

function ActiveQuestion({ user, onEnd }: { user: TenantUser; onEnd(): void }) {
  const { t } = useTranslation('users');
  const { isWorking, failure, change } = useActive(user);
  return (
    <>
      {failure !== undefined && <FailureAlert title={t('activeFailed')} text={describeProblem(failure)} />}
      <DialogActions role="alert">
        <Text size="sm" className={classes.question ?? ''}>
          {t('deactivateQuestion', { username: user.username })}
        </Text>
        <Button variant="default" onClick={onEnd} autoFocus>
          {t('cancel')}
        </Button>
        <Button
          color="red.9"
          {...waitingProps(isWorking)}
          onClick={() => void change(false).then((isDone) => isDone && onEnd())}
        >
          {t('deactivate')}
        </Button>
      </DialogActions>
    </>
  );
}

/** Activates and deactivates a user. */
function useActive({ id, username }: TenantUser) {
  const { t } = useTranslation('users');
  const queries = useQueryClient();
  const { isWorking, failure, work } = useWork();
  const change = (active: boolean) =>
    work(async () => {
      await changeUser(id, { active }, undefined);
      usersChanged(queries);
      notify('success', { title: t(active ? 'activated' : 'deactivated', { username }) });
    });
  return { isWorking, failure, change };
}
