import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import type { describeImage } from './image/derive-image.ts';
import type { makePublicImage } from './image/public-image.ts';
import type { watermarkImage } from './image/watermark-image.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Derived, DeriveTask, MediaLimits, Probe } from './derivation.ts';
import { mediaKind, type UploadKind } from './kinds.ts';
import type { copyWithoutAttachments } from './pdf/copy-without-attachments.ts';
import type { PreviewTask } from './watermark/preview-watermark.ts';

/** Makes the derivatives of an asset: in this process, or in one that can be killed at any moment. */
export type DeriveMedia = (kind: UploadKind, task: DeriveTask, signal?: AbortSignal) => Promise<Derived>;
/** Checks an uploaded file. @throws MediaRefused */
export type ProbeMedia = (kind: UploadKind, path: string, limits: MediaLimits) => Promise<Probe>;

/** As `describeImage`. */
export type DescribeImage = typeof describeImage;

/** As `previewWatermark`. */
export type PreviewWatermark = (task: PreviewTask, signal?: AbortSignal) => Promise<string>;

/** As `copyWithoutAttachments`. */
export type CopyPdf = typeof copyWithoutAttachments;

/** The services that the module uses. */
export interface MediaParts {
  readonly database: Database;
  readonly storage: Storage;
  readonly limits: Config['limits'];
  readonly derive: DeriveMedia;
  readonly probe: ProbeMedia;
  /** As `derive`, for what an image file says about itself. */
  readonly describe: DescribeImage;
  /** As `derive`, for the watermarked derivatives. */
  readonly watermark: typeof watermarkImage;
  /** The same for a picture of its effect. */
  readonly preview: PreviewWatermark;
  /** As `derive`, for the image at the public size. */
  readonly publicImage: typeof makePublicImage;
  /** As `derive`, for the copy of a PDF for readers. */
  readonly copyPdf: CopyPdf;
}

/** In this process: a file that crashes the library crashes the process, so only tests and tools use it. */
export const deriveMedia: DeriveMedia = async (kind, task, signal) => {
  signal?.throwIfAborted();
  const { derive } = mediaKind(kind);
  if (!derive) throw new Error(`Nothing is made of a file of the kind ${kind}.`);
  return derive(task);
};
export const probeMedia: ProbeMedia = (kind, path, limits) => mediaKind(kind).probe(path, limits);
