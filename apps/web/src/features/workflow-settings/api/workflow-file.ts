import {
  exportWorkflow,
  importWorkflow,
  type WorkflowFile,
  type WorkflowOutcome,
} from '@armarium/contract/workflow-file';
import { call, callTagged } from '../../../lib/api-client.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** The fields, states and transitions of the organisation as a workflow file. */
export const readWorkflow = (): Promise<WorkflowFile> => call(exportWorkflow);

/**
 * Says what a file would change, and changes nothing.
 * @param prune whether what the file lacks and nothing uses would be removed
 * @returns with the entity tag of what there is now
 * @throws ApiProblem `invalid` with all faults of the file, each named by its place
 */
export const tryWorkflow = (
  body: WorkflowFile,
  prune: boolean,
): Promise<{ answer: WorkflowOutcome; tag: string | undefined }> =>
  callTagged(importWorkflow, { query: { dryRun: true, prune }, body });

/** Takes a file over. @param tag as the trial said. @throws ApiProblem `stale` where somebody changed something since, `invalid` */
export async function takeWorkflow(
  body: WorkflowFile,
  prune: boolean,
  tag: string | undefined,
): Promise<WorkflowOutcome> {
  const outcome = await call(importWorkflow, { query: { prune }, body, ifMatch: tag });
  // Fields and states stand on nearly all pages.
  void queryClient.invalidateQueries();
  return outcome;
}
