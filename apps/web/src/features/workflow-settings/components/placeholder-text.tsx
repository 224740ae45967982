import { taskPlaceholders, type TaskTemplate } from '@armarium/contract/transition-tasks';
import type { TemplateResourceType } from '@armarium/contract/record-types';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ParameterValue } from '../action-form.ts';
import type { ActionWords } from './use-action-words.ts';
import { useTextPreview } from './use-text-preview.ts';

interface PlaceholderTextProps {
  parameter: TaskTemplate['parameters'][number];
  value: ParameterValue;
  resourceType: TemplateResourceType;
  words: ActionWords;
  error: string | undefined;
  onChange(value: string): void;
}

/** A text with placeholders, which buttons put in, and what it gives for a real record. */
export function PlaceholderText({
  parameter,
  value,
  resourceType,
  words,
  error,
  onChange,
}: PlaceholderTextProps) {
  const { t } = useTranslation('workflowSettings');
  // Of all kinds of records only items have a pressmark.
  const offered = taskPlaceholders.filter((name) => name !== 'pressmark' || resourceType === 'ITEM');
  const input = useRef<HTMLInputElement>(null);
  const text = typeof value === 'string' ? value : '';
  const preview = useTextPreview(text, resourceType);
  const insert = (placeholder: string) => {
    const { selectionStart, selectionEnd } = input.current ?? {};
    const [start, end] = [selectionStart ?? text.length, selectionEnd ?? text.length];
    onChange(`${text.slice(0, start)}{${placeholder}}${text.slice(end)}`);
    input.current?.focus();
    const caret = start + placeholder.length + 2;
    // Once the field shows the new text.
    requestAnimationFrame(() => input.current?.setSelectionRange(caret, caret));
  };
  return (
    <div>
      <TextInput
        ref={input}
        label={words.parameterOf(parameter)}
        required={parameter.required}
        autoComplete="off"
        dir="auto"
        error={error}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap={6} mt={6} role="group" aria-label={t('placeholders')}>
        {offered.map((placeholder) => (
          <Button key={placeholder} size="compact-sm" variant="default" onClick={() => insert(placeholder)}>
            {t(`placeholder.${placeholder}`)}
          </Button>
        ))}
      </Group>
      <Text size="sm" c="dimmed" mt={6} mb="md" role="status">
        {preview && t(preview.record === undefined ? 'preview' : 'previewFor', preview)}
      </Text>
    </div>
  );
}
