import type { WorkflowFile, WorkflowOutcome } from '@armarium/contract/workflow-file';
import type { TenantData } from '../../db/database.ts';
import { rolledBack } from '../../db/rolled-back.ts';
import { takeOver } from './workflow-file.writes.ts';

interface TakeOverOptions {
  /** Says what would change, and changes nothing. */
  readonly dryRun: boolean;
  /** Removes what a section of the file lacks and nothing uses. */
  readonly prune: boolean;
  /** Refuses it for the version of what there is. */
  readonly check?: (version: string) => void;
}

/**
 * Takes over a workflow file in one transaction.
 * @throws ProblemError 412 `stale`, 422 with the faults of the file, each named by its place
 */
export async function takeOverFile(
  data: TenantData,
  file: WorkflowFile,
  { dryRun, prune, check = () => undefined }: TakeOverOptions,
): Promise<WorkflowOutcome> {
  const action = 'configure-workflow';
  const outcome = dryRun
    ? await rolledBack(data, action, (tx) => takeOver(tx, file, prune, check))
    : await data.write(action, (tx) => takeOver(tx, file, prune, check));
  return { dryRun, ...outcome };
}
