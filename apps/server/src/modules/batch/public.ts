import type { Database } from '../../db/database.ts';
import type { Implementation } from '../../http/operation-route.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import { batchHandling, batchReads } from './batch-operations.ts';
import { previewBatchOperation } from './preview-batch.ts';
import { selectionReads } from './selection-reads.ts';
import { runBatchJob } from './jobs/run-batch.job.ts';
import { startBatchOperation } from './start-batch.ts';

export { seesAllBatches } from './batch.rules.ts';
export { batchAnswer } from './batch-views.ts';
export { beginBatch } from './batch.writes.ts';
export { type CellForm } from './cell-value.rules.ts';
export { rowCauseText, type CauseLanguage } from './row-cause.ts';
export { pressmarkOf, problem, titleOf, type SheetCell, type SheetWanted } from './sheet-row.rules.ts';
export {
  boundedProblem,
  boundedText,
  isWritten,
  writeSheetRows,
  type RowOutcome,
  type SheetRow,
} from './sheet-row.writes.ts';

export const batchOperations: Implementation[] = [
  startBatchOperation,
  ...batchReads,
  ...batchHandling,
  previewBatchOperation,
  ...selectionReads,
];

/** The jobs of batches. */
export function batchJobs(database: Database): Record<Extract<JobName, 'run-batch'>, JobHandler> {
  return { 'run-batch': runBatchJob(database) };
}
