import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FieldDraft } from '../field-form.ts';
import classes from './fields.module.css';

interface DefaultFieldProps {
  draft: FieldDraft;
  error: string | undefined;
  onChange(part: Pick<FieldDraft, 'defaultText'>): void;
}

const inputModes: Readonly<Record<string, 'numeric' | 'decimal' | 'email'>> = {
  INTEGER: 'numeric',
  NUMBER: 'decimal',
  EMAIL: 'email',
};

/** The value that a new record has in a field, as the type of the field wants it. */
export function DefaultField({ draft: { type, options, defaultText }, error, onChange }: DefaultFieldProps) {
  const { t } = useTranslation(['fields', 'catalogue']);
  const parts = {
    className: classes.wide ?? '',
    label: t('fields:part.defaultText'),
    value: defaultText,
    error,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ defaultText: event.currentTarget.value }),
  };
  if (type === 'BOOLEAN')
    return (
      <NativeSelect
        {...parts}
        data={[
          { value: 'false', label: t('catalogue:boolean.false') },
          { value: 'true', label: t('catalogue:boolean.true') },
        ]}
      />
    );
  if (type === 'ENUM')
    return (
      <NativeSelect
        {...parts}
        data={[
          { value: '', label: t('fields:noDefault') },
          ...options.map((option) => ({ value: option, label: option })),
        ]}
      />
    );
  if (type === 'TEXT')
    return <Textarea {...parts} autosize minRows={2} maxRows={8} dir="auto" autoComplete="off" />;
  return (
    <TextInput
      {...parts}
      dir="auto"
      autoComplete="off"
      inputMode={inputModes[type]}
      placeholder={type === 'DATE' ? t('fields:dayHint') : undefined}
    />
  );
}
