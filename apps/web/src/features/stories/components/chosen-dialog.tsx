import type { Series, StoryInList } from '@armarium/contract/stories';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '../../../records/selection/picking.ts';
import { choose } from '../../../records/selection/selection.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { titleOf } from '../../../ui/display-title.ts';
import { Failed } from '../../../ui/failed.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { WorkflowDialog } from '../../workflow/components/workflow-dialog.tsx';
import { addToSeries, removeFromSeries } from '../api/series.ts';
import { chosenStoriesQuery } from '../api/stories.ts';
import { DeleteStories } from './delete-stories.tsx';
import { RunDialog } from './run-dialog.tsx';
import { SeriesChooser } from './series-chooser.tsx';
import { useStoryRecords } from './story-records.ts';
import classes from './stories.module.css';

export type ChosenAction = 'add' | 'move' | 'remove' | 'delete' | 'workflow';

interface ChosenDialogProps {
  action: ChosenAction;
  choice: Choice;
  series: Series | undefined;
  onClose(): void;
}

/** The dialog of an action on the chosen stories, once it is known how they stand. */
export function ChosenDialog({ action, choice, series, onClose }: ChosenDialogProps) {
  const { t } = useTranslation('stories');
  // Those that were chosen when it was opened: what it does takes some out of the selection.
  const [{ uuids }] = useState(choice.selection);
  const query = useQuery({ ...chosenStoriesQuery(uuids), refetchOnWindowFocus: false });
  const [stories, setStories] = useState<readonly StoryInList[]>();
  if (stories === undefined && query.data !== undefined) setStories(query.data);
  const leave = (gone: readonly string[]) => choice.change(choose(choice.selection, gone, false));
  useEffect(() => {
    const gone = uuids.filter((uuid) => !(stories ?? []).some((story) => story.uuid === uuid));
    if (stories !== undefined && gone.length > 0) leave(gone);
    // Once, when it is known which of them are there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [stories]);
  if (stories === undefined)
    return (
      <Dialog opened onClose={onClose} title={t(action === 'add' ? 'addTo' : action)} size="lg">
        {query.error ? (
          <Failed error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <Skeleton height={120} />
        )}
      </Dialog>
    );
  const props = { stories, onLeave: leave, onClose };
  if (action === 'workflow') return <ChosenWorkflow {...props} />;
  if (action === 'delete') return <DeleteStories stories={stories} onGone={leave} onClose={onClose} />;
  if (action === 'add') return <AddStories {...props} />;
  if (!series) return null;
  if (action === 'move') return <MoveStories {...props} from={series} />;
  return <RemoveStories {...props} from={series} />;
}

interface ActionProps {
  stories: readonly StoryInList[];
  /** Takes stories out of the selection. */
  onLeave(uuids: readonly string[]): void;
  onClose(): void;
}

/** `Workflow actions` over the chosen stories (WFACT-02); the lists are fetched again afterwards (WFACT-13). */
function ChosenWorkflow({ stories, onClose }: ActionProps) {
  return <WorkflowDialog records={useStoryRecords(stories)} onClose={onClose} />;
}

/** `Add to`, where the series has to be looked for. */
function AddStories({ stories, onClose }: ActionProps) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const records = useStoryRecords(stories);
  const [target, setTarget] = useState<Series>();
  const figures = { count: records.length, formatted: grouped(records.length) };
  return (
    <RunDialog
      title={t('addTitle', figures)}
      confirmWord={t('confirm')}
      size="lg"
      disabled={target === undefined}
      records={records}
      act={async (uuid) => target && addToSeries(target.uuid, uuid)}
      onDone={(_, isWhole) => {
        if (!isWhole || !target) return;
        notify('success', {
          title: t('added', { ...figures, title: titleOf(target, t('catalogue:untitled')) }),
        });
        onClose();
      }}
      onClose={onClose}
    >
      <SeriesChooser chosen={target} onChoose={setTarget} />
    </RunDialog>
  );
}

/** `Move`: into another series, and out of this one (SERIES-20 to SERIES-22). */
function MoveStories({ stories, onLeave, onClose, from }: ActionProps & { from: Series }) {
  const { t } = useTranslation('stories');
  const records = useStoryRecords(stories);
  const [target, setTarget] = useState<Series>();
  // Some may stand in both series after a run that was refused: the others follow them.
  const [isFixed, setFixed] = useState(false);
  return (
    <RunDialog
      title={t('moveTitle', { count: records.length, formatted: grouped(records.length) })}
      confirmWord={t('confirm')}
      size="lg"
      disabled={target === undefined}
      records={records}
      act={async (uuid) => {
        if (!target) return;
        // In this order: a story that is stopped in between stands in both.
        await addToSeries(target.uuid, uuid);
        await removeFromSeries(from.uuid, uuid);
      }}
      onDone={(uuids, isWhole) => {
        if (isWhole) {
          notify('success', { title: t('moved') });
          onClose();
        } else setFixed(true);
        onLeave(uuids);
      }}
      onClose={onClose}
    >
      <SeriesChooser chosen={target} onChoose={setTarget} exceptUuid={from.uuid} isFixed={isFixed} />
    </RunDialog>
  );
}

/** `Remove`: out of this series; they stay in the lab (SERIES-07). */
function RemoveStories({ stories, onLeave, onClose, from }: ActionProps & { from: Series }) {
  const { t } = useTranslation(['stories', 'catalogue']);
  const records = useStoryRecords(stories);
  const figures = { count: records.length, formatted: grouped(records.length) };
  return (
    <RunDialog
      title={t('removeTitle', figures)}
      confirmWord={t('remove')}
      disabled={false}
      records={records}
      act={(uuid) => removeFromSeries(from.uuid, uuid)}
      onDone={(uuids, isWhole) => {
        if (isWhole) {
          notify('success', { title: t('removed', figures) });
          onClose();
        }
        onLeave(uuids);
      }}
      onClose={onClose}
    >
      <p className={classes.question}>
        {t('removeQuestion', { ...figures, title: titleOf(from, t('catalogue:untitled')) })}
      </p>
    </RunDialog>
  );
}
