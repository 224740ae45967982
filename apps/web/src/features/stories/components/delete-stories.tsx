import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { useDeletionFields } from '../../operations/components/deletion-fields.tsx';
import { trashStory } from '../api/stories.ts';
import { offerUndo } from '../state/last-deletion.ts';
import { RunDialog } from './run-dialog.tsx';
import { useStoryRecords, type DeletableStory } from './story-records.ts';
import classes from './stories.module.css';

interface DeleteStoriesProps {
  stories: readonly DeletableStory[];
  /** Gets the uuids of those that are gone. */
  onGone(uuids: string[]): void;
  onCancel?(): void;
  onClose(): void;
}

/** Moves stories to the trash (STORY-19, STORY-20). Those that the user may not delete stay, and are counted. */
export function DeleteStories({ stories, onGone, onClose, ...props }: DeleteStoriesProps) {
  const { t } = useTranslation('stories');
  const records = useStoryRecords(stories.filter(({ allowedActions }) => allowedActions.includes('delete')));
  const [gone, setGone] = useState<readonly string[]>([]);
  const count = records.length;
  const { reason, isSure, fields } = useDeletionFields(count);
  const figures = { count, formatted: grouped(count) };
  const others = stories.length - count;
  const othersStay =
    others > 0 ? t('mayNotDelete', { count: others, formatted: grouped(others) }) : undefined;
  return (
    <RunDialog
      {...props}
      onClose={onClose}
      title={t('deleteTitle', figures)}
      confirmWord={t('delete')}
      dangerous
      areGone
      emptyText={othersStay}
      disabled={!isSure}
      records={records}
      act={(uuid) => trashStory(uuid, reason)}
      onDone={(uuids, isWhole) => {
        const all = [...gone, ...uuids];
        setGone(all);
        if (all.length > 0) offerUndo({ kind: 'stories', uuids: all });
        if (isWhole) {
          notify('success', { title: t(all.length === 1 ? 'deletedOne' : 'deletedMany') });
          onClose();
        }
        onGone(uuids);
      }}
    >
      <Stack gap="md">
        <p className={classes.question}>{t('deleteQuestion', figures)}</p>
        {othersStay !== undefined && <p className={classes.nothing}>{othersStay}</p>}
        {fields}
      </Stack>
    </RunDialog>
  );
}
