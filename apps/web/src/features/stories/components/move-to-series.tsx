import type { Series, Story } from '@armarium/contract/stories';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.tsx';
import { addToSeries, removeFromSeries } from '../api/series.ts';
import { SeriesChooser } from './series-chooser.tsx';

interface MoveToSeriesProps {
  story: Story;
  /** Back to the story. */
  onBack(): void;
  onClose(): void;
}

/** Puts a story at the end of a series, and takes it out of those that it stands in (EDIT-16). */
export function MoveToSeries({ story, onBack, onClose }: MoveToSeriesProps) {
  const { t } = useTranslation('stories');
  const [target, setTarget] = useState<Series>();
  const [leaves, setLeaves] = useState(true);
  // The series that the story stood in when the dialog was opened.
  const [before] = useState(story.seriesUuids);
  const others = before.filter((uuid) => uuid !== target?.uuid);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onCancel={onBack}
      title={t('story.toSeries')}
      confirmWord={t('confirm')}
      size="lg"
      // In the only series that it stands in there is nothing to do.
      disabled={target === undefined || (before.includes(target.uuid) && others.length === 0)}
      work={async () => {
        if (!target) return;
        // The story is added first: where a later call fails it stands in one series too many, and is missing from none.
        try {
          if (!before.includes(target.uuid)) await addToSeries(target.uuid, story.uuid);
          if (leaves) for (const uuid of others) await removeFromSeries(uuid, story.uuid);
        } finally {
          await recordsChanged();
        }
        notify('success', { title: t('moved') });
        onClose();
      }}
    >
      <SeriesChooser chosen={target} onChoose={setTarget} />
      {others.length > 0 && (
        <Checkbox
          mt="md"
          label={t('story.leaveSeries', { count: others.length })}
          checked={leaves}
          onChange={(event) => setLeaves(event.currentTarget.checked)}
        />
      )}
    </ConfirmDialog>
  );
}
