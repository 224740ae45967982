import { Pill, TagsInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cleanedChips, isAddress } from '../action-form.ts';
import { chipProps } from './chip-props.ts';
import type { ParameterFieldProps } from './parameter-props.ts';
import classes from './actions.module.css';

/** Addresses of mail as chips. One that is no address is marked, and named below the field. */
export function RecipientsField({ parameter, value, words, error, onChange }: ParameterFieldProps) {
  const { t, i18n } = useTranslation('workflowSettings');
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  const wrong = chosen.filter((text) => !isAddress(text));
  const entries = new Intl.ListFormat(i18n.language).format(wrong);
  return (
    <TagsInput
      {...chipProps}
      label={words.parameterOf(parameter)}
      description={t('addressesText')}
      required={parameter.required}
      error={wrong.length > 0 ? t('noAddress', { count: wrong.length, entries }) : error}
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
      value={[...chosen]}
      splitChars={[',', ';', ' ', '\n']}
      renderPill={({ value: text = '', onRemove, disabled }) => (
        <Pill
          className={classes.recipient ?? ''}
          data-faulty={!isAddress(text) || undefined}
          withRemoveButton={!disabled}
          onRemove={onRemove}
        >
          {!isAddress(text) && <IconAlertTriangle size={14} aria-hidden />} {text}
        </Pill>
      )}
      onChange={(texts) => onChange(cleanedChips(texts))}
    />
  );
}
