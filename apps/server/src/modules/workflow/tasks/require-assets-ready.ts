import { ProblemError } from '../../../problem-error.ts';
import type { WorkflowTask } from './task.ts';

export const requireAssetsReady: WorkflowTask = {
  name: 'REQUIRE_ASSETS_READY',
  label: 'Require that all files are ready',
  kind: 'guard',
  parameters: [],
  needs: 'files',
  apply: ({ record, ground }) => {
    const unready = ground.unready.get(record.uuid) ?? 0;
    if (unready === 0) return;
    // A story shows files of others, which may be gone.
    const orGone = record.resourceType === 'STORY' ? ', could not be, or is gone' : ', or could not be';
    const orAreGone = orGone.replace('is gone', 'are gone');
    throw new ProblemError(
      'assets-not-ready',
      unready === 1
        ? `One file is still being prepared${orGone}.`
        : `${unready} files are still being prepared${orAreGone}.`,
    );
  },
};
