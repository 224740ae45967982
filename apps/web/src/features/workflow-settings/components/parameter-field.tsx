import { MAIL_TASK, WEBHOOK_TASK } from '@armarium/contract/transition-tasks';
import { Autocomplete, Checkbox, NativeSelect, Switch, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PlaceField } from '../../../records/places/place-field.tsx';
import { cleanedChips, SECRET } from '../action-form.ts';
import { allTransitionsQuery } from '../api/transitions.ts';
import { chipProps } from './chip-props.ts';
import { PlaceholderText } from './placeholder-text.tsx';
import type { ParameterFieldProps } from './parameter-props.ts';
import { RecipientsField } from './recipients-field.tsx';
import { SecretField } from './secret-field.tsx';
import { COLLECTION } from './use-action-words.ts';

/** The field of a parameter, by its type (back office §3): TEXT, ENUM, BOOLEAN, ARRAY; of any other type a text. */
export function ParameterField(props: ParameterFieldProps) {
  const { template, parameter, value, words, error, onChange } = props;
  const { t } = useTranslation('workflowSettings');
  const common = { label: words.parameterOf(parameter), error, mb: 'md' };
  const required = parameter.required;
  const text = typeof value === 'string' ? value : '';
  if (parameter.type === 'BOOLEAN') {
    const Toggle = template === MAIL_TASK ? Switch : Checkbox;
    return (
      <Toggle
        {...common}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (parameter.type === 'ENUM')
    return (
      <NativeSelect
        {...common}
        required={required}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{t('choose')}</option>
        {/* An option that there is no longer. */}
        {text !== '' && !parameter.options.includes(text) && <option value={text}>{text}</option>}
        {parameter.options.map((option) => (
          <option key={option} value={option}>
            {words.optionOf(parameter.name, option)}
          </option>
        ))}
      </NativeSelect>
    );
  if (parameter.type === 'ARRAY')
    return template === MAIL_TASK ? <RecipientsField {...props} /> : <ListField {...props} />;
  if (parameter.name === COLLECTION) return <CollectionField {...props} />;
  if (parameter.name === 'transition') return <TransitionNameField {...props} />;
  if ((template === 'SET_METADATA' && parameter.name === 'value') || template === MAIL_TASK)
    return <PlaceholderText {...props} />;
  if (template === WEBHOOK_TASK && parameter.name === SECRET) return <SecretField {...props} />;
  return (
    <TextInput
      {...common}
      required={required}
      autoComplete="off"
      dir="auto"
      {...(template === WEBHOOK_TASK && { type: 'url', placeholder: 'https://', spellCheck: false })}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** A list of texts as chips, which are chosen among the options where there are some. */
function ListField({ parameter, value, words, error, onChange }: ParameterFieldProps) {
  const { t } = useTranslation('workflowSettings');
  const { name, options, required } = parameter;
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const optionNamed = (text: string) =>
    options.find((option) => words.optionOf(name, option) === text || option === text) ?? text;
  return (
    <TagsInput
      {...chipProps}
      label={words.parameterOf(parameter)}
      description={options.length > 0 ? t('chooseSeveral') : t('typeSeveral')}
      required={required}
      error={error}
      data={options.map((option) => words.optionOf(name, option))}
      value={chosen.map((option) => words.optionOf(name, option))}
      splitChars={[',', ';', '\n']}
      onChange={(texts) => onChange(cleanedChips(texts).map(optionNamed))}
    />
  );
}

function CollectionField({ parameter, value, words, error, onChange }: ParameterFieldProps) {
  const { t } = useTranslation('workflowSettings');
  return (
    <div data-fault={error === undefined ? undefined : true}>
      <PlaceField
        noneWord={t('noCollection')}
        required={parameter.required}
        error={error}
        uuid={typeof value === 'string' && value !== '' ? value : undefined}
        label={words.parameterOf(parameter)}
        canCreate={false}
        onChoose={({ collection }) => onChange(collection.uuid)}
      />
    </div>
  );
}

/** The event name of a transition of other records, with those that there are as suggestions. */
function TransitionNameField({ parameter, values, value, words, error, onChange }: ParameterFieldProps) {
  const transitions = useQuery(allTransitionsQuery).data ?? [];
  const kind = { items: 'ITEM', media: 'MEDIA' }[String(values['to'])];
  const names = transitions.filter(({ resourceType }) => resourceType === kind).map(({ name }) => name);
  return (
    <Autocomplete
      label={words.parameterOf(parameter)}
      required={parameter.required}
      mb="md"
      error={error}
      data={[...new Set(names)]}
      value={typeof value === 'string' ? value : ''}
      onChange={onChange}
    />
  );
}
