import type { TenantUser } from '@armarium/contract/accounts';
import { Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { SaveForm } from '../../../ui/save-form.tsx';
import { waitingProps } from '../../../ui/waiting-props.ts';
import { AvatarField } from './avatar-field.tsx';
import { useFaultFocus } from '../../../ui/form-focus.ts';
import { PersonFields } from './person-fields.tsx';
import type { UserEdit } from './use-user-edit.ts';
import classes from './people.module.css';

interface PersonFormProps {
  user: TenantUser;
  edit: UserEdit;
  /** Why name, e-mail and picture can't be changed; undefined where they can. */
  fixed?: string | undefined;
  /** Why the e-mail alone can't be changed. */
  fixedEmail?: string | undefined;
  /** The types of files that the chooser of pictures offers. */
  accept?: string;
  /** Whether it asks if the changes may be discarded. */
  isAsking: boolean;
  setAsking(isAsking: boolean): void;
  onEnd(): void;
  onSaved(): void;
  /** Further fields. */
  children?: ReactNode;
}

/** The edit mode of a person: picture, name, surname and e-mail, why they were not saved, and the buttons. */
export function PersonForm(props: PersonFormProps) {
  const { user, edit, fixed, fixedEmail, accept, onSaved, children } = props;
  const { t } = useTranslation('users');
  const form = useRef<HTMLFormElement>(null);
  const focusFirstFault = useFaultFocus(form);
  const { edited, failure } = edit;
  if (!edited) return null;
  const { draft } = edited;
  const submit = async () => {
    if (edit.isCropping) return;
    if (await edit.save()) onSaved();
    else focusFirstFault();
  };
  const failed = failure === undefined ? undefined : describeProblem(failure);
  return (
    <SaveForm ref={form} label={t('form')} onSave={() => void submit()}>
      {edit.isRestored && (
        <Text size="sm" c="dimmed" mb="md" role="status">
          {t('restored')}
        </Text>
      )}
      <AvatarField
        name={`${draft.name} ${draft.surname}`.trim() || user.username}
        address={user.avatarUrl}
        value={edit.picture}
        {...(accept !== undefined && { accept })}
        disabled={fixed !== undefined}
        onChange={edit.setPicture}
        onCropping={edit.setCropping}
      />
      <div className={classes.fields}>
        <PersonFields
          draft={draft}
          faults={edit.faults}
          fixed={fixed}
          fixedEmail={fixedEmail}
          emailHint={user.invitation === null || fixed !== undefined ? undefined : t('invitationEnds')}
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
        {edit.asksPassword && (
          <PasswordInput
            className={classes.wide ?? ''}
            label={t('field.currentPassword')}
            description={t('currentPasswordHint')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            required
            autoComplete="current-password"
            value={edit.currentPassword}
            // The kit marks it by its looks alone.
            aria-invalid={edit.faults.currentPassword !== undefined}
            error={edit.faults.currentPassword && t(`fault.${edit.faults.currentPassword}`)}
            onChange={(event) => edit.changePassword(event.currentTarget.value)}
          />
        )}
        {children}
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
      <EditButtons {...props} />
    </SaveForm>
  );
}

function EditButtons({ edit, isAsking, setAsking, onEnd }: PersonFormProps) {
  const { t } = useTranslation('users');
  const [hasAsked, setAsked] = useState(false);
  if (isAsking)
    return (
      <DiscardQuestion
        key="question"
        question={t('discardQuestion', { count: edit.changes })}
        keepWord={t('keepEditing')}
        discardWord={t('discard')}
        onKeep={() => {
          setAsked(true);
          setAsking(false);
        }}
        onDiscard={onEnd}
      />
    );
  return (
    <DialogActions key="actions">
      <Button
        variant="default"
        // The button that had the focus is gone with the question.
        autoFocus={hasAsked}
        onClick={() => (edit.changes > 0 || edit.isCropping ? setAsking(true) : onEnd())}
      >
        {t('cancel')}
      </Button>
      <Button
        type="submit"
        disabled={edit.changes === 0 || edit.isCropping}
        {...waitingProps(edit.isWorking)}
      >
        {t('save')}
      </Button>
    </DialogActions>
  );
}
