import type { TemplateResourceType } from '@armarium/contract/record-types';
import { createTemplate, fieldTypes, type Template } from '@armarium/contract/templates';
import type { Usage } from '@armarium/contract/usage';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LanguageLabels } from '../../../ui/language-labels.tsx';
import { isFixed, withType, type Faults, type FieldDraft } from '../field-form.ts';
import { kinds } from '../kinds.ts';
import { DefaultField } from './default-field.tsx';
import { OptionsField } from './options-field.tsx';
import { useFieldWords } from './use-field-words.ts';
import classes from './fields.module.css';

const { name: Name, label: Label, help: Help } = createTemplate.body.properties;
/** Hints stand below the input, so that the inputs of a row stand beside each other. */
const order: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description'];

interface FieldFieldsProps {
  draft: FieldDraft;
  faults: Faults;
  /** Whether it could not be found out if the ID is free. */
  hasCheckFailed?: boolean;
  /** The field that is edited; undefined for a new one. */
  template?: Template;
  /** The options that the field has at the server: records may hold them. */
  stored?: readonly string[];
  /** Of the field that is edited: undefined while it is counted. */
  usage?: Usage | 'unknown' | undefined;
  onChange(draft: FieldDraft): void;
}

/** What a field consists of (back office §2.2). ID, type and entity of one that exists can't be changed. */
export function FieldFields(props: FieldFieldsProps) {
  const { draft, faults, hasCheckFailed = false, template, stored = [], usage, onChange } = props;
  const { t } = useTranslation('fields');
  const change = (part: Partial<FieldDraft>) => onChange({ ...draft, ...part });
  const faultOf = (part: keyof FieldDraft) => faults[part] && t(`fault.${faults[part]}`);
  return (
    <div className={classes.fields}>
      {template ? (
        <FixedFields draft={draft} />
      ) : (
        <ChosenFields draft={draft} faultOf={faultOf} onChange={onChange} />
      )}
      <TextInput
        label={t('part.name')}
        description={template ? undefined : t('idHint')}
        inputWrapperOrder={order}
        required={!template}
        readOnly={template !== undefined}
        variant={template ? 'filled' : 'default'}
        data-autofocus={template ? undefined : true}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        maxLength={Name.maxLength}
        value={draft.name}
        error={faultOf('name') ?? (hasCheckFailed && t('idNotChecked'))}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('part.label')}
        required
        // The dialog was there before its fields.
        autoFocus={template !== undefined}
        autoComplete="off"
        dir="auto"
        maxLength={Label.maxLength}
        value={draft.label}
        error={faultOf('label')}
        onChange={(event) => change({ label: event.currentTarget.value })}
      />
      <div className={classes.wide}>
        <LanguageLabels
          title={t('part.labels')}
          note={t('languagesText')}
          placeholder={draft.label}
          maxLength={Label.maxLength}
          labels={draft}
          onChange={change}
        />
      </div>
      {draft.type === 'ENUM' && (
        <OptionsField
          draft={draft}
          stored={stored}
          usage={usage}
          error={faultOf('options')}
          onChange={onChange}
        />
      )}
      <DefaultField draft={draft} error={faultOf('defaultText')} onChange={change} />
      <fieldset className={classes.switches}>
        <legend className={classes.legend}>{t('rules')}</legend>
        {(['required', 'repeatable', 'searchable'] as const).map((part) => (
          <Checkbox
            key={part}
            label={t(`part.${part}`)}
            description={t(`hint.${part}`)}
            checked={draft[part]}
            disabled={template !== undefined && isFixed(template, part)}
            error={faultOf(part)}
            onChange={(event) => change({ [part]: event.currentTarget.checked })}
          />
        ))}
      </fieldset>
      <Textarea
        className={classes.wide ?? ''}
        label={t('part.help')}
        description={t('hint.help')}
        inputWrapperOrder={order}
        autosize
        minRows={2}
        maxRows={8}
        dir="auto"
        maxLength={Help.maxLength}
        value={draft.help}
        error={faultOf('help')}
        onChange={(event) => change({ help: event.currentTarget.value })}
      />
    </div>
  );
}

/** Entity and type of a field that exists. */
function FixedFields({ draft }: { draft: FieldDraft }) {
  const { t } = useTranslation('fields');
  const { typeWord } = useFieldWords();
  return (
    <>
      <p className={`${classes.wide} ${classes.fixed}`}>{t('fixed')}</p>
      <TextInput label={t('entity')} value={t(`kind.${draft.resourceType}`)} readOnly variant="filled" />
      <TextInput label={t('part.type')} value={typeWord(draft.type)} readOnly variant="filled" />
    </>
  );
}

interface ChosenFieldsProps {
  draft: FieldDraft;
  faultOf(part: keyof FieldDraft): string | undefined;
  onChange(draft: FieldDraft): void;
}

/** Entity and type of a new field. */
function ChosenFields({ draft, faultOf, onChange }: ChosenFieldsProps) {
  const { t } = useTranslation('fields');
  const { typeWord } = useFieldWords();
  const type = fieldTypes.find((one) => one === draft.type);
  return (
    <>
      <NativeSelect
        label={t('entity')}
        value={draft.resourceType}
        data={kinds.map(({ type: value, word }) => ({ value, label: t(word) }))}
        onChange={(event) =>
          onChange({ ...draft, resourceType: event.currentTarget.value as TemplateResourceType })
        }
      />
      <NativeSelect
        label={t('part.type')}
        description={type && t(`typeHint.${type}`)}
        inputWrapperOrder={order}
        required
        value={draft.type}
        error={faultOf('type')}
        data={fieldTypes.map((value) => ({ value, label: typeWord(value) }))}
        onChange={(event) => onChange(withType(draft, event.currentTarget.value))}
      />
    </>
  );
}
