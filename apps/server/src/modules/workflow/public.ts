import type { Implementation } from '../../http/operation-route.ts';
import type { Database } from '../../db/database.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import type { MailConfig } from '../deliveries/public.ts';
import { composeEffectJob } from './effects/compose-effect.job.ts';
import { forThoseWhoSeeAll } from '../../http/for-those-who-see-all.ts';
import { effectOperations } from './effects/effect-operations.ts';
import { takeUpEffectsJob } from './effects/take-up-effects.job.ts';
import { stateOperations } from './state-operations.ts';
import { taskOperations } from './task-operations.ts';
import { transitionEdits } from './transition-edits.ts';
import { trialOperations } from './transition-trial.ts';
import { transitionOperations } from './transition-operations.ts';
import { workflowFileOperations } from './workflow-file-operations.ts';

export { endCollecting } from './effects/collect-effects.ts';
export { noteProgress } from './effects/effect.writes.ts';
export { performTransitions, type TransitionResult, type TransitionWanted } from './perform-transitions.ts';
export { takeOverFile } from './workflow-file.ts';
export { asFile, workflowNow } from './workflow-file.queries.ts';
export { itemTransitions } from './workflow.queries.ts';

/** The operations of the workflow (decisions §8). */
export const workflowOperations = (config: MailConfig): Implementation[] => [
  ...transitionOperations,
  ...transitionEdits,
  ...trialOperations(config),
  ...taskOperations,
  ...stateOperations,
  ...workflowFileOperations,
  ...effectOperations.map(forThoseWhoSeeAll),
];

/** The jobs of effects (decisions §13). */
export function effectJobs(
  database: Database,
  config: MailConfig,
): Record<Extract<JobName, 'compose-effect' | 'take-up-effects'>, JobHandler> {
  return {
    'compose-effect': composeEffectJob(database, config),
    'take-up-effects': takeUpEffectsJob(database),
  };
}
