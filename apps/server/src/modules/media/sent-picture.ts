import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { ProblemError } from '../../problem-error.ts';
import type { Storage } from '../../storage/storage.ts';
import { MediaRefused } from './media-refused.ts';

/** The most bytes that a picture may have, and what it is, as a refusal says it. */
interface PictureLimit {
  readonly what: 'A logo' | 'A watermark';
  readonly max_bytes: number;
}

/**
 * Runs work on a picture as it was sent. It is staged on disk: from files only the accepted decoders can be reached. An
 * SVG, which could hold script, is none of what they take.
 * @param file is `truncated` where it is larger than it may be
 * @param work gets the path of the picture, and the folder of the stage, which is removed afterwards
 * @throws ProblemError 413 `image-too-large`, 422 `file-refused`
 */
export async function withSentPicture<Result>(
  storage: Storage,
  file: Readable & { truncated?: boolean },
  { what, max_bytes }: PictureLimit,
  work: (path: string, folder: string) => Promise<Result>,
): Promise<Result> {
  const stage = await storage.stage();
  const tooLarge = () => new ProblemError('image-too-large', `${what} may have at most ${max_bytes} bytes.`);
  try {
    const path = join(stage.path, 'sent');
    await storage.receive(path, file).catch((error: unknown) => {
      throw file.truncated === true ? tooLarge() : error;
    });
    if (file.truncated === true) throw tooLarge();
    return await work(path, stage.path).catch(refuseFile);
  } finally {
    await stage.remove();
  }
}

/** @throws ProblemError 422 `file-refused` for a refusal; any other error unchanged */
export function refuseFile(error: unknown): never {
  if (!(error instanceof MediaRefused)) throw error;
  const { code, title, nextStep } = error.cause_;
  const message = `${title} ${nextStep}`;
  throw new ProblemError('file-refused', message, {
    fields: [{ name: 'file', code, message }],
    cause: error,
  });
}
