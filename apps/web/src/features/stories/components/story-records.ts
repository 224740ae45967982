import type { StoryInList } from '@armarium/contract/stories';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { titleOf } from '../../../ui/display-title.ts';
import type { StatefulRecord } from '../../workflow/groups.ts';

/** What of a story has to be known to delete it. */
export type DeletableStory = Pick<
  StoryInList,
  'uuid' | 'resourceType' | 'state' | 'sgtt' | 'label' | 'allowedActions' | 'availableTransitions'
>;

/** Stories as those who work on several records know them, as they were when the dialog was opened. */
export function useStoryRecords(stories: readonly DeletableStory[]): readonly StatefulRecord[] {
  const { t } = useTranslation('catalogue');
  const [records] = useState(() =>
    stories.map(({ uuid, resourceType, state, availableTransitions, ...story }) => ({
      uuid,
      resourceType,
      state,
      availableTransitions,
      title: titleOf(story, t('untitled')),
    })),
  );
  return records;
}
