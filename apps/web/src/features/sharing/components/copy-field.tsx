import { Button, Textarea, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { createContext, useContext, useRef, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../ui/copy-text.ts';
import { notify } from '../../../ui/notify.tsx';
import classes from './share-dialog.module.css';

/** What the notice after copying says, where a dialog has a word of its own for it. */
export const CopiedWord = createContext<string | undefined>(undefined);

interface CopyFieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  /** Text of several lines. */
  long?: boolean;
}

/** A text to be taken along: it is selected when it gets the focus, and copied by the button beside it (SHARE-04). */
export function CopyField({ label, hint, value, long = false }: CopyFieldProps) {
  const { t } = useTranslation('sharing');
  const copiedWord = useContext(CopiedWord);
  const line = useRef<HTMLInputElement>(null);
  const lines = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    const field = lines.current ?? line.current;
    if (!field) return;
    if (await copyText(value, field))
      notify('success', { id: 'copied', title: copiedWord ?? t('copiedSuccessfully') });
    else notify('error', { id: 'copied', title: t('copyFailed'), message: t('copyFailedText') });
  };
  const shown = {
    label,
    description: hint,
    value,
    readOnly: true,
    className: classes.grow ?? '',
    onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      currentTarget.select(),
  };
  return (
    <div className={classes.copy}>
      {long ? (
        <Textarea ref={lines} rows={4} {...shown} styles={{ input: { fontSize: '0.875rem' } }} />
      ) : (
        <TextInput ref={line} {...shown} />
      )}
      <Button
        variant="default"
        leftSection={<IconCopy size={16} stroke={1.7} aria-hidden />}
        aria-label={t('copyOf', { what: label })}
        onClick={() => void copy()}
      >
        {t('copy')}
      </Button>
    </div>
  );
}
