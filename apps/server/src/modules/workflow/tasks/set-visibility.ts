import type { Visibility } from '@armarium/contract/visibility';
import type { WorkflowTask } from './task.ts';

/** Not for files, which have the visibility of their item. */
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
  apply: ({ parameters, draft }) => {
    draft.visibility = parameters['visibility'] as Visibility;
  },
};
