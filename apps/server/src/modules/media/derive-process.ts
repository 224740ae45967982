import { Worker } from 'node:worker_threads';
import type { EmbeddedMetadata } from '@armarium/contract/technical';
import type { Derived, DeriveTask, MediaLimits, Probe } from './derivation.ts';
import { configureSharp } from './image/configure-sharp.ts';
import { checkImage, describeImage } from './image/derive-image.ts';
import { mediaKind, type UploadKind } from './kinds.ts';
import { makePublicImage, type PublicImage } from './image/public-image.ts';
import { watermarkImage, type Watermarked, type WatermarkPicture } from './image/watermark-image.ts';
import { previewWatermark, type PreviewTask } from './watermark/preview-watermark.ts';
import { copyWithoutAttachments } from './pdf/copy-without-attachments.ts';
import { MediaRefused, type RefusalReport } from './media-refused.ts';

export type DeriveRequest =
  | { readonly do: 'derive'; readonly kind: UploadKind; readonly task: DeriveTask }
  | {
      readonly do: 'probe';
      readonly kind: UploadKind;
      readonly source: string;
      readonly limits: MediaLimits;
    }
  /** Make the watermarked pyramid from a clean one. */
  | {
      readonly do: 'watermark';
      readonly pyramid: string;
      readonly mark: WatermarkPicture;
      readonly into: string;
    }
  /** Draw a watermark into a small copy of an image. */
  | { readonly do: 'preview'; readonly task: PreviewTask }
  /** Make the pyramid at the public size from a larger one. */
  | {
      readonly do: 'public-image';
      readonly pyramid: string;
      readonly longest_px: number;
      readonly into: string;
    }
  /** Copy a PDF without its attachments. */
  | { readonly do: 'copy-pdf'; readonly source: string; readonly into: string; readonly pages: number }
  /** Only decode an image to its end. */
  | { readonly do: 'check'; readonly source: string; readonly page: number; readonly limits: MediaLimits }
  /** Only read what an image says about itself. */
  | {
      readonly do: 'describe';
      readonly source: string;
      readonly page: number;
      readonly limits: MediaLimits;
    };

/** A preview is text: the bytes in base64. */
export type Made = Derived | Probe | Watermarked | PublicImage | EmbeddedMetadata | string | null;

type DeriveOutcome =
  | { readonly made: Made }
  | { readonly refused: RefusalReport }
  | { readonly failed: { message: string; code?: string | undefined } };

/**
 * `rss_bytes` is the memory of this process after its work; the server does not keep a process that has
 * grown.
 */
export type DeriveAnswer = DeriveOutcome & { readonly rss_bytes: number };

async function answer(request: DeriveRequest): Promise<Made> {
  if (request.do === 'check') {
    await checkImage(request.source, request.page, request.limits);
    return null;
  }
  if (request.do === 'describe') return describeImage(request.source, request.page, request.limits);
  if (request.do === 'watermark') return watermarkImage(request.pyramid, request.mark, request.into);
  if (request.do === 'preview') return previewWatermark(request.task);
  if (request.do === 'public-image')
    return makePublicImage(request.pyramid, request.longest_px, request.into);
  if (request.do === 'copy-pdf') {
    await copyWithoutAttachments(request.source, request.into, request.pages);
    return null;
  }
  const { probe, derive } = mediaKind(request.kind);
  if (request.do === 'probe') return probe(request.source, request.limits);
  if (!derive) throw new Error(`Nothing is made of a file of the kind ${request.kind}.`);
  return derive(request.task);
}

/**
 * A separate process that makes derivatives, one file after the other. The image library can't be stopped
 * during a pass, and a process that waits for it can't exit: this process can be killed, and a file that
 * crashes it does not crash the server.
 */
configureSharp();
// The server is gone and nobody needs the result. An orderly exit would wait for a running pass.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// During a call into a library this process gets no message. A thread of its own notices that the parent
// changed.
const watch = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1000);
`;
new Worker(watch, { eval: true, workerData: process.ppid }).unref();
process.on('message', (request: DeriveRequest) => {
  void answer(request)
    .then(
      (made): DeriveOutcome => ({ made }),
      (error: unknown): DeriveOutcome =>
        error instanceof MediaRefused
          ? { refused: error.report }
          : {
              failed: {
                message: error instanceof Error ? error.message : String(error),
                code: (error as NodeJS.ErrnoException | null)?.code,
              },
            },
    )
    .then((outcome) =>
      process.send?.({ ...outcome, rss_bytes: process.memoryUsage.rss() } satisfies DeriveAnswer),
    );
});
