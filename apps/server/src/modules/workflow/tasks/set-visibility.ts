import type { Visibility } from '@armarium/contract/visibility';
import { imagesNotConfirmed } from '../../story/public.ts';
import type { WorkflowTask } from './task.ts';

/**
 * Not for files, which have the visibility of their item. A story with images that nobody has agreed to show
 * isn't made public (decisions §14).
 */
export const setVisibility: WorkflowTask = {
  name: 'SET_VISIBILITY',
  label: 'Set visibility',
  kind: 'change',
  parameters: [
    {
      name: 'visibility',
      label: 'Visibility',
      type: 'ENUM',
      required: true,
      options: ['public', 'private'],
    },
  ],
  needs: 'images',
  apply: ({ parameters, record, draft, ground }) => {
    const closed = ground.closedImages.get(record.uuid) ?? [];
    if (parameters['visibility'] === 'public' && closed.length > 0) throw imagesNotConfirmed(closed);
    draft.visibility = parameters['visibility'] as Visibility;
  },
};
