import { Alert, Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { FailureAlert } from '../../../ui/failure-alert.tsx';
import { makeShareLink, shareLinksKey } from '../api/share-links.ts';
import type { Condition } from './agreement.tsx';
import { CopyField } from './copy-field.tsx';
import type { MadeLink, NewLink } from './use-made-link.ts';
import classes from './share-dialog.module.css';

const periods_days = ['1', '7', '30', '90', '366'] as const;

interface NewLinkFormProps {
  recordUuid: string;
  /** What the user has to agree to first. */
  condition: Condition | undefined;
  /** The images that are shown with the link: of a story, those that the user agreed to show. */
  confirmedImages: readonly string[] | undefined;
  onMade(link: NewLink): void;
}

export function NewLinkForm({ recordUuid, condition, confirmedImages, onMade }: NewLinkFormProps) {
  const { t } = useTranslation('sharing');
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [days, setDays] = useState('30');
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (working || condition?.check() === false) return;
    setWorking(true);
    setFailure(undefined);
    try {
      const { uuid, token } = await makeShareLink({
        ...{ recordUuid, confirmedImages },
        note: note.trim(),
        days: Number(days),
      });
      onMade({ uuid, token });
      setNote('');
      // Making it may have been an agreement to show images.
      if (confirmedImages) await recordsChanged();
      await queries.invalidateQueries({ queryKey: shareLinksKey(recordUuid) });
    } catch (error) {
      // An image joined the story while it was looked at: the list is asked for again.
      if (isProblem(error, 'images-not-confirmed')) void recordsChanged();
      setFailure(error);
    } finally {
      setWorking(false);
    }
  };

  return (
    <>
      <form className={classes.newLink} aria-label={t('links.make')} onSubmit={(event) => void make(event)}>
        <TextInput
          className={classes.grow ?? ''}
          label={t('links.note')}
          placeholder={t('links.notePlaceholder')}
          maxLength={200}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        <NativeSelect
          label={t('links.until')}
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
          data={periods_days.map((value) => ({ value, label: t(`links.periods.${value}`) }))}
        />
        {condition && <div className={classes.wide}>{condition.field}</div>}
        <Button type="submit" aria-disabled={working}>
          {t('links.create')}
        </Button>
      </form>
      {failure !== undefined && <FailureAlert title={t('links.failed')} text={describeProblem(failure)} />}
    </>
  );
}

interface MadeLinkNoticeProps {
  made: MadeLink | undefined;
  linkWord: string;
  documentWord: string | undefined;
}

/** The link that was just made, which is shown only here. */
export function MadeLinkNotice({ made, linkWord, documentWord }: MadeLinkNoticeProps) {
  const { t } = useTranslation('sharing');
  const result = useRef<HTMLDivElement>(null);
  const madeUuid = made?.uuid;
  useEffect(() => {
    if (madeUuid !== undefined) result.current?.scrollIntoView({ block: 'nearest' });
  }, [madeUuid]);

  return (
    <div role="status" ref={result}>
      {made && (
        <Alert color="accent" title={t('links.made')} className={classes.made ?? ''}>
          <p className={classes.hint}>{t('links.madeText')}</p>
          {made.viewer !== undefined && <CopyField label={linkWord} value={made.viewer} />}
          {made.manifest !== undefined && documentWord !== undefined && (
            <CopyField label={documentWord} value={made.manifest} />
          )}
        </Alert>
      )}
    </div>
  );
}
