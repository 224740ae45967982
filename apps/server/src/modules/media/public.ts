import type { Implementation } from '../../http/operation-route.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import { configureSharp } from './image/configure-sharp.ts';
import { importOperations } from './import-operations.ts';
import { deriveImageJob } from './jobs/derive-image.job.ts';
import { sweepUploadsJob } from './jobs/sweep-uploads.job.ts';
import type { MediaParts } from './media-parts.ts';
import { mediaReads } from './media-reads.ts';
import { uploadFileOperation } from './upload-file.ts';
import { uploadReads } from './upload-reads.ts';

export { deriveImage } from './image/derive-image.ts';
export { openDeriveWorkshop } from './image/derive-workshop.ts';
export { addImages } from './asset.writes.ts';
export type { StoredThumbnail } from './import-views.ts';
export type { MediaParts } from './media-parts.ts';
export { storeImage } from './upload-file.ts';

/** Uploads, imports and assets: the operations, and the jobs behind them. */
export function mediaModule(parts: MediaParts): {
  operations: Implementation[];
  jobs: Record<JobName, JobHandler>;
} {
  configureSharp();
  return {
    operations: [uploadFileOperation(parts), ...importOperations, ...mediaReads, ...uploadReads],
    jobs: { 'derive-image': deriveImageJob(parts), 'sweep-uploads': sweepUploadsJob(parts) },
  };
}
