import type { MetadataEntry } from '@armarium/contract/metadata';
import type { Series } from '@armarium/contract/stories';
import type { Template } from '@armarium/contract/templates';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { notify } from '../../../ui/notify.tsx';
import { makeSeries } from '../api/series.ts';
import { makeStory } from '../api/stories.ts';
import { seriesTemplatesQuery } from '../api/series-templates.ts';
import { NewRecordForm } from './new-record-form.tsx';

/** Makes a story (STORY-21). @param series at whose end it is put */
export function NewStoryDialog({ series, onClose }: { series: Series | undefined; onClose(): void }) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const make = async (list: MetadataEntry[]) => {
    const failure = await makeStory(list, series?.uuid);
    if (failure === undefined || !series) return;
    const { title, next } = describeProblem(failure);
    notify('error', {
      title: t('story.notInSeries', { title: titleOf(series, t('catalogue:untitled')) }),
      message: `${title}. ${next}`,
    });
  };
  return (
    <NewRecordDialog
      title={t('createStory')}
      templates={useQuery(templatesQuery('STORY'))}
      draftKey="new-story"
      make={make}
      madeWord={t('story.created')}
      failedWord={t('story.createFailed')}
      onClose={onClose}
    />
  );
}

/** Makes a series (SERIES-04, SERIES-18). */
export function NewSeriesDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('stories');
  return (
    <NewRecordDialog
      title={t('series.add')}
      templates={useQuery(seriesTemplatesQuery)}
      draftKey="new-series"
      make={makeSeries}
      madeWord={t('series.created')}
      failedWord={t('series.createFailed')}
      onClose={onClose}
    />
  );
}

interface NewRecordDialogProps {
  title: string;
  templates: { data: Template[] | undefined; error: Error | null; refetch(): Promise<unknown> };
  /** Under which what was typed is kept. */
  draftKey: string;
  make(list: MetadataEntry[]): Promise<unknown>;
  madeWord: string;
  failedWord: string;
  onClose(): void;
}

function NewRecordDialog({ title, templates, madeWord, onClose, ...form }: NewRecordDialogProps) {
  // The form replaces it by a function that asks first where something would be lost.
  const leave = useRef(onClose);
  return (
    <Dialog opened onClose={() => leave.current()} title={title} size="lg">
      {templates.data ? (
        <NewRecordForm
          {...form}
          label={title}
          templates={templates.data}
          setLeave={(act) => {
            leave.current = act;
          }}
          onMade={() => {
            notify('success', { title: madeWord });
            onClose();
          }}
          onClose={onClose}
        />
      ) : templates.error ? (
        <Failed error={templates.error} onRetry={() => void templates.refetch()} />
      ) : (
        <Skeleton height={180} />
      )}
    </Dialog>
  );
}
