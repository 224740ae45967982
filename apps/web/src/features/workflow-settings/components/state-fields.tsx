import { DEFAULT_STATE } from '@armarium/contract/item-states';
import { createItemState } from '@armarium/contract/item-states';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LanguageLabels } from '../../../ui/language-labels.tsx';
import { ColourField } from './colour-field.tsx';
import type { StateForm } from './use-state-form.ts';

const { name: Name } = createItemState.body.properties;

/** What a state consists of: name, labels and colour (back office §5). */
export function StateFields({ form, isNew }: { form: StateForm; isNew: boolean }) {
  const { t } = useTranslation(['workflowSettings', 'workflow']);
  const { base, draft, faults, change } = form;
  const isFixed = base.name === DEFAULT_STATE;
  // Nobody has to be told at once that a new state needs a name.
  const [isTouched, setTouched] = useState(!isNew);
  const nameFault =
    faults.name === 'taken'
      ? t('workflow:valuesComboErrorMessage')
      : faults.name && isTouched && t('fault.missing');
  return (
    <>
      <TextInput
        label={t('part.name')}
        description={isFixed ? t('defaultKeepsName') : isNew ? undefined : t('renames')}
        required
        autoFocus={!isNew}
        data-autofocus
        autoComplete="off"
        dir="auto"
        mb="md"
        maxLength={Name.maxLength}
        readOnly={isFixed}
        variant={isFixed ? 'filled' : 'default'}
        value={draft.name}
        error={nameFault}
        onChange={(event) => {
          setTouched(true);
          change({ name: event.currentTarget.value });
        }}
      />
      <ColourField
        colour={draft.color}
        error={faults.color && t(`fault.${faults.color}`)}
        onChange={(color) => change({ color })}
      />
      <LanguageLabels
        title={t('labels')}
        note={t('labelsText')}
        placeholder={draft.name}
        maxLength={200}
        labels={draft}
        onChange={change}
      />
    </>
  );
}
