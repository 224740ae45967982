import { exportWorkflow, importWorkflow, type WorkflowOutcome } from '@armarium/contract/workflow-file';
import { requireMatch, setEntityTag } from '../../http/entity-tag.ts';
import { implement, type Implementation } from '../../http/operation-route.ts';
import { asFile, workflowNow, workflowVersion } from './workflow-file.queries.ts';
import { takeOverFile } from './workflow-file.ts';

/** The operations of the workflow file (decisions §13). */
export const workflowFileOperations: Implementation[] = [
  implement(exportWorkflow, async ({ data, reply }) => {
    const now = await data.read(workflowNow);
    setEntityTag(reply, workflowVersion(now));
    return asFile(now);
  }),
  implement(importWorkflow, ({ data, body, query, request, reply }): Promise<WorkflowOutcome> =>
    takeOverFile(data, body, {
      dryRun: query.dryRun ?? false,
      prune: query.prune ?? false,
      check: (version) => {
        requireMatch(request, version);
        // What a dry run said holds for this version.
        if (query.dryRun) setEntityTag(reply, version);
      },
    }),
  ),
];
