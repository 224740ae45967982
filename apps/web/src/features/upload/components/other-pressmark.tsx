import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { displayTitle } from '../../../ui/display-title.ts';
import { pressmarkHolder } from '../api/pressmark-holder.ts';
import type { UploadEngine } from '../state/upload-engine.ts';
import type { UploadRecord } from '../state/upload-record.ts';
import classes from './upload-row.module.css';

interface OtherPressmarkProps {
  record: UploadRecord;
  engine: UploadEngine;
}

/** Another pressmark for an item whose own was taken between the wizard and the import; its files are stored. */
export function OtherPressmark({ record, engine }: OtherPressmarkProps) {
  const { t } = useTranslation('upload');
  const queryClient = useQueryClient();
  const [pressmark, setPressmark] = useState(record.pressmark);
  const [error, setError] = useState('');
  const [checking, setChecking] = useState(false);
  const wanted = pressmark.trim();

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (checking) return;
    if (wanted === '') return setError(t('form.pressmarkRequired'));
    setChecking(true);
    try {
      const holder = await queryClient.fetchQuery({ ...pressmarkHolder(wanted), staleTime: 0 });
      if (holder) setError(t('form.pressmarkTakenBy', { title: displayTitle(holder.sgtt) }));
      else await engine.failed.retryImport(record.itemUploadId, wanted);
    } catch (problem) {
      setError(`${t('form.lookupFailed')}. ${describeProblem(problem).title}`);
    } finally {
      setChecking(false);
    }
  };

  return (
    <form className={classes.pressmark} onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label={t('widget.newPressmark')}
        size="sm"
        required
        autoComplete="off"
        spellCheck={false}
        value={pressmark}
        error={error}
        onChange={(event) => {
          setPressmark(event.currentTarget.value);
          setError('');
        }}
      />
      <Button type="submit" size="sm" aria-disabled={checking || undefined}>
        {checking ? t('checking') : t('widget.importAgain')}
      </Button>
    </form>
  );
}
