import type { StoryInList } from '@armarium/contract/stories';
import { useTranslation } from 'react-i18next';
import { isProblem } from '../../../lib/api-problem.ts';
import { describeProblem } from '../../../lib/problem/problem-text.ts';
import { recordsChanged } from '../../../records/api/edit-records.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { grouped } from '../../../ui/grouped.ts';
import { notify } from '../../../ui/notify.tsx';
import { moveInSeries } from '../api/series.ts';
import classes from './stories.module.css';

interface MoveStoryProps {
  seriesUuid: string;
  story: StoryInList;
  /** Where it shall stand; 1-based. */
  position: number;
  onClose(): void;
}

const isStale = (failure: unknown) => isProblem(failure, 'stale') || isProblem(failure, 'order-differs');

/** Asks whether a story is to be moved to another place in its series (SERIES-11 to SERIES-13). */
export function MoveStory({ seriesUuid, story, position, onClose }: MoveStoryProps) {
  const { t } = useTranslation('stories');
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={t('positionTitle')}
      confirmWord={t('confirm')}
      failedWord={t('positionFailed')}
      describe={(failure) => ({
        ...describeProblem(failure),
        ...(isStale(failure) && { next: t('positionStale') }),
      })}
      onFailure={(failure) => {
        // What the others made of it is shown behind the question.
        if (isStale(failure)) void recordsChanged();
      }}
      work={async () => {
        if (await moveInSeries(seriesUuid, story.uuid, position)) notify('success', { title: t('moved') });
        else notify('error', { title: t('positionFailed'), message: t('positionGone') });
        onClose();
      }}
    >
      <p className={classes.question}>{t('positionQuestion', { position: grouped(position) })}</p>
    </ConfirmDialog>
  );
}
