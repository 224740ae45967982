import { Button, Group, Text, Textarea } from '@mantine/core';
import { useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../ui/copy-text.ts';
import classes from './second-factor.module.css';

interface TextToCopyProps {
  label: string;
  hint: string;
  value: string;
  /** What is copied, where that is not the value as it is shown. */
  copied?: string;
  rows: number;
  /** Whether it gets the focus when it is drawn. */
  takesFocus?: boolean;
  /** Further buttons beside the one that copies. */
  children?: ReactNode;
}

/** A text that people take along: selected when it gets the focus, and copied by a button below it. */
export function TextToCopy(props: TextToCopyProps) {
  const { label, hint, value, copied = value, rows, takesFocus = false, children } = props;
  const { t } = useTranslation('secondFactor');
  const field = useRef<HTMLTextAreaElement>(null);
  const [said, setSaid] = useState('');
  const copy = async () => {
    if (field.current) setSaid(t((await copyText(copied, field.current)) ? 'copied' : 'copyFailed'));
  };
  return (
    <div>
      <Textarea
        ref={field}
        label={label}
        description={hint}
        classNames={{ input: classes.text ?? '', description: classes.hint ?? '' }}
        readOnly
        spellCheck={false}
        rows={rows}
        data-autofocus={takesFocus || undefined}
        autoFocus={takesFocus}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Group gap="sm" mt={8}>
        <Button variant="default" aria-label={t('copyOf', { what: label })} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        {children}
      </Group>
      <Text size="sm" mt={4} role="status" className={classes.said ?? ''}>
        {said}
      </Text>
    </div>
  );
}
