import { Button, Group, PasswordInput, Radio, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { keepDraft, recallDraft } from '../../../lib/drafts.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { SaveForm } from '../../../ui/save-form.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { notify } from '../../../ui/notify.tsx';
import { useWork } from '../../../ui/use-work.ts';
import { saveAvatar } from '../api/avatar.ts';
import { createUser, usernameQuery, usersChanged } from '../api/users.ts';
import type { PeopleOf } from '../people-of.ts';
import type { PictureChange } from '../picture-change.ts';
import { faultsFrom, faultsOfNew, type Faults, type NewUserDraft } from '../user-form.ts';
import { AvatarField } from './avatar-field.tsx';
import { focusFirstField, useFaultFocus } from '../../../ui/form-focus.ts';
import { PersonFields } from './person-fields.tsx';
import { RolesField } from './roles-field.tsx';
import classes from './people.module.css';

const CHECK_AFTER_ms = 350;
const DRAFT = 'new-user';
const blank: NewUserDraft = {
  name: '',
  surname: '',
  username: '',
  email: '',
  isInvited: true,
  password: '',
  roles: ['ROLE_USER'],
};

interface NewUserDialogProps {
  people: PeopleOf;
  onClose(): void;
}

/** Makes an account of the organisation (USER-17). What was typed is kept when it closes, but for password and picture. */
export function NewUserDialog({ people, onClose }: NewUserDialogProps) {
  const { t } = useTranslation('users');
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const user = useNewUser(people);
  const { draft, faults, failure, change } = user;
  const failed = failure === undefined ? undefined : describeProblem(failure);
  const [isAsking, setAsking] = useState(false);
  const submit = async () => {
    if (user.isCropping) return;
    if (await user.create()) onClose();
    else focusFirstFault();
  };
  return (
    <Dialog
      opened
      // A failure has to be seen, and a picture is not kept.
      onClose={() => {
        if (user.hasPicture) setAsking(true);
        else if (!user.isWorking) onClose();
      }}
      title={t('add')}
      size="xl"
    >
      <SaveForm ref={form} label={t('add')} onSave={() => void submit()}>
        {user.isRestored && (
          <Text size="sm" c="dimmed" mb="md" role="status">
            {t('restoredNew')}
          </Text>
        )}
        <AvatarField
          name={`${draft.name} ${draft.surname}`.trim() || draft.username}
          address={null}
          value={user.picture}
          onChange={user.setPicture}
          onCropping={user.setCropping}
        />
        <div className={classes.fields}>
          <PersonFields
            draft={draft}
            faults={faults}
            onChange={change}
            username={
              <TextInput
                label={t('field.username')}
                required
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                dir="auto"
                maxLength={100}
                value={draft.username}
                error={faults.username && t(`fault.${faults.username}`)}
                onChange={(event) => change({ username: event.currentTarget.value })}
              />
            }
          />
          {people.sendsMail && (
            <Radio.Group
              className={classes.wide ?? ''}
              label={t('passwordWay.label')}
              value={user.isInvited ? 'invite' : 'set'}
              onChange={(way) => change({ isInvited: way === 'invite' })}
            >
              <Group gap="lg" py={6} align="flex-start">
                <Radio
                  value="invite"
                  label={t('passwordWay.invite')}
                  description={t('passwordWay.inviteText')}
                />
                <Radio value="set" label={t('passwordWay.set')} />
              </Group>
            </Radio.Group>
          )}
          {!user.isInvited && (
            <PasswordInput
              className={classes.wide ?? ''}
              label={t('field.password')}
              description={t('passwordHint')}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              required
              autoComplete="new-password"
              value={draft.password}
              // The kit marks it by its looks alone.
              aria-invalid={faults.password !== undefined}
              error={faults.password && t(`fault.${faults.password}`)}
              onChange={(event) => change({ password: event.currentTarget.value })}
            />
          )}
          <div className={classes.wide}>
            <RolesField
              value={draft.roles}
              error={faults.roles && t(`fault.${faults.roles}`)}
              userRights={people.userRights}
              onChange={(roles) => change({ roles })}
            />
          </div>
        </div>
        {failed && <FailureAlert title={t('createFailed')} text={failed} />}
        {isAsking ? (
          <DiscardQuestion
            key="question"
            question={t('discardNew')}
            keepWord={t('keepEditing')}
            discardWord={t('discard')}
            onKeep={() => {
              setAsking(false);
              focusFirstField(form.current);
            }}
            onDiscard={() => {
              user.discard();
              onClose();
            }}
          />
        ) : (
          <DialogActions key="actions">
            <Button
              variant="default"
              onClick={() => {
                if (user.isWorking) return;
                if (user.hasChanges) setAsking(true);
                else onClose();
              }}
            >
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={user.isCropping} {...waitingProps(user.isWorking)}>
              {t('create')}
            </Button>
          </DialogActions>
        )}
      </SaveForm>
    </Dialog>
  );
}

/** What is typed of a new user, whether the username is free, and making the account. */
function useNewUser({ tenant, sendsMail }: PeopleOf) {
  const { t } = useTranslation('users');
  const queries = useQueryClient();
  const [kept] = useState(() => recallDraft<NewUserDraft>(DRAFT));
  const [draft, setDraft] = useState<NewUserDraft>({ ...blank, ...kept });
  const isInvited = sendsMail && draft.isInvited;
  const [picture, setPicture] = useState<PictureChange>();
  const [faults, setFaults] = useState<Faults>({});
  const { isWorking, failure, work } = useWork();
  const [isCropping, setCropping] = useState(false);
  const { password, ...texts } = draft;
  const isBlank = JSON.stringify({ ...blank, ...texts }) === JSON.stringify(blank);
  useEffect(() => {
    const { password: _, ...rest } = draft;
    keepDraft(DRAFT, isBlank ? undefined : rest);
  }, [draft, isBlank]);

  const typed = draft.username.trim();
  const [settled] = useDebouncedValue(typed, CHECK_AFTER_ms);
  const { data: isTaken = false } = useQuery(usernameQuery(settled));
  const isKnownTaken = isTaken && settled === typed;

  const send = async () => {
    const { roles, username, name, surname, email, password } = draft;
    const made = await createUser({
      username: username.trim(),
      name: name.trim(),
      surname: surname.trim(),
      email: email.trim(),
      ...(!isInvited && { password }),
      tenantName: tenant,
      tenantPermissions: [{ tenant, roles: [...roles] }],
    });
    // The account is there: what fails from here on is told, and does not make it once more.
    if (picture)
      await saveAvatar(made.id, picture).catch((error: unknown) =>
        notify('error', { title: t('avatarFailed'), message: describeProblem(error).title }),
      );
    notify('success', {
      title: t('created', { username: made.username }),
      ...(isInvited && { message: t('invitation.sent', { email: made.email }) }),
    });
  };
  /** @returns whether the account was made */
  const create = async (): Promise<boolean> => {
    const found = faultsOfNew({ ...draft, isInvited }, isKnownTaken);
    setFaults(found);
    if (Object.keys(found).length > 0) return false;
    const isDone = await work(async () => {
      try {
        await send();
      } catch (error) {
        if (isProblem(error, 'username-taken')) {
          setFaults({ username: 'taken' });
          notify('error', { title: describeProblem(error).title, message: describeProblem(error).next });
        } else if (isProblem(error, 'invalid')) setFaults(faultsFrom(error.problem.fields));
        throw error;
      }
    });
    if (!isDone) return false;
    keepDraft(DRAFT, undefined);
    usersChanged(queries);
    return true;
  };
  return {
    draft,
    isInvited,
    picture,
    isRestored: kept !== undefined,
    faults: { ...faults, ...(isKnownTaken && { username: 'taken' as const }) },
    failure,
    isWorking,
    isCropping,
    hasPicture: isCropping || picture !== undefined,
    hasChanges: !isBlank || password !== '' || isCropping || picture !== undefined,
    setPicture,
    setCropping,
    create,
    discard: () => keepDraft(DRAFT, undefined),
    change: (part: Partial<NewUserDraft>) => {
      setDraft((before) => ({ ...before, ...part }));
      setFaults((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(part, field))),
      );
    },
  };
}
