import {
  MAIL_TASK,
  mailPlaceholders,
  taskPlaceholders,
  type TaskPlaceholder,
} from '@armarium/contract/transition-tasks';
import { Button, Group, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParameterFieldProps } from './parameter-props.ts';
import { useTextPreview } from './use-text-preview.ts';
import classes from './actions.module.css';

/** A text with placeholders, which buttons put in, and what it gives for a real record. */
export function PlaceholderText({
  template,
  parameter,
  value,
  resourceType,
  words,
  error,
  onChange,
}: ParameterFieldProps) {
  const { t } = useTranslation('workflowSettings');
  const isMail = template === MAIL_TASK;
  const isLong = isMail && parameter.name === 'body';
  // Of all kinds of records only items have a pressmark.
  const offered = (isMail ? mailPlaceholders : taskPlaceholders).filter(
    (name) => name !== 'pressmark' || resourceType === 'ITEM',
  );
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const text = typeof value === 'string' ? value : '';
  const preview = useTextPreview(text, resourceType, isMail);
  const insert = (placeholder: TaskPlaceholder) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const [start, end] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    onChange(`${text.slice(0, start)}{${placeholder}}${text.slice(end)}`);
    input.current?.focus();
    const caret = start + placeholder.length + 2;
    // Once the field shows the new text.
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  };
  const label = words.parameterOf(parameter);
  const common = {
    ref: input,
    label,
    required: parameter.required,
    autoComplete: 'off',
    dir: 'auto',
    error,
    value: text,
  };
  return (
    <div>
      {isLong ? (
        <Textarea
          {...common}
          description={t('bodyText')}
          autosize
          minRows={4}
          maxRows={14}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <TextInput {...common} onChange={(event) => onChange(event.currentTarget.value)} />
      )}
      <Group
        gap={6}
        mt={6}
        role="group"
        aria-label={isMail ? `${label}: ${t('placeholders')}` : t('placeholders')}
      >
        {offered.map((placeholder) => (
          <Button key={placeholder} size="compact-sm" variant="default" onClick={() => insert(placeholder)}>
            {t(`placeholder.${placeholder}`)}
          </Button>
        ))}
      </Group>
      <Text
        size="sm"
        c="dimmed"
        mt={6}
        mb="md"
        // A long text would be read out again with each letter.
        {...(!isLong && { role: 'status' })}
        className={classes.preview ?? ''}
      >
        {preview &&
          t(preview.record === undefined ? 'preview' : 'previewFor', {
            ...preview,
            text: isLong ? `\n${preview.text}` : preview.text,
          })}
      </Text>
    </div>
  );
}
