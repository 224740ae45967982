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
export { type CauseLanguage } from './row-cause.ts';
export { boundedProblem, boundedText, problem, rowCauseText } from './row-problem.rules.ts';
export { type RowOutcome } from './judged-rows.ts';
export { wholeSelection } from './selection.ts';
export { isWritten, type SheetRow } from './sheet-row.queries.ts';
export { writeSheetRows } from './sheet-row.writes.ts';
export { pressmarkOf, titleOf, type SheetCell, type SheetWanted } from './sheet-values.rules.ts';

export const batchOperations: Implementation[] = [
  startBatchOperation,
  ...batchReads,
  ...batchHandling,
  previewBatchOperation,
  ...selectionReads,
];

/** The jobs of batches. @param turn_ms after which a batch lets other jobs have their turn */
export function batchJobs(
  database: Database,
  turn_ms?: number,
): Record<Extract<JobName, 'run-batch'>, JobHandler> {
  return { 'run-batch': runBatchJob(database, turn_ms) };
}
