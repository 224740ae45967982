import { Worker } from 'node:worker_threads';
import type { Derived, DeriveTask, MediaLimits, Probe } from './derivation.ts';
import { configureSharp } from './image/configure-sharp.ts';
import { checkImage } from './image/derive-image.ts';
import { mediaKind, type UploadKind } from './kinds.ts';
import { watermarkImage, type Watermarked, type WatermarkPicture } from './image/watermark-image.ts';
import { MediaRefused, type RefusalReport } from './media-refused.ts';

export type DeriveRequest =
  | { readonly do: 'derive'; readonly kind: UploadKind; readonly task: DeriveTask }
  | {
      readonly do: 'probe';
      readonly kind: UploadKind;
      readonly source: string;
      readonly limits: MediaLimits;
    }
  /** Of a clean pyramid one with the watermark is to be made. */
  | {
      readonly do: 'watermark';
      readonly pyramid: string;
      readonly mark: WatermarkPicture;
      readonly into: string;
    }
  /** An image is only to be decoded to its end. */
  | { readonly do: 'check'; readonly source: string; readonly page: number; readonly limits: MediaLimits };

type DeriveSaid =
  | { readonly made: Derived | Probe | Watermarked | null }
  | { readonly refused: RefusalReport }
  | { readonly failed: { message: string; code?: string | undefined } };

/** `rss_bytes` is what this process holds behind its work, so that one that has grown is not kept. */
export type DeriveAnswer = DeriveSaid & { readonly rss_bytes: number };

async function answer(request: DeriveRequest): Promise<Derived | Probe | Watermarked | null> {
  if (request.do === 'check') {
    await checkImage(request.source, request.page, request.limits);
    return null;
  }
  if (request.do === 'watermark') return watermarkImage(request.pyramid, request.mark, request.into);
  const { probe, derive } = mediaKind(request.kind);
  if (request.do === 'probe') return probe(request.source, request.limits);
  if (!derive) throw new Error(`Nothing is made of a file of the kind ${request.kind}.`);
  return derive(request.task);
}

/**
 * A process of its own that makes derivatives, one file after the other. The image library can't be stopped
 * within a pass, and a process that waits for it can't end: this one can be killed, and a file that brings
 * it down takes nobody with it.
 */
configureSharp();
// The server is gone; a pass that still runs is nobody's any more, and an orderly exit would wait for it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// Within one call of a library nothing is heard of that; a thread of its own sees the parent change.
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
      (made): DeriveSaid => ({ made }),
      (error: unknown): DeriveSaid =>
        error instanceof MediaRefused
          ? { refused: error.report }
          : {
              failed: {
                message: error instanceof Error ? error.message : String(error),
                code: (error as NodeJS.ErrnoException | null)?.code,
              },
            },
    )
    .then((said) => process.send?.({ ...said, rss_bytes: process.memoryUsage.rss() } satisfies DeriveAnswer));
});
