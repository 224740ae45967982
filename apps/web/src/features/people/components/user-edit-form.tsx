import type { TenantUser } from '@armarium/contract/accounts';
import { Button, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { isSaveKey } from '../../../ui/letter-keys.ts';
import { waitingProps } from '../../../ui/named-row.tsx';
import type { PeopleOf } from '../people-of.ts';
import { AvatarField } from './avatar-field.tsx';
import { PersonFields } from './person-fields.tsx';
import { RolesField } from './roles-field.tsx';
import { useFaultFocus } from './use-fault-focus.ts';
import type { UserEdit } from './use-user-edit.ts';
import { useReasons } from './use-reasons.ts';
import classes from './people.module.css';

interface UserEditFormProps {
  people: PeopleOf;
  user: TenantUser;
  edit: UserEdit;
  onEnd(): void;
  onSaved(): void;
}

/** The edit mode of a user. */
export function UserEditForm({ people, user, edit, onEnd, onSaved }: UserEditFormProps) {
  const { t } = useTranslation('users');
  const reasons = useReasons(people, user);
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const { edited, failure } = edit;
  if (!edited) return null;
  const { draft } = edited;
  const submit = async () => {
    if (await edit.save()) onSaved();
    else focusFirstFault();
  };
  const failed = failure === undefined ? undefined : describeProblem(failure);
  return (
    <form
      ref={form}
      noValidate
      aria-label={t('form')}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={(event) => {
        if (!isSaveKey(event)) return;
        event.preventDefault();
        void submit();
      }}
    >
      {edit.isRestored && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {t('restored')}
        </Text>
      )}
      <AvatarField
        name={`${draft.name} ${draft.surname}`.trim() || user.username}
        address={user.avatarUrl}
        value={edit.picture}
        disabled={reasons.edit !== undefined}
        onChange={edit.setPicture}
      />
      <div className={classes.fields}>
        <PersonFields
          draft={draft}
          faults={edit.faults}
          fixed={reasons.edit}
          onChange={edit.change}
          username={
            <TextInput
              label={t('field.username')}
              description={t('usernameFixed')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={user.username}
              readOnly
              variant="filled"
              dir="auto"
            />
          }
        />
        <div className={classes.wide}>
          <RolesField
            value={draft.roles}
            fixed={reasons.roles}
            userRights={people.userRights}
            onChange={(roles) => edit.change({ roles })}
          />
        </div>
      </div>
      {failed && (
        <FailureAlert
          title={t('saveFailed')}
          text={isProblem(failure, 'stale') ? { ...failed, next: t('staleNext') } : failed}
        >
          {edit.conflicts.map((field) => (
            <Text key={field} size="sm">
              {t('conflict', { field: t(field === 'roles' ? 'roles' : `field.${field}`) })}
            </Text>
          ))}
        </FailureAlert>
      )}
      <EditButtons edit={edit} onEnd={onEnd} />
    </form>
  );
}

function EditButtons({ edit, onEnd }: Pick<UserEditFormProps, 'edit' | 'onEnd'>) {
  const { t } = useTranslation('users');
  const [isAsking, setAsking] = useState(false);
  if (isAsking)
    return (
      <DiscardQuestion
        key="question"
        question={t('discardQuestion', { count: edit.changes })}
        keepWord={t('keepEditing')}
        discardWord={t('discard')}
        onKeep={() => setAsking(false)}
        onDiscard={onEnd}
      />
    );
  return (
    <DialogActions key="actions">
      <Button variant="default" onClick={() => (edit.changes > 0 ? setAsking(true) : onEnd())}>
        {t('cancel')}
      </Button>
      <Button type="submit" disabled={edit.changes === 0} {...waitingProps(edit.isWorking)}>
        {t('save')}
      </Button>
    </DialogActions>
  );
}
