import { createTransitionTemplate } from '@armarium/contract/transitions';
import type { UserRights } from '@armarium/contract/capability';
import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { statesQuery } from '../../../records/api/item-states.ts';
import { labelOf } from '../../../records/label.ts';
import { LanguageLabels } from '../../../ui/language-labels.tsx';
import { RolesTable } from './roles-table.tsx';
import type { TransitionForm } from './use-transition-form.ts';
import classes from './transitions.module.css';

const { name: Name, label: Label, workflowName: WorkflowName } = createTransitionTemplate.body.properties;

interface TransitionFieldsProps {
  form: TransitionForm;
  isNew: boolean;
  /** Whether it changes who sees the record. */
  isForPublishers: boolean;
  userRights: UserRights;
}

/** What a transition consists of: event name, states, labels, workflow and roles (back office §5). */
export function TransitionFields({ form, isNew, isForPublishers, userRights }: TransitionFieldsProps) {
  const { t } = useTranslation(['workflowSettings', 'workflow']);
  const { draft, faults, change } = form;
  const states = [...(useQuery(statesQuery).data?.values() ?? [])];
  const end = (part: 'from' | 'to') => (
    <NativeSelect
      label={t(`part.${part}`)}
      required
      // The message stands once, below the three.
      error={faults.parts[part] ?? faults.combination}
      value={draft[part]}
      onChange={(event) => change({ [part]: event.currentTarget.value })}
    >
      <option value="">{t('chooseState')}</option>
      {/* One that was renamed or deleted meanwhile. */}
      {draft[part] !== '' && !states.some(({ name }) => name === draft[part]) && (
        <option value={draft[part]}>{draft[part]}</option>
      )}
      {states.map((state) => (
        <option key={state.uuid} value={state.name}>
          {labelOf(state)}
        </option>
      ))}
    </NativeSelect>
  );
  return (
    <>
      <TextInput
        label={t('part.event')}
        description={t('eventText')}
        required
        autoFocus={!isNew}
        data-autofocus
        autoComplete="off"
        dir="auto"
        mb="md"
        maxLength={Name.maxLength}
        value={draft.name}
        error={faults.parts.name ?? faults.combination}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <div className={classes.ends}>
        {end('from')}
        <IconArrowRight size={20} stroke={1.7} aria-hidden className={classes.endsArrow} />
        {end('to')}
      </div>
      {faults.combination && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt={6}>
          {t('workflow:valuesComboErrorMessage')}
        </Text>
      )}
      <TextInput
        label={t('part.label')}
        description={t('labelText')}
        placeholder={draft.name}
        autoComplete="off"
        dir="auto"
        mt="md"
        mb="xs"
        maxLength={Label.maxLength}
        value={draft.label}
        error={faults.parts.label}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <LanguageLabels
        title={t('labels')}
        note={t('labelsText')}
        placeholder={draft.label || draft.name}
        maxLength={Label.maxLength}
        labels={draft}
        onChange={change}
      />
      <RolesTable
        value={draft.roles}
        isForPublishers={isForPublishers}
        error={faults.parts.roles}
        userRights={userRights}
        onChange={(roles) => change({ roles })}
      />
      <TextInput
        label={t('part.workflow')}
        description={t('workflowText')}
        autoComplete="off"
        dir="auto"
        mt="md"
        maxLength={WorkflowName.maxLength}
        value={draft.workflow}
        error={faults.parts.workflow}
        onChange={(event) => change({ workflow: event.currentTarget.value })}
      />
    </>
  );
}
