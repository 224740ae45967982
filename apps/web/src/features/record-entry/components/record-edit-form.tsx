import { Radio, Stack } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldLabel } from '../../../records/label.ts';
import type { FieldConflict } from '../draft-merge.ts';
import { EditForm } from './edit-form.tsx';
import { RecordFields } from './record-fields.tsx';
import { useRecordEdit, type RecordEditProps } from './use-record-edit.ts';

export interface RecordEditFormProps extends RecordEditProps {
  isRestored: boolean;
  /** The word on the button that saves: `Save` for items, `Confirm` for collections (catalogue §4). */
  saveWord: string;
  /** Fields that are changed elsewhere: with the words that say why. */
  fixed?: Readonly<Record<string, string>>;
}

/** The edit mode of a record. */
export function RecordEditForm({ isRestored, ...props }: RecordEditFormProps) {
  const { t } = useTranslation('editing');
  const { templates, saveWord, never = ['sgtt'], fixed } = props;
  const edit = useRecordEdit(props);
  const { state, draft, conflicts, change } = edit;
  const id = useId();
  return (
    <EditForm
      edit={{ ...edit, isRestored }}
      label={t('form.label')}
      saveWord={saveWord}
      staleNext={t('form.stale')}
      choices={conflicts.map((conflict) => (
        <Conflict
          key={conflict.name}
          id={`${id}-${conflict.name}`}
          label={fieldLabel(templates, conflict.name)}
          conflict={conflict}
          chosen={draft[conflict.name] === conflict.theirs ? 'theirs' : 'mine'}
          onChoose={(texts) => change({ ...draft, [conflict.name]: texts })}
        />
      ))}
    >
      <RecordFields
        templates={templates.map((one) => ({ ...one, required: one.required || never.includes(one.name) }))}
        draft={draft}
        onChange={change}
        faults={state.faults}
        {...(fixed && { fixed })}
      />
    </EditForm>
  );
}

interface ConflictProps {
  id: string;
  label: string;
  conflict: FieldConflict;
  chosen: 'mine' | 'theirs';
  onChoose(texts: readonly string[]): void;
}

/** Both values of a field that two people changed, one to be chosen (API-020). */
function Conflict({ id, label, conflict, chosen, onChoose }: ConflictProps) {
  const { t } = useTranslation('editing');
  const shown = (texts: readonly string[]) =>
    texts.filter((text) => text !== '').join('; ') || t('record.noValue');
  return (
    <Radio.Group
      name={id}
      mt="sm"
      label={<span dir="auto">{label}</span>}
      value={chosen}
      onChange={(side) => onChoose(side === 'theirs' ? conflict.theirs : conflict.mine)}
    >
      <Stack gap={6} mt={4}>
        <Radio value="mine" label={t('form.mine', { value: shown(conflict.mine) })} />
        <Radio value="theirs" label={t('form.theirs', { value: shown(conflict.theirs) })} />
      </Stack>
    </Radio.Group>
  );
}
