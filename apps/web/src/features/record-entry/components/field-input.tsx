import type { Template } from '@armarium/contract/templates';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SuggestedInput } from './suggested-input.tsx';

export interface InputParts {
  template: Template;
  label: string;
  hideLabel: boolean;
  description: ReactNode;
  text: string;
  fault: string | undefined;
  readOnly: boolean;
  autoFocus: boolean;
  onChange(text: string): void;
  placeholder: string | undefined;
  sign: ReactNode;
}

const inputModes: Readonly<Record<string, 'numeric' | 'decimal' | 'email'>> = {
  INTEGER: 'numeric',
  NUMBER: 'decimal',
  EMAIL: 'email',
};

/** Whether items often have the same value in a field: a short text that does not name the item itself. */
function isSuggested({ name, type, resourceType }: Template): boolean {
  return type === 'STRING' && resourceType === 'ITEM' && name !== 'sgtt' && name !== 'pressmark';
}

export function FieldInput({
  template,
  label,
  hideLabel,
  description,
  text,
  fault,
  readOnly,
  autoFocus,
  onChange,
  placeholder,
  sign,
}: InputParts) {
  const { t } = useTranslation(['editing', 'catalogue']);
  const parts = {
    name: template.name,
    ...(hideLabel ? { 'aria-label': label } : { label: <span dir="auto">{label}</span> }),
    description,
    error: fault,
    value: text,
    size: 'md' as const,
    autoComplete: 'off',
    required: (template.required || template.name === 'sgtt') && !readOnly,
    'data-field': template.name,
    ...(autoFocus && { 'data-autofocus': true }),
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  if (template.type === 'BOOLEAN' || template.type === 'ENUM') {
    const known =
      template.type === 'BOOLEAN'
        ? [
            { value: 'false', label: t('catalogue:boolean.false') },
            { value: 'true', label: t('catalogue:boolean.true') },
          ]
        : template.enumValues.map((value) => ({ value, label: value }));
    // A value from before the dictionary changed can be kept.
    const kept =
      text === '' || known.some(({ value }) => value === text) ? [] : [{ value: text, label: text }];
    return (
      <NativeSelect
        {...parts}
        disabled={readOnly}
        data={[{ value: '', label: placeholder ?? t('form.noValue') }, ...known, ...kept]}
      />
    );
  }
  if (template.type === 'TEXT')
    return (
      <Textarea
        {...parts}
        readOnly={readOnly}
        autosize
        minRows={3}
        maxRows={12}
        dir="auto"
        placeholder={placeholder}
      />
    );
  if (!readOnly && isSuggested(template))
    return (
      <SuggestedInput
        {...parts}
        onChange={onChange}
        dir="auto"
        placeholder={placeholder}
        rightSection={sign}
      />
    );
  return (
    <TextInput
      {...parts}
      readOnly={readOnly}
      variant={readOnly ? 'filled' : 'default'}
      dir="auto"
      inputMode={inputModes[template.type]}
      placeholder={placeholder ?? (template.type === 'DATE' ? t('form.datePlaceholder') : undefined)}
      rightSection={sign}
    />
  );
}
