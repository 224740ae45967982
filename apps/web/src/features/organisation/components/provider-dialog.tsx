import { SIGN_ON_LABEL_MAX, signOnRoles, type SignOnProvider } from '@armarium/contract/sign-on';
import { Alert, NativeSelect, PasswordInput, Text, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DraftForm } from '../../../ui/draft-form.tsx';
import { useDraft } from '../../../ui/use-draft.ts';
import { organisationQuery, type ReadOrganisation } from '../api/organisation.ts';
import { changeProviders, providersChanged } from '../api/sign-on.ts';
import {
  changedParts,
  changeOf,
  draftOf,
  faultsFrom,
  faultsOf,
  needsSecret,
  newProvider,
  roleFrom,
  withoutSecret,
  type ProviderDraft,
  type ProviderFaults,
} from '../provider-draft.ts';
import { CallbackField } from './callback-field.tsx';
import { GroupRolesField } from './group-roles-field.tsx';
import { IssuerField } from './issuer-field.tsx';
import classes from './organisation.module.css';

interface ProviderDialogProps {
  read: ReadOrganisation;
  /** As it was when the dialog was opened; undefined for a new one. */
  provider: SignOnProvider | undefined;
  onSaved(label: string): void;
  onClose(): void;
}

/** The form of a provider. */
export function ProviderDialog(props: ProviderDialogProps) {
  const { t } = useTranslation('organisation');
  const { provider, onClose } = props;
  const leave = useRef(onClose);
  return (
    <Dialog
      opened
      onClose={() => leave.current()}
      title={provider ? <bdi>{provider.label}</bdi> : t('signOn.add')}
      size="lg"
    >
      <ProviderForm
        {...props}
        setLeave={(act) => {
          leave.current = act;
        }}
      />
    </Dialog>
  );
}

function ProviderForm(props: ProviderDialogProps & { setLeave(leave: () => void): void }) {
  const { provider, setLeave, onSaved, onClose } = props;
  const { t } = useTranslation(['organisation', 'users']);
  const edit = useProviderEdit(props);
  const { draft, base, failure, faults, isNew, change, field } = edit;
  const failed = failure === undefined ? undefined : describeProblem(failure);
  const conflicts = edit.theirs.filter(({ isConflict }) => isConflict);
  const keepsSecret = !needsSecret(base, draft, isNew);
  return (
    <DraftForm
      label={t(provider ? 'signOn.form' : 'signOn.add')}
      words={{
        restored: t('signOn.restored'),
        cancel: t('signOn.cancel'),
        confirm: t('save'),
        question: t('signOn.question'),
        keep: t('signOn.keep'),
        discard: t('discard'),
      }}
      isRestored={edit.isRestored}
      hasChanges={edit.changes > 0}
      isWorking={edit.isWorking}
      failure={
        failed && {
          title: t('saveFailed'),
          text: isProblem(failure, 'stale')
            ? { ...failed, next: t(edit.isGone ? 'signOn.goneNext' : 'staleNext') }
            : failed,
          more: conflicts.map(({ part }) => (
            <Text key={part} size="sm">
              {t('signOn.conflict', { field: t(`signOn.field.${part}`) })}
            </Text>
          )),
        }
      }
      setLeave={setLeave}
      onSave={async () => {
        const isUnchanged = edit.changes === 0 && !isNew;
        if (!isUnchanged && !(await edit.save())) return false;
        if (!isUnchanged) onSaved(draft.label.trim());
        onClose();
        return true;
      }}
      onDiscard={edit.discard}
      onClose={onClose}
    >
      <div className={classes.form}>
        <TextInput
          {...field('label')}
          description={t('signOn.labelHint')}
          data-autofocus
          required
          maxLength={SIGN_ON_LABEL_MAX}
          dir="auto"
        />
        <IssuerField
          value={draft.issuer}
          error={faults['issuer'] && t(`signOn.fault.${faults['issuer']}`)}
          onChange={(issuer) => change({ issuer })}
          onFault={(fault) => edit.setFaults({ ...faults, issuer: fault })}
        />
        <CallbackField />
        <TextInput
          {...field('clientId')}
          description={t('signOn.clientIdHint')}
          required
          spellCheck={false}
        />
        <PasswordInput
          {...field('clientSecret')}
          description={t(keepsSecret ? 'signOn.secretKept' : 'signOn.secretHint')}
          required={!keepsSecret}
          // Not the password of anybody, which the browser would offer to keep.
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('signOn.showSecret') }}
        />
        <TextInput
          {...field('claim')}
          description={t('signOn.claimHint')}
          placeholder="groups"
          spellCheck={false}
        />
        {draft.claim.trim() !== '' && (
          <GroupRolesField lines={draft.groups} faults={faults} onChange={(groups) => change({ groups })} />
        )}
        <NativeSelect
          {...field('defaultRole')}
          className={classes.narrow ?? ''}
          description={t(draft.claim.trim() === '' ? 'signOn.defaultByHand' : 'signOn.defaultByGroups')}
          data={[
            { value: '', label: t('signOn.nobody') },
            ...signOnRoles.map((role) => ({ value: role, label: t(`users:role.${role}`) })),
          ]}
          onChange={(event) => change({ defaultRole: roleFrom(event.currentTarget.value) })}
        />
        <Alert color="accent" role="note">
          {t(draft.claim.trim() === '' ? 'signOn.noteByHand' : 'signOn.noteByGroups')}
        </Alert>
      </div>
    </DraftForm>
  );
}

/** What is typed of a provider: it outlives a failed save, a change by others and a reload, but for the secret. */
function useProviderEdit({ read, provider }: ProviderDialogProps) {
  const { t } = useTranslation('organisation');
  const [faults, setFaults] = useState<ProviderFaults>({});
  /** Somebody else has removed it meanwhile: it is added again. */
  const [isGone, setGone] = useState(false);
  const isNew = provider === undefined || isGone;
  const begin = provider ? draftOf(provider) : newProvider;
  const place = isNew
    ? read.answer.signOn.length
    : read.answer.signOn.findIndex(({ id }) => id === provider.id);
  const edit = useDraft<ProviderDraft, keyof ProviderDraft>({
    key: `organisation-sign-on-${provider?.id ?? 'new'}`,
    begin: { draft: begin, tag: undefined },
    changedParts,
    kept: withoutSecret,
    send: (base, draft) =>
      changeProviders(read, (now) => {
        if (isNew) return [...now, changeOf(draft, undefined)];
        const theirs = now.find(({ id }) => id === provider.id);
        if (!theirs || changedParts(base, draftOf(theirs)).length > 0) throw providersChanged();
        return now.map((one) => (one === theirs ? changeOf(draft, one.id) : one));
      }),
    readAgain: async () => {
      const { answer, tag } = await queryClient.fetchQuery(organisationQuery);
      const theirs = answer.signOn.find(({ id }) => id === provider?.id);
      if (provider && !theirs) setGone(true);
      return { draft: theirs ? draftOf(theirs) : begin, tag };
    },
    takeFault: (error) => {
      if (!isProblem(error, 'invalid')) return false;
      const found = faultsFrom(error.problem.fields, place);
      setFaults(found);
      return Object.keys(found).length > 0;
    },
  });
  const change = (part: Partial<ProviderDraft>) => {
    edit.change(part);
    setFaults((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([name]) => !Object.hasOwn(part, name.replace(/\..*/, ''))),
      ),
    );
  };
  return {
    ...edit,
    isNew,
    isGone,
    faults,
    setFaults,
    change,
    /** Of a field with a text. */
    field: (name: Exclude<keyof ProviderDraft, 'groups'>) => ({
      label: t(`signOn.field.${name}`),
      autoComplete: 'off',
      value: edit.draft[name],
      // The kit marks a field of a password by its looks alone.
      'aria-invalid': faults[name] !== undefined,
      error: faults[name] && t(`signOn.fault.${faults[name]}`),
      onChange: (event: { currentTarget: { value: string } }) =>
        change({ [name]: event.currentTarget.value }),
    }),
    save: async () => {
      const found = faultsOf(edit.base, edit.draft, isNew);
      setFaults(found);
      return Object.keys(found).length === 0 && edit.save();
    },
  };
}
