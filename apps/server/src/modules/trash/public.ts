import type { Implementation } from '../../http/operation-route.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import type { MediaParts } from '../media/public.ts';
import { deleteCollectionOperations } from './delete-collection.ts';
import { deleteAssetOperations } from './delete-asset.ts';
import { deleteItemOperation, deleteSeriesOperation, deleteStoryOperation } from './delete-record.ts';
import { purgeTrashJob } from './jobs/purge-trash.job.ts';
import { listTrashedRecordsOperation } from './list-records.ts';
import { trashReads } from './list-trash.ts';
import { purgeEntryOperation } from './purge-entry.ts';
import { restoreEntryOperation } from './restore-entry.ts';

export { deleteRecord } from './delete-record.ts';
export { restoreItems, type ItemToRestore } from './restore-items.ts';
export { countDue, timeInTrash } from './trash.queries.ts';
export { DAY_MS, mayRestore } from './trash.rules.ts';
export { moveToTrash } from './trash.writes.ts';

/** The operations and jobs of deletions and of the trash. */
export function trashModule(parts: MediaParts): {
  operations: Implementation[];
  jobs: Record<Extract<JobName, 'purge-trash'>, JobHandler>;
} {
  return {
    operations: [
      deleteItemOperation,
      deleteStoryOperation,
      deleteSeriesOperation,
      ...deleteAssetOperations,
      ...deleteCollectionOperations,
      ...trashReads(parts),
      listTrashedRecordsOperation,
      restoreEntryOperation,
      purgeEntryOperation(parts),
    ],
    jobs: { 'purge-trash': purgeTrashJob(parts) },
  };
}
