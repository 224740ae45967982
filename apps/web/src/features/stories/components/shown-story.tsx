import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconRoute } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isMissing } from '../../../records/api/missing.ts';
import { templatesQuery } from '../../../records/api/templates.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Failed } from '../../../ui/failed.tsx';
import { storyQuery } from '../api/stories.ts';
import { useShownStory } from './story-address.ts';
import { StoryDialog } from './story-dialog.tsx';

/** The story that the address names, over the list. */
export function ShownStory() {
  const { uuid, close } = useShownStory();
  const shownBefore = useRef(uuid);
  useEffect(() => {
    if (shownBefore.current !== undefined && uuid === undefined)
      // The card that was clicked takes the focus back. Without such a card nothing has it.
      setTimeout(() => {
        if (document.activeElement === document.body)
          document.getElementById('content')?.focus({ preventScroll: true });
      });
    shownBefore.current = uuid;
  }, [uuid]);
  return uuid === undefined ? null : <StoryByUuid key={uuid} uuid={uuid} onClose={close} />;
}

function StoryByUuid({ uuid, onClose }: { uuid: string; onClose(): void }) {
  const { t } = useTranslation('stories');
  const story = useQuery(storyQuery(uuid));
  const templates = useQuery(templatesQuery('STORY'));
  if (story.data && templates.data)
    return <StoryDialog story={story.data} templates={templates.data} onClose={onClose} />;
  const error = story.error ?? templates.error;
  return (
    <Dialog opened onClose={onClose} title={t('story.one')} size="lg">
      {error === null ? (
        <Skeleton height={180} />
      ) : isMissing(error) ? (
        <EmptyState urgent icon={<IconRoute size={40} stroke={1.2} />} title={t('story.gone')}>
          {t('story.goneText')}
        </EmptyState>
      ) : (
        <Failed
          error={error}
          onRetry={() => {
            if (story.error) void story.refetch();
            if (templates.error) void templates.refetch();
          }}
        />
      )}
    </Dialog>
  );
}
