import { Button, TextInput } from '@mantine/core';
import { useState, type FormEvent, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogActions } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { nameCaptions, storeCaptions } from '../api/captions.ts';
import { extensionOf } from '../api/replace-file.ts';
import classes from './asset-dialogs.module.css';
import { FileChoice } from './file-choice.tsx';

const accepts = ['vtt'];

export type Work = (title: string, action: () => Promise<void>) => Promise<void>;

interface AddCaptionsProps {
  form: RefObject<HTMLFormElement | null>;
  assetUuid: string;
  work: Work;
  working: boolean;
}

/** A file, its language and its name. */
export function AddCaptions({ form, assetUuid, work, working }: AddCaptionsProps) {
  const { t } = useTranslation('assetDialogs');
  const [file, setFile] = useState<File>();
  const [stored, setStored] = useState<string>();
  const [language, setLanguage] = useState('');
  const [label, setLabel] = useState('');
  const isWrong = file !== undefined && extensionOf(file.name) !== 'vtt';
  const isWhole = file !== undefined && !isWrong && language.trim().length >= 2 && label.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!file || !isWhole) return;
    void work(t('captions.addFailed'), async () => {
      const uploadUuid = stored ?? (await storeCaptions(file));
      setStored(uploadUuid);
      await nameCaptions(assetUuid, { uploadUuid, language: language.trim(), label: label.trim() });
      notify('success', { title: t('captions.added', { label: label.trim() }) });
      setFile(undefined);
      setStored(undefined);
      setLanguage('');
      setLabel('');
    });
  };
  return (
    <form ref={form} noValidate aria-label={t('captions.add')} onSubmit={submit}>
      <FileChoice
        label={t('captions.choose')}
        accepts={accepts}
        file={file}
        fault={isWrong ? t('captions.wrong') : undefined}
        onChoose={(chosen) => {
          setFile(chosen);
          setStored(undefined);
        }}
      />
      <div className={classes.fields}>
        <TextInput
          label={t('captions.language')}
          description={t('captions.languageHint')}
          value={language}
          maxLength={64}
          required
          onChange={(event) => setLanguage(event.currentTarget.value)}
        />
        <TextInput
          label={t('captions.label')}
          description={t('captions.labelHint')}
          value={label}
          maxLength={100}
          required
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
      </div>
      <DialogActions>
        <Button type="submit" disabled={!isWhole} aria-disabled={working} data-waiting={working || undefined}>
          {t('captions.add')}
        </Button>
      </DialogActions>
    </form>
  );
}
