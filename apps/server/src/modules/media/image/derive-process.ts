import { configureSharp } from './configure-sharp.ts';
import { checkImage, deriveImage, type Derived } from './derive-image.ts';
import { ImageRefused, type ToldRefusal } from './image-refused.ts';

export interface DeriveRequest {
  readonly source: string;
  readonly page: number;
  /** Absent where the image is only to be decoded to its end. */
  readonly into?: string;
  readonly maxPixels: number;
}

export type DeriveAnswer =
  | { readonly derived: Derived | null }
  | { readonly refused: ToldRefusal }
  | { readonly failed: { message: string; code?: string | undefined } };

/**
 * A process of its own that makes derivatives, one image after the other. The image library can't be stopped
 * within a pass, and a process that waits for it can't end: this one can be killed, and an image that brings
 * it down takes nobody with it.
 */
configureSharp();
// The server is gone; a pass that still runs is nobody's any more, and an orderly exit would wait for it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', ({ source, page, into, maxPixels }: DeriveRequest) => {
  const options = { maxPixels };
  const work: Promise<Derived | null> =
    into === undefined
      ? checkImage(source, page, options).then(() => null)
      : deriveImage(source, page, into, options);
  void work
    .then(
      (derived): DeriveAnswer => ({ derived }),
      (error: unknown): DeriveAnswer =>
        error instanceof ImageRefused
          ? { refused: error.told }
          : {
              failed: {
                message: error instanceof Error ? error.message : String(error),
                code: (error as NodeJS.ErrnoException | null)?.code,
              },
            },
    )
    .then((answer) => process.send?.(answer));
});
