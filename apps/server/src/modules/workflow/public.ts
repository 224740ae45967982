import type { Implementation } from '../../http/operation-route.ts';
import { stateOperations } from './state-operations.ts';
import { taskOperations } from './task-operations.ts';
import { transitionEdits } from './transition-edits.ts';
import { transitionOperations } from './transition-operations.ts';
import { workflowFileOperations } from './workflow-file-operations.ts';

export { performTransitions, type TransitionResult, type TransitionWanted } from './perform-transitions.ts';
export { takeOverFile } from './workflow-file.ts';
export { asFile, workflowNow } from './workflow-file.queries.ts';
export { isTransitionOfItems } from './workflow.queries.ts';

/** The operations of the workflow (decisions §8). */
export const workflowOperations: Implementation[] = [
  ...transitionOperations,
  ...transitionEdits,
  ...taskOperations,
  ...stateOperations,
  ...workflowFileOperations,
];
