import { ProblemError } from '../../../problem-error.ts';
import type { WorkflowTask } from './task.ts';

export const requireComment: WorkflowTask = {
  name: 'REQUIRE_COMMENT',
  label: 'Require a comment',
  kind: 'guard',
  parameters: [],
  apply: ({ ground: { comment } }) => {
    if (comment !== '') return;
    throw new ProblemError('comment-required', 'Write a comment that says why.', {
      fields: [{ name: 'comment', code: 'required', message: 'It is required.' }],
    });
  },
};
