import type { Implementation } from '../../http/operation-route.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import { configureSharp } from './image/configure-sharp.ts';
import { assetOperations } from './asset-operations.ts';
import { importOperations } from './import-operations.ts';
import { deriveImageJob } from './jobs/derive-image.job.ts';
import { sweepUploadsJob } from './jobs/sweep-uploads.job.ts';
import type { MediaParts } from './media-parts.ts';
import { mediaReads } from './media-reads.ts';
import { uploadFileOperation } from './upload-file.ts';
import { uploadReads } from './upload-reads.ts';

export { checkImage, deriveImage } from './image/derive-image.ts';
export { drawLogo } from './image/draw-logo.ts';
export { ImageRefused } from './image/image-refused.ts';
export { openDeriveWorkshop } from './image/derive-workshop.ts';
export { configureSharp } from './image/configure-sharp.ts';
export { TileFiles } from './image/tile-files.ts';
export { probeImage } from './image/probe-image.ts';
export { requireImageUuid } from './asset-operations.ts';
export { lockImages, putImage, recountImages, takeImageOut } from './asset-places.ts';
export { addImages, replaceFailedImages, takeUpOpenImports } from './asset.writes.ts';
export { imageFiles } from './import.queries.ts';
export type { StoredThumbnail } from './import-views.ts';
export type { MediaParts } from './media-parts.ts';
export { storeImage } from './upload-file.ts';

/**
 * Uploads, imports and assets: the operations, and the jobs behind them.
 * @param onUpload told of each file that was received and kept
 */
export function mediaModule(
  parts: MediaParts,
  onUpload: (size_bytes: number) => void = () => undefined,
): {
  operations: Implementation[];
  jobs: Record<Extract<JobName, 'derive-image' | 'sweep-uploads'>, JobHandler>;
} {
  configureSharp();
  return {
    operations: [
      uploadFileOperation(parts, onUpload),
      ...importOperations,
      ...mediaReads,
      ...uploadReads,
      ...assetOperations,
    ],
    jobs: { 'derive-image': deriveImageJob(parts), 'sweep-uploads': sweepUploadsJob(parts) },
  };
}
