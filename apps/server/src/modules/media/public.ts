import type { FastifyInstance } from 'fastify';
import type { Implementation } from '../../http/operation-route.ts';
import type { JobHandler, JobName } from '../../queue/jobs.ts';
import { configureSharp } from './image/configure-sharp.ts';
import { captionsOperations } from './captions/captions-operations.ts';
import { assetOperations } from './asset-operations.ts';
import { importOperations } from './import-operations.ts';
import { checkOriginalJob, checkOriginalsJob } from './jobs/check-originals.job.ts';
import { describeImagesJob } from './jobs/describe-images.job.ts';
import { deriveMediaJob } from './jobs/derive-media.job.ts';
import { sweepUploadsJob } from './jobs/sweep-uploads.job.ts';
import { discardPublicImagesJob, enqueuePublicImage, publicImageJob } from './jobs/public-image.job.ts';
import { watermarkImageJob } from './jobs/watermark-image.job.ts';
import { watermarkImagesJob } from './jobs/watermark-images.job.ts';
import { imageDeliveryOperations, storePicture } from './watermark/watermark-operations.ts';
import type { MediaParts } from './media-parts.ts';
import { mediaReads } from './media-reads.ts';
import { technicalOperation } from './technical.ts';
import { uploadOperations } from './upload-file.ts';
import { presentationOperations } from './item-presentation/presentation-operations.ts';
import { sheetOperations } from './sheet/sheet-operations.ts';
import { versionOperations } from './version-operations.ts';
import { uploadReads } from './upload-reads.ts';

export { checkImage, describeImage } from './image/derive-image.ts';
export { drawLogo } from './image/draw-logo.ts';
export { MediaRefused } from './media-refused.ts';
export { withSentPicture } from './sent-picture.ts';
export { openDeriveWorkshop } from './derive-workshop.ts';
export { copyWithoutAttachments } from './pdf/copy-without-attachments.ts';
export { mayHaveCopy, ReaderCopies, type CopiedUpload } from './pdf/reader-copies.ts';
export { configureSharp } from './image/configure-sharp.ts';
export { TileFiles } from './image/tile-files.ts';
export { readTiffDirectories } from './image/tiff-directories.ts';
export { fillTiles, writeTrueSizes } from './image/whole-tiles.ts';
export { previewWatermark } from './watermark/preview-watermark.ts';
export { watermarkImage } from './image/watermark-image.ts';
export { makePublicImage } from './image/public-image.ts';
export { probeImage } from './image/probe-image.ts';
export { captionsOfAsset, shownCaptions } from './captions/captions.queries.ts';
export { furtherKinds, kindCalls } from './asset-calls.ts';
export { requireAssetUuid } from './asset-operations.ts';
export { assetTrash, itemTrash } from './asset-trash.ts';
export { WAVE_PICTURE, wavePicture } from './recording/wave-picture.ts';
export type { WavePeaks } from './recording/wave-peaks.ts';
export { lockMedia } from './asset-places.ts';
export { addMedia } from './asset.writes.ts';
export { replaceFailedImages } from './replace-failed-images.ts';
export { takeUpOpenImports } from './enqueue-derivations.ts';
export { hidesNothing, uploadsHidingNothing } from './hidden-pages.ts';
export type { AssetKind } from './kinds.ts';
export { imageFiles } from './import.queries.ts';
export type { StoredPresentation } from './item-presentation/presentation.queries.ts';
export type { StoredThumbnail } from './import-views.ts';
export { deriveMedia, probeMedia, type MediaParts } from './media-parts.ts';
export { technicalView } from './technical.ts';
export { storeUpload } from './upload-file.ts';
export { changeDelivery, type DeliveryChanges } from './watermark/change-delivery.ts';
export { imageDelivery } from './watermark/image-delivery.queries.ts';
export { enqueuePublicImage, storePicture as storeWatermark };

/** See `resumable/resumable-routes.ts`, which is loaded with the routes: commands do not need its library. */
export function resumableRoutes(parts: MediaParts, onUpload: (size_bytes: number) => void) {
  return async (app: FastifyInstance): Promise<void> => {
    const { addResumable } = await import('./resumable/resumable-routes.ts');
    addResumable(app, parts, onUpload);
  };
}

/**
 * Uploads, imports and assets: the operations, and their jobs.
 * @param onUpload called for each file that was received and kept
 */
export function mediaModule(
  parts: MediaParts,
  onUpload: (size_bytes: number) => void = () => undefined,
): {
  operations: Implementation[];
  jobs: Record<
    Extract<
      JobName,
      | 'derive-media'
      | 'derive-image'
      | 'sweep-uploads'
      | 'watermark-images'
      | 'watermark-image'
      | 'public-image'
      | 'discard-public-images'
      | 'check-originals'
      | 'check-original'
      | 'describe-images'
    >,
    JobHandler
  >;
} {
  configureSharp();
  const derive = deriveMediaJob(parts);
  return {
    operations: [
      ...uploadOperations(parts, onUpload),
      ...importOperations,
      ...mediaReads(parts),
      technicalOperation,
      ...uploadReads,
      ...assetOperations(parts),
      ...sheetOperations,
      ...presentationOperations,
      ...captionsOperations,
      ...versionOperations(parts),
      ...imageDeliveryOperations(parts),
    ],
    jobs: {
      'derive-media': derive,
      'derive-image': derive,
      'sweep-uploads': sweepUploadsJob(parts),
      'watermark-images': watermarkImagesJob(parts),
      'watermark-image': watermarkImageJob(parts),
      'public-image': publicImageJob(parts),
      'discard-public-images': discardPublicImagesJob(parts),
      'check-originals': checkOriginalsJob(parts),
      'check-original': checkOriginalJob(parts),
      'describe-images': describeImagesJob(parts),
    },
  };
}
